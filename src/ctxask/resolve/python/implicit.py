"""Sites where the syntax makes the call and the name is not written: operators, with, for, calls, construction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.classes import is_subclass
from ctxask.resolve.python.expressions import DUNDERS, SIGNS
from ctxask.resolve.python.infer import Frame, Inference, Key
from ctxask.resolve.python.members import member
from ctxask.resolve.python.values import Class, Instance

_COMPARED = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_BUILTINS = {
    "len",
    "iter",
    "next",
    "reversed",
    "repr",
    "str",
    "bool",
    "hash",
    "int",
    "float",
    "abs",
    "dir",
    "bytes",
    "round",
}
_SUBSCRIPTS = {"r": "getitem", "w": "setitem", "d": "delitem"}
CONSTRUCTORS = ("__init__", "__new__")


class Implicit(NamedTuple):
    """A place at which the syntax calls a method, and as what."""

    start: int
    role: str
    receiver: int  # a node
    before: str = ""  # a method that the syntax asks first


def is_implicit(name: str) -> bool:
    """Whether the syntax may call a method of this name."""
    return name.startswith("__") and name.endswith("__")


def places(segment: Segment, name: str) -> Iterator[Implicit]:
    """Where a scope's syntax calls a method of this name on something."""
    bare = name.strip("_")
    if bare in ("enter", "exit", "aenter", "aexit"):
        yield from (Implicit(start_of(segment, node), "with", node) for node in segment.managers)
    elif bare in ("iter", "next", "aiter", "anext"):
        yield from _loops(segment)
    for node, e in enumerate(segment.nodes):
        if e[0] == "b":
            sign = DUNDERS.get(e[1].removesuffix("="), "")
            if bare == sign or (bare == f"i{sign}" and e[1].endswith("=")):
                before = f"__i{sign}__" if bare == sign and e[1].endswith("=") else ""
                yield Implicit(e[4], "operator", e[2], before)
            elif bare == f"r{sign}":
                yield Implicit(e[4], "operator", e[3])
        elif e[0] == "u" and SIGNS.get(e[1]) == bare:
            yield Implicit(e[3], "operator", e[2])
        elif e[0] == "x":
            yield from _comparisons(e, bare)
        elif e[0] == "s":
            if _SUBSCRIPTS.get(e[3]) == bare:
                yield Implicit(start_of(segment, node), "subscript", e[1])
        elif e[0] == "c":
            yield from _calls(segment, e, bare)


def _comparisons(e: list[Any], bare: str) -> Iterator[Implicit]:
    for index, (sign, start) in enumerate(zip(e[1], e[3], strict=False)):
        if index + 1 >= len(e[2]):
            return
        if _COMPARED.get(sign) == bare:
            yield Implicit(start, "operator", e[2][index])
        elif bare == "contains" and sign in ("in", "not in"):
            yield Implicit(start, "operator", e[2][index + 1])


def _calls(segment: Segment, e: list[Any], bare: str) -> Iterator[Implicit]:
    called = segment.nodes[e[1]]
    if called[0] == "n" and called[1] == bare and called[1] in _BUILTINS and e[2]:
        yield Implicit(called[2], "builtin", e[2][0])
    elif bare == "call" and called[0] in "nasc" and (called[0] not in "na" or called[4] != "-"):
        yield Implicit(start_of(segment, e[1]), "call", e[1])


def _loops(segment: Segment) -> Iterator[Implicit]:
    for rows in segment.binds.values():
        for row in rows:
            if row[0] == "for" and row[3] >= 0:
                yield Implicit(start_of(segment, row[3]), "for", row[3])


def start_of(segment: Segment, node: int) -> int:
    """Where an expression is pointed at: its outermost name; -1 where it has none."""
    while True:
        e = segment.nodes[node]
        if e[0] == "n":
            return int(e[2])
        if e[0] == "a":
            return int(e[3])
        if e[0] in "csw=":
            node = e[1]
        else:
            return -1


def reaches(inf: Inference, frame: Frame, place: Implicit, name: str, keys: frozenset[Key]) -> bool:
    """Whether the method that the syntax calls there is one of the keys."""
    inf.begin()
    for value in inf.evaluate(frame, place.receiver):
        if isinstance(value, Instance) and any(t.key in keys for t in member(inf, value, name)):
            return not (place.before and any(t.key is not None for t in member(inf, value, place.before)))
    return False


def constructions(segment: Segment) -> Iterator[int]:
    """What a scope makes an instance of, if it is a class: what it calls, and what it raises as it stands."""
    yield from (e[1] for e in segment.nodes if e[0] == "c")
    yield from (node for node in segment.raised if segment.nodes[node][0] in "na")


def constructed(inf: Inference, frame: Frame, node: int, owner: Class, name: str, keys: frozenset[Key]) -> bool:
    """Whether what stands there makes an instance of the owner, or of a subclass that takes its constructor over."""
    inf.begin()
    for value in inf.evaluate(frame, node):
        made = isinstance(value, Class) and is_subclass(inf, value, owner)
        if made and any(t.key in keys for t in member(inf, Instance(value), name)):  # type: ignore[arg-type]
            return True
    return False


def is_constructor(name: str) -> bool:
    """Whether making an instance calls the method."""
    return name in CONSTRUCTORS
