"""The view `paths`: call paths as one table of nodes, each of which names its parent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ctxask.digest.completeness import claim
from ctxask.digest.dependents import place
from ctxask.digest.joined import Joined, line_text
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Record, Result

FIRST = 6  # paths with the first turn, beside callers and callees


def head(joined: Joined, results: Sequence[Result]) -> Json:
    """What every page says of the walk: what it looked for, its bounds, what it could not follow, what empty means."""
    ends = [str(args["to"]) for result in results if "to" in (args := dict(joined.plan.step(result.id).args))]
    walks = [dict(row.values) for result in results for row in _of_kind(result, "walk")]
    total = sum(len(_of_kind(result, "path")) for result in results)
    closed: Counter[str] = Counter()
    bounds: dict[str, Json] = {}
    for walk in walks:
        closed.update(dict(walk["closed"]))
        for name, limit, left in walk["bounds"]:
            known = bounds.setdefault(name, {"limit": limit, "left": 0})
            known["left"] += left
    out: Json = {"paths": total, "bounds": bounds, "closed": dict(closed), "above": [], "nodes": []}
    if ends:
        out["to"] = ", ".join(ends)
    if not total:
        beyond = bounds["depth"]["left"] if "depth" in bounds else 0
        beside = Counter({"external_calls": closed["external"], "symbols_beyond_depth": beyond})
        for walk in walks:
            beside.update(dict(walk["open"]))
        out["claim"] = claim(results, 0, 0, joined.notes, beside)
    return out


def units(joined: Joined, result: Result, spines: Place, first: int) -> Iterator[Unit]:
    """A path each, as the nodes that no earlier path has; `ends` marks the node where a path is whole.

    A record of kind `path` holds `symbols`, from the subject to the endpoint, and `sites` and `roles`, one less.
    """
    known: dict[tuple[str, ...], tuple[int, Place]] = {}
    for turn, row in enumerate(_of_kind(result, "path")):
        values: dict[str, Any] = dict(row.values)
        stops = tuple(values["symbols"])
        calls = ("", *values["sites"])
        roles = ("", *values.get("roles", ("call",) * (len(stops) - 1)))
        nodes: list[Json] = []
        opens: list[Place] = []
        needs = None
        for length in range(1, len(stops) + 1):
            prefix = stops[:length]
            if prefix in known:
                needs = known[prefix][1]
                continue
            number = first + len(known)
            value: Json = {"node": number, "symbol": prefix[-1]}
            opens.append(Place(spines, "above", dict(value)))
            known[prefix] = number, opens[-1]
            if length > 1:
                value |= {"parent": known[prefix[:-1]][0], "via": calls[length - 1]}
                value |= {"role": roles[length - 1]} if roles[length - 1] != "call" else {}
                value |= _line(joined, calls[length - 1])
            if length == len(stops):
                value["ends"] = True
            nodes.append(value)
        if nodes:
            stage = Stage.HEADS if turn < FIRST else Stage.DECISIVE
            yield Unit(stage, "paths", spines, "nodes", nodes, tuple(opens), needs)


def _line(joined: Joined, via: str) -> Json:
    text = joined.lines.get(place(via)[:2], "").strip()
    return line_text(text) if text else {}


def _of_kind(result: Result, kind: str) -> list[Record]:
    return [row for row in result.rows if isinstance(row, Record) and row.kind == kind]
