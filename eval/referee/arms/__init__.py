"""The arms: each a function from a session and a question to what it claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eval.referee.model import Question
from eval.referee.session import Session

LESSONS = 3  # questions that an arm asks about one way


@dataclass(frozen=True, slots=True)
class Claims:
    """What an arm says: of locate `path:line`, of the others `path::name`, in the order of a way where it is one."""

    direct: tuple[str, ...]
    further: tuple[str, ...] = ()


Script = Callable[[Session, Question], Claims]


@dataclass(frozen=True, slots=True)
class Arm:
    """A way to answer, with a script for each intent."""

    name: str
    summary: str
    scripts: Mapping[str, Script]
