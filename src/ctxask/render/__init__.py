"""Digest to bytes: the only room that knows widths and colours."""

from __future__ import annotations

from importlib import import_module

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render.formats import Options

FORMATS = {  # one line a format: the module whose `render` makes it
    "text": "text",
    "json": "canonical",
    "lines": "lines",
    "toon": "toon",
    "markdown": "markdown",
    "github": "github",
    "sarif": "sarif",
    "tree": "tree",
    "html": "html",
}


def render(answer: Digest | Lesson, form: str, *, color: bool = False, verbose: bool = False, width: int = 0) -> bytes:
    """The answer in that format, UTF-8, with its final newline; KeyError for a format that there is not."""
    made = import_module(f"ctxask.render.{FORMATS[form]}").render(answer, Options(color, verbose, width))
    assert isinstance(made, str)
    return made.encode()
