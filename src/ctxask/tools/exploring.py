"""Exploring with a JSON value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ctxask.explore.answer import Question, answer
from ctxask.lesson import Lesson, Stop
from ctxask.request import Scope
from ctxask.tools.inputs import ExploreInput
from ctxask.tools.model import Said


def explore(root: Path, given: ExploreInput, check: Callable[[], None] | None) -> Said:
    """The places that answer a question in plain words."""
    from ctxask.render import explored

    scope = Scope(tuple(given.include), tuple(given.exclude), given.tests)
    reply = answer(root, Question(given.question, given.turns, given.lines, scope), check)
    if isinstance(reply.answer, Lesson):
        raise Stop(reply.answer)
    found = reply.answer
    return Said(found, lambda: explored.render(found).decode(), reply.finish)
