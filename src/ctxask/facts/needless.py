"""Which words of C and C++ only a preprocessor takes away: a declaration has one type and one name beside keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ctxask.facts.c_tokens import ATTRIBUTES, BREAKS, QUALIFIERS, TAGS, TYPES, Token, closing, words

_CAPITALS = re.compile(rb"_*[A-Z][A-Z0-9_]*[A-Z0-9_]")
_STARTS = words("; { } #")
_ENDS_NAME = words("( ; = [ , ) : {")
_ENDS = Token(b"#", b"", 0, 0)  # what stands behind the last token, and before the first


def needless(tokens: Sequence[Token]) -> set[int]:
    """The places of the tokens that declarations do not need."""
    pairs = closing(tokens)
    gone: set[int] = set()
    for place, token in enumerate(tokens):
        if token.text in ATTRIBUTES and token.kind == b"w":
            gone.update(_with_arguments(tokens, pairs, place))
    for first, last in _runs(tokens, gone):
        gone.update(_too_many(tokens, pairs, first, last))
        gone.update(_wrapping(tokens, pairs, first, last))
    return gone


def _runs(tokens: Sequence[Token], gone: set[int]) -> Iterator[tuple[int, int]]:
    """Words beside each other, none of which ends a statement or an expression: first and one behind the last."""
    first = -1
    for place, token in enumerate((*tokens, Token(b"", b"", 0, 0))):
        if place in gone:
            continue
        if token.kind == b"w" and token.text not in BREAKS:
            first = place if first < 0 else first
        elif first >= 0:
            yield first, place
            first = -1


def _too_many(tokens: Sequence[Token], pairs: dict[int, int], first: int, last: int) -> Iterator[int]:
    """The places of words that a declaration has beside its type and its name."""
    run = [place for place in range(first, last) if tokens[place].text not in QUALIFIERS | ATTRIBUTES]
    names = [place for place in run if tokens[place].text not in TYPES | TAGS]
    before = tokens[first - 1] if first else _ENDS
    after = tokens[last] if last < len(tokens) else _ENDS
    trails = before.kind == b")" and _is_declared(tokens, pairs, first - 1)
    trails |= before.kind == b"]" and after.kind == b"("  # behind the size of an array
    if _is_alone(tokens, first, last, before, after):
        yield first
        return
    if (len(run) < 2 and not trails) or not names:
        return
    tags = {tokens[place].text for place in run} & TAGS
    if tags:
        allowed = 1 if after.kind in (b"{", b":", b"*", b"&") or (after.kind == b";" and b"class" in tags) else 2
    elif trails:
        allowed = 0
    else:
        has_type = len(names) < len(run) or before.kind in (b"*", b"&", b">")
        allowed = (not has_type) + (after.kind in _ENDS_NAME or (has_type and after.kind == b"<"))
    capitals = [place for place in names if _CAPITALS.fullmatch(tokens[place].text)]
    is_named = after.kind in _ENDS_NAME and not trails
    if is_named or (before.kind in _STARTS and tokens[first].text != b"typedef"):
        capitals.sort(key=lambda place: place == names[-1])  # what is declared, or its type, stands last
    else:
        capitals.reverse()
    excess = max(len(names) - allowed, 0)
    if len(capitals) < excess and before.kind in _STARTS and names[0] == first and names[0] not in capitals:
        capitals.append(names[0])
    for place in capitals[:excess]:
        yield from _with_arguments(tokens, pairs, place) if place == last - 1 else (place,)


def _is_alone(tokens: Sequence[Token], first: int, last: int, before: Token, after: Token) -> bool:
    """Whether a word in capitals stands between statements."""
    alone = last - first == 1 and before.kind in _STARTS and _CAPITALS.fullmatch(tokens[first].text) is not None
    return alone and (after.kind in (b"#", b"}") or after.text in BREAKS - {b"operator"})


def _with_arguments(tokens: Sequence[Token], pairs: dict[int, int], place: int) -> Iterator[int]:
    """A word and the parentheses behind it."""
    end = pairs.get(place + 1, place) if place + 1 < len(tokens) and tokens[place + 1].kind == b"(" else place
    yield from range(place, max(end, place) + 1)


def _is_declared(tokens: Sequence[Token], pairs: dict[int, int], end: int) -> bool:
    """Whether a parenthesis ends the parameters of a function that is declared."""
    start = pairs.get(end, 0)
    if start < 2 or tokens[start - 1].kind != b"w" or tokens[start - 1].text in BREAKS:
        return False
    before = tokens[start - 2]
    return before.kind in (b"*", b"&", b">", b"~") or (before.kind == b"w" and before.text not in BREAKS)


def _wrapping(tokens: Sequence[Token], pairs: dict[int, int], first: int, last: int) -> Iterator[int]:
    """`API(type) name(…)`: the macro around a type, with its parentheses; with the type where another one follows."""
    if last >= len(tokens) or tokens[last].kind != b"(" or last - 1 not in range(first, last):
        return
    macro, end = tokens[last - 1], pairs.get(last, 0)
    before = tokens[first - 1].kind if first else b"#"
    if before not in _STARTS or not _CAPITALS.fullmatch(macro.text) or not end or end + 2 >= len(tokens):
        return
    follows = end + 1
    while follows < len(tokens) and tokens[follows].kind in (b"w", b"*", b"&") and tokens[follows].text not in BREAKS:
        follows += 1
    if follows == end + 1 or tokens[follows - 1].kind != b"w" or tokens[follows].kind not in (b"(", b";", b"=", b"["):
        return
    inside = range(last + 1, end)
    is_type = bool(inside) and all(tokens[place].kind in (b"w", b"*", b"&") for place in inside)
    if follows == end + 2 and is_type and tokens[follows].kind == b"(":
        yield from (last - 1, last, end)
    elif follows > end + 2:
        yield from range(last - 1, end + 1)
