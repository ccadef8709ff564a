"""code.paths: shortest call paths from symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Row, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol]) -> Answer[Row]:
    """One canonical shortest path an endpoint: to the named symbol, or to everything reached."""
    return world.paths(rows, args.get("to", ""), args["depth"])


OPERATOR = Operator(
    "code.paths",
    "shortest call paths: to a symbol, or to everything reached",
    run,
    output="records",
    inputs=("symbols",),
    args=(
        Argument("to", "text", "the symbol at which the paths end"),
        Argument("depth", "integer", "how many calls to follow", default=3, low=1, high=6),
    ),
    cost="walk",
    view="paths",
)
