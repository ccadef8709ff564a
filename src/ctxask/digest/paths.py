"""The view `paths`: call paths as one table of nodes, each of which names its parent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.digest.joined import Joined
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Record, Result


def units(joined: Joined, result: Result, spines: Place, first: int) -> Iterator[Unit]:
    """A node for each stop that no earlier path has; `ends` marks the stop where a path is whole.

    A record of kind `path` holds `symbols`, from the subject to the endpoint, and `sites`, one call less.
    """
    known: dict[tuple[str, ...], int] = {}
    for row in result.rows:
        if not isinstance(row, Record) or row.kind != "path":
            continue
        values: dict[str, Any] = dict(row.values)
        stops = tuple(values["symbols"])
        calls = ("", *values["sites"])
        for length in range(1, len(stops) + 1):
            prefix = stops[:length]
            if prefix in known:
                continue
            known[prefix] = first + len(known)
            value: Json = {"node": known[prefix], "symbol": stops[length - 1]}
            if length > 1:
                value["parent"] = known[prefix[:-1]]
                value["via"] = calls[length - 1]
            if length == len(stops):
                value["ends"] = True
            yield Unit(Stage.HEADS, "paths", spines, "nodes", value)
