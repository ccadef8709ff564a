"""code.related_tests: the tests that reach symbols, files or sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.changed import BASE, acting, symbols_of
from ctxask.ops.datafiles import named_in, tells_the_runner
from ctxask.ops.narrowed import narrowed
from ctxask.ops.recorded import executing_tests, recorded
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import UNEXECUTED, File, Note, Site, Symbol
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
    answer = world.related_tests(acts, args.get("base"), wide, args.get("depth"))
    notes = tuple(dict.fromkeys((*answer.notes, *notes)))
    if not wide:
        return answer._replace(notes=notes)
    why = [note for note in notes if note.code in _OPEN]
    everything = (ALL._replace(of=f"{why[0].code.replace('_', ' ')} {why[0].text}".strip()),) if why else ()
    record = None if args.get("no_run") else recorded(world, acts, args.get("run"), args.get("base"))
    if record is None:
        return answer._replace(rows=(*everything, *answer.rows), notes=notes)
    left = Answer(answer.rows)
    if args.get("narrow") and not everything:
        left = narrowed(world, record, acts, answer.rows)
    seen = executing_tests(world, record, [row for row in left.rows if row.role != UNEXECUTED])
    notes = tuple(dict.fromkeys((*notes, *left.notes, *seen.notes)))
    return answer._replace(rows=(*everything, *left.rows, *seen.rows), notes=notes, inputs=left.inputs)


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
        Argument("depth", "integer", "only tests within so many hops, or as near as any; not with wide", low=1, high=6),
        Argument(
            "narrow",
            "flag",
            "without tests that a run with coverage saw not to execute what changed: counterevidence then",
        ),
        Argument("run", "text", "the run whose coverage is used; the latest that has some"),
        Argument("no_run", "flag", "no run is used"),
        BASE,
    ),
    cost="walk",
    view="tests",
)
