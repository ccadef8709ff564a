"""The head of a definition as one line: what it is called and takes, without its body."""

from __future__ import annotations

import re

_STOPS = re.compile(rb"[(\[\])]|=>|[{;\n]")
_LONGEST = 240  # characters


def head(source: bytes, start: int, last: int) -> str:
    """From the line of the name at byte `start` to the body or the end at `last`, white space folded."""
    first = source.rfind(b"\n", 0, start) + 1
    depth, end = 0, last
    for match in _STOPS.finditer(source, start, last):
        mark = match[0]
        if mark in b"([":
            depth += 1
        elif mark in b")]":
            depth -= 1
        elif depth <= 0:
            end = match.start()
            break
    text = " ".join(source[first:end].decode("utf-8", "replace").split()).removesuffix(" =")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
