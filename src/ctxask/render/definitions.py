"""Blocks of the view `definitions`: a symbol, its totals, and its sites by file."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.digest.model import Json
from ctxask.render.page import Block, definition, row, rows
from ctxask.render.words import count, counted, plain, roles

DIRECTIONS = {"callers": "comes in from", "matches": "matches"}


def blocks(candidate: Json) -> Iterator[Block]:
    """The blocks of one candidate."""
    group = candidate.get("group", "")
    if group == "callees":
        yield from _callee(candidate)
        return
    counts = candidate.get("counts")
    sure = rows(candidate["files"])
    left = counts["confirmed"] + counts.get("implicit", 0) - len(sure) if counts else 0
    if group:
        yield Block(DIRECTIONS.get(str(group), str(group)), _says(candidate), sure, left)
    else:
        title = definition(candidate) if "symbol" in candidate else ""
        yield Block(title, _says(candidate), sure, left, defines=True)
    likely = rows(candidate["likely"])
    left = counts["likely"] - len(likely) if counts else 0
    if likely or left:
        yield Block("likely: only the name says so", (), likely, left, sure=False)


def _callee(candidate: Json) -> Iterator[Block]:
    name = candidate.get("symbol", "")
    for bucket, sure in (("files", True), ("likely", False)):
        found = tuple(
            row(group["path"], {**site, "role": f"{site['role']} of {name}", "in": ""})
            for group in candidate[bucket]
            for site in group["sites"]
        )
        if found:
            yield Block("goes out to" if sure else "may go out to: only the name says so", (), found, sure=sure)


def _says(candidate: Json) -> tuple[str, ...]:
    counts = candidate.get("counts")
    if counts is None:
        return ("(continued)",)
    out = []
    if candidate.get("more"):
        out.append("also defined at line " + ", ".join(str(span[0]) for span in candidate["more"]))
    if "claim" in candidate:
        out.append(claim(candidate["claim"]))
    elif counts["roles"]:
        out.append(f"{roles(counts['roles'])} in {count(counts['files'], 'file')}")
    return tuple(out)


def claim(value: Json) -> str:
    """What "nothing found" is worth, as a sentence."""
    blockers = ", ".join(counted(code, number) for code, number in sorted(value["blockers"].items()))
    match value["state"]:
        case "proven":
            return "nothing uses it: proven, no place was left open"
        case "none_found":
            return f"no use found; not proven, because of {blockers}"
        case state:
            return f"{plain(state)} whether anything uses it: {blockers}"
