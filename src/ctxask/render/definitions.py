"""Blocks of the view `definitions`: a symbol, its totals, and its sites by file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxask.digest.model import Json
from ctxask.render.page import CALLED, INWARD, LIKELY, UNKNOWN, Block, Row, definition, row, rows
from ctxask.render.words import count, counted, plain, roles

DIRECTIONS = {"callers": INWARD, "matches": "matches"}


def blocks(candidate: Json) -> Iterator[Block]:
    """The blocks of one candidate."""
    group: str = candidate.get("group", "")
    counts = candidate.get("counts")
    sure = rows(candidate["files"])
    left = counts["confirmed"] - len(sure) if counts else 0
    if group:
        yield Block(DIRECTIONS.get(group, group), None, _says(candidate), sure, left, drawn=group == "callers")
    else:
        yield Block(
            "", definition(candidate) if "symbol" in candidate else None, _says(candidate), sure, left, drawn=True
        )
    silent = rows(candidate["implicit"])
    left = counts.get("implicit", 0) - len(silent) if counts else 0
    if silent or left:
        yield Block("where the name is not written", None, (), silent, left, drawn=True)
    likely = rows(candidate["likely"])
    left = counts["likely"] - len(likely) if counts else 0
    if likely or left:
        yield Block(LIKELY, None, (), likely, left, sure=False, drawn=True)


def callees(candidates: Sequence[Json]) -> Iterator[Block]:
    """One block of what is called, in source order, and one of what only a name suggests."""
    for bucket, title in (("files", CALLED), ("likely", f"may go out to: {UNKNOWN}")):
        found = [
            (group["path"], site["line"], site["col"], _callee(row(group["path"], site), site, candidate))
            for candidate in candidates
            for group in candidate[bucket]
            for site in group["sites"]
        ]
        if found:
            yield Block(
                title,
                None,
                (),
                tuple(shown for *_, shown in sorted(found, key=lambda item: item[:3])),
                sure=bucket == "files",
                drawn=True,
            )


def _callee(called: Row, site: Json, candidate: Json) -> Row:
    symbol = candidate.get("symbol", "")
    return called._replace(what=f"{site['role']} of {symbol}", symbol=symbol)


def _says(candidate: Json) -> tuple[str, ...]:
    counts = candidate.get("counts")
    if counts is None:
        return ("(continued)",)
    out = []
    if candidate.get("more"):
        out.append("also defined at line " + ", ".join(str(span[0]) for span in candidate["more"]))
    if "claim" in candidate:
        out.append(claim(candidate["claim"], "0 calls" if candidate.get("group") == "callers" else "0 uses"))
    elif counts["roles"]:
        out.append(f"{roles(counts['roles'])} in {count(counts['files'], 'file')}")
    return tuple(out)


def claim(value: Json, nothing: str) -> str:
    """What "nothing found" is worth, as a sentence."""
    blockers = ", ".join(counted(code, number) for code, number in sorted(value["blockers"].items()))
    match value["state"]:
        case "proven":
            return f"{nothing}: proven, no place was left open"
        case "none_found":
            return f"{nothing} found, which is not proven: {blockers}"
        case state:
            return f"{nothing} known, the answer is {plain(state)}: {blockers}"
