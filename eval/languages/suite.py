"""What is true of symbols in one language, kept as a file a language in `suites/languages/`."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.accuracy.oracle import Case
from eval.corpus import SUITES
from eval.stage import Missing

FOLDER = SUITES / "languages"


@dataclass(frozen=True, slots=True)
class Repository:
    """Where sources come from, and which."""

    url: str
    commit: str


@dataclass(frozen=True, slots=True)
class Suite:
    """The symbols of one language."""

    language: str
    truth: str  # who says so: an indexer and its version, or `by hand`
    repositories: dict[str, Repository]
    cases: tuple[Case, ...]


def suites() -> list[Suite]:
    """Every suite, by language."""
    return [read(file) for file in sorted(FOLDER.glob("*.json"))]


def read(file: Path) -> Suite:
    """The suite in a file."""
    told: dict[str, Any] = json.loads(file.read_text())
    repositories = {name: Repository(**row) for name, row in told["repositories"].items()}
    return Suite(file.stem, told["truth"], repositories, tuple(_case(row) for row in told["symbols"]))


def write(language: str, truth: str, repositories: Mapping[str, Repository], rows: list[dict[str, Any]]) -> Path:
    """Keeps a suite, one line a symbol; returns the file."""
    FOLDER.mkdir(exist_ok=True)
    named = {name: {"url": item.url, "commit": item.commit} for name, item in sorted(repositories.items())}
    head = json.dumps({"truth": truth, "repositories": named}, indent=1)
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    file = FOLDER / f"{language}.json"
    file.write_text(f'{head.removesuffix("}").rstrip()},\n "symbols": [\n{lines}\n ]\n}}\n')
    return file


def gather(folder: Path, repositories: Mapping[str, Repository]) -> None:
    """Makes sure that the folder holds every repository at its commit; one that is there is left as it is."""
    for name, item in repositories.items():
        root = folder / name
        if not (root / ".git").exists():
            root.mkdir(parents=True, exist_ok=True)
            for step in (
                ["init", "-q", "-b", "main"],
                ["fetch", "-q", "--depth", "1", item.url, item.commit],
                ["checkout", "-q", "-B", "main", "FETCH_HEAD"],
            ):
                if subprocess.run(["git", *step], cwd=root, check=False).returncode:
                    shutil.rmtree(root)
                    raise Missing(f"{item.url} cannot be fetched; --corpus FOLDER that holds {name} already")


def _case(row: dict[str, Any]) -> Case:
    def places(rows: Mapping[str, list[list[int]]]) -> frozenset[tuple[str, int, int]]:
        return frozenset((path, line, col) for path, found in rows.items() for line, col in found)

    line = row["line"]
    path, _, symbol = row["symbol"].partition("::")
    truth, disputed = places(row["references"]), places(row.get("disputed", {}))
    return Case(row["repository"], symbol, row["category"], path, line, truth, disputed)
