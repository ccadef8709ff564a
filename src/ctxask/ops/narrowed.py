"""A selection of tests without those that a run saw not to execute what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxask.ops.observed import above
from ctxask.ops.recorded import Recorded
from ctxask.resolve.testfiles import is_test
from ctxask.rows import UNEXECUTED, Note, Symbol
from ctxask.world import Answer, World

_PLACE = ("path", "name", "kind", "line", "col", "first_line", "last_line", "anchor", "signature", "more")


class _Unit(NamedTuple):
    """The smallest part of a selection that can be left out, with the recorded tests that it stands for."""

    row: Symbol
    tests: frozenset[str]


def narrowed(world: World, record: Recorded, changed: Sequence[Symbol], rows: Sequence[Symbol]) -> Answer[Symbol]:
    """The rows; those that are left out have the role `unexecuted`.

    A test is left out where all that it reaches are definitions of which only the body changed, that ran inside single
    tests, none of which left something behind, and that it did not execute; and where the run saw all of it.
    """
    if record.moved:
        return Answer(
            tuple(rows), (Note("stale_coverage", 1, f"{record.run} ran on other files: {record.moved[0].text}"),)
        )
    free = [symbol for symbol in changed if symbol.change == "body" and symbol.id in record.single]
    if not free:
        return Answer(tuple(rows))
    ids = {symbol.id for symbol in free}
    kept: dict[str, Symbol] = {}
    left: dict[str, _Unit] = {}
    for row in rows:
        starts = frozenset(row.reaches or row.trail[:1])
        units = _units(world, record, row) if starts and starts <= ids else []
        out = [unit for unit in units if _unexecuted(unit, record, starts)]
        left.update((unit.row.id, unit) for unit in out)
        stay = [unit.row for unit in units if unit not in out] if out else [row]
        kept.update((one.id, one) for one in stay if one.id not in kept)
    gone = [unit for id_, unit in sorted(left.items()) if kept.keys().isdisjoint(above(unit.row.id))]
    count = len({test for unit in gone for test in unit.tests})
    notes = (Note("unexecuted_tests", count, f"{record.run} saw them not execute it; --no-run takes them in"),)
    found = (*kept.values(), *(unit.row._replace(role=UNEXECUTED) for unit in gone))
    return Answer(found, notes if gone else (), inputs=(("run", record.run),) if gone else ())


def _unexecuted(unit: _Unit, record: Recorded, starts: frozenset[str]) -> bool:
    known = bool(unit.tests) and unit.tests <= record.whole
    return known and all(unit.tests.isdisjoint(record.executed[start]) for start in starts)


def _units(world: World, record: Recorded, row: Symbol) -> list[_Unit]:
    """The tests that a row stands for: itself, those of its class, its file or of all files in its folder."""
    if is_test(row):
        return [_Unit(row, record.tests & {row.id})]
    paths = {row.path: "python"} if row.kind != "folder" else _files_below(world, record, row.path)
    tests = [test for test in record.tests if test.partition("::")[0] in paths and _holds(row, test)]
    defined = {symbol.id: symbol for symbol in world.symbols_in(tuple(paths)).rows if _holds(row, symbol.id)}
    files = {path: Symbol(path, "", "module", 1, 1, 1, 1, "") for path in paths if not row.name}
    found: dict[str, set[str]] = {id_: set() for id_, symbol in defined.items() if _may_be_run(symbol)}
    found |= {path: set() for path in files if paths[path] != "python"}
    for test in tests:  # one that is inherited is its class's
        found.setdefault(next(id_ for id_ in above(test) if id_ in defined or id_ in files), set()).add(test)
    ran = {id_ for test in tests for id_ in above(test)}
    return [
        _Unit(_reached(defined.get(id_) or files[id_], row), frozenset(stands_for))
        for id_, stands_for in sorted(found.items())
        if stands_for or id_ not in ran
    ]


def _files_below(world: World, record: Recorded, folder: str) -> dict[str, str]:
    """The files of tests in a folder with their languages."""
    found = {file.path: file.language for file in world.files().rows if world.is_test_file(file.path)}
    found |= {test.partition("::")[0]: "python" for test in record.tests}
    return {path: found[path] for path in sorted(found) if folder == "." or path.startswith(f"{folder}/")}


def _holds(row: Symbol, test: str) -> bool:
    return row.kind == "folder" or row.id in above(test)


def _may_be_run(symbol: Symbol) -> bool:
    """Whether a runner may find tests in a definition of which a partial run need not have a record."""
    if symbol.kind == "class":
        return "." not in symbol.name and (
            symbol.name.startswith("Test") or "Test" in symbol.signature.partition("(")[2]
        )
    return is_test(symbol) and symbol.name.count(".") < 2


def _reached(test: Symbol, row: Symbol) -> Symbol:
    """A test of a row, reached as the row is."""
    if test.id == row.id:
        return row
    trail = (*row.trail, test.id) if row.trail else ()
    return row._replace(**{name: getattr(test, name) for name in _PLACE}, trail=trail)
