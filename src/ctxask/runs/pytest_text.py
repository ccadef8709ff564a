"""The terminal text of pytest as results: every failure with its traceback, and every test that is named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ctxask.runs import traces
from ctxask.runs.model import Outcome, Phase, Raised, Results, Test
from ctxask.runs.outline import Block, Said, Session, description_first
from ctxask.runs.settle import BAD, Attempts

_NEAR = 40  # entries of the summary that are tried beside the one that is due
_ENDED_EARLY = re.compile(
    r"Interrupted|stopping after|KeyboardInterrupt|Exit: |SystemExit|INTERNALERROR", re.IGNORECASE
)
_CAPTURED = re.compile(r"-+ Captured \w+ \w+ -+$")
_PLACE = re.compile(r"(?:/|[A-Za-z]:[\\/])[^:]*:\d+: ")
_TITLES: tuple[tuple[str, Phase], ...] = (
    ("ERROR collecting ", "collect"),
    ("ERROR at setup of ", "setup"),
    ("ERROR at teardown of ", "teardown"),
)
_OUTCOMES: dict[str, Outcome] = {
    "PASSED": "passed",
    "FAILED": "failed",
    "ERROR": "error",
    "SKIPPED": "skipped",
    "XFAIL": "xfailed",
    "XPASS": "xpassed",
    "RERUN": "failed",
    "PASS": "passed",
    "FAIL": "failed",
    "SKIP": "skipped",
}
_COUNTED = {"passed": "passed", "failed": "failed", "skipped": "skipped", "xfailed": "xfailed", "xpassed": "xpassed"}

Quotes = dict[tuple[str, int], str]


class Failure(NamedTuple):
    """A block with what it says of a test."""

    block: Block
    phase: Phase
    domain: str  # the test as its heading names it, with its description where it is a subtest
    raised: tuple[Raised, ...]
    reason: str
    id: str = ""
    subtest: str = ""


def results(lines: Sequence[str], session: Session) -> tuple[Results, Quotes]:
    """What a session came to, with paths as they were printed."""
    quotes: Quotes = {}
    failures = [*identified(session, [*_failures(lines, session, quotes)])]
    tests = _merged(session, failures)
    stopped = [stop for stop in session.stops if _ENDED_EARLY.search(stop)]
    notes = [f"pytest stopped before its end: {stop}" for stop in session.stops]
    if not session.counts:
        notes.append("pytest did not print its sum: results may be missing")
    if session.counts.startswith("no tests ran"):
        notes.append("pytest ran no tests")
    notes += _unnamed(session, tests)
    return Results("printed", tuple(tests), bool(session.counts) and not stopped, tuple(notes)), quotes


def identified(session: Session, failures: Sequence[Failure]) -> Iterator[Failure]:
    """The failures with their ids; one that the summary does not know is of another session, shown by a test."""
    bad = [said for said in session.summary if said.status in ("FAILED", "ERROR", "SUBFAILED", "SUBFAIL")]
    queues = {True: [s for s in bad if s.status == "ERROR"], False: [s for s in bad if s.status != "ERROR"]}
    at = {True: 0, False: 0}
    for failure in failures:
        error = failure.block.section == "ERRORS"
        queue, due = queues[error], at[error]
        found = None
        for place in (*range(due, min(due + _NEAR, len(queue))), *range(max(due - _NEAR, 0), due)):
            found = _named(queue[place], failure)
            if found is not None:
                at[error] = place + 1
                break
        if found is not None:
            yield failure._replace(id=found[0], subtest=found[1])
        elif not queue or not failure.domain:
            yield failure._replace(id=_sought(session, failure))


def _failures(lines: Sequence[str], session: Session, quotes: Quotes) -> Iterator[Failure]:
    for block in session.blocks:
        body = lines[block.first + bool(block.title) : block.captured]
        if not block.title:
            yield from _untitled(body, block, session, quotes)
            continue
        phase, domain = _heading(block.title)
        found, quoted = traces.read(body)
        quotes.update(quoted)
        text = "\n".join(line for line in body if not line.startswith("[gw")).strip()
        yield Failure(block, phase, domain, found[0] if found else (), "" if found else text)


def _untitled(body: Sequence[str], block: Block, session: Session, quotes: Quotes) -> Iterator[Failure]:
    """With --tb=line failures have no headings: each ends with its place, and all stand in the summary's order."""
    reader = traces.Reader(bounded=True)
    reader.feed(_uncaptured(body))
    quotes.update(reader.quotes)
    due = [said for said in session.summary if said.status in ("FAILED", "SUBFAILED", "SUBFAIL")]
    found = reader.failures()
    begin = 0
    for at, raised in enumerate(found):
        place = at if len(found) == len(due) else _telling(due, begin, raised[0])
        id, subtest = _split(due[place], raised[0]) if place is not None else ("", "")
        begin = begin if place is None else place + 1
        yield Failure(block, "call", "", raised, "", id or _nameless(raised[0]), subtest)


def _nameless(error: Raised) -> str:
    """What stands for the id of a test that nothing names: the file in which it failed."""
    return error.frames[-1].path if error.frames else error.kind or "unnamed"


def _uncaptured(body: Sequence[str]) -> Iterator[str]:
    """The lines without what tests printed, which stands above the place of each failure."""
    captured = False
    for line in body:
        captured = (captured or _CAPTURED.match(line[: traces.LONG]) is not None) and not _PLACE.match(
            line[: traces.LONG]
        )
        if not captured:
            yield line


def _telling(due: Sequence[Said], begin: int, error: Raised) -> int | None:
    """Which line of the summary tells of an exception, looked for from a place on."""
    for place in range(begin, min(begin + _NEAR, len(due))):
        if _told_at(due[place].text, error) is not None:
            return place
    return None


def _told_at(text: str, error: Raised) -> int | None:
    """Where in a line of the summary the message begins, ` - ` and what was raised, often cut."""
    first = error.message.partition("\n")[0]
    said = (f"{error.kind}: {first}", first, error.kind)
    for at in islice((match.start() for match in re.finditer(" - ", text)), _NEAR):
        shown = text[at + 3 :]
        if any(shown == one or (shown.endswith("...") and one.startswith(shown[:-3])) for one in said if one):
            return at
    return None


def _heading(title: str) -> tuple[Phase, str]:
    for start, phase in _TITLES:
        if title.startswith(start):
            return phase, title[len(start) :]
    return "call", title


def tail(domain: str) -> str:
    """What an id holds after its path, from the name in a heading."""
    if domain.startswith("[doctest] "):
        return domain[len("[doctest] ") :]
    name, bracket, rest = domain.partition("[")
    return name.replace(".", "::") + bracket + rest


def _named(said: Said, failure: Failure) -> tuple[str, str] | None:
    """The id and the subtest that a line of the summary names, if it is of this failure."""
    text, domain = said.text, failure.domain
    if failure.id:
        return failure.id, failure.subtest
    if failure.phase == "collect":
        return (domain, "") if text == domain or text.startswith(domain + " - ") else None
    if not said.status.startswith("SUB"):
        id = _id_in(text, tail(domain))
        return (id, "") if id is not None else None
    if said.rest:
        id = _id_in(text, tail(domain.removesuffix(said.rest).rstrip()))
        return (id, said.rest) if id is not None and domain.endswith(said.rest) else None
    for at in [i for i, letter in enumerate(domain) if letter == " "][:_NEAR]:
        test, subtest = domain[:at], domain[at + 1 :]
        rest = text[len(subtest) + 1 :] if text.startswith(subtest + " ") else text
        id = _id_in(rest, tail(test))
        if id is not None:
            return id, subtest
    return None


def _id_in(text: str, tail: str) -> str | None:
    """The id that a text begins with, if it ends as it should."""
    at = text.find("::" + tail)
    end = at + 2 + len(tail)
    if at > 0 and (end == len(text) or text.startswith(" - ", end)):
        return text[:end]
    return None


def _split(said: Said, error: Raised | None = None) -> tuple[str, str]:
    """The id and the description in a line of the summary, where nothing else names them.

    An id with a parameter may hold ` - ` itself: it ends where what was raised is told, else at the first bracket that
    can close it.
    """
    subtest, text = said.rest, said.text
    if said.status.startswith("SUB") and not subtest:
        subtest, text = description_first(text)
    told = _told_at(text, error) if error is not None else None
    if told is not None:
        return text[:told], subtest
    head = text.partition("[")[0]
    if "[" not in text or " - " in head:
        return text.partition(" - ")[0], subtest
    ends = [match.start() + 1 for match in re.finditer(r"\](?= - |$)", text)]
    whole = (end for end in ends if text.count("]", 0, end) >= text.count("[", 0, end))
    return text[: next(whole, ends[-1] if ends else len(text))], subtest


def name_of(said: Said) -> str:
    """The id that a line names, as well as the line alone tells."""
    return _split(said)[0]


def _sought(session: Session, failure: Failure) -> str:
    """The id of a failure that no summary names: from the progress, else from the file of its first frame."""
    if failure.phase == "collect" or failure.id or not failure.domain:
        return failure.id or failure.domain
    own = "::" + tail(failure.domain)
    for said in session.progress:
        if said.status in ("FAILED", "ERROR", "SUBFAILED", "SUBFAIL") and said.text.endswith(own):
            return said.text
    frames = failure.raised[0].frames if failure.raised else ()
    return frames[0].path + own if frames else own[2:]


def _merged(session: Session, failures: Sequence[Failure]) -> list[Test]:
    """Every test that is named, once for each result: in the order of the progress, then of the failures."""
    waiting: dict[tuple[str, str, bool], list[int]] = {}
    for at in range(len(failures) - 1, -1, -1):
        waiting.setdefault(_key(failures[at]), []).append(at)
    attempts, tests, used, called = Attempts(), [], set[int](), set[str]()
    known = {failure.id for failure in failures} | {said.text for said in session.progress}
    for said in (*session.progress, *_others(session, known)):
        status, part = said.status.removeprefix("SUB"), said.status.startswith("SUB")
        outcome, again = _OUTCOMES.get(status, "failed"), status == "RERUN"
        test = Test(said.text, outcome, _phase(said.text, outcome, called), said.rest if part else "")
        queue = waiting.get((test.id, test.subtest, outcome == "error"), []) if outcome in BAD and not again else []
        if queue:
            used.add(queue[-1])
            test = _test(failures[queue.pop()])
        elif not part:
            test = test._replace(reason=said.rest)
        called.add(test.id)
        tests.append(test._replace(attempt=attempts.result(test.id, test.phase, part, again)))
    for at, failure in enumerate(failures):
        if at not in used:
            test = _test(failure)
            tests.append(test._replace(attempt=attempts.result(test.id, test.phase, bool(test.subtest))))
    return tests


def _phase(id: str, outcome: Outcome, called: set[str]) -> Phase:
    """The phase of a result without a heading: an error of a test that was called already is of its teardown."""
    if outcome != "error":
        return "call"
    return "collect" if "::" not in id else "teardown" if id in called else "setup"


def _key(failure: Failure) -> tuple[str, str, bool]:
    return failure.id, failure.subtest, failure.block.section == "ERRORS"


def _test(failure: Failure) -> Test:
    outcome: Outcome = "error" if failure.block.section == "ERRORS" else "failed"
    return Test(failure.id, outcome, failure.phase, failure.subtest, failure.raised, failure.reason)


def _others(session: Session, known: set[str]) -> Iterator[Said]:
    """What only the summary names: outcomes that -r asked for, and failures of which nothing else was printed."""
    for said in session.summary:
        if said.status == "SKIPPED":
            continue  # folded lines that name places, no tests
        id, subtest = _split(said)
        if id not in known and not any(start in known for start in islice(_starts(said.text), _NEAR)):
            yield Said(said.status, id, subtest or said.text[len(id) + 3 :], said.at)


def _starts(text: str) -> Iterator[str]:
    """What a line of the summary begins with, up to each ` - ` in it."""
    at = text.find(" - ")
    while at >= 0:
        yield text[:at]
        at = text.find(" - ", at + 1)


def _unnamed(session: Session, tests: Sequence[Test]) -> Iterator[str]:
    """A note for outcomes that are counted at the end and named nowhere."""
    for number, word in re.findall(r"(\d+) (passed|failed|skipped|xfailed|xpassed)\b", session.counts):
        named = sum(test.outcome == _COUNTED[word] and not test.subtest for test in tests)
        if int(number[:9]) > named and word in ("passed", "skipped", "xfailed", "xpassed"):
            yield f"{int(number[:9]) - named} {word} without a name in what was printed"
