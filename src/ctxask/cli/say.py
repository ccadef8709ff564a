"""Lessons and notes as a terminal, a pipe or a program reads them."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ctxask import canon
from ctxask.lesson import Lesson


def tell(lesson: Lesson, as_json: bool) -> int:
    """Prints a lesson: one JSON document on stdout, or a few lines on stderr; its exit code."""
    if as_json:
        write(canon.encode(_valid(lesson.document())) + b"\n")
    else:
        sys.stderr.write("".join(f"{line}\n" for line in lesson_lines(lesson)))
    return lesson.exit


def lesson_lines(lesson: Lesson) -> list[str]:
    """A lesson as text: what is wrong, what to do, and what there is."""
    out = [f"error: {plain(lesson.message)}"]
    out += [f"  {plain(candidate)}" for candidate in lesson.candidates]
    if lesson.hint:
        out.append(f"try: {plain(lesson.hint)}")
    return out


def plain(text: str) -> str:
    """One line without control characters: none of them reaches a terminal, none forges a line."""
    return "".join(character if character.isprintable() else _escaped(character) for character in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def _valid(value: object) -> object:
    """The value with lone surrogates spelled out: a command line may hold any bytes."""
    if isinstance(value, str):
        return value if value.isascii() else "".join(_escaped(c) if "\ud800" <= c <= "\udfff" else c for c in value)
    if isinstance(value, dict):
        return {key: _valid(item) for key, item in value.items()}
    return [_valid(item) for item in value] if isinstance(value, list) else value


def write(data: bytes) -> None:
    """Writes bytes to stdout, all at once: an interrupted answer leaves none."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def aside(lines: Iterable[str]) -> None:
    """Remarks beside an answer, on stderr."""
    sys.stderr.write("".join(f"{plain(line)}\n" for line in lines))
