"""What goes to a terminal, a pipe or a program: answers, lessons, and remarks beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from ctxask.lesson import Lesson


def tell(lesson: Lesson, as_json: bool) -> int:
    """Prints a lesson, as one JSON document on stdout or as a few lines on stderr; its exit code."""
    from ctxask.render import render

    made = render(_valid(lesson), "json" if as_json else "text")
    if as_json:
        write(made)
    else:
        _beside(made.decode())
    return lesson.exit


def _valid(lesson: Lesson) -> Lesson:
    """The lesson as valid Unicode: a command line may hold any bytes."""
    candidates = tuple(map(_text, lesson.candidates))
    return lesson._replace(message=_text(lesson.message), hint=_text(lesson.hint), candidates=candidates)


def _text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def write(data: bytes) -> None:
    """Writes bytes to stdout, all at once: an interrupted answer leaves none."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_page(data: bytes, color: bool) -> None:
    """Writes an answer; on a terminal through the person's pager when it is longer than the screen."""
    import shutil

    import click

    if data.count(b"\n") < shutil.get_terminal_size().lines:
        write(data)
    else:
        os.environ.setdefault("LESS", "-FRX")  # as git does: colours pass, a short text ends it, the screen stays
        click.echo_via_pager(data.decode(), color=color)


def wants_color(choice: str) -> bool:
    """Whether stdout gets colour: always, never, or by itself on a terminal unless NO_COLOR is set."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return choice == "always"


def aside(lines: Iterable[str]) -> None:
    """Remarks beside an answer, on stderr, each on one line."""
    for line in lines:
        from ctxask.render.style import visible

        _beside(f"{visible(line)}\n")


def _beside(text: str) -> None:
    """Writes to stderr; where it cannot be written, nothing else is lost by it."""
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()
