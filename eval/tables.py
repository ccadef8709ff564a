"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table whose first column is text and whose other columns are numbers."""
    rule = ["---", *("---:" for _ in head[1:])]
    lines = (" | ".join(str(cell) for cell in row) for row in (head, rule, *rows))
    return "".join(f"| {line} |\n" for line in lines)


def percent(share: float | None) -> str:
    """A share in percent; a dash where there is none."""
    return "–" if share is None else f"{100 * share:.2f} %"


def origin(head: Mapping[str, Any]) -> str:
    """What a result was made with: the command, versions, and packages where there are some."""
    versions = ", ".join(f"{name} {version}" for name, version in head["versions"].items())
    pins = ", ".join(f"{name} {version}" for name, version in head.get("pins", {}).items())
    return f"`{head['command']}`: {versions}" + f"; {pins} (pinned {head.get('pinned')})" * bool(pins)
