"""JUnit XML as results: of pytest, unittest-xml-reporting, jest-junit, gotestsum, cargo-nextest, surefire, gradle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ctxask.runs import lines as text
from ctxask.runs import stacks, traces, xml_check
from ctxask.runs.model import Outcome, Phase, Raised, Results, Test
from ctxask.runs.paths import Places, Tree, plain
from ctxask.runs.placing import candidates, frame_places, from_dotted, with_frames
from ctxask.runs.settle import Attempts, settled, without_places

_PARTS = re.compile(r"contains \d+ failed subtests?$")
_SUBTEST = re.compile(r"(\w+) ([(\[].*)$", re.DOTALL)  # unittest-xml-reporting writes `test_all (n=3)`
_TYPE = re.compile(r"[\w.$:]+")
_TOLD = re.compile(r"([^\W\d][\w.$]*(?:Error|Exception|Failure))(?:: (.*))?$", re.DOTALL)
_FAILED_IMPORT = "unittest.loader._FailedTest"
_PHASES: tuple[tuple[str, Phase], ...] = (
    ("collection ", "collect"),
    ("failed on setup with", "setup"),
    ("failed on teardown with", "teardown"),
)

Quotes = dict[tuple[str, int], str]


class _Case(NamedTuple):
    """One result of a test case, and what its names can mean."""

    test: Test
    classname: str
    name: str
    file: str  # as the report writes it, often empty
    again: bool = False  # the runner tried it once more
    part: bool = False  # not the first result of its case


def read(data: bytes, tree: Tree) -> Results | str:
    """The results of a report, or why it cannot be read; never raises.

    A test case becomes one result, or one for each of its failures. Tests come in the order of the report.
    """
    checked = xml_check.check(data)
    if checked.why:
        return checked.why
    if checked.root not in ("testsuites", "testsuite"):
        return f"its outermost element is {checked.root!r}, not testsuites"
    quotes: Quotes = {}
    cases = [*_cases(checked.data, quotes)]
    at = frame_places((case.test for case in cases), tree, quotes)
    files = Places(tree, {path for case in cases for path in _wanted(case)}, None, at.base or "")
    named = [case._replace(test=with_frames(_named(case, files), at)) for case in cases]
    return without_places(settled(Results("junit", _counted(named), not checked.torn, checked.notes)))


def _cases(data: bytes, quotes: Quotes) -> Iterator[_Case]:
    from junitparser import JUnitXml, TestSuite, xunit2

    report: Any = JUnitXml.fromstring(data)
    left = [*report.iterchildren(TestSuite)][::-1]
    while left:
        suite = left.pop()
        left += [*suite.testsuites()][::-1]
        file = suite._elem.get("file") or suite._elem.get("filepath") or ""
        for case in suite.iterchildren(xunit2.TestCase):
            yield from _results(case, file, quotes)


def _results(case: Any, file: str, quotes: Quotes) -> Iterator[_Case]:
    """The results of one test case: it passed, or each thing that went wrong."""
    from junitparser import Error, Skipped, xunit2

    names = (case.classname or "", case.name or "", case._elem.get("file") or file)
    for entry in case:
        if isinstance(entry, xunit2.InterimResult):  # an attempt that surefire tells besides the result
            yield _Case(_failure(entry, "failed", names[0], quotes), *names, again=True)
    final = case.result
    several = any(_PARTS.match(entry.message or "") for entry in final)
    for number, entry in enumerate(final, 1):
        if isinstance(entry, Skipped):
            test = _skipped(entry, bool(names[0]))
        elif _PARTS.match(entry.message or ""):
            test = Test("", "failed", reason=entry.message)
        else:
            test = _failure(entry, "error" if isinstance(entry, Error) else "failed", names[0], quotes)
            if several:
                test = test._replace(subtest=str(number))  # pytest leaves out what they are called
        yield _Case(test, *names, part=number > 1)
    if not final:
        yield _Case(Test("", "passed"), *names)


def _failure(entry: Any, outcome: Outcome, classname: str, quotes: Quotes) -> Test:
    """A failure with what was raised: from its text, else from its attributes."""
    message, kind = entry.message or "", entry.type or ""
    body = [text.plain(line) for line in f"{entry.text or ''}\n{getattr(entry, 'stack_trace', None) or ''}".split("\n")]
    phase: Phase = next((phase for start, phase in _PHASES if message.startswith(start)), "call")
    found, quoted = traces.read(body) if _is_python(body) else ([], {})
    if found:
        quotes.update(quoted)
        return Test("", outcome, phase, "", found[0])
    frames = stacks.frames(body, classname)
    kind, said = _told(message, kind, body)
    raised = (Raised(kind, said, frames),) if kind or frames else ()
    return Test("", outcome, phase, "", raised, "" if raised else said)


def _told(message: str, kind: str, body: Sequence[str]) -> tuple[str, str]:
    """The kind and the message of a failure in another language than Python."""
    kind = kind if _TYPE.fullmatch(kind) else ""  # some runners say there what they did
    if kind and message:
        return kind, message.removeprefix(f"{kind}: ")
    said = [line for line in body if line.strip() and not line.startswith(("===", "---"))]
    end = next((at for at, line in enumerate(said) if at and stacks.frames((line,), "")), len(said))
    text = "\n".join(said[:end]).strip() or message
    match = _TOLD.match(text)
    if match is not None and kind in ("", match[1]):
        return match[1], match[2] or ""
    return kind, text


def _is_python(body: Sequence[str]) -> bool:
    """Whether a text has a traceback of Python, or what pytest makes of one."""
    return any(
        line[:4] == "E   " or ".py:" in line or line.lstrip("+| ") in traces.HEADS or line.startswith('  File "')
        for line in body
    )


def _skipped(entry: Any, in_file: bool) -> Test:
    message, said = entry.message or "", (entry.text or "").strip()
    if entry.type == "pytest.xfail":
        return Test("", "xfailed", reason=message)
    if not in_file and message == "collection skipped":
        return Test("", "skipped", "collect", reason=said)
    lines = [line.strip() for line in (message or said).split("\n") if not line.startswith(("===", "---"))]
    return Test("", "skipped", reason="\n".join(lines).strip())


def _wanted(case: _Case) -> list[str]:
    """The files that the names of a case can mean."""
    return [*candidates(_imported(case) or case.classname), *([case.file] if case.file else [])]


def _imported(case: _Case) -> str:
    """The module that a case stands for where it is no test: what could not be collected."""
    if case.classname.startswith(_FAILED_IMPORT):
        return f"{case.classname[len(_FAILED_IMPORT) :]}.{case.name}".strip(".")
    return case.name if case.test.phase == "collect" and not case.classname else ""


def _named(case: _Case, files: Places) -> Test:
    """The test under a node id where a file of Python is meant, else under the runner's own name."""
    test = case.test
    imported = _imported(case)
    if imported:
        return test._replace(id=from_dotted(imported, files) or imported, phase="collect")
    within = from_dotted(case.classname, files) if case.classname else None
    if within is None and case.file:
        path = files.known(case.file)
        within = path + _classes(case.classname, path) if path is not None else None
    if within is None:
        own = case.classname in ("", case.name)
        return test._replace(id=(case.name if own else f"{case.classname}::{case.name}") or "unnamed")
    subtest = _SUBTEST.match(case.name) if within.partition("::")[0].endswith(".py") else None
    if subtest is not None:
        return test._replace(id=f"{within}::{subtest[1]}", subtest=subtest[2])
    return test._replace(id=f"{within}::{case.name}")


def _classes(classname: str, path: str) -> str:
    """What a class name holds after the module, as a node id has it; nothing where the file is no module."""
    stem = plain(path).rpartition("/")[2].removesuffix(".py")
    _, found, rest = f".{classname}.".partition(f".{stem}.")
    return "".join(f"::{name}" for name in rest.split(".") if name) if found and path.endswith(".py") else ""


def _counted(cases: Iterable[_Case]) -> tuple[Test, ...]:
    attempts = Attempts()
    return tuple(
        case.test._replace(
            attempt=attempts.result(case.test.id, case.test.phase, case.part or bool(case.test.subtest), case.again)
        )
        for case in cases
    )
