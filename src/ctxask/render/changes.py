"""Blocks of the view `changes`: what lost its target, what changed, and which files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxask.digest.model import Json
from ctxask.render.page import Block, Row, short, text

HOW = {
    "added": "new",
    "removed": "removed",
    "renamed": "renamed",
    "signature": "signature changed",
    "body": "changed",
    "inert": "does the same in other words",
    "text": "only comments, docstrings or layout",
    "modified": "modified",
    "deleted": "deleted",
    "mode": "mode only",
    "typechange": "became another type of file",
    "submodule": "submodule at another commit",
}
BROKEN = "no longer resolves"


def blocks(candidates: Sequence[Json]) -> Iterator[Block]:
    """The blocks of candidates that come in rank order."""
    for group, title, make in (
        ("broken", BROKEN, broken),
        ("changed", "changed", _symbol),
        ("changes", "files that differ", _file),
    ):
        found = [candidate for candidate in candidates if candidate.get("group") == group]
        if found:
            yield Block(title, None, (), tuple(map(make, found)), drawn=group != "changes")


def broken(candidate: Json) -> Row:
    """The row of a reference that lost its target."""
    at = f"{candidate['path']}:{candidate['line']}:{candidate['col']}"
    edge = candidate["role"] + (f" in {candidate['in']}" if "in" in candidate else "")
    if candidate["mechanism"] == "arguments":
        what = f"{edge} of {_named(candidate['of'])}, which {candidate['other']}"
        return Row(at, what, text(candidate), edge)
    now = f", now {candidate['other']}" if "other" in candidate else ""
    likely = ", only the name says so" if candidate.get("evidence") == "name" else ""
    return Row(
        at, f"{edge} of {_named(candidate['of'])}, {HOW[candidate['mechanism']]}{now}{likely}", text(candidate), edge
    )


def _symbol(candidate: Json) -> Row:
    symbol = candidate["symbol"]
    what, edge = f"{short(symbol)}, {how(candidate)}", f"{HOW[candidate['change']]} {symbol}"
    return Row(f"{candidate['path']}:{candidate['line']}", what, "", edge, "", symbol, candidate.get("address", ""))


def how(candidate: Json) -> str:
    """How a symbol changed, and why that deserves a look."""
    old = f" from {_named(candidate['old'])}" if "old" in candidate else ""
    risks = f": {', '.join(candidate['risks'])}" if "risks" in candidate else ""
    return f"{HOW[candidate['change']]}{old}{risks}"


def _file(candidate: Json) -> Row:
    change = HOW[candidate["change"]]
    old = f" from {candidate['old_path']}" if "old_path" in candidate else ""
    binary = ", binary" if candidate.get("binary") else ""
    first = f":{candidate['lines'][0][0]}" if candidate.get("lines") else ""
    return Row(candidate["path"] + first, change + old + binary)


def _named(symbol: str) -> str:
    """A symbol as it may be called where its file may be gone."""
    return symbol.partition("::")[2] or symbol
