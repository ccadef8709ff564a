"""What a string names that tells `patch`, `patch.object` or `monkeypatch` what to replace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import members
from ctxask.resolve.python.names import Target, follow, imported_module, module_member
from ctxask.resolve.python.sites import Subject, Verdict, judged_targets
from ctxask.resolve.python.values import Module, Namespace, Value

_BY_PATH = ("patch", "setattr", "delattr")
_BY_NAME = ("object", "setattr", "delattr")


def replaced(inf: Inference, subject: Subject, frame: Frame, text: str) -> Verdict | None:
    """The verdict where a call that replaces things is given the subject by the string; None everywhere else.

    `text` is the string up to the end of the name that is asked about.
    """
    inf.begin()
    for targets in _told(inf, frame, text):
        verdict = judged_targets(inf, subject, targets) if targets else None
        if verdict is not None and verdict.bucket == "confirmed":
            return verdict
    return None


def _told(inf: Inference, frame: Frame, text: str) -> Iterator[list[Target]]:
    nodes = inf.segment(frame.path, frame.scope).nodes
    for e in nodes:
        called = nodes[e[1]] if e[0] == "c" and e[2] else []
        name = called[1] if called[:1] == ["n"] else called[2] if called[:1] == ["a"] else ""
        if name in _BY_PATH and _begins(nodes[e[2][0]], text):
            yield _by_path(inf, frame.path, text)
        elif name in _BY_NAME and called[0] == "a" and len(e[2]) > 1 and _is(nodes[e[2][1]], text):
            values = inf.evaluate(frame, e[2][0])
            yield [t for target in members(inf, values, text) for t in follow(inf, target)]


def _begins(constant: list[Any], text: str) -> bool:
    whole = constant[2] if constant[:2] == ["k", "str"] and len(constant) > 2 else ""
    return "." in whole and (whole + ".").startswith(text + ".")


def _is(constant: list[Any], text: str) -> bool:
    return constant[:2] == ["k", "str"] and constant[2:] == [text]


def _by_path(inf: Inference, path: str, dotted: str) -> list[Target]:
    """What a dotted path means: the longest module that it begins with, then attribute by attribute."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        module: Value = imported_module(inf, path, 0, ".".join(parts[:cut]))
        if isinstance(module, Module | Namespace) and not (isinstance(module, Module) and module.path.startswith("<")):
            return _below(inf, module, parts[cut:])
    return []


def _below(inf: Inference, module: Value, parts: list[str]) -> list[Target]:
    from ctxask.resolve.python.bindings import target_values

    found = [Target(None, value=module)]
    for part in parts:
        values = [v for t in found for v in target_values(inf, t)]
        steps = [module_member(inf, v, part) if isinstance(v, Module) else members(inf, (v,), part) for v in values]
        found = [t for step in steps for one in step for t in follow(inf, one)]
    return found
