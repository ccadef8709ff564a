"""`ctx get`: the exact bytes behind addresses."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ctxask import canon
from ctxask.addressed import RUN, document, lines_of
from ctxask.cli.say import aside, write
from ctxask.lesson import EXIT


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
    if any(address.startswith(RUN) for address in addresses):
        from ctxask.cli.get_printed import get_printed

        return get_printed(root, addresses, as_json)
    if explain:
        from ctxask.cli.get_explained import get_explained

        return get_explained(root, addresses, as_json)
    found = lines_of(root, addresses)
    if as_json:
        write(canon.encode(document(addresses, found)) + b"\n")
        return EXIT["answered"]
    write(b"".join(shown(lines.data) + b"\n" for lines in found))
    if not quiet:
        aside(
            f"moved: {given} is now {lines.address}"
            for given, lines in zip(addresses, found, strict=True)
            if lines.moved
        )
    return EXIT["answered"]


def shown(data: bytes) -> bytes:
    """The bytes as they are; on a terminal without what would steer it."""
    if not sys.stdout.isatty():
        return data
    from ctxask.render.style import visible

    return "\n".join(map(visible, data.decode("utf-8", "backslashreplace").split("\n"))).encode()
