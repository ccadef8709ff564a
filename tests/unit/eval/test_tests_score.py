"""Selections of tests: what is missed counts as missed, and everything is everything."""

from __future__ import annotations

import pytest

from eval.seeds.model import Edit, Seed
from eval.tests_selection.score import holds, portion, recall, select, shows

SUITE = ("tests/test_a.py::test_one", "tests/test_a.py::C::test_two[a/b::c]", "tests/sub/test_b.py::test_three")


def _seed(*failing: str) -> Seed:
    return Seed(
        "p", "call", (Edit("call", "a.py", "f", 1, ((0, 1, "x"),), "", True, 0),), 0, failing, failing[0], False
    )


@pytest.mark.parametrize(
    "chosen", [".", "tests", "tests/test_a.py", "tests/test_a.py::C", "tests/test_a.py::C::test_two"]
)
def test_what_holds_a_test_covers_it(chosen: str) -> None:
    assert holds([chosen], "tests/test_a.py::C::test_two[a/b::c]")


@pytest.mark.parametrize(
    "chosen",
    [
        "tests/test_a.py::C::test_two[x]",
        "tests/test_a.py::C::test",
        "tests/test_a.py::C::test_two_more",
        "tests/test_a",
        "test_a.py",
        "tests/sub",
        "tests/test_a.py::test_two",
    ],
)
def test_a_neighbour_or_the_beginning_of_a_name_does_not(chosen: str) -> None:
    assert not holds([chosen], "tests/test_a.py::C::test_two[a/b::c]")
    assert select(_seed("tests/test_a.py::C::test_two"), [chosen], SUITE).missed == ("tests/test_a.py::C::test_two",)


def test_a_file_that_cannot_be_collected_shows_with_any_test_of_it() -> None:
    assert shows(["tests/test_a.py::test_one"], "tests/test_a.py")
    assert not shows(["tests/test_ab.py::test_one", "tests/sub"], "tests/test_a.py")


def test_nothing_selected_misses_all() -> None:
    told = select(_seed(*SUITE), [], SUITE, SUITE[:1], "nothing printed")
    assert (len(told.missed), told.share, told.everything, told.error) == (3, 0.0, False, "nothing printed")
    assert told.executing == pytest.approx(1 / 3)


def test_the_share_counts_tests_and_not_ids() -> None:
    assert portion(["tests/test_a.py"], SUITE) == pytest.approx(2 / 3)
    assert portion(["tests/test_a.py", "tests/test_a.py::test_one"], SUITE) == pytest.approx(2 / 3)
    assert select(_seed(SUITE[0]), ["."], SUITE).everything
    assert portion(["."], SUITE) == 1


def test_recall_counts_the_tests_that_executed_the_function() -> None:
    told = recall("p", "a.py::f", ["tests/test_a.py::test_one"], SUITE[:2], SUITE)
    assert (told.executing, told.found, told.missed) == (2, 1, (SUITE[1],))
    assert recall("p", "a.py::f", [], SUITE, SUITE).found == 0
