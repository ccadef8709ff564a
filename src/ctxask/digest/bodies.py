"""Bodies: whole definitions as units of the section `context`."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask import canon
from ctxask.digest.joined import Joined
from ctxask.digest.model import BODY_LIMIT, Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Text


def units(joined: Joined, root: Place) -> Iterator[Unit]:
    """A body each, whole; one over the limit is its address and size."""
    for row in joined.bodies:
        value: Json = {"address": _address(row), "symbol": row.symbol}
        size = len(row.text.encode())
        if row.omitted:
            value["omitted"] = row.omitted
        elif size > BODY_LIMIT:
            value["omitted"] = f"{size} bytes"
        else:
            value["text"] = row.text
        yield Unit(Stage.BODIES, "bodies", root, "context", value)


def _address(row: Text) -> str:
    """The address of lines of the repository, or of what a run printed, which never changes."""
    if row.anchor or not row.path.startswith("run:"):
        return canon.repo_address(row.path, row.first_line, row.last_line, row.anchor)
    return f"{row.path}:{row.first_line}-{row.last_line}"
