"""Byte offsets of a file as lines and columns."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache

_WORD = rb"0-9A-Za-z_\x80-\xff"
_ODD = re.compile(rb"(?<![" + _WORD + rb"])[" + _WORD + rb"]*[\x80-\xff][" + _WORD + rb"]*")


@lru_cache(maxsize=64)
def _pattern(word: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![" + _WORD + rb"])" + re.escape(word) + rb"(?![" + _WORD + rb"])")


def identifier_starts(source: bytes, name: str) -> list[int]:
    """Where UTF-8 source holds the identifier, in ascending order, spellings that NFKC makes equal included."""
    found = [match.start() for match in _pattern(name.encode("utf-8")).finditer(source)]
    if not source.isascii():
        for match in _ODD.finditer(source):
            text = match[0].decode("utf-8", "replace")
            if text != name and unicodedata.normalize("NFKC", text) == name:
                found.append(match.start())
    return sorted(found)


def identifier(source: bytes, start: int, end: int) -> str:
    """A name as the language reads it: in NFKC; undecodable bytes are kept apart by escapes."""
    raw = source[start:end]
    return (
        raw.decode("ascii") if raw.isascii() else unicodedata.normalize("NFKC", raw.decode("utf-8", "backslashreplace"))
    )


class Positions:
    """The line starts of UTF-8 source; lines end at \\n only."""

    __slots__ = ("source", "starts")

    def __init__(self, source: bytes) -> None:
        self.source = source
        starts = [0]
        at = source.find(b"\n")
        while at >= 0:
            starts.append(at + 1)
            at = source.find(b"\n", at + 1)
        self.starts = starts

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a byte offset; the column counts code points."""
        line = bisect_right(self.starts, offset)
        head = self.source[self.starts[line - 1] : offset]
        return line, (len(head) if head.isascii() else len(head.decode("utf-8", "replace"))) + 1

    def offset(self, line: int, col: int) -> int | None:
        """The byte offset of a 1-based line and column, None outside the file."""
        if not 1 <= line <= len(self.starts):
            return None
        text = self.text(line).decode("utf-8", "replace")
        return self.starts[line - 1] + len(text[: col - 1].encode("utf-8")) if 1 <= col <= len(text) + 1 else None

    def text(self, line: int) -> bytes:
        """A line's bytes without its newline."""
        start = self.starts[line - 1]
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.source)
        return self.source[start:end]

    def lines(self, first: int, last: int) -> bytes:
        """The bytes of lines first to last with their newlines."""
        end = self.starts[last] if last < len(self.starts) else len(self.source)
        return self.source[self.starts[first - 1] : end]
