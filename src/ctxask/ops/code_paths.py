"""code.paths: shortest call paths from symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Row, Symbol
from ctxask.world import Answer, World

NEAR, DEEPEST = 3, 6  # calls that are followed to everything reached, and to one symbol


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol]) -> Answer[Row]:
    """One canonical shortest path an endpoint: to the named symbol, or to everything reached; then how far it was."""
    to = args.get("to", "")
    return world.paths(rows, to, args.get("depth", DEEPEST if to else NEAR))


OPERATOR = Operator(
    "code.paths",
    "shortest call paths, by calls, construction and decorators: to a symbol, or to everything reached",
    run,
    output="records",
    inputs=("symbols",),
    args=(
        Argument("to", "text", "the symbol at which the paths end"),
        Argument(
            "depth",
            "integer",
            f"how many calls to follow: {NEAR} where it is not said, {DEEPEST} to a symbol",
            low=1,
            high=DEEPEST,
        ),
    ),
    cost="walk",
    version=2,
    view="paths",
)
