"""What `pytest.mark.parametrize` passes: a test's parameter holds each of the listed values."""

from __future__ import annotations

from typing import Any

from ctxask.resolve.python.displays import Place, behind
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.values import Values, union, unknown

_SHOWN = 12  # values that are looked at


def parametrized(inf: Inference, frame: Frame, name: str) -> Values:
    """What the decorators of a test, or of a class around it, list for a parameter; nothing where they do not."""
    scopes, scope = inf.skeleton(frame.path).scopes, frame.scope
    while scope > 0:
        here = Frame(frame.path, scope)
        segment = inf.segment(frame.path, scope)
        for node in segment.decorators:
            e = segment.nodes[node]
            if e[0] == "c" and len(e[2]) == 2 and not e[3] and segment.nodes[e[1]][2:3] == ["parametrize"]:
                found = _listed(inf, here, e[2], name)
                if found:
                    return found
        scope = scopes[scope].parent
    return ()


def _listed(inf: Inference, frame: Frame, args: list[int], name: str) -> Values:
    named = inf.segment(frame.path, frame.scope).nodes[args[0]]
    names = [part.strip() for part in named[2].split(",")] if named[0] == "k" and len(named) == 3 else []
    listed = behind(inf, Place(frame, args[1])) if name in names else None
    if listed is None:
        return ()
    rows = _items(inf, listed)
    if len(names) > 1:
        at = names.index(name)
        parts = [_items(inf, row) for row in rows]
        rows = [part[at] for part in parts if at < len(part)]
    values = union(*(inf.evaluate(*row) for row in rows[:_SHOWN]))
    return union(values, unknown("parameter")) if values else ()  # each is held in one run of the test alone


def _items(inf: Inference, place: Place) -> list[Place]:
    """The items of a display, those of `pytest.param` its arguments."""
    nodes = inf.segment(place.frame.path, place.frame.scope).nodes
    e = nodes[place.node]
    inner: list[int] = e[1] if e[0] in ("t", "l") else e[2] if _is_param(nodes, e) else []
    return [Place(place.frame, _plain(nodes, node) if e[0] in ("t", "l") else node) for node in inner]


def _plain(nodes: list[Any], node: int) -> int:
    """`pytest.param(x)` is x, where it holds one value."""
    e = nodes[node]
    return int(e[2][0]) if _is_param(nodes, e) and len(e[2]) == 1 else node


def _is_param(nodes: list[Any], e: list[Any]) -> bool:
    called = nodes[e[1]] if e[0] == "c" else []
    return bool(called) and (called[:2] == ["n", "param"] or (called[0] == "a" and called[2] == "param"))
