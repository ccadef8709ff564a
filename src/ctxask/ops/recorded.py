"""What a run with coverage recorded of the tests that changes reach: who executed them, and of whom all was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ctxask.ops.observed import RUN_WHEN_CALLED, above, by_file, executing, overlap
from ctxask.rows import Note, Record, Symbol
from ctxask.world import Answer, World


class Recorded(NamedTuple):
    """A run's records as far as they speak of symbols; tests by the ids of their symbols."""

    run: str
    tests: frozenset[str]
    whole: frozenset[str]  # tests that passed, and of which all was seen
    executed: Mapping[str, frozenset[str]]  # symbol -> the tests that executed its body
    single: frozenset[str]  # symbols that were executed by tests, each for itself
    moved: tuple[Note, ...] = ()  # that files changed since, and not because they differ from the base


def recorded(world: World, symbols: Sequence[Symbol], run: str | None, base: str | None) -> Recorded | None:
    """What a run recorded, by default the latest with coverage; None where there is none."""
    wanted = [symbol for symbol in symbols if symbol.kind in RUN_WHEN_CALLED and symbol.change != "removed"]
    answer = world.observed(run, sorted({symbol.path for symbol in wanted}))
    if not answer.rows:
        return None
    run = dict(answer.inputs)["run"]
    ran = executed(world, wanted, run, base, answer.rows)
    changed = {row.path for row in world.since(run).rows}
    return Recorded(
        run,
        frozenset(str(values["symbol"]) for values in map(_values, answer.rows) if "test" in values),
        frozenset(test for test in _whole(world, answer.rows, run) if test.partition("::")[0] not in changed),
        ran.tests,
        frozenset(id_ for id_, tests in ran.tests.items() if tests and id_ not in ran.shared),
        ran.moved,
    )


class Executed(NamedTuple):
    """Who executed symbols in a run."""

    tests: Mapping[str, frozenset[str]]  # symbol -> tests, by the ids of their symbols
    shared: frozenset[str]  # symbols that were executed where several tests stand on it, or of which that is not known
    moved: tuple[Note, ...]


def executed(
    world: World, symbols: Sequence[Symbol], run: str, base: str | None, records: Sequence[Record] = ()
) -> Executed:
    """Who executed the bodies of symbols in a run, as they stood then; of symbols that did not, nothing."""
    rows = records or world.observed(run, sorted({symbol.path for symbol in symbols})).rows
    stood = world.as_run(symbols, run, base)
    named = {values["test"]: str(values["symbol"]) for values in map(_values, rows) if "test" in values}
    files = by_file(rows)[1]
    common = [dict(dict(record.values)["files"]) for record in rows if record.kind == "shared"]
    tests: dict[str, frozenset[str]] = {}
    shared = set()
    for symbol in stood.rows:
        tests[symbol.id] = frozenset(named[test] for test in executing(files.get(symbol.path, {}), symbol.lines))
        known = symbol.lines and common
        if not known or any(overlap(found.get(symbol.path, ()), symbol.lines) for found in common):
            shared.add(symbol.id)
    return Executed(tests, frozenset(shared), tuple(note for note in stood.notes if note.code == "moved_since_run"))


def _values(record: Record) -> dict[str, object]:
    return dict(record.values)


def _whole(world: World, records: Iterable[Record], run: str) -> set[str]:
    """The tests that passed with all their parameters, and in which nothing ran unseen."""
    ended: dict[str, set[str]] = {}
    for values in map(_values, world.outcomes(run).rows):
        ended.setdefault(str(values["test"]), set()).add(str(values["outcome"]))
    seen: dict[str, int] = {}
    counts: dict[str, int] = {}
    doubtful: set[str] = set()
    for record in records:
        values = _values(record)
        symbol = str(values.get("symbol"))
        if record.kind == "parametrised":
            counts[symbol] = int(str(values["tests"]))
        elif record.kind == "observed":
            seen[symbol] = seen.get(symbol, 0) + 1
            if values.get("blind") or ended.get(str(values["test"])) != {"passed"}:
                doubtful.add(symbol)
    return {symbol for symbol in seen.keys() - doubtful if seen[symbol] >= counts.get(symbol, 1)}


def executing_tests(world: World, record: Recorded, known: Iterable[Symbol]) -> Answer[Symbol]:
    """Tests that the run saw executing the symbols, beyond the known ones; of files that are as they were in it."""
    reached: dict[str, set[str]] = {}
    for symbol, tests in record.executed.items():
        for test in tests:
            reached.setdefault(test, set()).add(symbol)
    moved = {row.path for row in world.since(record.run).rows} if reached else set()
    paths = sorted({test.partition("::")[0] for test in reached} - moved)
    standing = {row.id: row for row in world.symbols_in(paths).rows}
    have = {row.id for row in known if row.role != "name_only"}
    found: dict[str, Symbol] = {}
    for test in sorted(reached):
        row = standing.get(test) or standing.get(test.rpartition(".")[0])  # an inherited one: its class has it
        if row is not None and have.isdisjoint(above(row.id)):
            have.add(row.id)
            found[row.id] = _test(row, sorted(reached[test]))
    notes = (Note("observed_tests", len(found), f"{record.run} saw them execute it"),) if found else ()
    return Answer(tuple(found.values()), notes)


def _test(row: Symbol, symbols: Sequence[str]) -> Symbol:
    reaches = tuple(symbols) if len(symbols) > 1 else ()
    return row._replace(
        hop=1,
        role="observed",
        of=symbols[0],
        evidence="scope",
        trail=(symbols[0], row.id),
        is_test=True,
        reaches=reaches,
    )
