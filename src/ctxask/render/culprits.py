"""Blocks of the views `culprits` and `runs`: what explains failures, where they came from, and which they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxask.digest.model import Json
from ctxask.digest.onward import line
from ctxask.render.changes import HOW as CHANGES
from ctxask.render.page import Block, Row, short, text
from ctxask.render.words import count, plain

HOW = {
    "named": "the exception names it",
    "line": "a changed line is in the traceback",
    "inside": "it is in the traceback",
    "observed": "the failing tests executed it",
    "reached": "the failing tests reach it",
    "unexecuted": "the failing tests reach it, and did not execute what changed",
    "changed": "nothing else ties it to them",
}
SUSPECTS = {"raised": "raised", "called": "gave what was found wrong"}


def blocks(candidates: Sequence[Json]) -> Iterator[Block]:
    """The blocks of candidates that come in rank order."""
    groups = {
        "runs": ("ran", _run),
        "culprits": ("explained by", _culprit),
        "suspects": ("no change explains these; they came from", _suspect),
        "new": ("fails now, and did not", _compared),
        "persisting": ("fails still", _compared),
        "fixed": ("failed, and does not any more", _compared),
        "not_run": ("failed, and was not run now", _compared),
        "flaky": ("failed and passed in the same run", _compared),
        "causes": ("causes", _cause),
        "failures": ("failures", _failure),
    }
    for group, (title, make) in groups.items():
        found = [candidate for candidate in candidates if candidate.get("group") == group]
        untied = [candidate for candidate in found if candidate.get("how") == "changed"]
        tied = [candidate for candidate in found if candidate not in untied]
        for heading, rows in ((title, tied), ("changed as well, and nothing ties them to a failure", untied)):
            if rows:
                yield Block(heading, None, (), tuple(row for candidate in rows for row in make(candidate)))


def _culprit(candidate: Json) -> Iterator[Row]:
    at = f"{candidate['path']}:{candidate['line']}" if "path" in candidate else candidate["symbol"]
    old = f" from {short(candidate['old'])}" if "old" in candidate else ""
    what = f"{short(candidate['symbol'])}, {CHANGES[candidate['change']]}{old}"
    if candidate["how"] == "changed":
        passing = candidate["passing"]
        only = f": only passing tests reach it, {passing} of them" if passing else ""
        yield Row(at, what + only, "", f"change of {candidate['symbol']}")
        return
    what += f": {_explains(candidate)}"
    frame = f" ({candidate['at']})" if "at" in candidate else ""
    through = [short(stop) for stop in candidate.get("trail", ())[1:]]
    way = f", by way of {' > '.join(through)}" if through else ""
    passing = candidate["passing"]
    also = f"; {count(passing, 'passing test')} {'reaches' if passing == 1 else 'reach'} it too" if passing else ""
    share = f"; suspiciousness {candidate['suspiciousness']} of 1000" if "suspiciousness" in candidate else ""
    more = f"; {count(candidate['also'], 'more failure')} less surely" if "also" in candidate else ""
    yield Row(
        at, f"{what}, {HOW[candidate['how']]}{frame}{way}{more}{also}{share}", "", f"culprit {candidate['symbol']}"
    )._replace(symbol=candidate["symbol"], address=candidate.get("address", ""))


def _suspect(candidate: Json) -> Iterator[Row]:
    path = candidate["symbol"].partition("::")[0]
    name = short(candidate["symbol"])
    at = candidate["at"].partition(" in ")[0] if "at" in candidate else f"{path}:{candidate['line']}"
    yield Row(at, f"{name} {SUSPECTS[candidate['how']]}: {_explains(candidate)}", "", f"suspect {candidate['symbol']}")
    yield from (Row(f"{path}:{line}", f"returns from {name}") for line in candidate.get("returns", ()))


def _explains(candidate: Json) -> str:
    return count(candidate["explains"], "failure")


def _cause(candidate: Json) -> Iterator[Row]:
    at, _, function = candidate.get("at", "").partition(" in ")
    inside = f" in {function}" if function else ""
    way = f", by way of {' > '.join(candidate['through'])}" if candidate.get("through") else ""
    yield Row(at, f"{said(candidate)}{inside}: {count(candidate['count'], 'failure')}{way}")


def _run(candidate: Json) -> Iterator[Row]:
    counts = [f"{candidate[key]} {key.removesuffix('_tests')}" for key in sorted(candidate) if key.endswith("_tests")]
    ended = {"exited": f"exit code {candidate['status']}"}.get(candidate["ended"], plain(candidate["ended"]))
    why = [candidate["reason"]] if "reason" in candidate else []
    yield Row(candidate["run"], f"{line(candidate['command'])}: {', '.join([*counts, ended, *why])}")


def _compared(candidate: Json) -> Iterator[Row]:
    sub = f" {candidate['subtest']}" if "subtest" in candidate else ""
    at = candidate.get("at", "").partition(" in ")[0]
    raised = f": {said(candidate)}" if "type" in candidate else ""
    before = {
        "before": "was {}",
        "now": "now {}",
        "said": "said before {}",
    }
    more = "".join(f"; {words.format(candidate[key])}" for key, words in before.items() if key in candidate)
    yield Row(at, f"{candidate['test']}{sub}{raised}{more}", "", f"{candidate['group']} {candidate['test']}{sub}")


def _failure(candidate: Json) -> Iterator[Row]:
    sub = f" {candidate['subtest']}" if "subtest" in candidate else ""
    phase = "" if candidate["phase"] == "call" else f" ({candidate['phase']})"
    at = candidate.get("at", "").partition(" in ")[0]
    more = f" and {candidate['variants'] - 1} alike" if "variants" in candidate else ""
    yield Row(at, f"{candidate['test']}{sub}{phase}{more}", text(candidate), f"failure of {candidate['test']}{sub}")


def said(candidate: Json) -> str:
    """What was raised, in words."""
    kind, message = candidate["type"], candidate["message"]
    return f"{kind}: {message}" if kind and message else kind or message or "failed"
