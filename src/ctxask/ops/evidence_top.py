"""evidence.top: the first rows, and how many are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Row
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Row]) -> Answer[Row]:
    """The first n rows in their order; the others are counted as omitted."""
    n = args["n"]
    return Answer(tuple(rows[:n]), omitted=max(0, len(rows) - n), engine="rows@1")


OPERATOR = Operator(
    "evidence.top",
    "the first rows; the others are counted",
    run,
    output="same",
    inputs=("symbols", "sites", "files", "failures", "records"),
    args=(Argument("n", "integer", "how many rows to keep", required=True, low=1, high=100_000),),
)
