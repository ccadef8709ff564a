"""What stands behind addresses: lines of the repository, symbols as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ctxask.facts.store import open_store
from ctxask.ground import open_ground
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place
from ctxask.repo.addresses import Lines, lines_at, resolve
from ctxask.repo.snapshot import Snapshot, open_snapshot

if TYPE_CHECKING:
    from ctxask.world import World

SYMBOL = "sym:"
RUN = "run:"


def lines_of(root: Path, addresses: Sequence[str]) -> list[Lines]:
    """The lines of every address; raises Stop with the lesson of the first that has none."""
    if any(address.startswith(SYMBOL) for address in addresses):
        from ctxask import world_view  # facts are wanted for symbols alone

        ground = open_ground(root)
        snapshot, world = ground.snapshot, world_view.over(ground, "last", unhurried)
        return [lines_behind(snapshot, world, address) for address in addresses]
    where = place.find(root)
    snapshot = open_snapshot(where, open_store(where))
    return [_lines(snapshot, address) for address in addresses]


def document(addresses: Sequence[str], found: Sequence[Lines]) -> dict[str, Any]:
    """The document `ctx.get/v1` of addresses and their lines."""
    return {"version": "ctx.get/v1", "lines": [entry(*pair) for pair in zip(addresses, found, strict=True)]}


def entry(given: str, lines: Lines) -> dict[str, Any]:
    """The lines as JSON, with the address that was given."""
    text = lines.data.decode("utf-8", "backslashreplace")
    out = {"given": given, "address": lines.address, "path": lines.path, "first": lines.first, "last": lines.last}
    return {**out, "moved": lines.moved, "text": text}


def lines_behind(snapshot: Snapshot, world: World, address: str) -> Lines:
    """The lines behind an address, or of a symbol; raises Stop with a lesson."""
    return _symbol(snapshot, world, address) if address.startswith(SYMBOL) else _lines(snapshot, address)


def _lines(snapshot: Snapshot, address: str) -> Lines:
    lines = resolve(snapshot, address)
    if isinstance(lines, Lesson):
        raise Stop(lines)
    return lines


def _symbol(snapshot: Snapshot, world: World, address: str) -> Lines:
    """The lines of a symbol as it stands now; raises Stop where there is none of exactly that name."""
    wanted = address.removeprefix(SYMBOL)
    rows = world.find(wanted, None).rows
    for row in rows:
        if row.id == wanted:
            return lines_at(snapshot, row.path, row.first_line, row.last_line)
    close = tuple(f"{SYMBOL}{row.id}" for row in rows)
    raise Stop(Lesson("no_symbol", f"no symbol is {wanted!r}", "ctx get with a candidate", close, EXIT["no_symbol"]))


def unhurried() -> None:
    """The check that never ends a wait: there is no deadline."""
