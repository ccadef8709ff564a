"""code.related_tests: the tests that reach symbols, files or sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.changed import BASE, acting, symbols_of
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import File, Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol | File | Site]) -> Answer[Symbol]:
    """Tests, each with the path by which it reaches the input and the reason."""
    symbols = {row.id: row for row in rows if isinstance(row, Symbol)}
    files = tuple(row for row in rows if isinstance(row, File))
    if files:
        symbols.update((row.id, row) for row in symbols_of(world, files, args.get("base")).rows)
    sites = tuple(row for row in rows if isinstance(row, Site))
    if sites:
        symbols.update((row.id, row) for row in world.enclosing(sites).rows)
    return world.related_tests(acting(tuple(symbols.values())), args.get("base"), bool(args.get("wide")))


OPERATOR = Operator(
    "code.related_tests",
    "tests that reach the input, and why",
    run,
    output="symbols",
    inputs=("symbols", "files", "sites"),
    args=(Argument("wide", "flag", "also tests that only may reach it: one too many rather than one missed"), BASE),
    cost="walk",
    view="tests",
)
