"""Expressions: what never ends is ended by its check, in any thread, and matches are those of the standard library."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ctxask
from ctxask.expression import finder, literal
from ctxask.world import Deadline

ENDLESS = "(a|aa)+$"
TEXT = "a" * 60 + "b"


def after(seconds: float) -> Callable[[], None]:
    end = time.monotonic() + seconds

    def check() -> None:
        if time.monotonic() > end:
            raise Deadline

    return check


def test_a_match_without_end_ends() -> None:
    with pytest.raises(Deadline):
        list(finder(ENDLESS, after(0.2))(TEXT))


def test_it_ends_in_another_thread_and_lets_others_work() -> None:
    ended: list[bool] = []

    def look() -> None:
        with pytest.raises(Deadline):
            list(finder(ENDLESS, after(0.5))(TEXT))
        ended.append(True)

    thread = threading.Thread(target=look)
    begun = time.monotonic()
    thread.start()
    worked = 0
    while thread.is_alive() and time.monotonic() - begun < 20:
        worked += 1
    thread.join(1)
    assert ended and worked > 1000


@pytest.mark.parametrize(
    ("pattern", "line"),
    [("b+", "abbab"), ("", "ab"), (r"\bdef (\w+)", "def f; def g"), ("(?i)É", "xéÉ"), ("x*", "axb"), ("^a|b$", "ab")],
)
def test_matches_are_those_of_the_standard_library(pattern: str, line: str) -> None:
    expected = [(match.start(), match[0]) for match in re.finditer(pattern, line)]
    assert list(finder(pattern, lambda: None)(line)) == expected


def test_what_is_no_expression_says_so() -> None:
    with pytest.raises(ValueError, match="missing"):
        finder("(a", lambda: None)


def test_a_literal_is_found_wherever_it_begins_after_the_last() -> None:
    assert list(literal("a.")("a.aa.a.")) == [(0, "a."), (3, "a."), (5, "a.")]


def test_a_search_ends_with_the_seconds_of_its_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    (tmp_path / "a.py").write_text(f"# {TEXT}\n")
    plan = {
        "version": "ctx.plan/v1",
        "objective": {"kind": "find", "question": "?"},
        "budget": {"wall_seconds": 1},
        "steps": [{"id": "found", "op": "code.search", "args": {"pattern": ENDLESS, "regex": True}}],
    }
    begun = time.monotonic()
    document = ctxask.run_plan(tmp_path, plan).document
    assert time.monotonic() - begun < 10
    assert [(node["node"], node["state"], node["why"]) for node in document["coverage"] if "why" in node] == [
        ("found", "incomplete", "deadline")
    ]
