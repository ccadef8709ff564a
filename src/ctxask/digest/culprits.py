"""The views `culprits` and `runs`: what explains failures, and the failures themselves, folded by cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ctxask.digest.joined import Joined, address, line_text
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Failure, Record, Result, Symbol

LONGEST = 1000  # characters of a message that is shown
GROUPS = {"culprit": "culprits", "suspect": "suspects", "cause": "causes", "run": "runs"}  # others are their kind


def culprits(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each change that explains failures, and for each suspect where no change does."""
    symbols = {row.id: row for other in joined.results.values() for row in other.rows if isinstance(row, Symbol)}
    for number, row in enumerate((row for row in result.rows if isinstance(row, Record)), rank):
        values = _json(row)
        symbol = symbols.get(str(values.get("symbol")))
        if symbol is not None:
            values |= {"path": symbol.path, "line": symbol.lines[0][0] if symbol.lines else symbol.line}
            values |= {"address": address(symbol)} if symbol.change != "removed" else {}
            values |= {"lines": [list(run) for run in symbol.lines]} if symbol.lines else {}
            values |= {"old": symbol.old} if symbol.old else {}
        head = {"rank": number, "group": GROUPS.get(row.kind, row.kind), **values}
        yield Unit(Stage.HEADS, "candidates", root, "candidates", head)


def runs(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each cause with the number of its failures; after all of them the failures themselves.

    Of one test that fails alike under several parameters the first stands for all, with their number.
    """
    alike = Counter(_variant(row) for row in result.rows if isinstance(row, Failure))
    for row in result.rows:
        if isinstance(row, Record):
            values = _json(row)
            if "message" in values:
                values["message"] = told(values["message"])
            if "tests" in values:  # they are listed as failures
                values["tests"] = len(values["tests"])
            head = {"rank": rank, "group": GROUPS.get(row.kind, row.kind), **values}
            yield Unit(Stage.HEADS, "candidates", root, "candidates", head)
        elif isinstance(row, Failure) and (variants := alike.pop(_variant(row), 0)):
            value = {"rank": rank, **_failure(row, joined)} | ({"variants": variants} if variants > 1 else {})
            yield Unit(Stage.SITES, "failures", root, "candidates", value)
        else:
            continue
        rank += 1


def _variant(row: Failure) -> tuple[Any, ...]:
    """What failures have in common that differ by the parameters of their test alone."""
    test, bracket, _ = row.test.partition("[")
    same = row.at, row.type, row.message.partition("\n")[0], row.outcome, row.phase, row.subtest, row.attempt
    return (test, same) if bracket else (test, same, row.lines)


def told(message: str) -> str:
    """The first line of a message, or its size: nobody reads on what is longer than a page of text."""
    first = message.partition("\n")[0]
    return first if len(first) <= LONGEST else f"({len(first.encode())} bytes)"


def _json(row: Record) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in row.values}


def _failure(row: Failure, joined: Joined) -> Json:
    """A failure: what was raised, and its frames inside the repository, those that stand outside counted."""
    path, line, function = row.at
    value: Json = {
        "group": "failures",
        "test": row.test,
        "outcome": row.outcome,
        "phase": row.phase,
        "type": row.type,
        "message": told(row.message),
        "frames": [f"{p}:{n}" + (f" in {f}" if f else "") for _, p, n, f, inside in row.frames if inside],
    }
    outside = sum(not frame[4] for frame in row.frames)
    value |= {"outside": outside} if outside else {}
    value |= {"subtest": row.subtest} if row.subtest else {}
    value |= {"attempt": row.attempt} if row.attempt > 1 else {}
    value |= {"output": list(row.lines)} if any(row.lines) else {}
    if not path:
        return value
    value["at"] = f"{path}:{line}" + (f" in {function}" if function else "")
    text = joined.lines.get((path, line), "").strip()
    return value | (line_text(text) if text else {})
