"""How what has no use by its name is reached through classes: held in place of another, or looked for by its base."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.resolve.python import stubs
from ctxask.resolve.python.callees import applied, definition
from ctxask.resolve.python.classes import builtin, metaclass, mro, name_of
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import is_stub
from ctxask.resolve.python.values import Class, Instance

_LOOKS = ("__subclasses__", "getmembers", "iter_modules", "walk_packages")  # names by which classes are looked for


def held_by_heir(inf: Inference, cls: Class) -> bool:
    """Whether a class gives an attribute the class or an instance of it, where a class above binds the attribute too.

    What reads the attribute in the class above is taken to mean what that class gives it.
    """
    plain = Class(cls.path, cls.scope)
    return inf.once(("held by heir", plain), False, lambda _: True, lambda: _held_by_heir(inf, plain))


def _held_by_heir(inf: Inference, cls: Class) -> bool:
    for path in inf.holders(name_of(inf, cls)):
        for holder, attribute, frame, node in _given(inf, path):
            values = inf.evaluate(frame, node)
            plain = [v.cls if isinstance(v, Instance) else v for v in values if isinstance(v, Class | Instance)]
            if any((one.path, one.scope) == (cls.path, cls.scope) for one in plain):
                above = [one for one in mro(inf, holder)[1:] if isinstance(one, Class) and not is_stub(one)]
                if any(_binds(inf, one, attribute) for one in above):
                    return True
    return False


def _given(inf: Inference, path: str) -> Iterator[tuple[Class, str, Frame, int]]:
    """(class, attribute, where, node of the value) of what a file's classes give to attributes."""
    scopes = inf.skeleton(path).scopes
    for number, scope in enumerate(scopes):
        frame = Frame(path, number)
        if scope.kind == "class":
            for name, rows in inf.segment(path, number).binds.items():
                yield from ((Class(path, number), name, frame, row[3]) for row in rows if row[0] == "assign")
        elif scope.kind == "function" and scopes[scope.parent].kind == "class":
            for row in inf.segment(path, number).attributes:
                if row[2] == "assign" and row[4] >= 0:
                    yield Class(path, scope.parent), row[1], frame, row[4]


def _binds(inf: Inference, cls: Class, attribute: str) -> bool:
    if attribute in inf.segment(cls.path, cls.scope).binds:
        return True
    skeleton = inf.skeleton(cls.path)
    return any(
        name == attribute and skeleton.scopes[scope].parent == cls.scope for scope, name, *_ in skeleton.attributes
    )


def is_handed_out(inf: Inference, cls: Class) -> bool:
    """Whether an instance of the class is an argument of a call that leads outside, or nobody knows where."""
    plain = Class(cls.path, cls.scope)
    return inf.once(("handed out", plain), False, lambda _: True, lambda: _is_handed_out(inf, plain))


def _is_handed_out(inf: Inference, cls: Class) -> bool:
    for path in inf.holders(name_of(inf, cls)):
        for scope in range(len(inf.skeleton(path).scopes)):
            frame, segment = Frame(path, scope), inf.segment(path, scope)
            for call in segment.nodes:
                inf.begin()
                given = (*call[2], *(value for _, value in call[3])) if call[0] == "c" else ()
                if any(_is_instance(inf, frame, node, cls) for node in given) and not _is_inside(inf, frame, call[1]):
                    return True
    return False


def _is_instance(inf: Inference, frame: Frame, node: int, cls: Class) -> bool:
    values = inf.evaluate(frame, node)
    return any(isinstance(v, Instance) and (v.cls.path, v.cls.scope) == (cls.path, cls.scope) for v in values)


def _is_inside(inf: Inference, frame: Frame, called: int) -> bool:
    """Whether everything that a call may call is defined in the repository, or a builtin, which calls dunders alone."""
    places = [definition(value) for value in inf.evaluate(frame, called)]
    if places and all(place is not None and place.path == stubs.BUILTINS for place in places):
        return True
    reached = applied(inf, frame, called)
    return bool(reached.inside) and not reached.outside and not reached.mechanisms


def is_registered(inf: Inference, cls: Class) -> bool:
    """Whether a class may be found by what it derives from: its bases or its metaclass see it made, or look for it."""
    above = [one for one in mro(inf, cls)[1:] if isinstance(one, Class) and not is_stub(one)]
    if any("__init_subclass__" in inf.segment(one.path, one.scope).binds for one in above):
        return True
    if not is_stub(metaclass(inf, cls)) and metaclass(inf, cls) != builtin(inf, "type"):
        return True
    return bool(above) and any(inf.holders(name) for name in _LOOKS)
