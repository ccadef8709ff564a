"""A second look at sites that were left open: at what callers pass and subclasses add, in the question's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ctxask.facts.needles import is_plain, normalised, words_of
from ctxask.resolve.python.infer import FOUND_FURTHER, Frame, Inference
from ctxask.resolve.python.sites import Subject, Verdict, judged


class Left(NamedTuple):
    """A name or attribute, and what a look said of it."""

    frame: Frame
    node: int
    start: int
    block: int
    verdict: Verdict

    @property
    def is_open(self) -> bool:
        """Whether a further look may settle it."""
        return self.verdict.bucket in ("undecided", "likely") and self.verdict.mechanism in FOUND_FURTHER


def looking_at(inf: Inference, paths: Sequence[str]) -> Inference:
    """Inference that asks what callers pass and subclasses add, in these files.

    What it learns is of these files only, and so is not kept for another subject.
    """
    return Inference(inf.facts, inf.modules, inf.check, inf, _among(inf, paths))


def _among(inf: Inference, paths: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    words: dict[bytes, list[str]] = {}

    def holding(name: str) -> tuple[str, ...]:
        if not words:
            for path in sorted(paths):
                for word in words_of(inf.facts.read(path)):
                    words.setdefault(word, []).append(path)
        word = normalised(name)
        return tuple(words.get(word, ())) if is_plain(word) else ()

    return holding


def looked_further(inf: Inference, subject: Subject, left: Sequence[Left], paths: Sequence[str]) -> Iterator[Left]:
    """The sites of which the second look says more, with what it says."""
    further = looking_at(inf, paths)
    for item in left:
        verdict = judged(further, subject, item.frame, item.node)
        if verdict.bucket != "undecided" or verdict.mechanism in ("callers", "heirs"):
            yield item._replace(verdict=verdict)
