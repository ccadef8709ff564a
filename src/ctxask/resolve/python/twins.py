"""A stub beside a source: its annotations speak for the source, and its classes are the source's."""

from __future__ import annotations

from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.values import Class, Function


def source_of(inf: Inference, cls: Class) -> Class:
    """The class of the source beside a stub that the stub's class stands for; the class itself elsewhere."""
    if not cls.path.endswith(".pyi") or cls.path.startswith("<"):
        return cls
    scope = _same(inf, cls.path, cls.scope, cls.path[:-1])
    return cls if scope < 0 else Class(cls.path[:-1], scope, cls.args)


def stub_of(inf: Inference, function: Function) -> Function | None:
    """The function of the stub beside a source that annotates a function; None where there is none."""
    beside = function.path + "i"
    if beside not in inf.modules.files:
        return None
    scope = _same(inf, function.path, function.scope, beside)
    return None if scope < 0 else Function(beside, scope)


def _same(inf: Inference, path: str, scope: int, other: str) -> int:
    """The scope of the same kind and qualified name in another file; -1 where there is none, or several."""
    if other not in inf.modules.files:
        return -1
    here, there = inf.skeleton(path), inf.skeleton(other)
    name, kind = here.qualname(scope), here.scopes[scope].kind
    found = [n for n, s in enumerate(there.scopes) if s.kind == kind and n and there.qualname(n) == name]
    return found[0] if len(found) == 1 else -1
