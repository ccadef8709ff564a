"""Byte offsets of a file as lines and columns."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from sys import intern

_ASCII = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_WORD = frozenset(_ASCII) | frozenset(range(0x80, 0x100))
_NAME = _WORD | frozenset(b"$-")
_RUN = re.compile(rb"[\w$\x80-\xff-]*")
_BEYOND = re.compile(rb"[\x80-\xff][0-9A-Za-z_\x80-\xff]*")


def identifier_starts(source: bytes, name: str) -> list[int]:
    """Where UTF-8 source holds the identifier, in ascending order, spellings that NFKC makes equal included."""
    word = name.encode("utf-8")
    found = _plain_starts(source, word)
    spelled = [
        start
        for start, raw in _words_beyond_ascii(source)
        if raw != word and unicodedata.normalize("NFKC", raw.decode("utf-8", "replace")) == name
    ]
    return sorted([*found, *spelled]) if spelled else found


def holder_of(needles: Sequence[bytes]) -> Callable[[bytes], bool]:
    """Tells of UTF-8 source whether one identifier holds all the needles, which are ASCII and lower case."""
    if not needles:
        return lambda source: True

    def holds(source: bytes) -> bool:
        low = source.lower()
        if all(needle in low for needle in needles) and any(_hold(word, needles) for word in _words_with(low, rarest)):
            return True
        beyond = {raw.decode("utf-8", "replace") for _, raw in _words_beyond_ascii(source)}
        return any(_hold(unicodedata.normalize("NFKC", word).lower().encode(), needles) for word in beyond)

    rarest = max(needles, key=len)
    return holds


def _hold(word: bytes, needles: Sequence[bytes]) -> bool:
    return all(needle in word for needle in needles)


def _words_with(source: bytes, needle: bytes) -> Iterator[bytes]:
    """The words that hold the needle, with the signs that some languages have in names."""
    at = source.find(needle)
    while at >= 0:
        start = at
        while start and source[start - 1] in _NAME:
            start -= 1
        run = _RUN.match(source, at)
        end = run.end() if run else at + len(needle)
        yield source[start:end]
        at = source.find(needle, end)


def word_places(source: bytes, word: str) -> Iterator[tuple[int, int]]:
    """Lines and columns at which a text holds the word as it is spelled; cheaper than a table of all its lines."""
    line, counted = 1, 0
    for start in _plain_starts(source, word.encode("utf-8")):
        line += source.count(b"\n", counted, start)
        counted = start
        head = source[source.rfind(b"\n", 0, start) + 1 : start]
        yield line, (len(head) if head.isascii() else len(head.decode("utf-8", "replace"))) + 1


def _plain_starts(source: bytes, word: bytes) -> list[int]:
    found = []
    at = source.find(word)  # many times faster than a pattern that looks behind
    while at >= 0 and word:
        if not _goes_on(source, at, -1) and not _goes_on(source, at + len(word) - 1, 1):
            found.append(at)
        at = source.find(word, at + 1)
    return found


def _goes_on(source: bytes, at: int, step: int) -> bool:
    """Whether the character beside a byte belongs to the same word; quotes and dashes beyond ASCII do not."""
    at += step
    if not 0 <= at < len(source) or source[at] not in _WORD:
        return False
    if source[at] < 0x80:
        return True
    start = at
    while start and source[start] & 0xC0 == 0x80:
        start -= 1
    character = source[start : start + 4].decode("utf-8", "replace")[:1]
    return ("a" + character).isidentifier()


def _words_beyond_ascii(source: bytes) -> Iterator[tuple[int, bytes]]:
    """The words that hold anything beyond ASCII, each with its start; none where no spelling can be another's."""
    if source.isascii() or unicodedata.is_normalized("NFKC", source.decode("utf-8", "replace")):
        return
    for match in _BEYOND.finditer(source):
        start, end = match.span()
        while start and source[start - 1] in _WORD:
            start -= 1
        text = source[start:end].decode("utf-8", "surrogateescape")
        for word in re.finditer(r"\w+", text):
            yield start + len(text[: word.start()].encode("utf-8", "surrogateescape")), word[0].encode("utf-8")


def identifier(source: bytes, start: int, end: int) -> str:
    """A name as the language reads it: in NFKC; undecodable bytes are kept apart by escapes."""
    raw = source[start:end]
    if raw.isascii():
        return intern(raw.decode("ascii"))  # most names occur many times
    return unicodedata.normalize("NFKC", raw.decode("utf-8", "backslashreplace"))


def word_at(source: bytes, start: int) -> str:
    """The identifier that begins at a place, as it is written."""
    end = start
    while end < len(source) and (source[end : end + 1].isalnum() or source[end] == 95 or source[end] >= 128):
        end += 1
    return source[start:end].decode("utf-8", "replace")


class Positions:
    """The line starts of UTF-8 source; lines end at \\n only."""

    __slots__ = ("_last", "source", "starts")

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._last = (-1, 1)  # the place that was asked for last: offset, column
        ends = accumulate(map(len, source.split(b"\n")))
        self.starts = [0, *(end + number for number, end in enumerate(ends, 1))]
        self.starts.pop()  # what follows the last newline ends the file and starts no line

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a byte offset; the column counts code points."""
        line = bisect_right(self.starts, offset)
        start, col = self.starts[line - 1], 1
        if start <= self._last[0] <= offset:  # further on in the same line, which may be a very long one
            start, col = self._last
        head = self.source[start:offset]
        col += len(head) if head.isascii() else len(head.decode("utf-8", "replace"))
        self._last = (offset, col)
        return line, col

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
