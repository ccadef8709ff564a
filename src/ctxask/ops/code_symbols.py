"""code.symbols: the definitions that a subject names, that files hold or changed, or that enclose sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ctxask.ops.changed import BASE, symbols_of
from ctxask.ops.subjects import FILE, ONE, SYMBOL, found
from ctxask.plan.declare import Operator
from ctxask.rows import File, Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[File] | Sequence[Site] | None) -> Answer[Symbol]:
    """Symbols with kind, range and signature, each once."""
    if rows is None:
        return found(world, args)
    if rows and isinstance(rows[0], Site):
        return world.enclosing(cast(Sequence[Site], rows))
    return symbols_of(world, cast(Sequence[File], rows), args.get("base"))


OPERATOR = Operator(
    "code.symbols",
    "definitions: identity, kind, range, signature",
    run,
    output="symbols",
    source=True,
    inputs=("files", "sites"),
    args=(SYMBOL, FILE, ONE, BASE),
    cost="scan",
)
