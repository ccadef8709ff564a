"""One look over the repository for some terms: which files hold them, and which of their passages fit best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ctxask.explore import scores
from ctxask.explore.passages import Passage, passages
from ctxask.explore.words import Matcher, Term
from ctxask.rows import File, Site, Symbol
from ctxask.world import Answer

MOST_FILES = 48  # whose definitions are looked at: the best of the files
MOST_RANKED = 200
_PAIR = 30  # hundredths: what words side by side count for beside the words themselves
_SPREAD = 30  # hundredths of a score that depend on how much of the question a passage holds
_FILE_WEIGHT = 50  # hundredths: of a file's rank beside a passage's
_MODULE = 25  # hundredths: of statements outside of definitions
_ASIDE = re.compile(r"(?:^|/)(?:docs?|examples?|benchmarks?|_?vendor(?:ed)?|third_party|node_modules|extern(?:al)?)/")


class Place(NamedTuple):
    """A passage that answers, why, and how well."""

    passage: Passage
    score: int
    turn: int
    channels: tuple[str, ...]  # words, file, named, text, called, followed
    tier: int  # 0 for code, 1 for tests, 2 for examples, documentation and what others wrote


class Source(Protocol):
    """What exploring asks of a repository."""

    def files(self) -> Answer[File]:
        """Covered files, by path."""

    def source(self, path: str) -> bytes:
        """A covered file in UTF-8."""

    def symbols_in(self, paths: Sequence[str]) -> Answer[Symbol]:
        """Every definition of these files, in source order."""

    def find(self, subject: str, file: str | None) -> Answer[Symbol]:
        """The symbols that a subject names; raises Stop when there is none."""

    def callees(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        """The calls in the symbols' bodies."""

    def is_test_file(self, path: str) -> bool:
        """Whether a path is one of tests."""

    def wanted(self, path: str) -> bool:
        """Whether the question is about a file, as far as it says where tests stand."""


class Look:
    """What some terms lead to."""

    def __init__(self, world: Source, terms: tuple[Term, ...]) -> None:
        self._world = world
        paths = [file.path for file in world.files().rows if world.wanted(file.path)]
        self.tiers = {path: _tier(world, path) for path in paths}
        self._matcher = Matcher(terms)
        self.files = self._counted(paths)
        holding = [sum(1 for counts, _ in self.files.values() if term in counts) for term in range(len(terms))]
        self._rarity = {term: scores.rarity(count, len(self.files)) for term, count in enumerate(holding)}
        self._file_places = scores.places(self._ranked_files())

    def _counted(self, paths: Sequence[str]) -> dict[str, tuple[dict[int, int], int]]:
        """For each file that holds a term, how often it holds each, in hundredths, and its size."""
        found: dict[str, tuple[dict[int, int], int]] = {}
        for path in paths:
            source = self._world.source(path)
            counts: dict[int, int] = {}
            for hit in (*self._matcher.hits(source), *self._matcher.hits(path.encode())):
                counts[hit.term] = counts.get(hit.term, 0) + 10 * hit.weight
            if counts:
                found[path] = counts, len(source)
        return found

    def _ranked_files(self) -> list[str]:
        average = sum(size for _, size in self.files.values()) // max(len(self.files), 1)
        rated = {path: scores.fit(counts, self._rarity, size, average) for path, (counts, size) in self.files.items()}
        return scores.ranked(rated, self.tiers)

    def passages_of(self, path: str) -> list[Passage]:
        """The passages of a file that hold a term."""
        symbols = self._world.symbols_in((path,)).rows
        return list(passages(path, self._world.source(path), symbols, self._matcher))

    def places(self) -> list[Place]:
        """The passages of the best files, the best first: their own rank and their file's fused."""
        chosen = list(self._file_places)[:MOST_FILES]
        found = {passage.key: passage for path in chosen for passage in self.passages_of(path)}
        rated = self._rated(tuple(found.values()))
        tiers = {key: self.tiers[key[0]] for key in rated}
        own = scores.places(scores.ranked(rated, tiers)[:MOST_RANKED])
        fused = {
            key: scores.fused(((place, 100), (self._file_places[key[0]], _FILE_WEIGHT))) for key, place in own.items()
        }
        order = scores.ranked(fused, tiers)
        return [Place(found[key], fused[key], 1, ("words", "file"), tiers[key]) for key in order]

    def _rated(self, found: Sequence[Passage]) -> dict[tuple[str, int, int], int]:
        average = sum(passage.length for passage in found) // max(len(found), 1)
        holding: dict[tuple[int, int], int] = {}
        for passage in found:
            for pair, _ in passage.pairs:
                holding[pair] = holding.get(pair, 0) + 1
        pairs = {pair: scores.rarity(count, len(found)) for pair, count in holding.items() if self._in_question(pair)}
        whole = sum(self._rarity.values())
        out = {}
        for passage in found:
            counts = dict(passage.counts)
            score = scores.fit(counts, self._rarity, passage.length, average)
            beside = {
                pair: count * (100 if pair[0] < pair[1] else 50) for pair, count in passage.pairs if pair in pairs
            }
            held = sum(self._rarity[term] for term in counts)
            score = score * (100 - _SPREAD + _SPREAD * held // max(whole, 1)) // 100
            score += scores.fit(beside, pairs, passage.length, average) * _PAIR // 100
            out[passage.key] = score * (_MODULE if passage.kind == "module" else 100) // 100
        return out

    def _in_question(self, pair: tuple[int, int]) -> bool:
        """Whether two terms stand side by side in the question as well."""
        return abs(pair[0] - pair[1]) == 1


def _tier(world: Source, path: str) -> int:
    """Where a file stands in the answer: code first, then tests, then what only goes along with the code."""
    if _ASIDE.search(path):
        return 2
    return int(world.is_test_file(path))
