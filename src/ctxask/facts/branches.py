"""Which conditions of the preprocessor hold no whole statements, so that no grammar can parse them where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ctxask.facts.c_tokens import Token

_DIRECTIVE = re.compile(rb"#[ \t]*(\w+)")
_KEPT = re.compile(rb"#[ \t]*(?:define|include|undef)\b")  # what is said once for the file, wherever it stands
_DEPTH = {b"{": 1, b"}": -1}


def conditions(tokens: Sequence[Token], gone: set[int]) -> set[int]:
    """The places of all conditions: inside one, a grammar recovers from no error before its end."""
    found = ((place, _DIRECTIVE.match(token.text)) for place, token in enumerate(tokens) if token.kind == b"#")
    return {place for place, word in found if word and word[1].startswith((b"if", b"el", b"endif"))}


def broken(tokens: Sequence[Token], gone: set[int]) -> set[int]:
    """The places of conditions whose branches are no whole statements, and of every branch but the first."""
    found: set[int] = set()
    work: list[list[int]] = []
    for place, token in enumerate(tokens):
        word = _DIRECTIVE.match(token.text) if token.kind == b"#" else None
        if word is None:
            continue
        if word[1].startswith(b"if"):
            work.append([place])
        elif work and word[1].startswith((b"el", b"endif")):
            work[-1].append(place)
            if word[1] == b"endif":
                found.update(_in_group(tokens, work.pop(), gone | found))
    return found


def _in_group(tokens: Sequence[Token], marks: Sequence[int], gone: set[int]) -> Iterator[int]:
    """What to blank of one condition: its marks are the places of its directives."""
    branches = [range(first + 1, last) for first, last in pairwise(marks)]
    follows = _is_end(tokens, range(marks[0] - 1, -1, -1), gone)
    ended = all(_is_end(tokens, branch[::-1], gone) for branch in branches)
    if follows and ended and all(not _depth(tokens, branch, gone) for branch in branches):
        return
    yield from marks
    kept = 0 if follows and len(branches) == 1 else 1
    for branch in branches[kept:]:
        yield from (place for place in branch if not _KEPT.match(tokens[place].text))


def _depth(tokens: Sequence[Token], places: range, gone: set[int]) -> int:
    """How many braces are open behind these tokens."""
    return sum(_DEPTH.get(tokens[place].kind, 0) for place in places if place not in gone)


def _is_end(tokens: Sequence[Token], backwards: range, gone: set[int]) -> bool:
    """Whether the last token before a place ends a statement, or nothing stands there."""
    last = next((tokens[i] for i in backwards if i not in gone and tokens[i].kind != b"#"), None)
    return last is None or last.kind in (b";", b"{", b"}", b":")
