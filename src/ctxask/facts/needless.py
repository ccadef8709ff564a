"""Which words of C and C++ only a preprocessor takes away: a declaration has one type and one name beside keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ctxask.facts.c_tokens import ATTRIBUTES, BREAKS, QUALIFIERS, TAGS, TYPES, Token, closing, words

_CAPITALS = re.compile(rb"_*[A-Z][A-Z0-9_]*[A-Z0-9_]")
_BEGIN = (BREAKS | TAGS) - {b"operator"}  # what no declaration has behind its name
_STARTS = words("; { } #")
_ENDS_NAME = words("( ; = [ , ) : {")
_ENDS = Token(b"#", b"", 0, 0)  # what stands behind the last token, and before the first


def needless(tokens: Sequence[Token], gone: set[int]) -> set[int]:
    """The places of the tokens that declarations do not need, those that are gone anyway among them."""
    pairs, gone = closing(tokens), set(gone)
    for place, token in enumerate(tokens):
        if token.text in ATTRIBUTES and token.kind == b"w":
            gone.update(_with_arguments(tokens, pairs, place))
    for first, last in _runs(tokens, gone):
        before = tokens[first - 1] if first else _ENDS
        if alone := _alone(tokens, pairs, first, before):
            gone.update(alone)
            first, before = min(alone.stop, last), _ENDS
        gone.update(_too_many(tokens, pairs, first, last, before))
        gone.update(_wrapping(tokens, pairs, first, last, before))
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


def _too_many(tokens: Sequence[Token], pairs: dict[int, int], first: int, last: int, before: Token) -> Iterator[int]:
    """The places of words that a declaration has beside its type and its name."""
    run = [place for place in range(first, last) if tokens[place].text not in QUALIFIERS | ATTRIBUTES]
    names = [place for place in run if tokens[place].text not in TYPES | TAGS]
    after = tokens[last] if last < len(tokens) else _ENDS
    trails = before.kind == b")" and _is_declared(tokens, pairs, first - 1)
    trails |= before.kind == b"]" and after.kind == b"("  # behind the size of an array
    if after.text in (b"operator", b"if") or before.text == b"if":
        yield from _beside(tokens, names, last)
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
        has_type |= after.kind == b"(" and _initializes(tokens, pairs.get(last, 0))
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


def _alone(tokens: Sequence[Token], pairs: dict[int, int], first: int, before: Token) -> range:
    """Words in capitals, each perhaps with arguments, that stand between statements without a semicolon."""
    place = first
    while place < len(tokens) and _CAPITALS.fullmatch(tokens[place].text):
        place += 1
        if place in pairs and tokens[place].kind == b"(":
            place = pairs[place] + 1
    ends = place == len(tokens) or tokens[place].kind in (b"#", b"}") or tokens[place].text in _BEGIN
    return range(first, place) if before.kind in _STARTS and ends else range(0)


def _beside(tokens: Sequence[Token], names: Sequence[int], last: int) -> Iterator[int]:
    """Words in capitals in `if WORD (…)`, and before a conversion, `WORD operator bool()`, which has no type."""
    converts = last + 1 < len(tokens) and tokens[last].text == b"operator" and tokens[last + 1].kind == b"w"
    if converts or tokens[last].kind == b"(":
        yield from (place for place in names if _CAPITALS.fullmatch(tokens[place].text))


def _initializes(tokens: Sequence[Token], end: int) -> bool:
    """Whether a constructor's members are initialized behind the parameters that end here: it has no type."""
    behind = [token for token in tokens[end + 1 : end + 4] if token.text != b"noexcept"]
    return end > 0 and len(behind) > 1 and behind[0].kind == b":" and behind[1].kind == b"w"


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


def _wrapping(tokens: Sequence[Token], pairs: dict[int, int], first: int, last: int, before: Token) -> Iterator[int]:
    """`API(type) name(…)`: the macro around a type, with its parentheses; with the type where another one follows."""
    if last >= len(tokens) or tokens[last].kind != b"(" or last - 1 not in range(first, last):
        return
    macro, end = tokens[last - 1], pairs.get(last, 0)
    if before.kind not in _STARTS or not _CAPITALS.fullmatch(macro.text) or not end or end + 2 >= len(tokens):
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
