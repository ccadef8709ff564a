"""Scores what an arm claims of a question, and judges an intent by the arms beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from eval.referee.arms import Claims
from eval.referee.model import Question
from eval.sampling import mean
from eval.tests_selection.score import holds, shows

RECALL, PRECISION = 0.95, 0.9  # an answer that somebody can act on
TURNS = 0.5  # of B's
RANKED = 3  # changes that are looked at
SHARE = 0.3  # of a suite: that much may be run, or as much as executes what changed
OVERHEAD = 1.05  # of B's bytes, on the simplest questions


@dataclass(frozen=True, slots=True)
class Score:
    """One arm at one question."""

    question: str
    intent: str
    trap: str
    simple: bool
    arm: str
    turns: int
    bytes: int
    wanted: int  # pieces of evidence
    found: int  # of them, those that are claimed
    wrong: int  # claims that are another's
    omitted: bool
    success: bool
    commands: tuple[str, ...]

    @property
    def recall(self) -> float:
        """The share of the evidence that is claimed."""
        return self.found / self.wanted if self.wanted else 1.0


@dataclass(frozen=True, slots=True)
class Gate:
    """One condition of an intent."""

    name: str
    bound: str
    measured: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """What claims come to."""

    wanted: int
    found: int
    wrong: int
    success: bool


def score(
    question: Question,
    arm: str,
    claims: Claims,
    turns: int = 0,
    read: int = 0,
    omitted: bool = False,
    told: Iterable[str] = (),
) -> Score:
    """Holds claims against the evidence."""
    judged = _JUDGES.get(question.intent, _claimed)(question, claims)
    return Score(
        question.id,
        question.intent,
        question.trap,
        question.simple,
        arm,
        turns,
        read,
        judged.wanted,
        judged.found,
        judged.wrong,
        omitted,
        judged.success,
        tuple(told),
    )


def _claimed(question: Question, claims: Claims) -> Judged:
    """Places, or symbols, in any order."""
    every = (*claims.direct, *claims.further)
    found = sum(any(_names(claim, wanted) for claim in claims.direct) for wanted in question.evidence)
    found += sum(any(_names(claim, wanted) for claim in every) for wanted in question.further)
    wrong = sum(
        any(_names(claim, other) for other in question.others)
        and not any(_names(claim, wanted) for wanted in question.evidence)
        for claim in claims.direct
    )
    wanted = len(question.evidence) + len(question.further)
    good = found >= RECALL * wanted and wrong <= (1 - PRECISION) * max(1, len(claims.direct))
    return Judged(wanted, found, wrong, good)


def _way(question: Question, claims: Claims) -> Judged:
    """A way counts only in its order; who finds none claims nothing."""
    right = [_names(claim, wanted) for claim, wanted in zip(claims.direct, question.evidence, strict=False)]
    good = len(claims.direct) == len(question.evidence) and all(right)
    wrong = 0 if good or not right else max(1, len(right) - sum(right))
    return Judged(len(question.evidence), sum(right), wrong, good)


def _ranked(question: Question, claims: Claims) -> Judged:
    """The one change at fault, which has several names, among the first few; what stands before it is wrong."""
    first = claims.direct[:RANKED]
    rank = next((rank for rank, claim in enumerate(first) if claim in question.evidence), None)
    return Judged(1, rank is not None, len(first) if rank is None else rank, rank == 0)


def _selected(question: Question, claims: Claims) -> Judged:
    """Tests that fail have to be selected; wrong are those that execute nothing of what changed."""
    missed = sum(not shows(claims.direct, test) for test in question.evidence)
    wrong = sum(holds(claims.direct, test) for test in question.others)
    executing = len(question.evidence) + len(question.further)
    chosen = wrong + sum(holds(claims.direct, test) for test in (*question.evidence, *question.further))
    most = max(SHARE * (executing + len(question.others)), executing)
    return Judged(len(question.evidence), len(question.evidence) - missed, wrong, not missed and chosen <= most)


_JUDGES = {"trace": _way, "diagnose": _ranked, "tests": _selected}


def gates(scores: Sequence[Score]) -> list[Gate]:
    """The conditions of one intent, judged."""
    a, b, c = (_of(scores, arm) for arm in "ABC")
    turns = [sum(one.turns for one in rows) for rows in (b, c)]
    sizes = [sum(one.bytes for one in rows) for rows in (a, c)]
    simple = [sum(one.bytes for one in rows if one.simple) for rows in (b, c)]
    left = sum(one.omitted for one in c)
    return [
        Gate("turns", f"≤ {TURNS:g} of B's {turns[0]}", str(turns[1]), turns[1] <= TURNS * turns[0]),
        _best("success", a, b, c, lambda one: float(one.success)),
        _best("decisive recall", a, b, c, lambda one: one.recall),
        Gate("unresolved omissions", "none", str(left), not left),
        Gate("bytes", f"< A's {sizes[0]:,}", f"{sizes[1]:,}", sizes[1] < sizes[0]),
        Gate(
            f"bytes, {sum(one.simple for one in c)} simplest",
            f"≤ {OVERHEAD:g} × B's {simple[0]:,}",
            f"{simple[1]:,}",
            simple[1] <= OVERHEAD * simple[0],
        ),
    ]


def by_intent(scores: Iterable[Score]) -> Mapping[str, list[Score]]:
    """The scores of each intent."""
    found: dict[str, list[Score]] = {}
    for one in scores:
        found.setdefault(one.intent, []).append(one)
    return found


def _of(scores: Iterable[Score], arm: str) -> list[Score]:
    return [one for one in scores if one.arm == arm]


def _best(
    name: str, a: Sequence[Score], b: Sequence[Score], c: Sequence[Score], figure: Callable[[Score], float]
) -> Gate:
    shares = [mean([figure(one) for one in rows]) for rows in (a, b, c)]
    least = max(shares[:2])
    return Gate(name, f"≥ {100 * least:.1f} %", f"{100 * shares[2]:.1f} %", shares[2] >= least - 1e-9)


def _names(claim: str, wanted: str) -> bool:
    """Whether a claim is a piece of evidence: the place, or its file and any of the names that hold it."""
    path, _, name = claim.partition("::")
    where, _, within = wanted.partition("::")
    return claim == wanted or (path == where and (name in within.split(".") if within else not name))
