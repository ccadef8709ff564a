"""Names in the bytes of a file: found as whole words, in every spelling that a language may read as that name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from ctxask.repo.text import cookie, decode

_WORD = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
_WORDS_ONLY = bytes(byte if byte in _WORD else 32 for byte in range(256))
_FEW = 8  # names that are cheaper looked for one by one than by splitting a file into words
_SHORT = 3  # bytes; shorter names occur inside so many words that splitting is cheaper


class Needles(NamedTuple):
    """Names as normalised bytes, apart by how they are best looked for."""

    single: tuple[bytes, ...]  # one by one
    split: frozenset[bytes]  # among the words of a file

    def found_in(self, data: bytes) -> set[bytes]:
        """The names that the file holds, and perhaps some that a letter beyond ASCII would part from it."""
        found: set[bytes] = set()
        for spelling in _spellings(data):
            found.update(word for word in self.single if _holds(spelling, word))
            if self.split:
                found |= self.split.intersection(spelling.translate(_WORDS_ONLY).split())
        return found


def needles(words: Iterable[bytes]) -> Needles:
    """What to look for; words are made by `normalised`."""
    ordered = sorted(words)
    plain = [word for word in ordered if _WORD.issuperset(word)]
    few = len(plain) <= _FEW and all(len(word) >= _SHORT for word in plain)
    split = frozenset() if few else frozenset(plain)
    return Needles(tuple(word for word in ordered if word not in split), split)


def normalised(name: str) -> bytes:
    """A name as it is compared: in NFKC, as Python reads its identifiers."""
    return unicodedata.normalize("NFKC", name).encode("utf-8", "surrogatepass")


def _spellings(data: bytes) -> tuple[bytes, ...]:
    """The bytes of a file, and its text in UTF-8 and NFKC where that may spell an identifier differently."""
    if data.isascii() and cookie(data) is None:
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
