"""code.impact: what depends on symbols or files, by hop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.changed import BASE, acting, symbols_of
from ctxask.ops.subjects import FILE, ONE, SYMBOL, found
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import File, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol | File] | None) -> Answer[Symbol]:
    """Dependents, each once with its nearest edge."""
    if rows is None:
        start = found(world, args).rows
    else:
        start = tuple(row for row in rows if isinstance(row, Symbol))
        files = tuple(row for row in rows if isinstance(row, File))
        if files:
            start = symbols_of(world, files, args.get("base")).rows
    return world.dependents(acting(start), args["depth"], args.get("base"))


OPERATOR = Operator(
    "code.impact",
    "dependents by hop, each with the site through which it depends",
    run,
    output="symbols",
    source=True,
    inputs=("symbols", "files"),
    args=(SYMBOL, FILE, ONE, Argument("depth", "integer", "how many hops to follow", default=3, low=1, high=6), BASE),
    cost="walk",
    view="dependents",
)
