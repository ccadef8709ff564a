"""What `pytest.mark.parametrize` passes: a test's parameter holds each of the listed values."""

from __future__ import annotations

from ctxask.resolve.python.displays import Place, behind, items_of
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
    rows = items_of(inf, listed)
    if len(names) > 1:
        at = names.index(name)
        parts = [items_of(inf, row) for row in rows]
        rows = [part[at] for part in parts if at < len(part)]
    values = union(*(inf.evaluate(*row) for row in rows[:_SHOWN]))
    return union(values, unknown("parameter")) if values else ()  # each is held in one run of the test alone
