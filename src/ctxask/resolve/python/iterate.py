"""Protocols that the syntax calls: iteration, await, with."""

from __future__ import annotations

from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.values import (
    External,
    Instance,
    TupleOf,
    TypeVar,
    Unknown,
    Value,
    Values,
    union,
    unknown,
)

_NONE = unknown("iteration")  # an empty display gives nothing; beside others it says nothing


def method_result(inf: Inference, value: Value, name: str, arguments: Arguments | None = None) -> Values:
    """What `value.name(…)` gives; NOTHING's place is taken by Unknown where there is no such method."""
    from ctxask.resolve.python.bindings import target_values
    from ctxask.resolve.python.calls import call_value
    from ctxask.resolve.python.members import member

    found: list[Values] = []
    for target in member(inf, value, name):
        for called in target_values(inf, target):
            found.append(call_value(inf, called, arguments))
    return union(*found)


def elements(inf: Inference, values: Values, is_async: bool = False) -> Values:
    """What iterating over the values gives."""
    key = ("elements", values, is_async)
    return inf.once(key, (), unknown, lambda: union(*(_element(inf, v, is_async) for v in values)) or _NONE)


def _element(inf: Inference, value: Value, is_async: bool) -> Values:
    from ctxask.resolve.python.records import as_items

    if isinstance(value, TupleOf):
        return union(*value.items)
    if isinstance(value, Unknown):
        return (value,)
    if (items := as_items(inf, value)) is not None:
        return union(*items.items)
    if isinstance(value, External):
        return (External(value.dotted, True),)
    if isinstance(value, TypeVar):
        return elements(inf, value.upper, is_async) if value.upper else unknown("type_parameter")
    start, step = ("__aiter__", "__anext__") if is_async else ("__iter__", "__next__")
    iterators = method_result(inf, value, start)
    found = union(*(method_result(inf, i, step) if isinstance(i, Instance) else (i,) for i in iterators))
    if is_async:
        found = awaited(inf, found)
    if not any(not isinstance(v, Unknown) for v in found) and not is_async:
        by_index = method_result(inf, value, "__getitem__")
        if any(not isinstance(v, Unknown) for v in by_index):
            return by_index
    return found


def awaited(inf: Inference, values: Values) -> Values:
    """What awaiting the values gives."""
    found: list[Values] = []
    for value in values:
        if isinstance(value, Instance) and value.cls.args:
            found.append(value.cls.args[-1])
        elif isinstance(value, Instance):
            found.append(unknown("await"))
        else:
            found.append((value,))
    return union(*found)


def entered(inf: Inference, values: Values, is_async: bool) -> Values:
    """What `with value as x` gives x."""
    found: list[Values] = []
    for value in values:
        if isinstance(value, Instance | TypeVar):
            result = method_result(inf, value, "__aenter__" if is_async else "__enter__")
            found.append(awaited(inf, result) if is_async else result)
        else:
            found.append((value,) if not isinstance(value, External) else (External(value.dotted, True),))
    return union(*found)
