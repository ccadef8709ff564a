"""Failures of a run as rows: what went wrong first, and every frame on the way."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.rows import Failure
from ctxask.runs.model import Raised, Results, Test

BAD = frozenset({"failed", "error"})


def failures(results: Results) -> tuple[Failure, ...]:
    """The failures in the order in which they were reported.

    A test that passed when it was run again is none, nor is one that failed by nothing but its subtests.
    """
    recovered = _recovered(results)
    parents = {test.id for test in results.tests if test.subtest and test.outcome in BAD}
    return tuple(
        _failure(test)
        for test in results.tests
        if test.outcome in BAD
        and _key(test) not in recovered
        and (test.subtest or test.raised or test.id not in parents)
    )


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
    """The exception that everything began with: down to the cause, in a group to its first member.

    What was merely being handled is not it: an exception raised in a handler is a fault of the handler.
    """
    at = 0
    for _ in raised:
        below = [
            (one.link != "cause", number)
            for number, one in enumerate(raised)
            if one.parent == at and number != at and one.link in ("cause", "member")
        ]
        if not below:
            return at
        at = min(below)[1]
    return at
