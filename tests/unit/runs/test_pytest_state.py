"""What a test leaves behind in modules: told where something is bound, added or replaced, and not where nothing is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from ctxask.runs.pytest_state import state

SOURCE = """
from functools import lru_cache

KNOWN, LISTED, SEEN, TEXT, COUNT = {}, [], set(), "", 0


class Box:
    made = None
    def __init__(self): self.inner = {}


BOX = Box()
BOX.box = Box()


@lru_cache
def cached(x): return x


def memo(function):
    known = {}
    def called(x):
        if x not in known:
            known[x] = function(x)
        return known[x]
    return called


@memo
def remembered(x): return x


def plain(x):
    local = {}
    local[x] = x
    Box().inner["a"] = x
    return local


def once():
    global TEXT
    TEXT = "set"


def count():
    global COUNT
    COUNT += 1
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    made = ModuleType("left_behind")
    made.__file__ = str(tmp_path / "left_behind.py")
    sys.modules["left_behind"] = made
    exec(SOURCE, vars(made))
    yield made
    del sys.modules["left_behind"]


@pytest.mark.parametrize(
    "does",
    [
        "KNOWN[1] = 2", "LISTED.append(1)", "SEEN.add(1)", "once()", "cached(1)", "remembered(1)", "Box.made = 1",
        "BOX.x = 1", "BOX.inner[1] = 2", "BOX.box.inner[1] = 2", "NEW = 1",
    ],
)  # fmt: skip
def test_what_is_left_is_told(module: ModuleType, tmp_path: Path, does: str) -> None:
    before = state(f"{tmp_path}/")
    assert state(f"{tmp_path}/") == before
    exec(does, vars(module))
    assert state(f"{tmp_path}/") != before


@pytest.mark.parametrize("does", ["plain(1)", "count()", "cached", "KNOWN.get(1)", "Box()"])
def test_what_leaves_nothing_is_not(module: ModuleType, tmp_path: Path, does: str) -> None:
    module.cached(1)
    before = state(f"{tmp_path}/")
    exec(does, vars(module))
    assert state(f"{tmp_path}/") == before


def test_what_was_replaced_is_told(module: ModuleType, tmp_path: Path) -> None:
    module.KNOWN.update(a=object())
    before = state(f"{tmp_path}/")
    module.KNOWN.update(a="another")
    assert state(f"{tmp_path}/") != before


def test_other_modules_are_not_looked_at(module: ModuleType, tmp_path: Path) -> None:
    before = state(f"{tmp_path}/elsewhere/")
    module.KNOWN[1] = 2
    assert state(f"{tmp_path}/elsewhere/") == before
