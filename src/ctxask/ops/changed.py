"""What operators share that take files or symbols which differ from a base."""

from __future__ import annotations

from collections.abc import Sequence

from ctxask.plan.declare import Argument
from ctxask.rows import QUIET, File, Symbol
from ctxask.world import Answer, World

BASE = Argument("base", "text", "for changed input: the revision that it was compared with, as repo.changed took it")


def symbols_of(world: World, files: Sequence[File], base: str | None) -> Answer[Symbol]:
    """The definitions of files; of files that differ from a base, those that differ themselves."""
    differing = [row for row in files if row.change]
    whole = tuple(dict.fromkeys(row.path for row in files if not row.change))
    if not differing:
        return world.symbols_in(whole)
    answer = world.changed_symbols(differing, base)
    if not whole:
        return answer
    more = world.symbols_in(whole)
    return answer._replace(rows=(*answer.rows, *more.rows), notes=tuple(dict.fromkeys((*answer.notes, *more.notes))))


def acting(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The symbols without those that changed only in notes, layout or wording."""
    return tuple(row for row in symbols if row.change not in QUIET)
