"""TOON: the document in fewer tokens; read back it must be the same document."""

from __future__ import annotations

from typing import Any

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson, Stop
from ctxask.render.formats import Options


def render(answer: Digest | Lesson, options: Options) -> str:
    """The document as TOON; raises Stop where it would not be read back as the same."""
    return encoded(answer.document() if isinstance(answer, Lesson) else answer.document) + "\n"


def encoded(document: dict[str, Any]) -> str:
    """TOON of a document, checked by reading it back."""
    from toon_format import decode, encode

    ordered = _ordered(document)
    try:
        made = encode(ordered)
        same = decode(made) == ordered
    except Exception as error:  # what the library raises is not named by it
        raise Stop(_lesson(type(error).__name__)) from error
    if not same:
        raise Stop(_lesson("it would be read back as another document"))
    return made


def _lesson(why: str) -> Lesson:
    return Lesson("ENCODING_ERROR", f"the answer cannot be written as TOON: {why}", "--format json")


def _ordered(value: Any) -> Any:
    """The value with its keys in canonical order: a table of TOON follows the order of the keys."""
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(part) for part in value] if isinstance(value, list) else value
