"""code.outline: the definitions in a folder, a file or a definition, in the order of the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.ops.below import PLACE, below
from ctxask.plan.declare import Operator
from ctxask.rows import Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Symbol]:
    """Definitions with kind, lines and signature."""
    return below(world, args)


OPERATOR = Operator(
    "code.outline",
    "the definitions in a folder, a file or a definition",
    run,
    output="symbols",
    source=True,
    args=(PLACE,),
    cost="scan",
    view="outline",
)
