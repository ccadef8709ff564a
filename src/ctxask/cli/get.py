"""`ctx get`: the exact bytes behind addresses."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ctxask import canon
from ctxask.cli.say import aside, write
from ctxask.facts.store import open_store
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place
from ctxask.repo.addresses import Lines, resolve
from ctxask.repo.snapshot import open_snapshot


@click.command("get")
@click.argument("addresses", metavar="ADDRESS...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="JSON with path, lines and text of each; errors are JSON as well."
)
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
@click.pass_context
def command(context: click.Context, /, addresses: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Prints the exact bytes behind addresses, one after the other.

    Lines that moved within their file are found; lines that changed are refused, never replaced by others.

    \b
    ctx get repo:src/click/core.py:790-840@1f2e3d4c
    """
    found = _resolved(Path(context.find_root().obj[0]), addresses)
    if as_json:
        write(
            canon.encode(
                {"version": "ctx.get/v1", "lines": [_document(*pair) for pair in zip(addresses, found, strict=True)]}
            )
            + b"\n"
        )
        return EXIT["answered"]
    write(b"".join(_shown(lines.data) + b"\n" for lines in found))
    if not quiet:
        aside(
            f"moved: {given} is now {lines.address}"
            for given, lines in zip(addresses, found, strict=True)
            if lines.moved
        )
    return EXIT["answered"]


def _resolved(root: Path, addresses: tuple[str, ...]) -> list[Lines]:
    """The lines of every address; raises Stop with the lesson of the first that has none."""
    where = place.find(root)
    store = open_store(where)
    snapshot = open_snapshot(where, store)
    found = []
    for address in addresses:
        lines = resolve(snapshot, address)
        if isinstance(lines, Lesson):
            raise Stop(lines)
        found.append(lines)
    return found


def _document(given: str, lines: Lines) -> dict[str, object]:
    text = lines.data.decode("utf-8", "backslashreplace")
    out = {"given": given, "address": lines.address, "path": lines.path, "first": lines.first, "last": lines.last}
    return {**out, "moved": lines.moved, "text": text}


def _shown(data: bytes) -> bytes:
    """The bytes as they are; on a terminal without what would steer it."""
    if not sys.stdout.isatty():
        return data
    from ctxask.render.style import visible

    return "\n".join(map(visible, data.decode("utf-8", "backslashreplace").split("\n"))).encode()
