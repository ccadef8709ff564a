"""Which pages are looked at: questions over pinned packages, some of them over an edited copy."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple

from eval.corpus import SUITES, copy
from eval.stage import Stage


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


def answered(question: Question, here: Stage) -> Path:
    """The page as a file."""
    released = here.gather([question.package])
    root = released / question.package
    if question.edits:
        copy(released, here.scratch / question.name, [question.package])
        root = here.scratch / question.name / question.package
    for edit in question.edits:
        file = root / edit.path
        text = file.read_text("utf-8")
        if edit.old not in text:
            raise SystemExit(f"{edit.path} of {question.package} does not hold {edit.old!r}")
        file.write_text(text.replace(edit.old, edit.new, 1), "utf-8")
    command = [here.installed.ctx, "-C", str(root), *question.ask, "--format", "html"]
    page = here.scratch / f"{question.name}.html"
    variables = here.installed.environment(here.scratch / "home")
    page.write_bytes(subprocess.run(command, env=variables, stdout=subprocess.PIPE, check=False).stdout)
    return page
