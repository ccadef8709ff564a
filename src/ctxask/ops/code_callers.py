"""code.callers: the sites that call a symbol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.subjects import FILE, ONE, SYMBOL, symbols
from ctxask.plan.declare import Operator
from ctxask.rows import Site, Symbol
from ctxask.world import Answer, World

CALLS = ("call", "decorator")


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Site]:
    """Calls of the symbols, those that only the syntax makes included, in all buckets."""
    answer = world.references(symbols(world, args, rows).rows)
    return answer._replace(rows=tuple(site for site in answer.rows if site.role in CALLS or site.implicit))


OPERATOR = Operator(
    "code.callers",
    "sites that call a symbol",
    run,
    output="sites",
    source=True,
    inputs=("symbols",),
    args=(SYMBOL, FILE, ONE),
    cost="scan",
    view="definitions",
)
