"""Where in the kept output the failures stand that a runner reported as data."""

from __future__ import annotations

from collections.abc import Sequence

from ctxask.runs import lines as text
from ctxask.runs import outline, pytest_text, unittest_text
from ctxask.runs.model import Results, Test
from ctxask.runs.settle import BAD

Span = tuple[int, int]


def located(results: Results, stdout: bytes) -> Results:
    """The results with the lines of stdout that tell of each failure: its block, else the line that names it."""
    if not any(test.outcome in BAD for test in results.tests):
        return results
    lines, before = text.read(stdout)
    blocks, named = _pytest(lines)
    if not blocks and not named:
        blocks = _unittest(lines)
    tests = []
    for test in results.tests:
        span = (_block(test, blocks) or _line(test, named)) if test.outcome in BAD else None
        tests.append(test._replace(lines=(span[0] + before, span[1] + before)) if span else test)
    return results._replace(tests=tuple(tests))


def _pytest(lines: Sequence[str]) -> tuple[dict[str, list[Span]], dict[str, list[Span]]]:
    """Blocks by what their heading says, and lines by the id that they name; numbers are 1-based."""
    blocks: dict[str, list[Span]] = {}
    named: dict[str, list[Span]] = {}
    for session in outline.sessions(lines):
        for block in session.blocks:
            last = block.last
            while last > block.first + 1 and not lines[last - 1].strip():
                last -= 1
            if block.title:
                blocks.setdefault(_plain(block.title), []).append((block.first + 1, last))
        for said in (*session.summary, *session.progress):
            if said.status in ("FAILED", "ERROR", "RERUN", "SUBFAILED", "SUBFAIL"):
                named.setdefault(pytest_text.name_of(said), []).append((said.at + 1, said.at + 1))
    return {key: spans[::-1] for key, spans in blocks.items()}, {key: spans[::-1] for key, spans in named.items()}


def _unittest(lines: Sequence[str]) -> dict[str, list[Span]]:
    blocks: dict[str, list[Span]] = {}
    for test, first, _, end in unittest_text.blocks(lines):
        name = test.id.rpartition(".")[2]
        blocks.setdefault(_plain(f"{name} {test.subtest}".rstrip()), []).append((first + 1, end))
    return {key: spans[::-1] for key, spans in blocks.items()}


def _block(test: Test, blocks: dict[str, list[Span]]) -> Span | None:
    for title in _titles(test):
        spans = blocks.get(_plain(title))
        if spans:
            return spans.pop()
    return None


def _plain(title: str) -> str:
    """A heading without quotes: xdist puts them around the values that describe a subtest."""
    return title.replace("'", "")


def _titles(test: Test) -> list[str]:
    """The headings under which pytest and unittest may print a failure."""
    path, _, name = test.id.partition("::")
    if test.phase == "collect":
        ends = [path[at:] for at in range(len(path)) if at == 0 or path[at - 1] == "/"]
        module = path.rpartition("/")[2].removesuffix(".py")  # as unittest calls it
        return [*(f"ERROR collecting {end}" for end in ends), module]
    head, bracket, rest = name.partition("[")
    domain = head.replace("::", ".") + bracket + rest
    part = f" {test.subtest}" if test.subtest else ""
    if test.phase in ("setup", "teardown"):
        return [f"ERROR at {test.phase} of {domain}{part}"]
    return [domain + part, f"[doctest] {name}", name.rpartition("::")[2] + part]


def _line(test: Test, named: dict[str, list[Span]]) -> Span | None:
    """The line that names the test; ids there may count from a folder below the root."""
    path, separator, name = test.id.partition("::")
    for at in range(len(path) + 1):
        if at == 0 or path[at - 1 : at] == "/":
            spans = named.get(path[at:] + separator + name)
            if spans:
                return spans[0] if len(spans) == 1 else spans.pop()
    return None
