"""Scores the places that are cited for a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval.explore.arms import Cited
from eval.explore.histories import Gold

AT = (1, 5)


@dataclass(frozen=True, slots=True)
class Score:
    """One arm at one question; ranks count from 1, and 0 says that there is none."""

    file: int  # the rank, among the files in the order of the places, of the first that holds a definition sought
    symbol: int  # the rank of the first place that overlaps one
    hit: int  # lines of the definitions sought that are cited
    read: int  # lines that are cited
    gold: int  # lines of the definitions sought

    def at(self, rank: int, most: int) -> bool:
        """Whether a rank is among the first so many."""
        return 0 < rank <= most

    @property
    def f1(self) -> float:
        """Harmonic mean of the precision and recall of lines."""
        return 2 * self.hit / (self.read + self.gold) if self.read + self.gold else 0.0


def score(cited: Sequence[Cited], gold: Gold) -> Score:
    """Holds places, the best first, against the lines that answer."""
    files = list(dict.fromkeys(place.path for place in cited))
    lines = {(place.path, line) for place in cited for line in range(place.first, place.last + 1)}
    sought = {(path, line) for path, found in gold.items() for line in found}
    overlaps = [not gold.get(one.path, frozenset()).isdisjoint(range(one.first, one.last + 1)) for one in cited]
    return Score(
        next((number for number, path in enumerate(files, 1) if path in gold), 0),
        overlaps.index(True) + 1 if True in overlaps else 0,
        len(lines & sought),
        len(lines),
        len(sought),
    )
