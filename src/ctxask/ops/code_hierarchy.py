"""code.hierarchy: what stands above and below a class or one of its members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.rows import BELOW, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol]) -> Answer[Symbol]:
    """Symbols by role: what stands above in the order of look-up, what stands below by hop, tests last."""
    answer = world.hierarchy(rows)
    found = [row._replace(is_test=bool(row.path) and world.is_test_file(row.path)) for row in answer.rows]
    found.sort(key=lambda row: (row.role, row.hop, row.is_test) if row.role in BELOW else (row.role, 0, False))
    return answer._replace(rows=tuple(found))


OPERATOR = Operator(
    "code.hierarchy",
    "bases, subclasses and implementers of a class; of a member what it overrides and what overrides it",
    run,
    output="symbols",
    inputs=("symbols",),
    cost="walk",
    view="hierarchy",
)
