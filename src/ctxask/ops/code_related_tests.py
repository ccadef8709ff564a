"""code.related_tests: the tests that reach symbols, files or sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.changed import BASE, acting, symbols_of
from ctxask.ops.datafiles import named_in, tells_the_runner
from ctxask.ops.observed import executing_tests
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import File, Note, Site, Symbol
from ctxask.world import Answer, World

_OPEN = ("configuration_changed", "no_test_reaches", "bounded_walk")  # after these only all tests are enough
ALL = Symbol(".", "", "folder", 1, 1, 1, 1, "", role="everything", evidence="syntax", is_test=True)


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol | File | Site]) -> Answer[Symbol]:
    """Tests, each with the path by which it reaches the input and the reason."""
    wide = bool(args.get("wide"))
    symbols = {row.id: row for row in rows if isinstance(row, Symbol)}
    files = tuple(row for row in rows if isinstance(row, File))
    notes: tuple[Note, ...] = ()
    if files:
        symbols.update((row.id, row) for row in symbols_of(world, files, args.get("base")).rows)
        data = named_in(world, files)
        symbols.update((row.id, row) for row in data.rows)
        notes = (*data.notes, *tells_the_runner(files))
    sites = tuple(row for row in rows if isinstance(row, Site))
    if sites:
        symbols.update((row.id, row) for row in world.enclosing(sites).rows)
    acts = acting(tuple(symbols.values()))
    answer = world.related_tests(acts, args.get("base"), wide)
    seen = executing_tests(world, acts, answer.rows) if wide else Answer[Symbol](())
    notes = tuple(dict.fromkeys((*answer.notes, *notes, *seen.notes)))
    why = [note for note in notes if note.code in _OPEN]
    everything = (ALL._replace(of=f"{why[0].code.replace('_', ' ')} {why[0].text}".strip()),) if wide and why else ()
    return answer._replace(rows=(*everything, *answer.rows, *seen.rows), notes=notes)


OPERATOR = Operator(
    "code.related_tests",
    "tests that reach the input, and why",
    run,
    output="symbols",
    inputs=("symbols", "files", "sites"),
    args=(
        Argument(
            "wide", "flag", "also tests that may reach it by an override or an import; all tests, where none is known"
        ),
        BASE,
    ),
    cost="walk",
    view="tests",
)
