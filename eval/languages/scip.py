"""Reads an index in the SCIP format (github.com/sourcegraph/scip), as far as truth needs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_DEFINITION = 1  # of an occurrence's roles


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A symbol at one place; line and column are counted from 0, the column in UTF-16 units."""

    symbol: str
    line: int
    column: int
    is_definition: bool


@dataclass(frozen=True, slots=True)
class Information:
    """What the index says of a symbol."""

    symbol: str
    documentation: str  # as it is shown: the first word tells the kind
    related: tuple[str, ...]  # symbols that it implements or overrides


@dataclass(frozen=True, slots=True)
class Document:
    """A file of the index."""

    path: str
    occurrences: tuple[Occurrence, ...]
    symbols: tuple[Information, ...]


def documents(file: Path) -> list[Document]:
    """The documents of an index, by path."""
    data = file.read_bytes()
    return sorted((_document(part) for field, part in _fields(data) if field == 2), key=lambda item: item.path)


def _document(data: bytes) -> Document:
    path, occurrences, symbols = "", [], []
    for field, part in _fields(data):
        if field == 1:
            path = part.decode()
        elif field == 2:
            occurrences.append(_occurrence(part))
        elif field == 3:
            symbols.append(_information(part))
    return Document(path, tuple(occurrences), tuple(symbols))


def _occurrence(data: bytes) -> Occurrence:
    symbol, roles, place = "", 0, [0, 0]
    for field, part in _fields(data):
        if field == 1:
            place = list(_numbers(part))
        elif field == 2:
            symbol = part.decode()
        elif field == 3:
            roles = next(_numbers(part))
    return Occurrence(symbol, place[0], place[1], bool(roles & _DEFINITION))


def _information(data: bytes) -> Information:
    symbol, documentation, related = "", "", []
    for field, part in _fields(data):
        if field == 1:
            symbol = part.decode()
        elif field == 3 and not documentation:
            documentation = part.decode()
        elif field == 4:
            related += [name.decode() for inner, name in _fields(part) if inner == 1]
    return Information(symbol, documentation, tuple(related))


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(number, content) of every field of a message; the content of a number is its own bytes."""
    at = 0
    while at < len(data):
        key, at = _number(data, at)
        if key & 7 == 2:
            size, at = _number(data, at)
        elif key & 7 == 0:
            size = _number(data, at)[1] - at
        else:
            size = {1: 8, 5: 4}[key & 7]
        yield key >> 3, data[at : at + size]
        at += size


def _numbers(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _number(data, at)
        yield value


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
