"""The text that unittest prints, and Django's runner with it, as results under dotted names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ctxask.runs import traces
from ctxask.runs.model import Outcome, Phase, Results, Test
from ctxask.runs.settle import BAD

_HEADING = re.compile(r"(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([^()]+)\)(?: (.*))?$")
_PROGRESS = re.compile(
    r" *(\w+) \(([^()]+)\)(?: (.*?))?(?: ?\.\.\. )"
    r"(ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$"
)
_RAN = re.compile(r"Ran (\d+) tests? in [\d.]+s$")
_DOUBLE, _SINGLE = "=" * 70, "-" * 70
_FAILED_IMPORT = re.compile(r"unittest\.loader\.(?:_FailedTest|ModuleImportFailure)")
_FIXTURES: dict[str, Phase] = {
    "setUpClass": "setup",
    "setUpModule": "setup",
    "tearDownClass": "teardown",
    "tearDownModule": "teardown",
}

Quotes = dict[tuple[str, int], str]


def shown(lines: Sequence[str]) -> bool:
    """Whether a text is unittest's."""
    return any(line[:4] == "Ran " and _RAN.match(line) for line in lines) or any(
        line == _DOUBLE and _HEADING.match(after) for line, after in pairwise(lines)
    )


def blocks(lines: Sequence[str]) -> list[tuple[Test, int, int, int]]:
    """The failures without what was raised: each with the lines of its heading, its traceback and its end."""
    found = []
    starts = [at for at, line in enumerate(lines[:-1]) if line == _DOUBLE and _HEADING.match(lines[at + 1])]
    for number, start in enumerate(starts):
        match = _HEADING.match(lines[start + 1])
        limit = starts[number + 1] if number + 1 < len(starts) else len(lines)
        body = next((at + 1 for at in range(start + 2, min(start + 12, limit)) if lines[at] == _SINGLE), start + 2)
        end = next((at for at in range(body, limit) if lines[at] == _SINGLE), limit)
        if match is not None:
            found.append((_headed(*match.groups("")), start + 1, body, end))
    return found


def results(lines: Sequence[str]) -> tuple[Results, Quotes]:
    """What the tests came to; ids are dotted names, paths as they were printed."""
    quotes: Quotes = {}
    failed: list[Test] = []
    for test, _, body, end in blocks(lines):
        text = [line for line in lines[body:end] if line not in ("Stdout:", "Stderr:")]
        found, quoted = traces.read(text)
        quotes.update(quoted)
        failed.append(test._replace(raised=found[0] if found else (), reason="" if found else "\n".join(text).strip()))
    known = {test.id for test in failed}
    others = [test for test in _progress(lines) if test.outcome not in BAD or test.id not in known]
    ran = [match for line in lines if line[:4] == "Ran " and (match := _RAN.match(line))]
    named = len(others) + len(known)
    total = sum(int(match[1][:9]) for match in ran)
    notes = [f"{total - named} of {total} tests are not named in what was printed"] if total > named else []
    if not ran:
        notes.append("unittest did not print its sum: results may be missing")
    return Results("printed", (*others, *failed), bool(ran), tuple(notes)), quotes


def _headed(kind: str, name: str, where: str, subtest: str) -> Test:
    outcome: Outcome = "error" if kind == "ERROR" else "failed"
    if _FAILED_IMPORT.match(where):
        return Test(name, "error", "collect")
    if name in _FIXTURES:
        return Test(where, "error", _FIXTURES[name])
    reason = "unexpected success" if kind == "UNEXPECTED SUCCESS" else ""
    return Test(dotted(name, where), outcome, "call", subtest, (), reason)


def dotted(name: str, where: str) -> str:
    """The whole name; since Python 3.11 what stands in brackets has the method in it."""
    return where if where.endswith("." + name) else f"{where}.{name}"


def _progress(lines: Sequence[str]) -> list[Test]:
    out = []
    pending = ""
    for line in lines:
        if len(line) > traces.LONG:
            continue
        line = pending + line if pending and " ... " in line else line
        pending = line + " " if re.match(r"\w+ \([\w.]+\)$", line) else ""
        match = _PROGRESS.match(line)
        if match is not None and (match[3] or "")[:1] not in ("(", "["):  # those are of subtests
            said = match[4]
            word = said.partition(" ")[0]
            outcome: Outcome = (
                {"ok": "passed", "FAIL": "failed", "ERROR": "error", "skipped": "skipped", "expected": "xfailed"}
            ).get(word, "failed")  # type: ignore[assignment]
            reason = said[8:].strip("'\"") if word == "skipped" else said if word == "unexpected" else ""
            out.append(Test(dotted(match[1], match[2]), outcome, "call", "", (), reason))
    return out
