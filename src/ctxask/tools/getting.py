"""Getting what stands behind addresses, with a JSON value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ctxask.addressed import RUN, document, lines_of
from ctxask.lesson import Lesson, Stop, moving
from ctxask.repo.snapshot import MovedTree
from ctxask.tools.inputs import GetInput
from ctxask.tools.model import Said

LIMIT = 256 << 10  # bytes of what a run printed that one answer holds


def get(root: Path, given: GetInput, check: Callable[[], None] | None) -> Said:
    """The lines behind addresses of the repository, or what runs printed; whole or an error, never a part."""
    runs = [address for address in given.addresses if address.startswith(RUN)]
    if runs and len(runs) < len(given.addresses):
        message = "addresses of runs and of the repository are asked for apart"
        raise Stop(Lesson("bad_address", message, "one question for each kind"))
    try:
        made = _printed(root, runs) if runs else document(given.addresses, lines_of(root, given.addresses))
    except MovedTree as moved:
        raise Stop(moving(moved.path)) from None
    entries = made["printed" if runs else "lines"]
    return Said(made, lambda: "".join(_shown(entry) for entry in entries), _nothing)


def _printed(root: Path, addresses: list[str]) -> dict[str, Any]:
    from ctxask.runs.addresses import document as printed_document
    from ctxask.runs.addresses import found

    return printed_document(addresses, found(root, addresses), LIMIT)


def _shown(entry: dict[str, Any]) -> str:
    head = entry["address"] if "path" in entry else f"{entry['address']}  {entry['bytes']} bytes"
    text = entry["text"]
    return f"{head}\n{text}{'' if text.endswith(chr(10)) else chr(10)}"


def _nothing() -> None:
    """There is nothing to keep."""
