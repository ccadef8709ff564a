"""Places in a file: lines, columns and heads of definitions, from bytes of its UTF-8 form."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

_STOPS = re.compile(rb"[(\[\])]|=>|[{;\n]")
_LONGEST_SIGNATURE = 240  # characters


class Places:
    """A file's UTF-8 bytes, asked for places in it."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    @cached_property
    def _ends(self) -> list[int]:
        return [match.end() for match in re.finditer(rb"\n", self.source)]

    def place(self, start: int) -> tuple[int, int]:
        """(line, column) of a byte: 1-based, columns in code points."""
        line = bisect_right(self._ends, start)
        first = self._ends[line - 1] if line else 0
        return line + 1, len(self.source[first:start].decode("utf-8", "replace")) + 1

    def signature(self, start: int, last: int) -> str:
        """The head of a definition from the line of its name to its body, white space folded."""
        first = self.source.rfind(b"\n", 0, start) + 1
        depth, end = 0, start
        for match in _STOPS.finditer(self.source, start, last):
            mark, end = match[0], match.start()
            if mark in b"([":
                depth += 1
            elif mark in b")]":
                depth -= 1
            elif depth <= 0:
                break
        else:
            end = last
        text = " ".join(self.source[first:end].decode("utf-8", "replace").split()).removesuffix(" =")
        return text if len(text) <= _LONGEST_SIGNATURE else text[: _LONGEST_SIGNATURE - 1] + "…"
