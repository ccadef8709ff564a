"""Which places are cited: the best ones, as many as fit into the lines that a reader is asked to read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ctxask.explore.look import Place
from ctxask.explore.passages import SHELLS

MOST = 8
LINES = 300
_SHELL = 25  # lines of a class: what it is, its members are cited apart
_LONG = 120  # lines of a definition that are cited whole


class Citation(NamedTuple):
    """Lines to read, first and last, 1-based."""

    place: Place
    first: int
    last: int


class Cited(NamedTuple):
    """The citations, and what was left out of them."""

    citations: tuple[Citation, ...]
    left: int


def cited(places: Iterable[Place], lines: int = LINES, most: int = MOST) -> Cited:
    """The first places that do not overlap and fit into so many lines."""
    found: list[Citation] = []
    left = 0
    room = lines
    for place in places:
        first, last = extent(place)
        if any(c.place.passage.path == place.passage.path and c.first <= last and first <= c.last for c in found):
            continue
        if len(found) == most or (found and last - first + 1 > room):
            left += 1
            continue
        found.append(Citation(place, first, last))
        room -= last - first + 1
    return Cited(tuple(found), left)


def extent(place: Place) -> tuple[int, int]:
    """The lines of a place that are worth reading first."""
    passage = place.passage
    if passage.kind in SHELLS:
        return passage.first, min(passage.last, passage.first + _SHELL - 1)
    if passage.last - passage.first < _LONG:
        return passage.first, passage.last
    first = max((passage.first, *passage.lines), key=lambda line: (_held(passage.lines, line), -line))
    first = min(first, passage.last - _LONG + 1)
    return first, first + _LONG - 1


def _held(lines: Sequence[int], first: int) -> int:
    """How many of the sorted lines the window from `first` on holds."""
    return bisect_left(lines, first + _LONG) - bisect_left(lines, first)
