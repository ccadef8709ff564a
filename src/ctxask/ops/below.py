"""What stands below a subject that may be a folder, a file or a definition: the definitions in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Argument
from ctxask.rows import Symbol
from ctxask.world import Answer, World

HIDDEN = ("local", "parameter")  # kinds that no outline shows
PLACE = Argument("symbol", "names", "a folder, a file or a definition", required=True)


def below(world: World, args: Mapping[str, Any]) -> Answer[Symbol]:
    """The definitions in what the argument names, by path and line; raises Stop with a lesson where nothing is."""
    given = args["symbol"]
    found: dict[tuple[str, int, int, str], Symbol] = {}
    notes: dict[Any, None] = {}
    for subject in (given,) if isinstance(given, str) else given:
        answer = _below(world, subject)
        shown = [row for row in answer.rows if row.name and row.kind not in HIDDEN]
        found.update(((row.path, row.line, row.col, row.name), row) for row in shown)
        notes.update(dict.fromkeys(answer.notes))
    return Answer(tuple(row for _, row in sorted(found.items())), tuple(notes))


def _below(world: World, subject: str) -> Answer[Symbol]:
    folder = subject.removeprefix("./").rstrip("/")
    every = [row.path for row in world.files().rows]
    inside = [path for path in every if folder in ("", ".", path) or path.startswith(folder + "/")]
    if inside:
        return world.symbols_in(inside)
    named = world.find(subject, None)
    around = world.symbols_in([row.path for row in named.rows])
    whole = {row.path for row in named.rows if not row.name}
    rows = tuple(row for row in around.rows if row.path in whole or any(_is_in(row, outer) for outer in named.rows))
    return around._replace(rows=rows)


def _is_in(row: Symbol, outer: Symbol) -> bool:
    return row.path == outer.path and f"{row.name}.".startswith(f"{outer.name}.")
