"""code.context: the source behind sites and symbols, read once and last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Site, Symbol, Text
from ctxask.world import Answer, World

SHOWN = ("confirmed", "likely", "undecided")  # buckets whose sites a digest shows with their line


def run(world: World, args: Mapping[str, Any], rows: Sequence[Site | Symbol]) -> Answer[Text]:
    """The lines of the rows, or the bodies of the symbols that they are or stand in."""
    sites = tuple(row for row in rows if isinstance(row, Site) and row.bucket in SHOWN)
    symbols = tuple(row for row in rows if isinstance(row, Symbol))
    if args["mode"] == "body":
        return world.bodies(symbols or (world.enclosing(sites).rows if sites else ()))
    places = {(row.path, row.line) for row in sites} | {(row.path, row.line) for row in symbols}
    return world.lines(sorted(places))


OPERATOR = Operator(
    "code.context",
    "source lines or whole bodies; text ends a chain",
    run,
    output="text",
    inputs=("sites", "symbols"),
    args=(
        Argument("mode", "choice", "one line a row, or whole definitions", default="line", choices=("line", "body")),
    ),
)
