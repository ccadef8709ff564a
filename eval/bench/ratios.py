"""Turns measured costs into the ratios that SPEC section 13 bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from eval.bench.measure import Cost
from eval.bench.questions import CLASSES, Question

Medians = dict[str, Cost]

START = 0.25  # seconds that a cold answer may take besides the floor
MEMORY = 250  # MB


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on an answer's cost."""

    name: str
    kinds: tuple[str, ...]
    limit: float
    ratio: Callable[[Medians], float]
    packages: tuple[str, ...] = ()  # that it speaks of; empty for all


BOUNDS = (
    Bound("cold / (0.25 s + 3 floor)", CLASSES, 1, lambda m: m["cold"].cpu / (START + 3 * m["floor"].cpu)),
    Bound("warm / baseline", ("rare", "middling"), 3, lambda m: m["warm"].cpu / m["baseline"].cpu),
    Bound("warm / floor", ("popular",), 1.5, lambda m: m["warm"].cpu / m["floor"].cpu),
    Bound("hit / baseline", CLASSES, 2, lambda m: m["hit"].cpu / m["baseline"].cpu),
    Bound("edit / warm", CLASSES, 1.2, lambda m: m["edit"].cpu / m["warm"].cpu),
    Bound("cold memory / 250 MB, sympy", ("rare", "middling"), 1, lambda m: peak(m["cold"]) / MEMORY, ("sympy",)),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A bound held against the questions of one class."""

    bound: str
    limit: float
    kind: str
    middle: float  # median over the questions
    worst: float
    subject: str  # of the worst
    kept: int  # questions that keep the bound
    of: int


def verdicts(measured: Sequence[tuple[Question, Medians]]) -> list[Verdict]:
    """Each bound and class that was measured."""
    found = []
    for bound in BOUNDS:
        held = [(q, m) for q, m in measured if not bound.packages or q.package in bound.packages]
        for kind in bound.kinds:
            ratios = [(bound.ratio(m), q.subject) for q, m in held if q.kind == kind]
            found += [_verdict(bound, kind, ratios)] if ratios else []
    return found


def peak(cost: Cost) -> int:
    """The largest resident memory, in MB."""
    return cost.peak * 1024 // 1_000_000


def _verdict(bound: Bound, kind: str, ratios: list[tuple[float, str]]) -> Verdict:
    worst, subject = max(ratios)
    kept = sum(ratio <= bound.limit for ratio, _ in ratios)
    return Verdict(bound.name, bound.limit, kind, median(r for r, _ in ratios), worst, subject, kept, len(ratios))
