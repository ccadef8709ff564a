"""What a decorator leaves of a function: the function itself, a descriptor, or something else."""

from __future__ import annotations

from ctxask.resolve.python import stubs
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.calls import call_value
from ctxask.resolve.python.classes import mro, name_of
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import member
from ctxask.resolve.python.values import (
    Bound,
    Callable,
    Class,
    Function,
    Instance,
    Lambda,
    Property,
    Unbound,
    Value,
    Values,
    Wrapped,
    known,
    union,
)

_STATIC_BY_NATURE = {"__new__": "static", "__init_subclass__": "class", "__class_getitem__": "class"}


def decorated(inf: Inference, function: Function) -> Values:
    """What a `def` binds its name to."""
    return inf.once(("decorated", function), (function,), lambda _: (function,), lambda: _decorated(inf, function))


def _decorated(inf: Inference, function: Function) -> Values:
    segment = inf.segment(function.path, function.scope)
    scope = inf.skeleton(function.path).scopes[function.scope]
    nature = _STATIC_BY_NATURE.get(scope.name)
    in_class = inf.skeleton(function.path).scopes[scope.parent].kind == "class"
    values: Values = (Unbound(function, nature),) if nature and in_class else (function,)
    frame = Frame(function.path, function.scope, (), function.closure)
    for node in reversed(segment.decorators):
        values = _apply(inf, frame, node, values)
    return values


def _apply(inf: Inference, frame: Frame, node: int, values: Values) -> Values:
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    if expression[0] == "a" and expression[2] in ("setter", "deleter", "getter"):
        held = tuple(v for v in inf.evaluate(frame, expression[1]) if isinstance(v, Property))
        if held:
            return held
    found: list[Values] = []
    for decorator in inf.evaluate(frame, node):
        found.append(_one(inf, decorator, values))
    return union(*found) or values


def _one(inf: Inference, decorator: Value, values: Values) -> Values:
    if isinstance(decorator, Class):
        return _class_decorator(inf, decorator, values)
    if isinstance(decorator, Function | Bound | Instance | Callable | Lambda | Wrapped):
        result = known(call_value(inf, decorator, Arguments((values,))))
        return _kept(inf, result, values)
    return values


def _class_decorator(inf: Inference, decorator: Class, values: Values) -> Values:
    name = name_of(inf, decorator)
    functions = [v for v in values if isinstance(v, Function)]
    if decorator.path == stubs.BUILTINS and name in ("staticmethod", "classmethod"):
        return tuple(Unbound(f, name.removesuffix("method")) for f in functions) or values
    ancestors = {name_of(inf, c) for c in mro(inf, decorator) if isinstance(c, Class)}
    if ancestors & {"property", "cached_property"} or _reads(inf, decorator):
        return tuple(Property(f) for f in values) or values
    made = call_value(inf, decorator, Arguments((values,)))
    return tuple(Wrapped(f, m) for f in functions for m in made) or made


def _reads(inf: Inference, cls: Class) -> bool:
    """Whether instances of the class are descriptors that compute on read."""
    return any(t.rows and t.key is not None for t in member(inf, Instance(cls), "__get__")) and not any(
        t.rows and t.key is not None for t in member(inf, Instance(cls), "__call__")
    )


def _kept(inf: Inference, result: Values, values: Values) -> Values:
    """The decorator's result; a function in the place of another one keeps the other's identity behind it."""
    if not result:
        return values
    first = values[0]

    def behind(value: Value) -> Value:
        other = isinstance(value, Callable | Function | Bound | Lambda) and value not in values
        return Wrapped(first, value) if other else value

    return union(behind(value) for value in result)
