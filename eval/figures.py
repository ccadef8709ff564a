"""Figures of a result: shares that can be drawn again, and bounds that they are held to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eval.tables import percent

Item = tuple[float, float]  # what a symbol or question adds to a share, and to what it is a share of
Figures = dict[str, dict[str, Item]]  # by name, then by symbol or question; more is better


class Bound(NamedTuple):
    """One line of the results."""

    what: str
    bound: str
    measured: str
    kept: str  # yes, no; – where no bound is set
    figure: str = ""  # that the interval is drawn of


def share(items: Iterable[Item]) -> float:
    """What the items add up to; nothing of nothing is 0."""
    rows = list(items)
    whole = sum(of for _, of in rows)
    return sum(part for part, _ in rows) / whole if whole else 0.0


def bound(what: str, bound: str, measured: str, kept: bool, figure: str = "") -> Bound:
    """A line whose bound is kept or not."""
    return Bound(what, bound, measured, "yes" if kept else "no", figure)


def least(what: str, least: float, share: float, figure: str = "") -> Bound:
    """A share that is to be so large."""
    return bound(what, f"≥ {percent(least)}", percent(share), share >= least, figure)


def gathered(rows: Iterable[tuple[str, str, float, float]]) -> Figures:
    """Figures of rows: the figure's name, the symbol's or question's, and what it adds."""
    found: Figures = {}
    for figure, name, part, whole in rows:
        found.setdefault(figure, {})[name] = (part, whole)
    return found


def counted(prefix: str, name: str, right: int, wrong: int, missed: int) -> Iterator[tuple[str, str, float, float]]:
    """Precision and recall over all, and the mean F1: rows of one symbol."""
    wanted = 2 * right + wrong + missed
    yield f"{prefix}precision", name, right, right + wrong
    yield f"{prefix}recall", name, right, right + missed
    yield f"{prefix}macro f1", name, 2 * right / wanted if wanted else 1.0, 1
