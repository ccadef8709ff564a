"""What a binding's rows can hold: assignments, imports, loops, handlers, definitions."""

from __future__ import annotations

from typing import Any

from ctxask.resolve.python import stubs
from ctxask.resolve.python.annotations import type_of, type_parameter
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.classes import builtin, is_metaclass, makes_members, type_parameters
from ctxask.resolve.python.filled import filled, with_more
from ctxask.resolve.python.generic import substitute
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.iterate import elements, entered
from ctxask.resolve.python.names import Target, follow, import_targets
from ctxask.resolve.python.params import parameter_values
from ctxask.resolve.python.reach import Row
from ctxask.resolve.python.twins import source_of
from ctxask.resolve.python.values import (
    NOTHING,
    Bound,
    Class,
    Function,
    Instance,
    Property,
    Super,
    TupleOf,
    Unbound,
    Unknown,
    Value,
    Values,
    Wrapped,
    union,
    unknown,
)


def target_values(inf: Inference, target: Target) -> Values:
    """Everything a target can be, bound to its receiver where it has one."""
    if target.value is not None:
        return (target.value,)
    assert target.key is not None
    rows = tuple(row[1] for row in target.rows)
    key = ("rows", target.key, rows, target.frame, target.receiver, target.owner)
    return inf.once(key, NOTHING, unknown, _target_values, inf, target)


def _target_values(inf: Inference, target: Target) -> Values:
    rows = target.rows
    noted = [row for row in rows if row[0] == "note"]
    if noted and all(row[0] in ("note", "assign", "augmented") for row in rows):
        declared = union(*(row_values(inf, target, row) for row in noted))
        if any(not isinstance(v, Unknown) for v in declared):
            return bind(inf, target, declared)
    return bind(inf, target, union(*(row_values(inf, target, row) for row in rows)))


def row_values(inf: Inference, target: Target, row: Row) -> Values:
    """What one row binds."""
    frame, kind, node, extra = target.frame, row[0], row[3], row[4]
    assert frame is not None and target.key is not None
    if kind == "assign" or kind == "augmented":
        if node < 0:
            return unknown("unassigned")
        values = inf.evaluate(frame, node)
        if not extra[0] and (added := filled(inf, frame, target.key.name, node)):
            values = with_more(inf, values, added)
        return unpack(inf, values, extra[0])
    if kind == "note":
        return _noted(inf, frame, node, extra)
    if kind == "param":
        return parameter_values(inf, frame, target.key.name, row)
    if kind == "for":
        over = inf.evaluate(frame, node) if node >= 0 else unknown("loop")
        return unpack(inf, elements(inf, over, bool(extra[1])), extra[0])
    if kind == "with":
        return unpack(inf, entered(inf, inf.evaluate(frame, node), bool(extra[1])), extra[0])
    if kind == "except":
        return _caught(inf, inf.evaluate(frame, node))
    if kind == "from" or kind == "import":
        found = [t for inner in import_targets(inf, frame.path, row) for t in follow(inf, inner)]
        return union(*(target_values(inf, t) for t in found))
    if kind == "class":
        cls = Class(frame.path, extra)
        return (source_of(inf, cls) if cls.path.endswith(".pyi") else cls,)
    if kind == "def":
        from ctxask.resolve.python.decorators import decorated

        return decorated(inf, Function(frame.path, extra, frame.env))
    if kind == "match":
        return _matched(inf, frame, row)
    if kind == "typevar":
        return (type_parameter(inf, frame, target.key.name, row),)
    return NOTHING


def _noted(inf: Inference, frame: Frame, node: int, extra: list[Any]) -> Values:
    declared = type_of(inf, frame, node)
    told = any(not isinstance(v, Unknown) for v in declared)
    if not told and extra[1] >= 0:
        return union(inf.evaluate(frame, extra[1]))
    return declared


def _matched(inf: Inference, frame: Frame, row: Row) -> Values:
    from ctxask.resolve.python.narrow import instances

    """A capture holds what it was held against; one of the whole, by `as`, is narrowed by the case's class pattern."""
    if row[3] < 0:
        return unknown("match_capture")
    values = inf.evaluate(frame, row[3])
    cls = inf.segment(frame.path, frame.scope).blocks[row[2]][5] if row[4][1] == "as" else 0
    return instances(inf, values, inf.evaluate(frame, cls)) if cls else values


def _caught(inf: Inference, values: Values) -> Values:
    found: list[Value] = []
    for value in values:
        if isinstance(value, TupleOf):
            found += [v for item in value.items for v in _caught(inf, item)]
        elif isinstance(value, Class):
            found.append(Instance(value))
        else:
            found.append(value if isinstance(value, Unknown) else Unknown("exception"))
    return union(found)


def unpack(inf: Inference, values: Values, path: list[Any]) -> Values:
    """The part of a value that an unpacking target takes."""
    if not path:
        return values
    from ctxask.resolve.python.records import as_items

    for step in path:
        parts: list[Values] = []
        rest: list[Value] = []
        for value in values:
            value = as_items(inf, value) or value
            if isinstance(value, TupleOf) and isinstance(step, int) and -len(value.items) <= step < len(value.items):
                parts.append(value.items[step])
            elif step == "*":
                parts.append((Instance(builtin(inf, "list", elements(inf, (value,)))),))
            else:
                rest.append(value)
        values = union(*parts, elements(inf, tuple(rest)) if rest else ())
    return values


def bind(inf: Inference, target: Target, values: Values) -> Values:
    """Functions read through an instance or a class become methods; properties are read."""
    receiver = target.receiver
    if receiver is None or target.owner is None:
        return values
    if target.owner.args:
        values = substitute(inf, values, dict(zip(type_parameters(inf, target.owner), target.owner.args, strict=False)))
    assert target.frame is not None
    if target.frame[:2] != target.owner[:2]:
        return values  # what a method assigns to an instance is no method of the class
    if all(row[0] == "assign" for row in target.rows) and makes_members(inf, target.owner):
        return (Instance(target.owner, True),)
    held = receiver.receiver if isinstance(receiver, Super) else receiver
    through_class = isinstance(held, Class) and not is_metaclass(inf, target.owner)
    return union(*(_bound(inf, v, held, through_class) for v in values))


def _bound(inf: Inference, value: Value, receiver: Value, through_class: bool) -> Values:
    if isinstance(value, Function) and not through_class:
        return (Bound(value, receiver),)
    if isinstance(value, Wrapped) and not through_class:
        return (Wrapped(_bound(inf, value.function, receiver, False)[0], _bound(inf, value.by, receiver, False)[0]),)
    if isinstance(value, Unbound):
        if value.kind == "static":
            return (value.function,)
        held = receiver if through_class else (receiver.cls if isinstance(receiver, Instance) else receiver)
        return (Bound(value.function, held),)
    if isinstance(value, Property) and not through_class:
        from ctxask.resolve.python.calls import call_value

        inner = value.function
        return call_value(inf, Bound(inner, receiver) if isinstance(inner, Function) else inner, None)
    if isinstance(value, Instance) and not value.cls.path.startswith(stubs.PREFIX):
        return _described(inf, value, receiver, through_class)
    return (value,)


def _described(inf: Inference, value: Instance, receiver: Value, through_class: bool) -> Values:
    """What an instance gives that is read as an attribute: where its class has `__get__`, what that returns."""
    from ctxask.resolve.python.classes import none
    from ctxask.resolve.python.iterate import method_result
    from ctxask.resolve.python.members import member

    if all(target.key is None for target in member(inf, value, "__get__")):
        return (value,)
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    read = method_result(inf, value, "__get__", Arguments((none(inf) if through_class else (receiver,), (cls,))))
    own = tuple(v for v in read if not (isinstance(v, Instance) and v.cls[:2] == value.cls[:2]))
    return (own or read) if not through_class else read  # `return self` is for who asks the class
