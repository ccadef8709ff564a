"""The story of one exploration: words, turns, citations, a document."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.explore import turns
from ctxask.explore.citing import LINES, Citation, cited
from ctxask.explore.turns import Found
from ctxask.explore.words import Term, terms
from ctxask.lesson import EXIT, Lesson, Stop, moving
from ctxask.request import Scope
from ctxask.world import Deadline

if TYPE_CHECKING:
    from ctxask.ground import Ground
    from ctxask.world_view import View

TURNS = 3
MOST_TURNS = 8
SECONDS = 60
_RESTARTS = 3  # while the tree moves
_EVERYWHERE = Scope()


class Question(NamedTuple):
    """What is looked for, and how far."""

    text: str
    turns: int = TURNS
    lines: int = LINES  # that a reader of all citations reads
    scope: Scope = Scope()


class Reply(NamedTuple):
    """The document `ctx.explore/v1`, or the lesson instead of one; `finish` keeps what was computed."""

    answer: dict[str, Any] | Lesson
    finish: Callable[[], None]
    remarks: tuple[str, ...] = ()


def answer(root: Path, question: Question, progress: Callable[[], None] | None = None) -> Reply:
    """Where the repository around root answers a question in plain words."""
    wanted = terms(question.text)
    if not wanted:
        message = "the question holds no word to look for" if question.text.strip() else "there is no question"
        hint = 'ctx explore "where is the configuration file parsed"'
        return Reply(Lesson("bad_question", message, hint), _nothing)
    try:
        return _explored(root, question, wanted, progress)
    except Stop as stop:
        return Reply(stop.lesson, _nothing)


def _explored(root: Path, question: Question, wanted: tuple[Term, ...], progress: Callable[[], None] | None) -> Reply:
    from ctxask import world_view
    from ctxask.ground import open_ground
    from ctxask.repo.snapshot import MovedTree

    check = _clock(progress)
    for _ in range(_RESTARTS + 1):
        ground = open_ground(root, question.scope.include, question.scope.exclude)
        try:
            world = world_view.over(ground, question.scope.tests, check)
            found = turns.explore(world, question.text, wanted, question.turns)
            made = _document(world, wanted, found, question)
        except MovedTree:
            ground.close()
            continue
        except Deadline:
            message = f"the repository could not be read within {SECONDS} seconds"
            raise Stop(Lesson("deadline", message, "ctx explore --include 'src/**' …")) from None

        return Reply(made, partial(_finish, world, ground), ground.remarks)
    raise Stop(moving())


def _finish(world: View, ground: Ground) -> None:
    """Keeps what was computed."""
    world.keep()
    ground.close()


def _document(world: View, wanted: tuple[Term, ...], found: Found, question: Question) -> dict[str, Any] | Lesson:
    chosen = cited(found.places, question.lines)
    if not chosen.citations:
        words = ", ".join(term.word for term in wanted)
        message = f"none of {found.looked_at} files holds any of the words: {words}"
        return Lesson("none_found", message, "ctx doctor", (), EXIT["no_symbol"])
    return {
        "version": "ctx.explore/v1",
        "snapshot": world.snapshot,
        "terms": [term.word for term in wanted],
        "turns": found.turns,
        "citations": [_citation(world, citation) for citation in chosen.citations],
        "omissions": {"places": chosen.left},
        "coverage": {
            "files": found.looked_at,
            "holding": found.files,
            "notes": [
                {name: value for name, value in note._asdict().items() if value not in ("", None)}
                for note in world.notes
            ],
        },
    }


def _citation(world: View, citation: Citation) -> dict[str, Any]:
    place, first, last = citation
    passage = place.passage
    return {
        "path": passage.path,
        "first": first,
        "last": last,
        "symbol": passage.name,
        "kind": passage.kind,
        "score": place.score,
        "turn": place.turn,
        "channels": list(place.channels),
        "address": world.address(passage.path, first, last),
    }


def _clock(progress: Callable[[], None] | None) -> Callable[[], None]:
    """Raises Deadline once the seconds are over."""
    end = time.monotonic() + SECONDS

    def check() -> None:
        if time.monotonic() > end:
            raise Deadline
        if progress is not None:
            progress()

    return check


def _nothing() -> None:
    """What is left to do after a lesson."""


def explore(
    root: str | os.PathLike[str],
    question: str,
    *,
    most_turns: int = TURNS,
    lines: int = LINES,
    scope: Scope = _EVERYWHERE,
) -> dict[str, Any]:
    """The document `ctx.explore/v1` about the repository at root; raises Stop with a lesson."""
    reply = answer(Path(root), Question(question, most_turns, lines, scope))
    reply.finish()
    if isinstance(reply.answer, Lesson):
        raise Stop(reply.answer)
    return reply.answer
