"""JSON: the canonical document and a newline."""

from __future__ import annotations

from ctxask import canon
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render.formats import Options


def render(answer: Digest | Lesson, options: Options) -> str:
    """One JSON document, also for a lesson."""
    encoded = canon.encode(answer.document()) if isinstance(answer, Lesson) else answer.encoded
    return encoded.decode() + "\n"
