"""Narrows a name's values by the tests that hold where it stands."""

from __future__ import annotations

from typing import Any

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.classes import as_instances, is_subclass
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import is_none
from ctxask.resolve.python.reach import chain
from ctxask.resolve.python.values import Class, External, Instance, TupleOf, Unknown, Value, Values, union


def dotted(segment: Segment, node: int) -> str:
    """`a.b.c` of a plain chain of names, empty for anything else."""
    parts: list[str] = []
    expression = segment.nodes[node]
    while expression[0] == "a":
        parts.append(expression[2])
        expression = segment.nodes[expression[1]]
    if expression[0] == "=":
        expression = segment.nodes[expression[1]]
    return ".".join([expression[1], *reversed(parts)]) if expression[0] == "n" else ""


def narrowed(inf: Inference, frame: Frame, node: int, block: int, values: Values) -> Values:
    """The values that are left after every enclosing test on the same dotted name."""
    segment = inf.segment(frame.path, frame.scope)
    name = ""
    for around in chain(segment, block):
        if segment.blocks[around][3] < 0:  # as most are
            continue
        _, kind, _, test, _, extra = segment.blocks[around]
        name = name or dotted(segment, node)
        if not name:
            return values
        if kind == "case":
            if extra and dotted(segment, test) == name:
                values = instances(inf, values, inf.evaluate(frame, extra))
        elif kind == "other":
            if dotted(segment, test) == name:
                values = _others(inf, values, inf.evaluate(frame, extra))
        elif _mentions(segment, test, name) and not _set_since(segment, node, around, name):
            values = _by_test(inf, frame, segment, test, bool(extra), name, values)
    return values


def _set_since(segment: Segment, node: int, around: int, name: str) -> bool:
    """Whether an attribute is assigned in a block above the place: what the block's test said of it is over."""
    thing, _, attribute = name.rpartition(".")
    if not thing or segment.nodes[node][0] != "a":
        return False
    return any(
        row[:2] == [thing, attribute] and row[6] < segment.nodes[node][3] and around in chain(segment, row[3])
        for row in segment.attributes
    )


def _mentions(segment: Segment, test: int, name: str) -> bool:
    """Whether the test speaks of the name at all; spares the evaluation of the rest."""
    work = [test]
    while work:
        e = segment.nodes[work.pop()]
        if e[0] in "na=":
            if e[0] == "=" or e[1] == name or (e[0] == "a" and name.endswith("." + e[2])):
                return True
        elif e[0] == "u":
            work.append(e[2])
        elif e[0] == "o":
            work += e[2:4]
        elif e[0] == "x" or e[0] == "c":
            work += e[2]
    return False


def _by_test(inf: Inference, frame: Frame, s: Segment, test: int, truth: bool, name: str, values: Values) -> Values:
    e = s.nodes[test]
    if e[0] == "u" and e[1] == "not":
        return _by_test(inf, frame, s, e[2], not truth, name, values)
    if e[0] == "o":
        if (e[1] == "and") == truth:
            return _by_test(inf, frame, s, e[3], truth, name, _by_test(inf, frame, s, e[2], truth, name, values))
        if truth:
            parts = [_by_test(inf, frame, s, side, True, name, values) for side in e[2:4]]
            return union(*parts)
        return values
    if e[0] in "na=" and dotted(s, test) == name:
        return tuple(v for v in values if not is_none(inf, v)) or values if truth else values
    if e[0] == "x" and len(e[2]) == 2:
        return _compared(inf, frame, s, e, truth, name, values)
    if e[0] == "c" and len(e[2]) == 2 and dotted(s, e[2][0]) == name:
        return _called(inf, frame, s, e, truth, values)
    return values


def _called(inf: Inference, frame: Frame, s: Segment, e: list[Any], truth: bool, values: Values) -> Values:
    called = dotted(s, e[1])
    if called == "isinstance":
        wanted = inf.evaluate(frame, e[2][1])
        return instances(inf, values, wanted) if truth else _others(inf, values, wanted)
    if called == "issubclass" and truth:
        return tuple(c for c in _classes(inf.evaluate(frame, e[2][1])) if isinstance(c, Class)) or values
    return values


def _compared(inf: Inference, frame: Frame, s: Segment, e: list[Any], truth: bool, name: str, values: Values) -> Values:
    sign, (left, right) = "".join("".join(e[1]).split()), e[2]
    if s.nodes[right][:2] == ["k", "None"] and dotted(s, left) == name and sign in ("is", "isnot", "==", "!="):
        keep_none = truth == (sign in ("is", "=="))
        return (
            tuple(v for v in values if is_none(inf, v) == keep_none or (isinstance(v, Unknown) and not keep_none))
            or values
        )
    call = s.nodes[left]
    of_type = call[0] == "c" and dotted(s, call[1]) == "type" and len(call[2]) == 1
    if of_type and dotted(s, call[2][0]) == name and truth == (sign in ("is", "==")):
        return instances(inf, values, inf.evaluate(frame, right))
    return values


def _classes(wanted: Values) -> list[Value]:
    found: list[Value] = []
    for value in wanted:
        if isinstance(value, TupleOf):
            found += [v for item in value.items for v in _classes(item)]
        elif isinstance(value, Class | External | Unknown):
            found.append(value)
    return found


def instances(inf: Inference, values: Values, wanted: Values) -> Values:
    """The values that are instances of what is wanted; a wider value becomes the wanted one."""
    classes = _classes(wanted)
    if not classes:
        return values
    found: list[Value] = []
    for cls in classes:
        if not isinstance(cls, Class):
            found.append(External(cls.dotted, True) if isinstance(cls, External) else cls)
            continue
        kept = [v for v in values if isinstance(v, Instance) and is_subclass(inf, v.cls, cls)]
        found += kept or as_instances((cls,))
    return union(found)


def _others(inf: Inference, values: Values, wanted: Values) -> Values:
    classes = [c for c in _classes(wanted) if isinstance(c, Class)]

    def out(value: Value) -> bool:
        if isinstance(value, TupleOf):
            return any(inf.skeleton(c.path).scopes[c.scope].name == "tuple" for c in classes)
        return isinstance(value, Instance) and any(is_subclass(inf, value.cls, c) for c in classes)

    left = tuple(v for v in values if not out(v))
    return left or values
