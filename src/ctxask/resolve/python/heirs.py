"""What subclasses add to a class: an attribute that it reads and leaves to them."""

from __future__ import annotations

from ctxask.resolve.python.classes import is_subclass, mro
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.names import Target
from ctxask.resolve.python.values import Class, Instance, Value

_FILES = 24  # that hold a class's name
_HEIRS = 16


def heirs(inf: Inference, cls: Class) -> tuple[Class, ...]:
    """Subclasses of a class in the repository, direct ones first, at most a few."""
    plain = Class(cls.path, cls.scope)
    return inf.once(("heirs", plain), (), lambda _: (), lambda: _heirs(inf, plain))


def _heirs(inf: Inference, cls: Class) -> tuple[Class, ...]:
    found: dict[Class, None] = {}
    work = [cls]
    while work and len(found) < _HEIRS:
        above = work.pop(0)
        for below in _direct(inf, above):
            if below not in found and below != cls:
                found[below] = None
                work.append(below)
    return tuple(found)[:_HEIRS]


def _direct(inf: Inference, cls: Class) -> list[Class]:
    name = inf.skeleton(cls.path).scopes[cls.scope].name
    named = [Class(path, scope) for path in inf.among(name)[:_FILES] for scope in _by_base(inf, path).get(name, ())]
    return [below for below in named if is_subclass(inf, below, cls)]


def _by_base(inf: Inference, path: str) -> dict[str, list[int]]:
    """The classes of a file by the last name of each of their bases."""
    if path in inf.named_bases:
        return inf.named_bases[path]
    found: dict[str, list[int]] = inf.named_bases.setdefault(path, {})
    for scope, inner in enumerate(inf.skeleton(path).scopes):
        if inner.kind != "class":
            continue
        segment = inf.segment(path, scope)
        for node in segment.bases:
            e = segment.nodes[node]
            e = segment.nodes[e[1]] if e[0] == "s" else e
            if e[0] in "na":
                named = found.setdefault(e[1] if e[0] == "n" else e[2], [])
                if named[-1:] != [scope]:
                    named.append(scope)
    return found


def added(inf: Inference, cls: Class, name: str, receiver: Value) -> list[Target]:
    """What the attribute is on instances of subclasses, as `self` in a class may be one."""
    from ctxask.resolve.python.members import search

    found: dict[tuple[object, ...], Target] = {}
    for heir in heirs(inf, cls):
        held = Instance(heir) if isinstance(receiver, Instance) else heir
        for target in search(inf, mro(inf, heir), name, held, by_heirs=False):
            if target.key is not None:
                found.setdefault((target.key, *(row[1] for row in target.rows)), target)
    return list(found.values())
