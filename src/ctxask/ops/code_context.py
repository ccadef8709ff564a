"""code.context: the source behind sites and symbols, read once and last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Failure, Site, Symbol, Text
from ctxask.world import Answer, World

SHOWN = ("confirmed", "likely", "undecided")  # buckets whose sites a digest shows with their line


def run(world: World, args: Mapping[str, Any], rows: Sequence[Site | Symbol | Failure]) -> Answer[Text]:
    """The lines of the rows, or the bodies of the symbols that they are or stand in; of failures, of their frames."""
    sites = tuple(row for row in rows if isinstance(row, Site) and row.bucket in SHOWN)
    symbols = tuple(row for row in rows if isinstance(row, Symbol))
    frames = sorted({(f[1], f[2]) for row in rows if isinstance(row, Failure) for f in row.frames if f[4]})
    if args["mode"] == "body":
        symbols += world.around(frames).rows if frames else ()
        return world.bodies(symbols or (world.enclosing(sites).rows if sites else ()))
    places = {*frames} | {(row.path, row.line) for row in sites} | {_place(row) for row in symbols}
    return world.lines(sorted(places))


def _place(row: Symbol) -> tuple[str, int]:
    """The line of a symbol: of a dependent, the one through which it depends."""
    path, line, _ = row.via.rsplit(":", 2) if row.via else (row.path, row.line, 0)
    return path, int(line)


OPERATOR = Operator(
    "code.context",
    "source lines or whole bodies; text ends a chain",
    run,
    output="text",
    inputs=("sites", "symbols", "failures"),
    args=(
        Argument("mode", "choice", "one line a row, or whole definitions", default="line", choices=("line", "body")),
    ),
)
