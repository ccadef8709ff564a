"""The alarm: what never looks at the clock ends all the same, and nothing is left behind."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ctxask
from ctxask.alarm import watched
from ctxask.world import Deadline

TEXT = "a" * 40 + "b"


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A store of its own; afterwards handler and timer are what they were."""
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    before = signal.getsignal(signal.SIGALRM)
    yield
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def after(seconds: float) -> Callable[[], None]:
    end = time.monotonic() + seconds

    def check() -> None:
        if time.monotonic() > end:
            raise Deadline

    return check


def test_a_match_without_end_ends() -> None:
    with pytest.raises(Deadline), watched(after(0.2)):
        re.search("(a+)+$", TEXT)


def test_a_short_block_is_not_disturbed() -> None:
    with watched(after(-1)):
        assert re.search("b$", TEXT)


def test_elsewhere_than_in_the_main_thread_the_block_just_runs() -> None:
    done = []

    def block() -> None:
        with watched(after(-1)):
            done.append(signal.getitimer(signal.ITIMER_REAL))

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert done == [(0.0, 0.0)]


def test_a_timer_of_somebody_else_stays() -> None:
    signal.setitimer(signal.ITIMER_REAL, 60)
    with watched(after(-1)):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 1
    assert signal.setitimer(signal.ITIMER_REAL, 0)[0] > 1


def test_a_search_ends_with_the_seconds_of_its_plan(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"# {TEXT}\n")
    plan = {
        "version": "ctx.plan/v1",
        "objective": {"kind": "find", "question": "?"},
        "budget": {"wall_seconds": 1},
        "steps": [{"id": "found", "op": "code.search", "args": {"pattern": "(a+)+$", "regex": True}}],
    }
    begun = time.monotonic()
    document = ctxask.run_plan(tmp_path, plan).document
    assert time.monotonic() - begun < 10
    assert [(node["node"], node["state"], node["why"]) for node in document["coverage"] if "why" in node] == [
        ("found", "incomplete", "deadline")
    ]
