"""Terms as trees: reads the short texts in which facts say how a value or a type is come by.

term  = base part*
base  = NAME | ":" type | "(" terms ")" | "|" term | WORD "(" terms ")" for list and either | "?" | nothing
part  = "." NAME | "::" NAME | "(" terms ")" | "[]" | "<" types ">" | "#" N | "@" | "!" | "~" path | "^" N "," N
type  = (NAME | "[]") ("::" NAME | "<" types ">")*
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_NAME = re.compile(r"[^\W\d][\w$]*(?:@\d+-\d+)?|\d+|\[\](?=<)|\$\w+")


class Term(NamedTuple):
    """One step of how a value is come by."""

    op: str  # name of type pair closure list either unknown, or what is done with the first part
    text: str = ""
    parts: tuple[Term, ...] = ()


UNKNOWN = Term("unknown")
ROOT = Term("root")  # before a path that begins with its separator

_MARKS = {"[]": "index", "@": "each", "!": "try"}


@lru_cache(maxsize=65536)
def parse(text: str) -> Term:
    """The tree of a term; unknown where it is none."""
    reader = _Reader(text)
    found = reader.term()
    return found if reader.at == len(text) else UNKNOWN


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def term(self) -> Term:
        found = self._base()
        while (longer := self._part(found)) is not None:
            found = longer
        return found

    def _base(self) -> Term:
        if self._take(":"):
            return Term("of", "", (self.type(),))
        if self._take("|"):
            return Term("closure", "", (self.term(),))
        if self._take("("):
            inner = self._terms(")")
            return inner[0] if len(inner) == 1 else Term("tuple", "", inner)
        if self._take("?"):
            return UNKNOWN
        if self._take("@"):
            place = self._name()
            self._take(":")
            return Term("at", place, (self.term(),))
        if self.text.startswith("::", self.at):
            return ROOT
        name = self._name()
        if name in ("list", "either") and self._take("("):
            return Term(name, "", self._terms(")"))
        return Term("name", name) if name else UNKNOWN

    def _part(self, found: Term) -> Term | None:
        for mark, op in _MARKS.items():
            if self._take(mark):
                return Term(op, "", (found,))
        if self._take("::"):
            if self._take("<"):
                return Term("apply", "", (found, *self._terms(">")))
            return Term("path", self._name(), (found,))
        if self._take("."):
            return Term("member", self._name(), (found,))
        if self._take("("):
            return Term("call", "", (found, *self._terms(")")))
        if self._take("<"):
            return Term("apply", "", (found, *self._terms(">")))
        if self._take("#"):
            return Term("part", self._name(), (found,))
        if self._take("~"):
            return Term("variant", "", (found, self.type()))
        if self._take("^"):
            place = self._name()
            self._take(",")
            return Term("given", f"{place},{self._name()}", (found,))
        return None

    def type(self) -> Term:
        """A type's path with its arguments."""
        name = self._name()
        if not name and not self.text.startswith("::", self.at):
            self._take("?")
            return UNKNOWN
        found = Term("name", name) if name else ROOT
        while True:
            if self._take("::<") or self._take("<"):
                found = Term("apply", "", (found, *self._types()))
            elif self._take("::"):
                found = Term("path", self._name(), (found,))
            else:
                return found

    def _types(self) -> tuple[Term, ...]:
        found: list[Term] = []
        while not self._take(">"):
            before = self.at
            found.append(self.type())
            self._take(",")
            if self.at == before:
                break
        return tuple(found)

    def _terms(self, end: str) -> tuple[Term, ...]:
        if end == ">":
            return self._types()
        found: list[Term] = []
        while not self._take(end):
            before = self.at
            found.append(self.term())
            self._take(",")
            if self.at == before:
                break
        return tuple(found)

    def _name(self) -> str:
        match = _NAME.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def _take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False
