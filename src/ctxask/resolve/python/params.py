"""What a parameter holds: what was passed, its annotation, the receiver, a fixture, its default."""

from __future__ import annotations

from ctxask.facts.python.model import Segment
from ctxask.resolve.python import callers, fixtures
from ctxask.resolve.python.annotations import type_of
from ctxask.resolve.python.classes import builtin, instance_of_self, mro, name_of
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import is_none
from ctxask.resolve.python.parametrize import parametrized
from ctxask.resolve.python.reach import Row
from ctxask.resolve.python.values import Class, Instance, Unknown, Values, known, union, unknown


def parameter_values(inf: Inference, frame: Frame, name: str, row: Row) -> Values:
    """The values of a parameter inside its function."""
    for held, values in frame.env:
        if held == name:
            return values
    segment = inf.segment(frame.path, frame.scope)
    position, default, kind = row[4]
    if segment.blocks[row[2]][1] == "lambda":
        return unknown("callback_parameter") if default < 0 else inf.evaluate(frame, default)
    if row[3] >= 0:
        return _starred(inf, kind, type_of(inf, frame, row[3]))
    if kind in ("*", "**"):
        return _starred(inf, kind, _by_callers(inf, frame, name, ()))
    if position == 0 and is_method(inf, frame):
        receiver = receiver_of(inf, frame)
        if receiver:
            return receiver
    given = parametrized(inf, frame, name) or fixtures.fixture_values(inf, frame, name)
    if given:
        return given
    shown = _by_default(inf, frame, default)
    return _by_callers(inf, frame, name, shown)


def _by_callers(inf: Inference, frame: Frame, name: str, shown: Values) -> Values:
    """What a default shows and callers pass, beside what nobody knows."""
    given = callers.passed(inf, inf.below, frame, name) if inf.below is not None else ()
    return union(shown, given, unknown("callers" if given else "default" if shown else "parameter"))


def _by_default(inf: Inference, frame: Frame, default: int) -> Values:
    if default < 0:
        return ()
    return tuple(v for v in known(inf.evaluate(frame, default)) if not is_none(inf, v))


def _starred(inf: Inference, kind: str, values: Values) -> Values:
    if kind == "*":
        return (Instance(builtin(inf, "tuple", values), True),)
    if kind == "**":
        return (Instance(builtin(inf, "dict", (Instance(builtin(inf, "str")),), values), True),)
    return values


def is_method(inf: Inference, frame: Frame) -> bool:
    """Whether the frame's function stands directly in a class body."""
    scopes = inf.skeleton(frame.path).scopes
    return scopes[frame.scope].kind == "function" and scopes[scopes[frame.scope].parent].kind == "class"


def receiver_of(inf: Inference, frame: Frame) -> Values:
    """What the first parameter of a method is; nothing for a static method."""
    scopes = inf.skeleton(frame.path).scopes
    scope, parent = scopes[frame.scope], scopes[frame.scope].parent
    marks = _plain_decorators(inf.segment(frame.path, frame.scope))
    if "staticmethod" in marks:
        return ()
    cls = Class(frame.path, parent)
    of_class = "classmethod" in marks or scope.name in ("__new__", "__init_subclass__", "__class_getitem__")
    metaclass = any(isinstance(c, Class) and name_of(inf, c) == "type" for c in mro(inf, cls))
    if of_class or (metaclass and scope.name not in ("__new__",)):
        return (cls,) if of_class else (Instance(cls), Unknown("metaclass"))
    return instance_of_self(inf, frame.path, parent)


def _plain_decorators(segment: Segment) -> set[str]:
    named = [segment.nodes[n] for n in segment.decorators]
    return {str(n[1] if n[0] == "n" else n[2]) for n in named if n[0] in "na"}
