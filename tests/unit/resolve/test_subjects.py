"""Subjects: each form, told apart by its syntax alone, names the symbols that it should."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.lesson import Stop
from ctxask.world_view import View

REPO = Path(__file__).parents[2] / "repos" / "subjects.txt"

CASES = {
    # path::name and its parts
    "pkg/core.py::Tool.look": ["pkg/core.py::Tool.look"],
    "./pkg/core.py::run": ["pkg/core.py::run"],
    "core.py::run": ["other/core.py::run", "pkg/core.py::run"],
    "pkg/core.py::Tool.look.inner": ["pkg/core.py::Tool.look.inner"],
    "pkg/core.py::run.tool": ["pkg/core.py::run.tool"],
    # a qualified name or a suffix of one
    "Tool.look": ["pkg/core.py::Tool.look"],
    "look": ["pkg/core.py::Tool.look"],
    "Tool.state": ["pkg/core.py::Tool.state"],
    "size": ["pkg/core.py::Tool.size"],
    "LIMIT": ["other/core.py::LIMIT"],
    "run": ["other/core.py::run", "pkg/core.py::run", "web/core.js::run"],
    "  run  ": ["other/core.py::run", "pkg/core.py::run", "web/core.js::run"],
    # a dotted import path, behind re-exports
    "pkg.core.Tool": ["pkg/core.py::Tool"],
    "pkg.Public": ["pkg/core.py::Tool"],
    "pkg.Public.look": ["pkg/core.py::Tool.look"],
    "pkg.run": ["pkg/core.py::run"],
    "pkg.core": ["pkg/core.py"],
    "pkg": ["pkg/__init__.py"],
    # a place
    "pkg/core.py:4": ["pkg/core.py::Tool"],
    "pkg/core.py:4:7": ["pkg/core.py::Tool"],
    "pkg/core.py:5": ["pkg/core.py::Tool.size"],
    "pkg/core.py:12": ["pkg/core.py::Tool.look"],
    "pkg/core.py:17:20": ["pkg/core.py::Tool.look.inner"],
    "pkg/core.py:1": ["pkg/core.py"],
    "core.py:1": ["other/core.py::run", "pkg/core.py"],
    # a traceback line
    'File "pkg/core.py", line 23, in run': ["pkg/core.py::run"],
    '  File "/home/someone/src/pkg/core.py", line 17, in inner': ["pkg/core.py::Tool.look.inner"],
    'File "pkg/core.py", line 1, in <module>': ["pkg/core.py"],
    # a pytest node id
    "tests/test_core.py::TestTool::test_look": ["tests/test_core.py::TestTool.test_look"],
    "tests/test_core.py::TestTool::test_look[a-b::c]": ["tests/test_core.py::TestTool.test_look"],
    # a path
    "pkg/core.py": ["pkg/core.py"],
    "test_core.py": ["tests/test_core.py"],
    "web/core.js": ["web/core.js"],
}

WRONG = {
    "nothing_like_it": "no_symbol",
    "Tool.missing": "no_symbol",
    "pkg.core.missing": "no_symbol",
    "pkg/core.py::missing": "no_symbol",
    "pkg/missing.py": "no_symbol",
    "pkg/missing.py::run": "no_such_file",
    "pkg/core.py:999": "no_such_line",
    "pkg/core.py:0": "no_such_line",
    "../core.py:1": "no_such_file",
    "what is this": "bad_subject",
    "": "bad_subject",
    "a..b": "bad_subject",
    "1x": "bad_subject",
}


@pytest.fixture
def view(opened: Callable[[Mapping[str, bytes]], View]) -> View:
    parts = re.split(r"(?m)^-- (\S+) --\n", REPO.read_text(encoding="utf-8"))
    return opened({path: text.encode() for path, text in zip(parts[1::2], parts[2::2], strict=True)})


@pytest.mark.parametrize("subject", CASES)
def test_a_subject_names(subject: str, view: View) -> None:
    assert [symbol.id for symbol in view.find(subject, None).rows] == CASES[subject]


@pytest.mark.parametrize("subject", WRONG)
def test_a_subject_that_names_nothing_teaches(subject: str, view: View) -> None:
    with pytest.raises(Stop) as stop:
        view.find(subject, None)
    assert stop.value.lesson.code == WRONG[subject]


def test_close_names_exist(view: View) -> None:
    with pytest.raises(Stop) as stop:
        view.find("Toll", None)
    assert stop.value.lesson.candidates == ("pkg/core.py::Tool",)
    assert view.find(stop.value.lesson.candidates[0], None).rows


@pytest.mark.parametrize(
    ("subject", "file", "found"),
    [
        ("run", "other/core.py", ["other/core.py::run"]),
        ("run", "core.js", ["web/core.js::run"]),
        ("look", "pkg/core.py", ["pkg/core.py::Tool.look"]),
        ("Tool", "pkg/core.py", ["pkg/core.py::Tool"]),
    ],
)
def test_a_file_narrows(subject: str, file: str, found: list[str], view: View) -> None:
    assert [symbol.id for symbol in view.find(subject, file).rows] == found


def test_all_definitions_of_one_name_are_one_subject(view: View) -> None:
    (look,) = view.find("look", None).rows
    assert (look.kind, sorted({look.line, *(line for line, _ in look.more)})) == ("property", [11, 15])


def test_a_definition_and_its_stub_are_one_where_one_is_asked_for(
    opened: Callable[[Mapping[str, bytes]], View],
) -> None:
    view = opened(
        {
            "lib/__init__.py": b"from ._make import make\n",
            "lib/__init__.pyi": b"def make() -> int: ...\ndef other() -> int: ...\n",
            "lib/_make.py": b"def make():\n    return 1\n",
            "lib/_make.pyi": b"def make() -> int: ...\n",
            "app.py": b"def other():\n    return 2\n",
        }
    )
    assert [row.id for row in view.find("make", None, one=True).rows] == ["lib/_make.py::make"]
    assert len(view.find("make", None).rows) == 3
    assert len(view.find("other", None, one=True).rows) == 2
