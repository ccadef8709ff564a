"""What standard libraries declare, as stubs in their own language: `library/` in a language's folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "languages"


@cache
def stubs(language: str) -> tuple[str, ...]:
    """Paths of the language's stubs, `<java>/java.util.java`; no path of a repository begins so."""
    return tuple(f"<{language}>/{path.name}" for path in sorted((_FOLDER / language / "library").glob("*")))


def language_of(path: str) -> str:
    """The language of a stub; empty for a path of the repository."""
    return path[1:].partition(">")[0] if path.startswith("<") else ""


@cache
def source(path: str) -> bytes:
    """A stub's text."""
    return (_FOLDER / language_of(path) / "library" / path.partition("/")[2]).read_bytes()
