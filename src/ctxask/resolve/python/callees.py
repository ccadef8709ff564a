"""Which definitions a call reaches."""

from __future__ import annotations

from typing import NamedTuple

from ctxask.resolve.python.bindings import target_values
from ctxask.resolve.python.classes import is_protocol
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import is_none, member
from ctxask.resolve.python.values import (
    Bound,
    Class,
    External,
    Function,
    Instance,
    Lambda,
    Module,
    Namespace,
    Unbound,
    Unknown,
    Value,
    Wrapped,
)


class Called(NamedTuple):
    """A definition that a call reaches: a scope of a file."""

    path: str
    scope: int


class Reach(NamedTuple):
    """What a call reaches inside and outside the repository, and what hid the rest."""

    inside: tuple[Called, ...]
    outside: bool
    mechanisms: tuple[str, ...]


def reach(inf: Inference, frame: Frame, node: int) -> Reach:
    """The definitions behind the called expression of a call node."""
    return applied(inf, frame, inf.segment(frame.path, frame.scope).nodes[node][1])


def applied(inf: Inference, frame: Frame, called: int) -> Reach:
    """The definitions behind an expression that is called."""
    values = inf.evaluate(frame, called)
    if len(values) > 1:
        values = tuple(v for v in values if not is_none(inf, v)) or values
    found: dict[Called, None] = {}
    hidden: dict[str, None] = {}
    outside = False
    work = list(reversed(values))
    seen: set[Value] = set()
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        place = definition(value)
        if place is not None and _structural(inf, place):
            hidden.setdefault("protocol")
        elif place is not None:
            outside = outside or place.path.startswith("<")
            if not place.path.startswith("<"):
                found.setdefault(place)
        elif isinstance(value, Instance):
            inner = _ways(inf, value)  # several, beside a function: what decorates the function, which stands for it
            if len(inner) < 2 or not any(isinstance(v, Function | Bound | Wrapped) for v in values):
                work += [v for v in reversed(inner) if not isinstance(v, Instance)]
        elif isinstance(value, Wrapped):
            work.append(value.by if _is_called(inf, value.by) else value.function)
        elif isinstance(value, External) and not value.called:
            outside = True
        elif not isinstance(value, Lambda | Module | Namespace):
            hidden.setdefault(value.mechanism if isinstance(value, Unknown) else "call_result")
    return Reach(tuple(found), outside, tuple(hidden))


def _ways(inf: Inference, value: Instance) -> list[Value]:
    """What may run when an instance is called."""
    return [v for t in member(inf, value, "__call__") for v in target_values(inf, t)]


def _is_called(inf: Inference, by: Value) -> bool:
    """Whether what decorates a function is what a call of it reaches first, and not the function that it stands for.

    An instance is, where its class has one way to be called; a function is, unless it is given a `__wrapped__` by hand.
    """
    if isinstance(by, Instance):
        return len(_ways(inf, by)) == 1
    function = by.function if isinstance(by, Bound) else by
    if not isinstance(function, Function):
        return False
    scope = inf.skeleton(function.path).scopes[function.scope]
    given = inf.segment(function.path, scope.parent).attributes
    return not any(row[:2] == [scope.name, "__wrapped__"] for row in given)


def _structural(inf: Inference, place: Called) -> bool:
    """Whether the definition is a Protocol's method: whatever has its shape is called instead."""
    parent = inf.skeleton(place.path).scopes[place.scope].parent
    return (
        parent > 0
        and inf.skeleton(place.path).scopes[parent].kind == "class"
        and is_protocol(inf, Class(place.path, parent))
    )


def definition(value: Value) -> Called | None:
    """The class or function that a value is."""
    if isinstance(value, Bound | Unbound):
        value = value.function
    return Called(value.path, value.scope) if isinstance(value, Function | Class) else None
