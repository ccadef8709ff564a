"""The report makes every page again from what is kept, and a gate that failed is said."""

from __future__ import annotations

import pytest

from eval.record import RESULTS
from eval.report import PAGES, _referee, kept


@pytest.mark.parametrize("name", PAGES)
def test_a_kept_page_is_what_its_results_make(name: str) -> None:
    told = kept(name)
    assert told, "a page without results"
    assert PAGES[name][1](*told) == (RESULTS / f"{name}.md").read_text()


def test_a_gate_that_is_not_kept_is_named() -> None:
    arm = {
        "turns": 2,
        "bytes": 10,
        "wanted": 1,
        "found": 1,
        "wrong": 0,
        "omitted": False,
        "success": True,
        "commands": [],
    }
    row = {
        "question": "q",
        "intent": "locate",
        "trap": "plain",
        "simple": False,
        "arms": {"A": arm, "B": arm, "C": arm},
    }
    [(what, bound, measured, verdict)] = _referee([row])
    assert (what, bound, verdict) == ("referee: gates of locate, 1 questions", "all 6", "no")
    assert measured == "4; not: turns, bytes"
