"""The fixed list of names that the bench asks for."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass

from eval.corpus import SUITES

CLASSES = ("rare", "middling", "popular")


@dataclass(frozen=True, slots=True)
class Question:
    """A subject to locate."""

    package: str
    kind: str  # how often its name stands in the package: one of CLASSES
    subject: str
    files: int  # Python files that hold the name

    @property
    def name(self) -> str:
        """The identifier that files are scanned for."""
        return self.subject.rpartition("::")[2].rpartition(".")[2]

    @property
    def path(self) -> str:
        """The file that defines the subject."""
        return self.subject.partition("::")[0]


def questions(kinds: Collection[str], packages: Collection[str]) -> list[Question]:
    """The questions of these classes about these packages, in the list's order."""
    listed = tomllib.loads((SUITES / "names.toml").read_text())
    return [
        Question(package, kind, row["subject"], row["files"])
        for kind in CLASSES
        for package, rows in listed[kind].items()
        for row in rows
        if kind in kinds and package in packages
    ]
