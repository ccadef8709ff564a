"""Writes SCIP indexes for tests: messages field by field, and places by what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 3, "": 0}
_WIDTH = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4), "": ("utf-32-le", 4)}


class Spot(NamedTuple):
    """The n-th occurrence of a word in a text, and what an index says of it."""

    word: str
    nth: int
    symbol: str
    is_definition: bool = False


def number(value: int) -> bytes:
    """A number of variable length."""
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(key: int, value: int | str | bytes) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return number(key << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(data)) + data


def head(tool: str = "scip-test", version: str = "1.0", root: str = "") -> bytes:
    """The first field of an index: the tool that made it."""
    return field(1, field(2, field(1, tool) + field(2, version)) + field(3, root))


def document(
    path: str,
    text: str,
    spots: Sequence[Spot],
    implements: Sequence[tuple[str, str]] = (),
    unit: str = "utf-32",
    carries: str | None = None,
) -> bytes:
    """A document; with `carries`, one that holds that text."""
    said = field(1, path) + b"".join(field(2, _occurrence(text, spot, unit)) for spot in spots)
    for symbol, base in implements:
        said += field(3, field(1, symbol) + field(4, field(1, base) + field(3, 1)))
    said += field(5, carries) if carries is not None else b""
    return field(2, said + (field(6, UNITS[unit]) if unit else b""))


def _occurrence(text: str, spot: Spot, unit: str) -> bytes:
    at = -1
    for _ in range(spot.nth):
        at = text.index(spot.word, at + 1)
    line = text.count("\n", 0, at)
    start = text.rfind("\n", 0, at) + 1
    coding, width = _WIDTH[unit]
    first = len(text[start:at].encode(coding)) // width
    last = first + len(spot.word.encode(coding)) // width
    place = field(1, number(line) + number(first) + number(last))
    return place + field(2, spot.symbol) + (field(3, 1) if spot.is_definition else b"")
