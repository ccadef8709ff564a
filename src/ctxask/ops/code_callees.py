"""code.callees: the calls in a symbol's body, and whom they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.subjects import FILE, ONE, SYMBOL, symbols
from ctxask.plan.declare import Operator
from ctxask.rows import Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Site]:
    """Call sites in the symbols' bodies; an unresolved one names its mechanism."""
    return world.callees(symbols(world, args, rows).rows)


OPERATOR = Operator(
    "code.callees",
    "calls in a symbol's body, and whom they mean",
    run,
    output="sites",
    source=True,
    inputs=("symbols",),
    args=(SYMBOL, FILE, ONE),
    cost="scan",
    view="definitions",
)
