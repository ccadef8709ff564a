"""Which pages are looked at: questions over pinned packages, some of them over an edited copy."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from eval.corpus import SUITES, copy, gather


class Edit(NamedTuple):
    """A text in a file, and what stands there instead."""

    path: str
    old: str
    new: str


class Question(NamedTuple):
    """A question that a page answers."""

    name: str
    package: str
    ask: tuple[str, ...]
    edits: tuple[Edit, ...]


def questions() -> list[Question]:
    """The questions of the suite."""
    entries = tomllib.loads((SUITES / "pages.toml").read_text("utf-8"))["page"]
    return [
        Question(e["name"], e["package"], tuple(e["ask"]), tuple(Edit(**edit) for edit in e.get("edits", ())))
        for e in entries
    ]


def answered(question: Question, corpus: Path, work: Path) -> Path:
    """The page as a file."""
    gather(corpus, [question.package])
    root = corpus / question.package
    if question.edits:
        copy(corpus, work / question.name, [question.package])
        root = work / question.name / question.package
    for edit in question.edits:
        file = root / edit.path
        text = file.read_text("utf-8")
        if edit.old not in text:
            raise SystemExit(f"{edit.path} of {question.package} does not hold {edit.old!r}")
        file.write_text(text.replace(edit.old, edit.new, 1), "utf-8")
    command = [sys.executable, "-m", "ctxask", "-C", str(root), *question.ask, "--format", "html"]
    page = work / f"{question.name}.html"
    page.write_bytes(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)
    return page
