"""What per-test coverage says: which tests executed a symbol, and how suspicious that makes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from types import MappingProxyType
from typing import NamedTuple

from ctxask.rows import QUIET, Record, Symbol

RUN_WHEN_CALLED = frozenset({"function", "method", "property"})  # the rest runs while a module is imported: for no test
Runs = tuple[tuple[int, int], ...]  # first and last line of runs of lines


class Seen(NamedTuple):
    """Who executed a change, of the tests that have a record."""

    executed: frozenset[str]
    perhaps: frozenset[str] = frozenset()  # they executed its definition, and its changed lines are none that show


class Observed(NamedTuple):
    """The coverage of a run, as far as it speaks of what changed; empty where there is none."""

    tests: frozenset[str] = frozenset()  # that have a record
    failed: frozenset[str] = frozenset()  # of these
    symbols: Mapping[str, Seen] = MappingProxyType({})  # changed symbol -> who executed it, where that can be told

    def says(self, symbol: str, test: str) -> bool | None:
        """Whether a test executed a change; None where that is not known."""
        seen = self.symbols.get(symbol)
        if seen is None or test not in self.tests or test in seen.perhaps:
            return None
        return test in seen.executed

    def suspiciousness(self, symbol: str) -> int | None:
        """Ochiai's coefficient in thousandths: executed by failing / sqrt(failing x executed); None if not known."""
        seen = self.symbols.get(symbol)
        if seen is None or seen.perhaps:
            return None
        failing = len(seen.executed & self.failed)
        return isqrt(1_000_000 * failing**2 // (len(self.failed) * len(seen.executed))) if failing else 0


def observed(
    symbols: Sequence[Symbol], records: Iterable[Record], failed: Collection[str], moved: Collection[str]
) -> Observed:
    """What a run's records (World.observed) say of changed symbols; of those whose file has moved on, nothing."""
    tests, files = by_file(records)
    known = {
        symbol.id: _seen(symbol, files.get(symbol.path, {}))
        for symbol in symbols
        if tests and symbol.kind in RUN_WHEN_CALLED and symbol.path not in moved
        if symbol.change != "removed" and symbol.change not in QUIET
    }
    return Observed(tests, tests & frozenset(failed), known)


def by_file(records: Iterable[Record]) -> tuple[frozenset[str], dict[str, dict[Runs, set[str]]]]:
    """The tests that have a record, and by file what was executed in it, by whom."""
    tests: set[str] = set()
    files: dict[str, dict[Runs, set[str]]] = {}
    for record in records:
        if record.kind != "observed":
            continue
        values = dict(record.values)
        tests.add(values["test"])
        for path, runs in values["files"]:
            files.setdefault(path, {}).setdefault(runs, set()).add(values["test"])
    return frozenset(tests), files


def _seen(symbol: Symbol, ran: Mapping[Runs, Collection[str]]) -> Seen:
    """Who executed a change: its changed lines; where only lines went, or its head changed, the definition.

    Where nobody executed the changed lines they may be none that a tracer sees, such as a further line of a literal.
    """
    body = _body(symbol)
    changed = overlap(symbol.lines, body)
    within = executing(ran, body)
    if not changed:
        return Seen(within)
    executed = executing(ran, changed)
    return Seen(executed) if executed else Seen(executed, within)


def executing(ran: Mapping[Runs, Collection[str]], lines: Runs) -> frozenset[str]:
    """The tests that executed any of the lines."""
    return frozenset(test for runs, tests in ran.items() if overlap(runs, lines) for test in tests)


def _body(symbol: Symbol) -> Runs:
    """The lines of a definition that run when it is called: its head runs where it is defined."""
    spans = ((symbol.line, symbol.last_line), *symbol.more)
    return tuple((line + 1 if line < last else line, last) for line, last in spans)


def overlap(some: Runs, others: Runs) -> Runs:
    """The runs of lines that are in both."""
    return tuple(
        (max(first, begin), min(last, end))
        for first, last in some
        for begin, end in others
        if first <= end and begin <= last
    )


def above(test: str) -> Iterator[str]:
    """Ids that stand for a test: its own, and those of its classes, its file and its folders."""
    path, _, name = test.partition("::")
    while name:
        yield f"{path}::{name}"
        name = name.rpartition(".")[0]
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield "."
