"""code.related_tests: the tests that reach symbols, files or sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.rows import File, Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol | File | Site]) -> Answer[Symbol]:
    """Tests, each with the path by which it reaches the input and the reason."""
    symbols = {row.id: row for row in rows if isinstance(row, Symbol)}
    files = tuple(dict.fromkeys(row.path for row in rows if isinstance(row, File)))
    if files:
        symbols.update((row.id, row) for row in world.symbols_in(files).rows)
    sites = tuple(row for row in rows if isinstance(row, Site))
    if sites:
        symbols.update((row.id, row) for row in world.enclosing(sites).rows)
    return world.related_tests(tuple(symbols.values()))


OPERATOR = Operator(
    "code.related_tests",
    "tests that reach the input, and why",
    run,
    output="symbols",
    inputs=("symbols", "files", "sites"),
    cost="walk",
    view="tests",
)
