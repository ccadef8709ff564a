"""`ctx export`: the whole resolved graph as a stream."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ctxask.cli.options import SCOPE, add
from ctxask.cli.say import write
from ctxask.export import What, export
from ctxask.lesson import EXIT
from ctxask.request import Scope

CHUNK = 500  # rows written at once


@click.command("export")
@click.argument("what", type=click.Choice(["calls", "references", "symbols"]))
@click.option("--format", "form", type=click.Choice(["jsonl"]), default="jsonl", help="One JSON object a line.")
@add(SCOPE)
@click.pass_context
def command(
    context: click.Context,
    /,
    what: What,
    form: str,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    tests: str,
) -> int:
    """Streams the resolved graph of the whole repository, one row a site, by path and position.

    \b
    ctx export calls > calls.jsonl
    ctx export symbols --include 'src/**'
    """
    rows: list[str] = []
    for row in export(Path(context.find_root().obj[0]), what, Scope(include, exclude, tests)):
        rows.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        if len(rows) == CHUNK:
            write("\n".join([*rows, ""]).encode())
            rows.clear()
    write("\n".join([*rows, ""]).encode() if rows else b"")
    return EXIT["answered"]
