"""What is put into a list, set or dict after it was made, in the scope that made it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.classes import builtin
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.values import Instance, Values, union

_ADDING = ("append", "add", "appendleft", "insert")
_SHOWN = 8  # items that are looked at


def filled(inf: Inference, frame: Frame, name: str, node: int) -> Values:
    """What the scope puts into an empty display that it binds to a name; nothing for any other expression."""
    segment = inf.segment(frame.path, frame.scope)
    if segment.nodes[node] not in (["l", []], ["d", [], []]):
        return ()
    return union(*(inf.evaluate(frame, item) for item in list(_put(segment, name))[:_SHOWN]))


def _put(segment: Segment, name: str) -> Iterator[int]:
    nodes = segment.nodes
    for e in nodes:
        called = nodes[e[1]] if e[0] == "c" and e[2] else []
        if called[:1] == ["a"] and called[2] in _ADDING and _is(nodes[called[1]], name):
            yield e[2][-1]
    for written, value in segment.items:
        if _is(nodes[nodes[written][1]], name) and value >= 0:
            yield value


def _is(expression: list[Any], name: str) -> bool:
    return expression[:2] == ["n", name]


def with_more(inf: Inference, values: Values, added: Values) -> Values:
    """The containers among the values with what was added; a dict with it under keys that nobody looks at."""
    of_dict = builtin(inf, "dict")[:2]
    return tuple(
        v._replace(cls=v.cls._replace(args=((), added) if v.cls[:2] == of_dict else (added,)))
        if isinstance(v, Instance)
        else v
        for v in values
    )
