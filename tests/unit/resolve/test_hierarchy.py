"""Hierarchies, held to small repositories: what stands above and below, in each language that has classes.

The last part of a case, `-- expected --`, has a subject a line, and below it, indented, everything that is told of it:
`ROLE NAME`, the class between, what is not exact; then the notes. `--update` writes what is told now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.rows import Note, Symbol
from ctxask.world_view import View
from tests.unit.resolve.test_repos import split

CASES = sorted((Path(__file__).parents[2] / "hierarchies").glob("*.txt"))
EXPECTED = "expected"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_hierarchy(case: Path, opened: Callable[[Mapping[str, bytes]], View], request: pytest.FixtureRequest) -> None:
    files = split(case.read_text(encoding="utf-8"))
    expected = files.pop(EXPECTED)
    view = opened({path: text.encode() for path, text in files.items()})
    subjects = [line for line in expected.splitlines() if line and not line.startswith(" ")]
    told = "".join(f"{subject}\n{_told(view, subject)}" for subject in subjects)
    if request.config.getoption("--update"):
        parts = "".join(f"-- {path} --\n{text}" for path, text in files.items())
        case.write_text(f"{parts}-- {EXPECTED} --\n{told}", encoding="utf-8")
        expected = told
    assert told == expected


def _told(view: View, subject: str) -> str:
    found = view.find(subject, None).rows
    assert len(found) == 1, [symbol.id for symbol in found]
    answer = view.hierarchy(found)
    return "".join(f"  {line}\n" for line in (*map(_row, answer.rows), *map(_note, answer.notes)))


def _row(row: Symbol) -> str:
    through = f" through {row.of.partition('::')[2]}" if row.hop > 1 else ""
    target = f", {row.target}" if row.target != "exact" else ""
    likely = f", {row.evidence}" if row.evidence != "scope" else ""
    return f"{row.role} {row.id.removeprefix('::')}{through}{target}{likely}"


def _note(note: Note) -> str:
    return f"note {note.code}" + (f": {note.text}" if note.text else "")
