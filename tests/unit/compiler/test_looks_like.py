"""Which intent a question without one looks like: by its words, and by whether it names a subject."""

from __future__ import annotations

import pytest

from ctxask.compiler.lessons import missing_intent
from ctxask.templates import Catalogue


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("what breaks if I change Command.invoke", "ctx impact Command.invoke"),
        ("what breaks with this change", "ctx affected --help"),  # names no subject
        ("where is run_tests_again defined", "ctx locate run_tests_again"),  # words of a name do not count
        ("how does main get to save_all", "ctx trace save_all"),
        ("does replacing Command.invoke hurt anyone", "ctx impact Command.invoke"),  # endings do not count
        ("which failures are new since the previous run", "ctx compare --help"),
        ("zebra crossing", "ctx guide"),
        ("run_tests_again", "ctx guide"),
        ("", "ctx guide"),
    ],
)
def test_the_lesson_suggests(question: str, command: str) -> None:
    lesson = missing_intent(question, Catalogue().usable())
    assert lesson.hint == command
    assert ("looks like" in lesson.message) == (command != "ctx guide")
