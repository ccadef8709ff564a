"""What is true of the pinned packages, read from files that are made elsewhere."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.stage import Missing

Place = tuple[str, int, int]  # path, line, column; counted from 1, columns in code points


@dataclass(frozen=True, slots=True)
class Case:
    """A symbol and where it is used."""

    package: str
    symbol: str
    category: str
    path: str  # of its definition
    line: int
    references: frozenset[Place]  # what two checkers agree on, and every use that was observed
    disputed: frozenset[Place]  # what a single checker says: counts neither way


@dataclass(frozen=True, slots=True)
class Call:
    """A call site and what ran when it was reached; nothing when only code outside the package did."""

    place: Place
    name: str
    kind: str  # name, attr, class, neg
    scope: str
    ran: tuple[tuple[str, int, str], ...]  # path, line, qualified name


def cases(file: Path) -> list[Case]:
    """The symbols of an oracle file."""
    return [_case(row) for row in _read(file)]


def calls(file: Path | None) -> dict[str, list[Call]]:
    """The observed calls of a file, by package."""
    if file is None or not file.exists():
        raise Missing("observed calls, which `observe` makes: --calls FILE")
    return {package: [_call(row) for row in rows] for package, rows in _read(file).items()}


def _case(row: dict[str, Any]) -> Case:
    path, _, line = row["definition"].rpartition(":")
    return Case(
        row["repo"],
        row["symbol"],
        row["category"],
        path,
        int(line),
        _places([*row["references"], *row["ran"]]),
        _places(row["disputed"]),
    )


def _call(row: list[Any]) -> Call:
    path, line, column, name, kind, scope, ran = row
    return Call((path, line, column), name, kind, scope, tuple((p, n, q) for p, n, q in ran))


def _places(rows: list[list[Any]]) -> frozenset[Place]:
    return frozenset((row[0], row[1], row[2]) for row in rows)


def _read(file: Path) -> Any:
    content = file.read_bytes()
    return json.loads(gzip.decompress(content) if file.suffix == ".gz" else content)
