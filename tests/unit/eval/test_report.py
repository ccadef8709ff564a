"""The report makes every page again from what is kept, and a bound that is not kept is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eval import report
from eval.accuracy import page as accuracy
from eval.diagnose import page as diagnose
from eval.figures import share
from eval.parts import PAGES
from eval.record import RESULTS, kept, write
from eval.referee import page as referee


@pytest.mark.parametrize("name", PAGES)
def test_a_kept_page_is_what_its_results_make(name: str) -> None:
    told = kept(RESULTS / name)
    assert told, "a page without results"
    assert PAGES[name].markdown(*told) == (RESULTS / f"{name}.md").read_text()


def test_the_results_are_what_is_kept() -> None:
    assert report.SUMMARY.read_text() == report.summary()


@pytest.mark.parametrize("name", PAGES)
def test_what_is_drawn_again_adds_up_to_what_is_said(name: str) -> None:
    told = kept(RESULTS / name)
    figures = PAGES[name].figures(*told)
    drawn = [one for one in PAGES[name].bounds(*told) if one.figure in figures]
    said = {one.figure: float(one.measured.removesuffix(" %")) for one in drawn}
    assert {figure: 100 * share(figures[figure].values()) for figure in said} == pytest.approx(said, abs=0.006)


def test_a_bound_that_is_not_kept_is_said() -> None:
    found = {"precision": 0.98, "macro_f1": 0.98, "ruled_out": 1, "excluded": 10, "unsettled_share": 0.1}
    told = {"references": {"all": {**found, "false_proven": 1, "errors": 0}}}
    assert [one.kept for one in accuracy.bounds(told)] == ["no", "yes", "no", "no", "no", "yes"]
    late = {"all": {"seeds": 2, "first": 0.5, "first_three": 1.0}}
    assert [one.kept for one in diagnose.bounds(late)] == ["no", "yes"]
    assert {one.kept for one in diagnose.hard_bounds(late)} == {"–"}


def test_a_gate_that_is_not_kept_is_named() -> None:
    arm: dict[str, Any] = {"turns": 2, "bytes": 10, "wanted": 1, "found": 1, "wrong": 0, "omitted": False}
    arm |= {"success": True, "commands": []}
    arms = {"A": arm, "B": arm, "C": arm}
    row = {"question": "q", "intent": "locate", "trap": "plain", "simple": False, "arms": arms}
    [one] = referee.bounds({}, [row])
    assert (one.what, one.bound, one.kept) == ("referee: gates of locate, 1 questions", "all 6", "no")
    assert one.measured == "4; not: turns, bytes"


def test_a_list_of_numbers_stands_on_one_line_and_a_text_as_it_is(tmp_path: Path) -> None:
    document = {"counts": [1, 2.5, -3], "text": "[1,   2]", "names": ["a"]}
    write(tmp_path / "r", document, lambda told: "page\n")
    printed = (tmp_path / "r.json").read_text()
    assert '"counts": [1, 2.5, -3]' in printed and kept(tmp_path / "r") == (document,)
