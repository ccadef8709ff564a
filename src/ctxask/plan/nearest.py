"""The closest of a few known names, for errors that teach."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(given: str, known: Iterable[str], cutoff: int = 60, parts: bool = False) -> str:
    """The known name most like the given one, or the empty string when none is alike; ties go to the smaller name.

    With `parts`, names that share a part count as alike.
    """
    from rapidfuzz import fuzz  # only a request that fails pays for it

    alike = fuzz.WRatio if parts else fuzz.ratio
    best, best_score = "", float(cutoff)
    for name in sorted(known):
        score = alike(given.lower(), name.lower())
        if score > best_score:
            best, best_score = name, score
    return best


def listed(names: Iterable[str]) -> str:
    """Names as a sentence lists them."""
    return ", ".join(names)
