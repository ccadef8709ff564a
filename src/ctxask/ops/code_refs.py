"""code.refs: every site of a symbol's names, in the bucket that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.changed import BASE
from ctxask.ops.subjects import FILE, ONE, SYMBOL, symbols
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Site]:
    """Sites with role, evidence, target and enclosing symbol."""
    if args.get("broken"):
        return world.broken(rows or (), args.get("base"))
    return world.references(symbols(world, args, rows).rows)


OPERATOR = Operator(
    "code.refs",
    "sites of a symbol: role, evidence, target, enclosing symbol",
    run,
    output="sites",
    source=True,
    inputs=("symbols",),
    args=(
        SYMBOL,
        FILE,
        ONE,
        Argument("broken", "flag", "only those that a change left without a target"),
        BASE,
    ),
    cost="scan",
    view="definitions",
)
