"""Source bytes as text: the declared encoding, else UTF-8, else Latin-1."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263
_BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")


class Decoded(NamedTuple):
    """A file as text; `ok` is False where Latin-1 stands in for bytes that are not what they claim to be."""

    text: str
    encoding: str
    ok: bool


def decode(data: bytes) -> Decoded:
    """The text of a source file; never raises, and a byte order mark is no part of it."""
    declared = declared_encoding(data)
    body = data[3:] if data.startswith(codecs.BOM_UTF8) else data
    try:
        return Decoded(body.decode(declared), declared, True)
    except (LookupError, UnicodeError, ValueError):
        return Decoded(body.decode("latin-1"), "latin-1", False)


def declared_encoding(data: bytes) -> str:
    """The normalised name of the encoding that a file claims: its byte order mark, its PEP 263 line, or utf-8."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    name = cookie(data)
    if name is None:
        return "utf-8"
    try:
        found = codecs.lookup(name)
    except LookupError:
        return "utf-8"
    # _is_text_encoding keeps codecs such as rot13 and hex out, as bytes.decode itself does
    return found.name if getattr(found, "_is_text_encoding", True) else "utf-8"


def cookie(data: bytes) -> str | None:
    """The encoding named in the first two lines."""
    first_end = data.find(b"\n") + 1
    if not first_end:
        first_end = len(data)
    match = _COOKIE.match(data[:first_end])
    if match is None and _BLANK.match(data[:first_end]):
        second_end = data.find(b"\n", first_end) + 1 or len(data)
        match = _COOKIE.match(data[first_end:second_end])
    return None if match is None else match[1].decode("ascii", "replace")


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a file without their newlines; a final newline ends the last line and starts no other."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines
