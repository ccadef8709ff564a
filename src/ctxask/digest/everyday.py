"""The views `outline` and `found`: definitions as an editor lists them, by file or the best first."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.digest.joined import Joined, definition
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Result, Symbol


def outline(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each file; of its definitions the outer ones come first."""
    files: dict[str, list[Symbol]] = {}
    for row in result.rows:
        if isinstance(row, Symbol):
            files.setdefault(row.path, []).append(row)
    for path, rows in files.items():
        head: Json = {"rank": rank, "group": "outline", "path": path, "count": len(rows), "outline": []}
        stub = {key: value for key, value in head.items() if key != "count"}
        here = Place(root, "candidates", stub)
        yield Unit(Stage.HEADS, "candidates", root, "candidates", head, (here,))
        classes = {row.name for row in rows if row.kind not in ("function", "method", "property")}
        for row in rows:
            outer = row.name.rpartition(".")[0]
            stage = Stage.DECISIVE if not outer else Stage.SITES if outer in classes else Stage.DOUBTED
            yield Unit(stage, "definitions", here, "outline", entry(row))
        rank += 1


def entry(row: Symbol) -> Json:
    """A definition in its file's outline."""
    out: Json = {"name": row.name, "kind": row.kind, "line": row.line, "col": row.col, "last": row.last_line}
    return out | ({"signature": row.signature} if row.signature else {})


def found(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each symbol, in the order of the rows."""
    for number, row in enumerate((row for row in result.rows if isinstance(row, Symbol)), rank):
        value = {"rank": number, "group": "found", **definition(row)}
        yield Unit(Stage.HEADS, "candidates", root, "candidates", value)
