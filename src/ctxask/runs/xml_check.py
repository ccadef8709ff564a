"""Whether bytes of XML may be parsed into a tree: no entities, no depths, nothing that is not XML."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.parsers import expat

DEPTH = 60  # suites hold suites; no runner goes deeper than a few

_DECLARATION = re.compile(rb"\s*<\?xml[^>]{0,200}\?>")
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Checked(NamedTuple):
    """Bytes that a parser can be given, and what was done to them; `root` is empty where they cannot be mended."""

    data: bytes
    root: str  # name of the outermost element
    notes: tuple[str, ...] = ()
    why: str = ""  # what is wrong, where nothing helps
    torn: bool = False


class _Refused(Exception):
    """What the text asks for is not done."""


class _Walk:
    """Reads a text without keeping it, and remembers where it could be cut."""

    def __init__(self) -> None:
        self.root = ""
        self.open: list[str] = []
        self.cut = (0, 0)  # how many bytes hold whole test cases, and how many elements are open there
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: object) -> None:
        if not self.root:
            self.root = name
        if self.open and name == "testcase":
            self.cut = (self.parser.CurrentByteIndex, len(self.open))
        self.open.append(name)
        if len(self.open) > DEPTH:
            raise _Refused(f"elements are nested more than {DEPTH} deep")

    def _end(self, name: str) -> None:
        self.open.pop()

    def _entity(self, *declared: object) -> None:
        raise _Refused("it declares entities")


def check(data: bytes) -> Checked:
    """The bytes as they are where they are whole, else mended: bytes that are no text escaped, a torn end closed."""
    walk, why = _walked(data)
    if not why:
        return Checked(data, walk.root)
    if isinstance(why, _Refused):
        return Checked(b"", "", (), str(why))
    clean = _clean(data)
    notes = ("the report holds bytes that are no text; they are escaped",)
    again, still = _walked(clean)
    if not still:
        return Checked(clean, again.root, notes)
    for text, seen, told in ((data, walk, ()), (clean, again, notes)):
        if isinstance(still, _Refused) or not seen.cut[0]:
            continue
        closed = text[: seen.cut[0]] + b"".join(f"</{name}>".encode() for name in reversed(seen.open[: seen.cut[1]]))
        if not _walked(closed)[1]:
            torn = "the report breaks off; the test cases before that place are read"
            return Checked(closed, seen.root, (*told, torn), torn=True)
    return Checked(b"", "", (), str(still))


def _walked(data: bytes) -> tuple[_Walk, Exception | None]:
    walk = _Walk()
    try:
        walk.parser.Parse(data, True)
    except (expat.ExpatError, _Refused, LookupError, ValueError) as error:  # an encoding that is unknown, or no text's
        return walk, error
    return walk, None


def _clean(data: bytes) -> bytes:
    """The text in UTF-8 without its declaration, and without what XML forbids."""
    head = _DECLARATION.match(data)
    named = _ENCODING.search(head[0]) if head is not None else None
    encoding = named[1].decode("ascii") if named is not None else "utf-8"
    try:
        text = data[head.end() if head is not None else 0 :].decode(encoding, "backslashreplace")
    except (LookupError, UnicodeError, ValueError):
        text = data[head.end() if head is not None else 0 :].decode("utf-8", "backslashreplace")
    text = _NO_XML.sub(lambda match: f"\\x{ord(match[0]):02x}", text.removeprefix("\ufeff"))
    return text.encode("utf-8")
