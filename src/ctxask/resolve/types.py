"""Types as they are written, and values as they are known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ctxask.facts.expressions import Expression
from ctxask.resolve.family import Found

_MARKS = re.compile(r"^\s*(?:(?:const|volatile|struct|class|enum|union|typename)\s+)+|[*\s]+(?:const[*\s]*)?$")  # of C
_BOUNDS = ("? extends ", "? super ")  # a wildcard stands for what bounds it


class Written(NamedTuple):
    """The parts of a written type."""

    names: tuple[str, ...]  # of its dotted path
    arguments: tuple[str, ...] = ()
    dimensions: int = 0


class Place(NamedTuple):
    """Where an expression stands."""

    path: str
    start: int
    within: int


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression is."""

    kind: str  # instance, class, module, array, function, external, unknown
    cls: Found | None = None
    arguments: tuple[Value, ...] = ()  # of its type; of an array what it holds
    files: tuple[str, ...] = ()
    sure: bool = True
    why: str = "unknown_receiver"
    expression: Expression | None = None  # a function's
    place: Place | None = None


UNKNOWN = Value("unknown")
UNDEFINED = Value("unknown", why="undefined_name")  # no more is known than that nothing here defines it


def where(found: Found) -> Place:
    """The place where a definition stands."""
    return Place(found.path, found.definition.start, found.definition.container)


@lru_cache(4096)
def parsed(text: str) -> Written:
    """The parts of a type's text; no names where it is more than a path with arguments."""
    for bound in _BOUNDS:
        text = text.removeprefix(bound)
    text = _MARKS.sub("", text.partition("&")[0]).strip()
    dimensions = 0
    while text.endswith("[]"):
        text, dimensions = text[:-2], dimensions + 1
    path, angle, inner = text.partition("<")
    names = tuple(path.replace("::", ".").split("."))
    if not all(name.replace("$", "_").isidentifier() for name in names) or (angle and not inner.endswith(">")):
        return Written((), (), dimensions)
    return Written(names, _separated(inner[:-1]) if angle else (), dimensions)


def _separated(inner: str) -> tuple[str, ...]:
    """The arguments between two angle brackets."""
    parts: list[str] = []
    depth, first = 0, 0
    for place, mark in enumerate(inner):
        depth += (mark in "<([") - (mark in ">)]")
        if mark == "," and not depth:
            parts.append(inner[first:place])
            first = place + 1
    return tuple(part.strip() for part in (*parts, inner[first:]) if part.strip())
