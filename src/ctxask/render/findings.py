"""What an answer about a change finds wrong, one place each: what annotations in CI are made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxask.digest.model import Json
from ctxask.render.changes import HOW
from ctxask.render.words import count

Level = Literal["error", "warning", "note"]

RULES: dict[str, tuple[Level, str]] = {
    "broken-reference": ("error", "a use that a change left without a definition, or that does not fit it any more"),
    "failing-test": ("error", "a test that failed in a captured run"),
    "culprit": ("error", "a change that explains failures"),
    "untested-change": ("warning", "a changed definition that no test reaches"),
    "risky-change": ("warning", "a changed definition that much depends on, or that others can see"),
}
_UNTESTED = "no test is known to reach it"


class Finding(NamedTuple):
    """One place that somebody should look at."""

    rule: str  # of RULES
    path: str  # relative to the root; empty where there is no place
    line: int  # 1-based; 1 where only the file is known
    message: str
    symbol: str  # whose finding it is: what stays the same when lines move

    @property
    def level(self) -> Level:
        """How bad it is."""
        return RULES[self.rule][0]


def findings(document: Json) -> Iterator[Finding]:
    """The findings of a digest, in the order of its candidates."""
    make = {"broken": _broken, "failures": _failure, "culprits": _culprit, "changed": _changed}
    notes = {
        note["text"] for node in document["coverage"] for note in node["notes"] if note["code"] == "no_longer_parses"
    }
    for path in sorted(notes):
        yield Finding("broken-reference", path, 1, f"{path} does not parse any more", path)
    for candidate in document["candidates"]:
        maker = make.get(candidate.get("group", ""))
        if maker is not None:
            yield from maker(candidate)


def _broken(candidate: Json) -> Iterator[Finding]:
    symbol = f"{candidate['path']}::{candidate.get('in', '')} {candidate['of']}"
    if candidate["mechanism"] == "arguments":
        message = f"{candidate['role']} of {candidate['of']}, which {candidate['other']}"
        yield Finding("broken-reference", candidate["path"], candidate["line"], message, symbol)
        return
    now = f"; it is {candidate['other']} now" if "other" in candidate else ""
    message = f"{candidate['role']} of {candidate['of']}, which was {HOW[candidate['mechanism']]}{now}"
    yield Finding("broken-reference", candidate["path"], candidate["line"], message, symbol)


def _failure(candidate: Json) -> Iterator[Finding]:
    said = ": ".join(part for part in (candidate["type"], candidate["message"]) if part)
    path, _, line = candidate.get("at", "").partition(" in ")[0].rpartition(":")
    symbol = candidate["test"] + (f" {candidate['subtest']}" if "subtest" in candidate else "")
    more = f" and {candidate['variants'] - 1} alike" if "variants" in candidate else ""
    yield Finding("failing-test", path, int(line) if line.isdigit() else 1, f"{symbol}{more}: {said}", symbol)


def _culprit(candidate: Json) -> Iterator[Finding]:
    if candidate["how"] == "changed":
        return
    message = f"{candidate['symbol']} changed, and explains {count(candidate['explains'], 'failure')}"
    path = candidate.get("path") or candidate["symbol"].partition("::")[0]
    yield Finding("culprit", path, candidate.get("line", 1), message, candidate["symbol"])


def _changed(candidate: Json) -> Iterator[Finding]:
    for risk in candidate.get("risks", ()):
        rule = "untested-change" if risk == _UNTESTED else "risky-change"
        message = f"{candidate['symbol']}, {HOW[candidate['change']]}: {risk}"
        yield Finding(
            rule, candidate["path"], candidate["line"], message, f"{candidate['symbol']} {risk.rstrip('0123456789')}"
        )
