"""What an import's module leads to, and what a rule that finds it looks like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family


class Module(NamedTuple):
    """The files that an import may mean."""

    files: tuple[str, ...] = ()
    sure: bool = False  # the language's own rule leads to them, not likeness of paths
    external: bool = False  # certainly none of the repository's
    inside: str = ""  # the type in the files whose members are meant, by its qualified name


Find = Callable[[str, Import], Module]  # of a file and an import in it
Rule = Callable[[Family], Find]


def rules(family: Family, path: str) -> dict[str, Any]:
    """`[imports]` of `names.toml` for the language of a file."""
    found: dict[str, Any] = family.details(path).get("imports", {})
    return found
