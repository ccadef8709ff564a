"""Failures of a run as rows: what went wrong first, and every frame on the way."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.rows import Failure
from ctxask.runs.model import Raised, Results, Test

BAD = frozenset({"failed", "error"})


def failures(results: Results) -> tuple[Failure, ...]:
    """The failures in the order in which they were reported; a test that passed when it was run again is none."""
    recovered = _recovered(results)
    return tuple(_failure(test) for test in results.tests if test.outcome in BAD and _key(test) not in recovered)


def symbol_of(test: str) -> str:
    """The id of the symbol that a test id names: `tests/a.py::T::f[1::2]` is `tests/a.py::T.f`."""
    path, _, rest = test.partition("::")
    name = rest.partition("[")[0].replace("::", ".")
    return f"{path}::{name}" if name else path


def _recovered(results: Results) -> set[tuple[str, str]]:
    """Tests whose last attempt passed."""
    last: dict[tuple[str, str], Test] = {}
    for test in results.tests:
        known = last.get(_key(test))
        if known is None or test.attempt > known.attempt:
            last[_key(test)] = test
    return {key for key, test in last.items() if test.attempt > 1 and test.outcome == "passed"}


def _key(test: Test) -> tuple[str, str]:
    return test.id, test.subtest


def _failure(test: Test) -> Failure:
    root = _root(test.raised)
    first = test.raised[root] if test.raised else Raised("", test.reason, ())
    path = test.id.partition("::")[0]
    return Failure(
        test.id,
        symbol_of(test.id),
        path if "/" in path or "." in path else "",
        test.outcome,
        test.phase,
        first.kind,
        first.message,
        tuple((raised.kind, raised.message, raised.link, raised.parent) for raised in test.raised),
        tuple(_frames(test.raised)),
        root,
        test.subtest,
        test.attempt,
        test.lines,
    )


def _frames(raised: tuple[Raised, ...]) -> Iterator[tuple[int, str, int, str, bool]]:
    for number, one in enumerate(raised):
        yield from ((number, frame.path, frame.line, frame.function, frame.inside) for frame in one.frames)


def _root(raised: tuple[Raised, ...]) -> int:
    """The exception that everything began with: the first member of a group, the cause, what was being handled."""
    at = 0
    for _ in raised:
        below = [(number, one.link) for number, one in enumerate(raised) if one.parent == at and number != at]
        if not below:
            return at
        order = {"cause": 0, "member": 1, "context": 2}
        at = min(below, key=lambda item: (order.get(item[1], 3), item[0]))[0]
    return at
