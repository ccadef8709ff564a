"""A question of the referee: who is meant, and the evidence that an answer holds. Kept in suites/referee.jsonl."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from eval.corpus import SUITES

FILE = SUITES / "referee.jsonl"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a package, and what is true."""

    id: str
    intent: str
    package: str
    given: str  # the subject as it is asked for, which may be misspelt
    meant: str  # the symbol that is meant, as path::Qual.name
    trap: str  # plain, popular, re-exported, wrong name
    simple: bool  # the name has one definition, and little is to be found
    evidence: tuple[str, ...]  # decisive: what has to be named
    others: tuple[str, ...] = ()  # of the same name and another's: who names one is wrong; nothing else counts so
    further: tuple[str, ...] = ()  # observed, so it has to be named as well; what else is true is not known
    to: str = ""  # where a trace ends
    edits: tuple[tuple[str, int, str], ...] = ()  # what has changed: path, line, and what stands there instead


def read(file: Path = FILE) -> list[Question]:
    """The questions of a file."""
    return [_question(json.loads(line)) for line in file.read_text().splitlines()]


def write(questions: Iterable[Question], file: Path = FILE) -> None:
    """Keeps questions, each on a line of its own."""
    file.write_text("".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in questions))


def _tuple(value: object) -> object:
    return tuple(_tuple(one) for one in value) if isinstance(value, list) else value


def _question(row: dict[str, object]) -> Question:
    known = {field.name for field in fields(Question)}
    values = {name: _tuple(value) for name, value in row.items() if name in known}
    return Question(**values)  # type: ignore[arg-type]
