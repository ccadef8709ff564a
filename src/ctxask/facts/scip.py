"""Reads a SCIP index: which symbols it says stand where in which files.

Of the protocol (github.com/sourcegraph/scip, scip.proto) only what says who is meant is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ctxask.facts.wire import Damaged, fields, numbers, streamed

LARGEST = 256 << 20  # bytes of one document; an index of any size is read one document at a time
DEFINITION = 1  # of the roles
UNITS = {1: "utf-8", 2: "utf-16", 3: "utf-32"}  # what columns count in; older indexes do not say


class Head(NamedTuple):
    """Which tool made an index, and where."""

    tool: str = ""
    version: str = ""
    root: str = ""  # URI of the folder from which its paths count


class Occurrence(NamedTuple):
    """A symbol at a place; lines and columns are 0-based."""

    line: int
    start: int
    end: int  # column; occurrences over several lines are left out
    symbol: str
    is_definition: bool


class Document(NamedTuple):
    """What an index says of one file."""

    path: str
    unit: str  # of UNITS; empty where the index does not say
    text: str | None  # what the index was made on, where it carries that
    occurrences: tuple[Occurrence, ...]
    implements: tuple[tuple[str, str], ...]  # a symbol, and one that it takes the place of


def read(path: Path) -> Iterator[Head | Document]:
    """The parts of an index in the order of the file. Raises Damaged for what is none, OSError."""
    with path.open("rb") as file:
        for number, value in streamed(file, LARGEST):
            if number == 1:
                yield _head(value)
            elif number == 2:
                yield _document(value)


def _head(message: bytes) -> Head:
    head = Head()
    for number, value in fields(message):
        if number == 2 and isinstance(value, bytes):
            tool = {inner: _text(said) for inner, said in fields(value) if isinstance(said, bytes)}
            head = head._replace(tool=tool.get(1, ""), version=tool.get(2, ""))
        elif number == 3:
            head = head._replace(root=_text(value))
    return head


def _document(message: bytes) -> Document:
    path, unit, text = "", 0, None
    occurrences: list[Occurrence] = []
    implements: list[tuple[str, str]] = []
    for number, value in fields(message):
        if number == 1:
            path = _text(value)
        elif number == 2 and isinstance(value, bytes):
            occurrences += _occurrence(value)
        elif number == 3 and isinstance(value, bytes):
            implements += _implements(value)
        elif number == 5:
            text = _text(value)
        elif number == 6 and isinstance(value, int):
            unit = value
    return Document(path, UNITS.get(unit, ""), text, tuple(occurrences), tuple(implements))


def _occurrence(message: bytes) -> Iterator[Occurrence]:
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in fields(message):
        if number == 1:
            place += numbers(value) if isinstance(value, bytes) else [value]
        elif number == 2:
            symbol = _text(value)
        elif number == 3 and isinstance(value, int):
            roles = value
    if len(place) == 4 and place[0] == place[2]:
        place = [place[0], place[1], place[3]]
    if symbol and len(place) == 3:
        yield Occurrence(place[0], place[1], place[2], symbol, bool(roles & DEFINITION))


def _implements(message: bytes) -> Iterator[tuple[str, str]]:
    symbol, bases = "", []
    for number, value in fields(message):
        if number == 1:
            symbol = _text(value)
        elif number == 4 and isinstance(value, bytes):
            said = dict(fields(value))
            if said.get(3):
                bases.append(_text(said.get(1, b"")))
    yield from ((symbol, base) for base in bases if symbol and base)


def _text(value: int | bytes) -> str:
    if isinstance(value, int):
        raise Damaged("a number stands where a text should")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise Damaged("a text is not in UTF-8") from None
