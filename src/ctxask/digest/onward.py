"""Onward: the commands that an answer proposes, ready to be pasted into a shell."""

from __future__ import annotations

import shlex
from collections.abc import Iterable


def line(arguments: Iterable[str]) -> str:
    """The arguments as one line of shell."""
    return " ".join(map(quote, arguments))


def quote(argument: str) -> str:
    """The argument as a shell reads it back; one with unprintable characters in the form `$'…'`."""
    if argument.isprintable():
        return shlex.quote(argument)
    escaped = argument.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(c if c.isprintable() else _bytes(c) for c in escaped) + "'"


def _bytes(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode())


def commands(command: tuple[str, ...], onward: tuple[str, int] | None, whole: int, body: str) -> list[str]:
    """The source of what was found first, the whole answer, at last the next page, each in bytes that are enough."""
    out = []
    if body:
        out.append(line(("ctx", "get", body)))
    if command and whole:
        out.append(line(("ctx", *command, "--budget", str(whole))))
    if command and onward is not None:
        cursor, budget = onward
        out.append(line(("ctx", *command, "--budget", str(budget), "--cursor", cursor)))
    return out
