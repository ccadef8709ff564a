"""code.refs: every site of a symbol's names, in the bucket that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.subjects import FILE, ONE, SYMBOL, symbols
from ctxask.plan.declare import Operator
from ctxask.rows import Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Site]:
    """Sites with role, evidence, target and enclosing symbol."""
    return world.references(symbols(world, args, rows).rows)


OPERATOR = Operator(
    "code.refs",
    "sites of a symbol: role, evidence, target, enclosing symbol",
    run,
    output="sites",
    source=True,
    inputs=("symbols",),
    args=(SYMBOL, FILE, ONE),
    cost="scan",
    view="definitions",
)
