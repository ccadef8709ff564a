"""What reaches a terminal."""

from __future__ import annotations

import pytest

from ctxask.lesson import Lesson
from ctxask.render import render
from ctxask.render.markdown import code, plain
from ctxask.render.style import paint, visible
from ctxask.render.words import counted, mentions, roles, units


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain ü 漢字", "plain ü 漢字"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("bell\x07", "bell\\x07"),
        ("two\nlines\r", "two\\nlines\\r"),
        ("\u202etxt\u202c", "\\u202etxt\\u202c"),
        ("line\u2028sep\u2029", "line\\u2028sep\\u2029"),
        ("c1\x9b31m", "c1\\x9b31m"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("tab\tstays, so does a blank\u3000", "tab\tstays, so does a blank\u3000"),
    ],
)
def test_control_characters_are_visible(raw: str, shown: str) -> None:
    assert visible(raw) == shown


def test_every_code_point_stays_on_its_line() -> None:
    everything = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000, 7))))
    shown = visible(everything)
    assert len(shown.splitlines()) == 1
    assert "\x1b" not in shown and "\x07" not in shown


def test_colour_only_where_it_was_asked_for() -> None:
    line = (("title", "a\x1b"), ("", " b"))
    assert paint(line, False) == "a\\x1b b"  # type: ignore[arg-type]
    assert paint(line, True) == "\x1b[1ma\\x1b\x1b[0m b"  # type: ignore[arg-type]


def test_a_lesson_in_every_form() -> None:
    lesson = Lesson("no_symbol", "there is no symbol `x\n`", "ctx locate y", ("a.py::y",), 3)
    assert render(lesson, "text") == b"there is no symbol `x\\n`\n  a.py::y\ntry  ctx locate y\n"
    assert render(lesson, "json").startswith(b'{"error":{"candidates":["a.py::y"],"code":"no_symbol"')
    assert render(lesson, "markdown").endswith(b"- `a.py::y`\n\nTry `ctx locate y`\n")


def test_markdown_shows_text_as_text() -> None:
    assert code("a `b`") == "`` a `b` ``"
    assert plain("*a* <b> [c](d)") == r"\*a\* \<b\> \[c\](d)"


def test_words() -> None:
    assert roles({"import": 1, "call": 50, "value": 4}) == "50 calls, 4 uses as a value, 1 import"
    assert mentions({"string": 3, "docs": 28}) == "28 times in docs, 3 in strings"
    assert counted("damaged_files", 1) == "1 damaged file"
    assert counted("nested_repositories", 2) == "2 nested repositories"
    assert units({"bodies": 1, "sites": 2, "ruled_out": 3}) == "1 body, 3 ruled out, 2 sites"
