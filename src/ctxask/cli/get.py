"""`ctx get`: the exact bytes behind addresses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxask import canon
from ctxask.cli.say import aside, write
from ctxask.facts.store import open_store
from ctxask.ground import open_ground
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place
from ctxask.repo.addresses import Lines, lines_at, resolve
from ctxask.repo.snapshot import Snapshot, open_snapshot

if TYPE_CHECKING:
    from ctxask.world import World

_SYMBOL = "sym:"
_RUN = "run:"


@click.command("get")
@click.argument("addresses", metavar="ADDRESS...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="JSON with path, lines and text of each; errors are JSON as well."
)
@click.option("--explain", is_flag=True, help="Say for each call in the lines whom it means, and why.")
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
@click.pass_context
def command(context: click.Context, /, addresses: tuple[str, ...], as_json: bool, explain: bool, quiet: bool) -> int:
    """Prints the exact bytes behind addresses, one after the other.

    Lines that moved within their file are found; lines that changed are refused, never replaced by others.
    With --explain, a place of an answer is an address as well.
    A symbol is given as it stands now. What a run printed is given exactly, byte by byte: nothing is added to it.

    \b
    ctx get repo:src/click/core.py:790-840@1f2e3d4c
    ctx get sym:src/click/core.py::Command.invoke
    ctx get run:1f2e3d4c5b6a7988:stdout
    ctx get run:latest:stderr:1-40
    ctx get src/click/core.py:930:21 --explain
    """
    root = Path(context.find_root().obj[0])
    if any(address.startswith(_RUN) for address in addresses):
        from ctxask.cli.get_printed import get_printed

        return get_printed(root, addresses, as_json)
    if explain:
        from ctxask.cli.get_explained import get_explained

        return get_explained(root, addresses, as_json)
    found = _resolved(root, addresses)
    if as_json:
        write(
            canon.encode(
                {"version": "ctx.get/v1", "lines": [document_of(*pair) for pair in zip(addresses, found, strict=True)]}
            )
            + b"\n"
        )
        return EXIT["answered"]
    write(b"".join(shown(lines.data) + b"\n" for lines in found))
    if not quiet:
        aside(
            f"moved: {given} is now {lines.address}"
            for given, lines in zip(addresses, found, strict=True)
            if lines.moved
        )
    return EXIT["answered"]


def _resolved(root: Path, addresses: tuple[str, ...]) -> list[Lines]:
    """The lines of every address; raises Stop with the lesson of the first that has none."""
    if any(address.startswith(_SYMBOL) for address in addresses):
        from ctxask import world_view  # facts are wanted for symbols alone

        ground = open_ground(root)
        snapshot, world = ground.snapshot, world_view.over(ground, "last", unhurried)
        return [lines_of(snapshot, world, address) for address in addresses]
    where = place.find(root)
    snapshot = open_snapshot(where, open_store(where))
    return [_lines(snapshot, address) for address in addresses]


def lines_of(snapshot: Snapshot, world: World, address: str) -> Lines:
    """The lines behind an address, or of a symbol; raises Stop with a lesson."""
    return _symbol(snapshot, world, address) if address.startswith(_SYMBOL) else _lines(snapshot, address)


def _lines(snapshot: Snapshot, address: str) -> Lines:
    lines = resolve(snapshot, address)
    if isinstance(lines, Lesson):
        raise Stop(lines)
    return lines


def _symbol(snapshot: Snapshot, world: World, address: str) -> Lines:
    """The lines of a symbol as it stands now; raises Stop where there is none of exactly that name."""
    wanted = address.removeprefix(_SYMBOL)
    rows = world.find(wanted, None).rows
    for row in rows:
        if row.id == wanted:
            return lines_at(snapshot, row.path, row.first_line, row.last_line)
    close = tuple(f"{_SYMBOL}{row.id}" for row in rows)
    raise Stop(Lesson("no_symbol", f"no symbol is {wanted!r}", "ctx get with a candidate", close, EXIT["no_symbol"]))


def unhurried() -> None:
    """The check that never ends a wait: there is no deadline."""


def document_of(given: str, lines: Lines) -> dict[str, object]:
    """The lines as JSON, with the address that was given."""
    text = lines.data.decode("utf-8", "backslashreplace")
    out = {"given": given, "address": lines.address, "path": lines.path, "first": lines.first, "last": lines.last}
    return {**out, "moved": lines.moved, "text": text}


def shown(data: bytes) -> bytes:
    """The bytes as they are; on a terminal without what would steer it."""
    if not sys.stdout.isatty():
        return data
    from ctxask.render.style import visible

    return "\n".join(map(visible, data.decode("utf-8", "backslashreplace").split("\n"))).encode()
