"""How well texts fit terms, in whole numbers: BM25 over weighted counts, and ranks fused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

_BITS = 10  # of a logarithm's fraction
_K1, _B = 120, 60  # hundredths: how fast a count saturates, how much length speaks against a text
_SCALE = 1_000_000
_NEAR = 60  # places of a ranking that count about alike

K = TypeVar("K", str, tuple[str, int, int])
T = TypeVar("T", int, tuple[int, int])


def log2(number: int) -> int:
    """The binary logarithm of a positive number, in 1024ths."""
    whole = number.bit_length() - 1
    rest = (number << 40) >> whole  # between 1 and 2, in units of 2**-40
    out = whole
    for _ in range(_BITS):
        rest = rest * rest >> 40
        out = out << 1 | rest >> 41
        rest >>= rest >> 41
    return out


def rarity(holding: int, of: int) -> int:
    """How much a term tells that so many of the texts hold, in 1024ths of a bit."""
    return log2(2 * of + 2) - log2(2 * holding + 1)


def fit(counts: Mapping[T, int], rarities: Mapping[T, int], length: int, average: int) -> int:
    """BM25 of one text, from how often it holds each term in hundredths."""
    damping = _K1 * (100 - _B + _B * length // max(average, 1)) // 100
    return sum(
        rarities[term] * count * (_K1 + 100) // (100 * (count + damping)) for term, count in counts.items() if count
    )


def ranked(scores: Mapping[K, int], tiers: Mapping[K, int]) -> list[K]:
    """What has a score: by tier, in it the best first, ties by key."""
    return sorted((key for key, score in scores.items() if score > 0), key=lambda key: (tiers[key], -scores[key], key))


def places(ranking: Sequence[K]) -> dict[K, int]:
    """Each one's place, from 0."""
    return {key: place for place, key in enumerate(ranking)}


def fused(ranks: Iterable[tuple[int, int]]) -> int:
    """Reciprocal rank fusion of (place, weight in hundredths) pairs."""
    return sum(weight * _SCALE // (100 * (_NEAR + place)) for place, weight in ranks)
