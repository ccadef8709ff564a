"""Chooses among `@overload`s by the arguments that a call passes."""

from __future__ import annotations

from ctxask.resolve.python import stubs
from ctxask.resolve.python.annotations import type_of
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.classes import is_subclass
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import is_none
from ctxask.resolve.python.values import Callable, Class, Function, Instance, TupleOf, Value, Values


def chosen(
    inf: Inference, function: Function, receiver: Value | None, arguments: Arguments | None
) -> list[Function] | None:
    """The overloads that a call may mean; None when the function has none."""
    siblings = overloads(inf, function)
    if not siblings:
        return None
    if arguments is None:
        return siblings
    skipped = 0 if receiver is None else 1
    fitting = [f for f in siblings if _fits(inf, f, arguments, skipped)]
    if arguments.starred:  # as many as there may be
        fitting.sort(key=lambda f: all(p[1] != "*" for p in inf.segment(f.path, f.scope).params))
    return fitting[:1] or siblings


def overloads(inf: Inference, function: Function) -> list[Function]:
    """The overload signatures of the function's name, in source order."""
    key = ("overloads", function)
    return inf.once(key, [], lambda _: [], lambda: _overloads(inf, function))


def _overloads(inf: Inference, function: Function) -> list[Function]:
    skeleton = inf.skeleton(function.path)
    scope = skeleton.scopes[function.scope]
    rows = inf.segment(function.path, scope.parent).binds.get(scope.name, []) if scope.parent >= 0 else []
    numbers = [row[4] for row in rows if row[0] == "def"]
    if len(numbers) < 2:
        return []
    return [Function(function.path, n, function.closure) for n in numbers if _is_overload(inf, function.path, n)]


def _is_overload(inf: Inference, path: str, scope: int) -> bool:
    if path.startswith(stubs.PREFIX):
        return True
    segment = inf.segment(path, scope)
    names = [segment.nodes[n] for n in segment.decorators]
    return any((n[0] == "n" and n[1] == "overload") or (n[0] == "a" and n[2] == "overload") for n in names)


def _fits(inf: Inference, function: Function, arguments: Arguments, skipped: int) -> bool:
    segment = inf.segment(function.path, function.scope)
    places = [p for p in segment.params if p[1] == "p"][skipped:]
    more = any(p[1] == "*" for p in segment.params)
    if len(arguments) > len(places) and not more:
        return False
    names = {p[0] for p in segment.params if p[1] in ("p", "k")}
    if not any(p[1] == "**" for p in segment.params) and any(name not in names for name in arguments.names):
        return False
    given = {p[0]: i for i, p in enumerate(places[: len(arguments)])}
    frame = Frame(function.path, function.scope, (), function.closure)
    for index, (name, kind, annotation, default) in enumerate(segment.params):
        if index < skipped or kind in ("*", "**"):
            continue
        if name not in given and name not in arguments.names:
            if default < 0 and not arguments.starred:
                return False
        elif annotation >= 0:
            values = arguments.at(given[name]) if name in given else arguments.named(name)
            if not _admits(inf, type_of(inf, frame, annotation), values):
                return False
    return True


def _admits(inf: Inference, declared: Values, given: Values) -> bool:
    """False only where every given value is known not to be what is declared."""
    return not given or any(_may(inf, want, have) for want in declared for have in given)


def _may(inf: Inference, want: Value, have: Value) -> bool:
    if isinstance(want, Instance) and isinstance(have, Instance):
        return is_subclass(inf, have.cls, want.cls) or (is_subclass(inf, want.cls, have.cls) and not have.exact)
    if isinstance(want, Instance) and isinstance(have, TupleOf):
        return inf.skeleton(want.cls.path).scopes[want.cls.scope].name in ("tuple", "object", "Sequence", "Iterable")
    if isinstance(want, Callable):
        return not isinstance(have, Instance) or (not is_none(inf, have) and have.cls.path != stubs.BUILTINS)
    if isinstance(want, Instance) and isinstance(have, Function | Class):
        return inf.skeleton(want.cls.path).scopes[want.cls.scope].name in ("object", "type", "Hashable")
    return True
