"""What a question asks for: its words, and how they are recognised in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MOST_TERMS = 48  # of a question that is a whole report: the first ones
WHOLE, SHORTENED = 10, 6  # what a word counts for: as asked, or as code shortens it (`env` for environment)

_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_ASKING = """
    a about actually after all also although an and any are as at be because been before being but by can cannot code
    could decide decided decides did do does doing done during each either else every find for from function functions
    get gets getting give given gives go goes got had handle handled handles happen happened happens has have having
    how however i if implement implementation implemented implements in inside instead into is it its itself just like
    make makes making may me method methods might must my need needed needs no nor not of off on one only onto or other
    our out over part place please possible put question responsible should show shown shows so some such than that the
    their them then there therefore these they this those through to too under until up upon us use used user users
    uses using via want wanted wants was way we were what when where whereas whether which while who whose why will with
    within without work works would you your
    """  # words that ask, and those that every second definition would match
_ENDINGS = (  # the longest first where one ends another; what is left must be three letters
    ("ational", "at"), ("ization", "iz"), ("isation", "iz"), ("ations", "at"), ("ation", "at"), ("ators", "at"),
    ("ator", "at"), ("ating", "at"), ("ated", "at"), ("ates", "at"), ("ate", "at"), ("izers", "iz"), ("izer", "iz"),
    ("izing", "iz"), ("ized", "iz"), ("izes", "iz"), ("ize", "iz"), ("ments", ""), ("ment", ""), ("ings", ""),
    ("ing", ""), ("ions", ""), ("ion", ""), ("ies", "y"), ("ied", "y"), ("ers", ""), ("er", ""), ("ors", ""),
    ("or", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""), ("ly", ""),
)  # fmt: skip


_DIGITS = frozenset(b"0123456789")
_CAPITALS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LETTERS = _CAPITALS | frozenset(b"abcdefghijklmnopqrstuvwxyz")
_LEFT_OUT = frozenset(_ASKING.split())


class Term(NamedTuple):
    """A word that is looked for."""

    stem: str
    word: str  # as the question has it, in lower case


def parts(text: str) -> list[str]:
    """The words in a text in lower case; names are split at underscores and where their case changes."""
    return [part.lower() for part in _PART.findall(text)]


def terms(question: str) -> tuple[Term, ...]:
    """What a question asks for, in its order, each once; empty where it holds nothing but asking words."""
    found: dict[str, Term] = {}
    for word in parts(question):
        if word not in _LEFT_OUT and len(word.encode()) > 1:
            found.setdefault(stem(word), Term(stem(word), word))
    return tuple(found.values())[:MOST_TERMS]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The word without its ending, so that `serialized` and `serializer` are one."""
    if len(word) <= 3 or not word.isascii():
        return word
    ending, instead = next((e for e in _ENDINGS if word.endswith(e[0]) and len(word) - len(e[0]) >= 3), ("", ""))
    if ending == "s" and word.endswith("ss"):
        ending = ""
    word = word[: len(word) - len(ending)] + instead
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]  # `splitt` of splitting
    return word[:-1] + "y" if word.endswith("i") else word


class Hit(NamedTuple):
    """A word of the question in a text."""

    start: int  # in bytes
    end: int
    term: int  # index among the terms
    weight: int  # WHOLE or SHORTENED


class Matcher:
    """Finds the words of some terms in the bytes of code."""

    def __init__(self, wanted: tuple[Term, ...]) -> None:
        self._terms = wanted
        self._by_stem = {term.stem: index for index, term in enumerate(wanted)}
        self._known: dict[bytes, tuple[int, int] | None] = {}
        self._pattern = _pattern(wanted)

    def hits(self, text: bytes) -> Iterator[Hit]:
        """Every place where a word means one of the terms, in order."""
        known = self._known
        for match in self._pattern.finditer(text):
            word, start = match[0], match.start()
            found = known[word] if word in known else known.setdefault(word, self._meaning(word))
            if found is not None and (not start or _begins(text[start - 1], word)):
                yield Hit(start, match.end(), *found)

    def _meaning(self, word: bytes) -> tuple[int, int] | None:
        text = word.decode("utf-8", "replace").lower()
        index = self._by_stem.get(stem(text))
        if index is not None:
            return index, WHOLE
        if len(text) >= 3:
            for index, term in enumerate(self._terms):
                if len(text) < len(term.word) - 1 and term.word.startswith(text):
                    return index, SHORTENED
        return None


def _begins(before: int, word: bytes) -> bool:
    """Whether a word begins after that byte: where letters or digits begin, and where their case changes."""
    if word[0] in _DIGITS:
        return before not in _DIGITS
    if word[0] in _CAPITALS:
        return before not in _CAPITALS or word[1] not in _CAPITALS
    return before not in _LETTERS


def _pattern(wanted: tuple[Term, ...]) -> re.Pattern[bytes]:
    """Matches words that begin as a term does; an ending or a shortening leaves the first three letters alone.

    Every choice begins with its letters, which is what makes the search fast: where a word begins is looked at after.
    """
    latin = sorted({term.word[:3] for term in wanted if term.word.isascii() and term.word.isalpha()})
    numbers = sorted({term.word for term in wanted if term.word.isascii() and not term.word.isalpha()})
    others = sorted({form for term in wanted if not term.word.isascii() for form in (term.word, term.word.title())})
    choices = [f"{case}[a-z]*" for letters in latin for case in (letters, letters.title())]
    choices += [f"{letters.upper()}[A-Z]*(?![a-z])" for letters in latin]
    choices += [rf"{number}(?!\d)" for number in numbers]
    encoded = [choice.encode() for choice in choices] + [re.escape(form.encode()) for form in others]
    return re.compile(b"|".join(encoded) if encoded else b"(?!)")
