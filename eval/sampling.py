"""How sure a figure is: intervals by drawing the questions again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

DRAWS = 1000
INSIDE = 0.95  # of the draws lie within the interval


def interval(rows: Sequence[T], figure: Callable[[Sequence[T]], float], draws: int = DRAWS) -> tuple[float, float]:
    """Between which values a figure lies when as many rows are drawn from the rows, with repetition; seeded."""
    if not rows:
        return 0.0, 0.0
    random = Random(len(rows))
    found = sorted(figure(random.choices(rows, k=len(rows))) for _ in range(draws))
    edge = round(draws * (1 - INSIDE) / 2)
    return found[edge], found[-1 - edge]


def mean(values: Sequence[float]) -> float:
    """The mean; nothing of nothing is 0."""
    return sum(values) / len(values) if values else 0.0
