"""The work trees in which questions are asked: a package as released, or changed as a question says."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from eval import corpus
from eval.referee import seeded
from eval.referee.changing import applied
from eval.referee.model import Question
from eval.seeds.model import Seed
from eval.seeds.observed import Pristine
from eval.seeds.suite import QUIET, Suite, suites
from eval.stage import Stage

FILES = 8  # test files of a run, those with failing tests


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of one package."""

    released: Path
    changed: Path  # where questions write their edits
    suite: Suite | None  # where seeds are written, and how its tests run
    pristine: Pristine | None
    seeds: dict[str, Seed]

    def prepared(self, question: Question) -> tuple[Question, Path, tuple[str, ...]]:
        """The question with what had to be measured, the tree that it is asked in, and how its failing tests run."""
        if question.intent in seeded.INTENTS:
            return self._seeded(question)
        if not question.edits:
            return question, self.released, ()
        subprocess.run(["git", "checkout", "-q", "-f", "HEAD", "--", "."], cwd=self.changed, check=True)
        for path in sorted({path for path, _, _ in question.edits}):
            edits = tuple(edit for edit in question.edits if edit[0] == path)
            file = self.changed / path
            file.write_text(applied(edits, file.read_text()))
        return question, self.changed, ()

    def _seeded(self, question: Question) -> tuple[Question, Path, tuple[str, ...]]:
        assert self.suite is not None and self.pristine is not None
        seed = self.seeds[question.given]
        if question.intent == "tests":
            question = seeded.measured(question, seed, self.pristine)
        self.suite.write(seed.contents(self.suite.sources))
        files = sorted({test.partition("::")[0] for test in seed.failing})
        path = ("-o", f"pythonpath={self.suite.path}")
        return question, self.suite.root, (str(self.suite.python), "-m", "pytest", *QUIET, *path, *files[:FILES])


def trees(here: Stage, package: str, questions: Iterable[Question], seeds: Iterable[Seed]) -> Trees:
    """The trees that the questions about a package need."""
    asked = [one for one in questions if one.package == package]
    if any(one.edits for one in asked):
        corpus.copy(here.corpus, here.work / "changed", [package])
    given = {one.given for one in asked if one.intent in seeded.INTENTS}
    mine = {seed.id: seed for seed in seeds if seed.id in given}
    suite = suites(here.work, [package], here.corpus)[0] if mine else None
    pristine = Pristine(suite, here.work / "pristine") if suite else None
    return Trees(here.corpus / package, here.work / "changed" / package, suite, pristine, mine)
