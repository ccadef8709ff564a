"""code.unused: the definitions in a folder, a file or a definition that nothing uses, the surest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.ops.below import PLACE, below
from ctxask.plan.declare import Operator
from ctxask.rows import Record
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Record]:
    """Records `unused` with the definition, its state and what stands in the way of a proof."""
    inside = below(world, args)
    answer = world.unused(inside.rows)
    return answer._replace(notes=tuple(dict.fromkeys((*inside.notes, *answer.notes))))


OPERATOR = Operator(
    "code.unused",
    "definitions in a folder, a file or a definition that nothing, or only tests, use: proven apart from not found",
    run,
    output="records",
    source=True,
    args=(PLACE,),
    cost="walk",
    view="unused",
)
