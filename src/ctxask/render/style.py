"""What reaches a terminal: control characters made visible, and colour only where it was asked for."""

from __future__ import annotations

from typing import Literal

Style = Literal["", "title", "place", "quiet"]
Span = tuple[Style, str]
Line = tuple[Span, ...]

_CODES = {"title": "1", "place": "36", "quiet": "2"}
_BLANKS = frozenset("\t\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_NAMED = {"\n": "\\n", "\r": "\\r"}


def visible(text: str) -> str:
    """The text on one line, with every character that could move, hide or reorder it written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _BLANKS else _escape(c) for c in text)


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    point = ord(character)
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def paint(line: Line, color: bool) -> str:
    """The line as it is written, without its newline."""
    if not color:
        return visible("".join(text for _, text in line).rstrip())
    return "".join(_painted(style, visible(text)) for style, text in line)


def _painted(style: Style, text: str) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if style and text else text
