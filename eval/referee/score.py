"""Scores what an arm claims of a question, and judges an intent by the arms beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from eval.referee.arms import Claims
from eval.referee.model import Question
from eval.sampling import mean

RECALL, PRECISION = 0.95, 0.9  # an answer that somebody can act on
TURNS = 0.5  # of B's
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
    wrong: int  # claims that are neither evidence nor disputed
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


def score(
    question: Question,
    arm: str,
    claims: Claims,
    turns: int = 0,
    read: int = 0,
    omitted: bool = False,
    told: Iterable[str] = (),
) -> Score:
    """Holds claims against the evidence: a way counts only in its order, everything else in any."""
    holds = _places if question.intent == "locate" else _names
    if question.intent == "trace":
        good = len(claims.direct) == len(question.evidence)
        right = [_names(claim, wanted) for claim, wanted in zip(claims.direct, question.evidence, strict=False)]
        found, wrong = sum(right), 0 if good and all(right) else max(1, len(right) - sum(right))
    else:
        every = (*claims.direct, *claims.further)
        found = sum(any(holds(claim, wanted) for claim in claims.direct) for wanted in question.evidence)
        found += sum(any(holds(claim, wanted) for claim in every) for wanted in question.further)
        known = (*question.evidence, *question.disputed)
        wrong = sum(not any(holds(claim, wanted) for wanted in known) for claim in claims.direct)
    wanted = len(question.evidence) + len(question.further)
    claimed = max(1, len(claims.direct))
    if question.intent == "trace":
        success = found == wanted and not wrong
    else:
        success = found >= RECALL * wanted and wrong <= (1 - PRECISION) * claimed
    return Score(
        question.id,
        question.intent,
        question.trap,
        question.simple,
        arm,
        turns,
        read,
        wanted,
        found,
        wrong,
        omitted,
        success,
        tuple(told),
    )


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


def _places(claim: str, wanted: str) -> bool:
    return claim == wanted


def _names(claim: str, wanted: str) -> bool:
    """Whether a claim is a piece of evidence: the file, and any of the names that hold the place."""
    path, _, name = claim.partition("::")
    where, _, within = wanted.partition("::")
    return path == where and (name in within.split(".") if within else not name)
