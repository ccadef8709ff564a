"""Names in the bytes of a file: found as whole words, in every spelling that a language may read as that name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from ctxask.repo.text import cookie, decode

_WORD = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
_WORDS_ONLY = bytes(byte if byte in _WORD else 32 for byte in range(256))
# Where the characters are that NFKC turns into ASCII letters or digits: without one, no spelling is an ASCII name's.
_FOLDING = (
    (0xAA, 0xAA), (0xB2, 0xB3), (0xB9, 0xBE), (0x132, 0x133), (0x13F, 0x140), (0x149, 0x149), (0x17F, 0x17F),
    (0x1C4, 0x1CC), (0x1F1, 0x1F3), (0x2B0, 0x2B3), (0x2B7, 0x2B8), (0x2E1, 0x2E3), (0x1D2C, 0x1D65),
    (0x1D9C, 0x1DA0), (0x1DBB, 0x1DBB), (0x1E9A, 0x1E9A), (0x2070, 0x20A8), (0x2100, 0x2189), (0x2460, 0x24EA),
    (0x2C7C, 0x2C7D), (0x3250, 0x325F), (0x32B1, 0x32CF), (0x3358, 0x33FF), (0xA7F2, 0xA7F4), (0xFB00, 0xFB06),
    (0xFE33, 0xFE34), (0xFE4D, 0xFE4F), (0xFF10, 0xFF5A), (0x107A5, 0x107A5), (0x1D400, 0x1D6A3),
    (0x1D7CE, 0x1D7FF), (0x1F100, 0x1F14F), (0x1F16A, 0x1F16C), (0x1F190, 0x1F190), (0x1FBF0, 0x1FBF9),
)  # fmt: skip
_FOLDED = frozenset(chr(point) for first, last in _FOLDING for point in range(first, last + 1))
_ASCII = bytes(range(128))
_FEW = 8  # names that are cheaper looked for one by one than by splitting a file into words
_SHORT = 3  # bytes; shorter names occur inside so many words that splitting is cheaper


class Needles(NamedTuple):
    """Names as normalised bytes, apart by how they are best looked for."""

    single: tuple[bytes, ...]  # one by one
    split: frozenset[bytes]  # among the words of a file
    ascii: bool  # none has a letter beyond ASCII

    def found_in(self, data: bytes) -> set[bytes]:
        """The names that the file holds, and perhaps some that a letter beyond ASCII would part from it."""
        found: set[bytes] = set()
        for spelling in _spellings(data, self.ascii):
            found.update(word for word in self.single if _holds(spelling, word))
            if self.split:
                found |= self.split.intersection(spelling.translate(_WORDS_ONLY).split())
        return found


def words_of(data: bytes) -> set[bytes]:
    """The words of a file without letters beyond ASCII, in every spelling."""
    return {word for spelling in _spellings(data, True) for word in spelling.translate(_WORDS_ONLY).split()}


def is_plain(word: bytes) -> bool:
    """Whether a normalised name has no letter beyond ASCII."""
    return _WORD.issuperset(word)


def needles(words: Iterable[bytes]) -> Needles:
    """What to look for; words are made by `normalised`."""
    ordered = sorted(words)
    plain = [word for word in ordered if _WORD.issuperset(word)]
    few = len(plain) <= _FEW and all(len(word) >= _SHORT for word in plain)
    split = frozenset() if few else frozenset(plain)
    return Needles(tuple(word for word in ordered if word not in split), split, len(plain) == len(ordered))


def normalised(name: str) -> bytes:
    """A name as it is compared: in NFKC, as Python reads its identifiers."""
    return unicodedata.normalize("NFKC", name).encode("utf-8", "surrogatepass")


def _spellings(data: bytes, ascii_only: bool) -> tuple[bytes, ...]:
    """The bytes of a file, and its text in UTF-8 and NFKC where that may spell a wanted identifier differently."""
    if data.isascii() and cookie(data) is None:
        return (data,)
    if ascii_only and cookie(data) is None:
        beyond = data.translate(None, _ASCII).decode("utf-8", "surrogateescape")
        if _FOLDED.isdisjoint(beyond) and not any("\udc80" <= c <= "\udcff" for c in beyond):
            return (data,)
    text = decode(data).text
    if unicodedata.is_normalized("NFKC", text):  # many times faster than making the form and comparing
        plain = text.encode("utf-8", "surrogatepass")
        return (data,) if plain == data else (data, plain)
    return (data, normalised(text))


def _holds(data: bytes, word: bytes) -> bool:
    """Whether word stands in data with no letter, digit or underscore beside it that would make it another.

    Bytes beyond ASCII part words, so that the answer is a superset where identifiers have such letters.
    """
    at = data.find(word)
    if at < 0 or not word:
        return False
    size, end = len(word), len(data)
    head, tail = word[0] in _WORD, word[-1] in _WORD
    while at >= 0:
        after = at + size
        if not (head and at and data[at - 1] in _WORD) and not (tail and after < end and data[after] in _WORD):
            return True
        at = data.find(word, at + 1)
    return False
