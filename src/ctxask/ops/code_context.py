"""code.context: the source behind sites and symbols, read once and last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Failure, Record, Site, Symbol, Text
from ctxask.world import Answer, World

SHOWN = ("confirmed", "likely", "undecided")  # buckets whose sites a digest shows with their line


def run(world: World, args: Mapping[str, Any], rows: Sequence[Site | Symbol | Failure | Record]) -> Answer[Text]:
    """The lines of the rows, or the bodies of the symbols that they are or stand in; of failures, of their frames.

    Of call paths, the lines of the calls.
    """
    sites = tuple(row for row in rows if isinstance(row, Site) and row.bucket in SHOWN)
    symbols = tuple(row for row in rows if isinstance(row, Symbol))
    frames = sorted({(f[1], f[2]) for row in rows if isinstance(row, Failure) for f in row.frames if f[4]})
    if args["mode"] == "body":
        symbols += world.around(frames).rows if frames else ()
        return world.bodies(symbols or (world.enclosing(sites).rows if sites else ()))
    paths = (dict(row.values) for row in rows if isinstance(row, Record) and row.kind == "path")
    calls = {_at(via) for path in paths for via in path["sites"]}
    places = {*frames, *calls} | {(row.path, row.line) for row in sites} | {_place(row) for row in symbols}
    return world.lines(sorted(places))


def _place(row: Symbol) -> tuple[str, int]:
    """The line of a symbol: of a dependent, the one through which it depends."""
    return _at(row.via) if row.via else (row.path, row.line)


def _at(via: str) -> tuple[str, int]:
    path, line, _ = via.rsplit(":", 2)
    return path, int(line)


OPERATOR = Operator(
    "code.context",
    "source lines or whole bodies; text ends a chain",
    run,
    output="text",
    inputs=("sites", "symbols", "failures", "records"),
    args=(
        Argument("mode", "choice", "one line a row, or whole definitions", default="line", choices=("line", "body")),
    ),
)
