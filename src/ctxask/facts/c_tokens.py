"""Tokens of C and C++, for what is told of their declarations before they are parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    rb"/\*.*?\*/|//(?:\\\r?\n|[^\n])*"
    rb"|(?m:^[ \t]*)(?P<directive>#(?:/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|\\\r?\n|[^\n])*)"
    rb"|(?P<text>R\"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')"
    rb"|(?P<word>[A-Za-z_\x80-\xff$](?:[\w$\x80-\xff]|::(?=[A-Za-z_]))*)|(?P<number>\.?\d[\w.']*)|(?P<mark2>[^\s\w])",
    re.DOTALL,
)


class Token(NamedTuple):
    """A token: what a mark is, or `w` for a word, `n` for a number, `#` for a directive, `"` for a text."""

    kind: bytes
    text: bytes
    start: int
    end: int


def words(text: str) -> frozenset[bytes]:
    """The words of a text."""
    return frozenset(text.encode().split())


QUALIFIERS = words("""
    const volatile restrict static extern inline virtual explicit friend mutable register typedef constexpr consteval
    constinit thread_local noexcept override final typename _Noreturn __inline __inline__ __restrict __extension__
""")
TYPES = words("""
    void char short int long float double bool signed unsigned auto wchar_t char8_t char16_t char32_t _Bool __int64
""")
TAGS = words("struct class enum union")
BREAKS = words("""
    return case goto else do new delete throw sizeof using namespace template public private protected default break
    continue if for while switch catch try requires concept alignof static_assert asm export operator and or not
    co_await co_return co_yield decltype
""")
ATTRIBUTES = words("__attribute__ __declspec _Alignas alignas")
KEYWORDS = QUALIFIERS | TYPES | TAGS | BREAKS | ATTRIBUTES


def tokens(source: bytes) -> Iterator[Token]:
    """The tokens of a file, without its comments."""
    for match in _TOKEN.finditer(source):
        if match["word"]:
            yield Token(b"w", match["word"], match.start("word"), match.end("word"))
        elif match["mark2"]:
            yield Token(match["mark2"], match["mark2"], match.start("mark2"), match.end("mark2"))
        elif match["directive"]:
            yield Token(b"#", match["directive"], match.start("directive"), match.end("directive"))
        elif match["number"] or match["text"]:
            yield Token(b"n" if match["number"] else b'"', b"", match.start(), match.end())


def closing(tokens: Sequence[Token]) -> dict[int, int]:
    """Place of an opening parenthesis -> that of its end, and the other way round."""
    found: dict[int, int] = {}
    work: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind == b"(":
            work.append(place)
        elif token.kind == b")" and work:
            found[place] = work.pop()
            found[found[place]] = place
        elif token.kind in (b"{", b"}", b";"):
            work = work if token.kind == b";" else []
    return found
