"""Questions about the seeded changes: which tests to run, and which change explains the failures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from eval.diagnose.score import names
from eval.referee.arms.answers import named
from eval.referee.model import Question
from eval.seeds.model import Seed
from eval.seeds.observed import Pristine

INTENTS = ("diagnose", "tests")
FEW = 3  # failing tests of a simple question


def questions(seeds: Iterable[Seed]) -> Iterator[Question]:
    """Two questions a seed, without what has to be measured."""
    for seed in seeds:
        kind = "wrong value" if seed.wrong_value else "in a frame"
        simple = len(seed.failing) <= FEW
        culprit = tuple(sorted(named(symbol) for symbol in names(seed.culprit)))
        for intent, evidence in (("diagnose", culprit), ("tests", tuple(seed.failing))):
            id = f"{intent} {seed.id}"
            yield Question(id, intent, seed.package, seed.id, culprit[0], kind, simple, evidence)


def measured(question: Question, seed: Seed, pristine: Pristine) -> Question:
    """With the tests that execute what changed, and those that do not."""
    ran = pristine.executing(seed.edits)
    failing = set(question.evidence)
    rest = [test for test in pristine.tests if test.partition("[")[0] not in failing]
    return replace(
        question,
        others=tuple(test for test in rest if test not in ran),
        further=tuple(test for test in rest if test in ran),
    )
