"""Scores in whole numbers."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from ctxask.explore import scores


@given(st.integers(1, 10**9))
def test_the_logarithm_is_the_logarithm(number: int) -> None:
    assert abs(scores.log2(number) - math.log2(number) * 1024) <= 1.01


@given(st.integers(1, 10_000), st.integers(0, 9_999))
def test_what_fewer_hold_tells_more(of: int, holding: int) -> None:
    held = holding % (of + 1)
    assert scores.rarity(held, of) >= scores.rarity(held + 1, of) >= 0 or held == of
    assert scores.rarity(held // 2, of) > scores.rarity(held, of) or held < 2


def test_more_of_a_word_fits_better_and_ever_less_so() -> None:
    once, twice, often = (scores.fit({0: count}, {0: 2048}, 100, 100) for count in (100, 200, 10_000))
    assert once < twice < often < 3 * once


def test_a_long_text_fits_less() -> None:
    assert scores.fit({0: 100}, {0: 2048}, 1_000, 100) < scores.fit({0: 100}, {0: 2048}, 100, 100)


def test_ranks_are_fused() -> None:
    assert scores.fused([(0, 100)]) > scores.fused([(1, 100)]) > scores.fused([(1, 50)])
    assert scores.fused([(0, 100), (9, 50)]) > scores.fused([(0, 100)])


def test_the_best_of_a_tier_come_first_and_ties_by_name() -> None:
    rated = {"b": 5, "a": 5, "c": 9, "t": 99, "none": 0}
    assert scores.ranked(rated, {"a": 0, "b": 0, "c": 0, "t": 1, "none": 0}) == ["c", "a", "b", "t"]
