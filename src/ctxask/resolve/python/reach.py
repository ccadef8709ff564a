"""Which bindings of a name a use can see: blocks, dominance, exclusive arms, loops."""

from __future__ import annotations

from typing import Any

from ctxask.facts.python.builder import BODY, OUTER
from ctxask.facts.python.model import Segment

Row = list[Any]
AFTER = 1 << 60  # a position behind every binding: the scope has run when its names are asked for
_SCOPES = ("comp", "lambda")


def chain(segment: Segment, block: int) -> tuple[int, ...]:
    """The block and those around it, innermost first."""
    kept = segment.chains.get(block)
    if kept is not None:  # asked for many times a place
        return kept
    found, around = [], block
    while around >= 0:
        found.append(around)
        around = segment.blocks[around][0]
    segment.chains[block] = tuple(found)
    return segment.chains[block]


def owner(segment: Segment, block: int) -> int:
    """The nearest block that is a scope of its own: a comprehension, a lambda, the body, or what surrounds it."""
    while segment.blocks[block][1] not in _SCOPES and segment.blocks[block][0] >= 0:
        block = segment.blocks[block][0]
    return block


def inner(segment: Segment, rows: list[Row]) -> int:
    """The comprehension or lambda whose own names the rows bind; 0 where they bind the scope's."""
    around = owner(segment, rows[0][2])
    return around if segment.blocks[around][1] in _SCOPES else BODY


def visible(segment: Segment, name: str, block: int, of_class: bool = False) -> list[Row]:
    """The rows of the innermost scope inside the segment that binds the name, as seen from a block.

    The body of a class is seen by what stands in it, not by the comprehensions and lambdas there.
    """
    rows = segment.binds.get(name)
    if not rows:
        return []
    nested = False
    for around in chain(segment, block):
        inner = segment.blocks[around][1] in _SCOPES
        if inner or around in (BODY, OUTER):
            own = [row for row in rows if owner(segment, row[2]) == around]
            if own and not (around == BODY and of_class and nested):
                return own
        nested = nested or inner
    if chain(segment, block)[-1] == BODY:
        return [row for row in rows if owner(segment, row[2]) == OUTER]
    return []


def reaching(segment: Segment, rows: list[Row], position: int, block: int) -> list[Row]:
    """The rows that can be the value of the name at a position in a block, the nearest first."""
    if len(rows) == 1 and rows[0][5] < position and rows[0][2] in chain(segment, block):
        return rows  # as most are
    around = [_flat(segment, b) for b in chain(segment, block)]
    inside = {*around, *chain(segment, block)}
    loops = [b for b in around if segment.blocks[b][1] == "loop"]
    found: list[Row] = []
    arms: dict[tuple[int, int], set[int]] = {}
    for row in reversed([r for r in rows if r[5] < position]):
        path = chain(segment, row[2])
        flat = _flat(segment, row[2])
        if flat in inside:
            found.append(row)
            if segment.blocks[flat][1] != "try" or flat == _flat(segment, block):
                rebound = chain(segment, row[2])  # each turn of these loops binds the name anew
                loops = [b for b in loops if b not in rebound]
                break
            continue
        if not _excluded(segment, path, inside) and not _ended(segment, path, inside):
            found.append(row)
            if _covers(segment, path, inside, arms):
                break
    later = [r for r in rows if r[5] >= position and any(b in chain(segment, r[2]) for b in loops)]
    return found + later


def _covers(segment: Segment, path: tuple[int, ...], inside: set[int], arms: dict[tuple[int, int], set[int]]) -> bool:
    """True when both arms of one `if`, or the `try` whose `else` holds the use, have bound the name for certain."""
    top = [b for b in path if b not in inside]
    if not top or len([b for b in top if segment.blocks[b][1] != "cont"]) != 1:
        return False
    parent, kind, group = segment.blocks[top[-1]][:3]
    if kind == "try":
        return any(segment.blocks[b][:3] == [parent, "tryelse", group] for b in inside)
    if kind not in ("if", "else"):
        return False
    held = arms.setdefault((parent, group), set())
    held.add(1 if kind == "if" else 0)
    return len(held) == 2


def _flat(segment: Segment, block: int) -> int:
    """A block that only goes on from its parent is its parent."""
    while segment.blocks[block][1] == "cont":
        block = segment.blocks[block][0]
    return block


def _excluded(segment: Segment, path: tuple[int, ...], inside: set[int]) -> bool:
    """True when the row stands in another arm of an `if`, `match` or `try` whose one arm holds the use."""
    groups = {(segment.blocks[b][0], segment.blocks[b][2]): b for b in inside if segment.blocks[b][2]}
    for block in path:
        parent, kind, group = segment.blocks[block][:3]
        other = groups.get((parent, group)) if group else None
        if other is not None and other != block and kind not in ("try",):
            return True
    return False


def _ended(segment: Segment, path: tuple[int, ...], inside: set[int]) -> bool:
    """True when control leaves the row's suite for good before the use."""
    return any(segment.blocks[b][4] for b in path if b not in inside)
