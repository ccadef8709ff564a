"""What runs when a scope's code runs: its calls, the decorators that it applies, and what making an instance starts."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.facts.python.builder import OUTER
from ctxask.facts.python.model import Node, Segment
from ctxask.resolve.python.bindings import target_values
from ctxask.resolve.python.callees import Called, definition
from ctxask.resolve.python.implicit import CONSTRUCTORS, start_of
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.members import member
from ctxask.resolve.python.reach import chain
from ctxask.resolve.python.values import Class, Instance

_AFTER = ("__post_init__", "__attrs_post_init__")  # what an `__init__` that a decorator makes calls


def parts(inf: Inference, path: str, scope: int) -> Iterator[tuple[int, bool]]:
    """(scope, around) of everything that runs with a scope: its body, class bodies in it, what stands around a part.

    Decorators, defaults and bases run where the definition is made, and not when it is called.
    """
    scopes = inf.skeleton(path).scopes
    work = [scope]
    while work:
        outer = work.pop()
        yield outer, False
        for inner in range(outer + 1, len(scopes)):
            if scopes[inner].parent == outer:
                yield inner, True
                if scopes[inner].kind == "class":
                    work.append(inner)


def starts(segment: Segment, around: bool) -> Iterator[tuple[int, tuple[str, int], str]]:
    """(what is called, its name and place, role) of the calls in a scope's body, or of those and decorators around."""
    for e in segment.nodes:
        if e[0] == "c" and e[5] >= 0 and (OUTER in chain(segment, e[4])) is around:
            yield e[1], written(segment, e[1], e[5]), "call"
    for node in segment.decorators if around else ():
        start = start_of(segment, node)
        if start >= 0:
            inner = segment.nodes[node]
            yield node, written(segment, inner[1] if inner[0] == "c" else node, start), "decorator"


def written(segment: Segment, called: int, otherwise: int) -> tuple[str, int]:
    """The name of what is called and where it stands; another place where it has no name."""
    e: Node = segment.nodes[called]
    if e[0] in "na":
        return (e[1], e[2]) if e[0] == "n" else (e[2], e[3])
    return "", otherwise


def constructors(inf: Inference, path: str, scope: int) -> Iterator[Called]:
    """What making an instance of a class runs inside the repository, its own or inherited."""
    inf.begin()
    made = [place for name in CONSTRUCTORS for place in _own(inf, path, scope, name)]
    is_written = any(inf.skeleton(place.path).qualname(place.scope).endswith("__init__") for place in made)
    yield from made
    for name in () if is_written else _AFTER:
        yield from _own(inf, path, scope, name)


def _own(inf: Inference, path: str, scope: int, name: str) -> Iterator[Called]:
    """The methods of this name that an instance of the class has, as far as they are written in the repository."""
    for target in member(inf, Instance(Class(path, scope), True), name):
        for value in target_values(inf, target):
            place = definition(value)
            if place is not None and not place.path.startswith("<"):
                yield place
