"""What the name in an expression stands for, before its value is asked."""

from __future__ import annotations

from typing import Any

from ctxask.resolve.python.classes import is_subclass
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import in_class, members
from ctxask.resolve.python.names import Target, is_private, lookup, unknown_target
from ctxask.resolve.python.values import Class, Instance


def targets(inf: Inference, frame: Frame, node: int) -> list[Target]:
    """The bindings that a name or attribute node can mean; anything else is unknown."""
    key = ("targets", frame, node)
    return inf.once(key, [], _unknown_targets, _targets, inf, frame, node)


def _unknown_targets(why: str) -> list[Target]:
    return [unknown_target(why)]


def _targets(inf: Inference, frame: Frame, node: int) -> list[Target]:
    return meant(inf, frame, inf.segment(frame.path, frame.scope).nodes[node])


def meant(inf: Inference, frame: Frame, expression: list[Any]) -> list[Target]:
    """The same of an expression that is at hand, without a memo: its value has one."""
    if expression[0] == "n":
        _, name, start, block, _ = expression
        return lookup(inf, frame, name, start, block)
    if expression[0] == "a":
        if is_private(expression[2]) and (own := _private(inf, frame, expression)):
            return own
        return members(inf, inf.evaluate(frame, expression[1]), expression[2])
    return [unknown_target("expression")]


def _private(inf: Inference, frame: Frame, expression: list[Any]) -> list[Target]:
    """What `x.__name` means inside a class: the class's own, whatever subclasses of `x`'s class define."""
    scopes, scope = inf.skeleton(frame.path).scopes, frame.scope
    while scope > 0 and scopes[scope].kind != "class":
        scope = scopes[scope].parent
    cls = Class(frame.path, scope)
    found: list[Target] = []
    for value in inf.evaluate(frame, expression[1]) if scope > 0 else ():
        of = value.cls if isinstance(value, Instance) else value
        if isinstance(of, Class) and is_subclass(inf, of, cls):
            found += in_class(inf, cls, expression[2], value)
    return found
