"""Blocks of call paths: a small tree, each stop below its caller, in the order of the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.digest.model import Json
from ctxask.render.definitions import claim
from ctxask.render.page import REACHED, Block, Row, text
from ctxask.render.words import count, reasons

MARKS = {"decorator": "@", "construct": "new "}  # what stands before a stop that is not called by its name
LEFT = {
    "depth": "the calls of {} at the last hop were not followed",
    "nodes": "{} found after the first {limit} were left out",
    "edges": "{} after the first {limit} were not followed",
    "sites": "{} were not looked into after {limit} calls",
}
UNITS = {"edges": ("call", "calls")}


def blocks(spines: Json) -> Iterator[Block]:
    """The tree; what bounded it; of none, what that is worth."""
    nodes = spines["nodes"]
    shown = sum(1 for node in nodes if node.get("ends"))
    title = f"from there to {spines['to']}" if "to" in spines else REACHED
    if "claim" in spines:
        says = [claim(spines["claim"], "no call path")]
    elif "to" in spines:
        says = []
    else:
        says = [count(spines["paths"], "symbol") + ", each by a shortest way"]
    for name, bound in spines["bounds"].items():
        if bound["left"] and ("to" not in spines or not spines["paths"]):
            left = count(bound["left"], *UNITS.get(name, ("symbol", "symbols")))
            says.append(LEFT[name].format(left, **bound))
    yield Block(title, None, tuple(says), tuple(_rows(spines)), spines["paths"] - shown, drawn=True)


def closed(spines: Json) -> str:
    """The sites through which nothing was entered, by mechanism."""
    total = sum(spines["closed"].values())
    return f"{count(total, 'call')}: {reasons(spines['closed'])}" if total else "none"


def _rows(spines: Json) -> Iterator[Row]:
    below: dict[int, list[Json]] = {}
    here = {node["node"] for node in spines["nodes"]}
    above = {node["node"]: node for node in spines["above"]}
    roots = [node for node in spines["nodes"] if node.get("parent", -1) not in here | above.keys()]
    for node in spines["nodes"]:
        below.setdefault(node.get("parent", -1), []).append(node)
    waiting = [(0, node) for node in reversed([*above.values(), *roots])]
    while waiting:
        depth, node = waiting.pop()
        mark = MARKS.get(node.get("role", ""), "")
        says = f"{'  ' * depth}{mark}{node['symbol']}" + (" (on an earlier page)" if node["node"] in above else "")
        yield Row(node.get("via", ""), says, text(node), symbol=node["symbol"])
        waiting += [(depth + 1, child) for child in sorted(below.get(node["node"], ()), key=place, reverse=True)]


def place(node: Json) -> tuple[Any, ...]:
    """What orders stops as their calls stand in the code."""
    path, line, col = node.get("via", "::").rsplit(":", 2)
    return path, int(line or 0), int(col or 0), node["node"]
