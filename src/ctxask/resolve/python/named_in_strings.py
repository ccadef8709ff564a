"""What calls give that are told by a literal: an attribute of `getattr`, a module of `import_module`, a fixture."""

from __future__ import annotations

from typing import Any

from ctxask.resolve.python import fixtures, stubs
from ctxask.resolve.python.bindings import target_values
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import members
from ctxask.resolve.python.names import follow, imported_module
from ctxask.resolve.python.values import External, Function, Value, Values, union, unknown

_NAMES = frozenset(("getattr", "import_module", "__import__", "getfixturevalue"))


def given(inf: Inference, frame: Frame, e: list[Any]) -> Values:
    """What a call gives whose string says what it asks for; nothing for any other call."""
    nodes = inf.segment(frame.path, frame.scope).nodes
    called = nodes[e[1]]
    name = called[1] if called[0] == "n" else called[2] if called[0] == "a" else ""
    if name not in _NAMES or not e[2]:
        return ()
    if name == "getattr":
        return _attribute(inf, frame, e) if len(e[2]) > 1 and _is_builtin(inf, frame, e[1]) else ()
    text = _text(nodes[e[2][0]])
    if not text:
        return ()
    if name == "getfixturevalue":
        return fixtures.fixture_values(inf, frame, text) if called[0] == "a" else ()
    if name == "__import__":
        module = imported_module(inf, frame.path, 0, text.partition(".")[0])
    elif any(isinstance(v, External) and v.dotted == "importlib.import_module" for v in inf.evaluate(frame, e[1])):
        module = _module(inf, frame, text, nodes[e[2][1]] if len(e[2]) > 1 else [])
    else:
        return ()
    return (module,)


def _attribute(inf: Inference, frame: Frame, e: list[Any]) -> Values:
    name = _text(inf.segment(frame.path, frame.scope).nodes[e[2][1]])
    if not name:
        return unknown("getattr")
    found = [t for target in members(inf, inf.evaluate(frame, e[2][0]), name) for t in follow(inf, target)]
    default = inf.evaluate(frame, e[2][2]) if len(e[2]) > 2 else ()
    return union(*(target_values(inf, t) for t in found), default)


def _module(inf: Inference, frame: Frame, text: str, package: list[Any]) -> Value:
    """The module of `import_module(".name", package)`, relative to the file where the package is its own."""
    plain = text.lstrip(".")
    level = len(text) - len(plain)
    if level and package[:1] == ["k"] and _text(package):
        return imported_module(inf, frame.path, 0, f"{_text(package)}.{plain}")
    return imported_module(inf, frame.path, level, plain)


def _is_builtin(inf: Inference, frame: Frame, node: int) -> bool:
    return any(isinstance(v, Function) and v.path == stubs.BUILTINS for v in inf.evaluate(frame, node))


def _text(constant: list[Any]) -> str:
    return constant[2] if constant[:2] == ["k", "str"] and len(constant) > 2 else ""
