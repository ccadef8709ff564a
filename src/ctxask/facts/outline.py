"""The outline of a file: its definitions, its imports and the occurrences of every identifier, in a form to keep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ctxask import canon
from ctxask.repo import text

ROLES = ("read", "key", "annotation", "write", "call", "decorator", "base", "import", "re-export", "definition")

CLASSES = frozenset({"class", "interface", "enum", "type", "namespace", "object"})
CALLABLES = frozenset({"function", "method", "property", "macro"})
MEMBERS = frozenset({"method", "property", "attribute", "enumerator"})
LOCALS = frozenset({"parameter", "local", "type_parameter"})


class Definition(NamedTuple):
    """What the file defines. Bytes count in the file's UTF-8 form; ends are exclusive."""

    name: str  # empty for a class that is made in an expression
    qualified: str  # within the file, joined by dots
    kind: str  # one of CLASSES, CALLABLES, LOCALS, or attribute, enumerator, constant, variable
    start: int  # of the name
    first: int
    last: int
    container: int  # index of the definition that holds it, -1 at top level
    visible_from: int  # where the bare name means it; an empty range for members, which need a receiver
    visible_to: int
    type: (
        str  # declared, or of the result; `f()` is what calling f gives, `=e` what the expression e gives, `0.1=e` the
    )
    # second parameter of the function that is the first argument of the call e; empty when not written
    bases: tuple[str, ...]  # names, with their type arguments


class Import(NamedTuple):
    """A name that the file takes from a module."""

    module: str  # as written
    name: str  # `*` for the module itself or everything in it
    alias: str  # what it is called here; empty where `*` spills into the file
    start: int  # of the clause, in bytes
    exported: bool  # re-exported under `alias`
    visible_from: int
    visible_to: int


class Extends(NamedTuple):
    """A type that takes members from another, or to which members are added, within a range of bytes."""

    first: int
    last: int
    type: str  # term
    base: str  # term; empty where members are added, `derive::NAME` where they come out of nowhere


class Known(NamedTuple):
    """What a name is known to be within a range of bytes."""

    name: str  # or a term; `#0` for the first part of what the range defines
    first: int
    last: int
    type: str  # term


class Assigned(NamedTuple):
    """A value that a name gets after its definition."""

    name: str
    start: int
    value: str  # term


class Occurrence(NamedTuple):
    """An identifier in code."""

    start: int
    role: str
    receiver: str | None  # None: bare; else an expression in the form of `expressions`
    within: int  # innermost definition that is no local, -1 at module level
    arguments: str | None = None  # of a call: `(a,b)`; None where the language's queries do not say


@dataclass(frozen=True)
class Outline:
    """Everything that name-level resolution needs of one file."""

    language: str
    damaged: int  # nodes that the parser could not place or had to invent
    definitions: tuple[Definition, ...]  # by position of the name
    imports: tuple[Import, ...]
    expressions: tuple[str, ...]
    names: dict[str, list[int]]  # name -> flat runs of (start, role, receiver + 1, within + 1, arguments + 1)
    comments: tuple[int, ...]  # flat, sorted pairs of bytes
    strings: tuple[int, ...]
    package: str = ""  # as the file names it
    extends: tuple[Extends, ...] = ()
    known: tuple[Known, ...] = ()
    assigned: tuple[Assigned, ...] = ()

    def occurrences(self, name: str) -> Iterator[Occurrence]:
        """Occurrences of the name in code, in source order."""
        flat = self.names.get(name, ())
        for i in range(0, len(flat), 5):
            receiver = self.expressions[flat[i + 2] - 1] if flat[i + 2] else None
            arguments = self.expressions[flat[i + 4] - 1] if flat[i + 4] else None
            yield Occurrence(flat[i], ROLES[flat[i + 1]], receiver, flat[i + 3] - 1, arguments)

    def named(self, index: int) -> int:
        """The definition, or the innermost one around it that has a name; -1 at module level."""
        while index >= 0 and not self.definitions[index].name:
            index = self.definitions[index].container
        return index

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """Name -> indexes of the definitions that bear it."""
        table: dict[str, list[int]] = {}
        for index, definition in enumerate(self.definitions):
            table.setdefault(definition.name, []).append(index)
        return table

    @cached_property
    def imports_by_alias(self) -> dict[str, list[Import]]:
        """Name in this file -> imports that bind it."""
        table: dict[str, list[Import]] = {}
        for item in self.imports:
            table.setdefault(item.alias, []).append(item)
        return table

    @cached_property
    def assigned_to(self) -> dict[str, list[Assigned]]:
        """Name -> what it is assigned."""
        table: dict[str, list[Assigned]] = {}
        for row in self.assigned:
            table.setdefault(row.name, []).append(row)
        return table


def utf8(data: bytes) -> bytes:
    """The bytes that an outline counts in: the file's text in UTF-8, without a byte order mark."""
    decoded = text.decode(data)
    if decoded.ok and decoded.encoding == "utf-8" and not data.startswith(b"\xef\xbb\xbf"):
        return data
    return decoded.text.encode("utf-8")


def to_bytes(outline: Outline) -> bytes:
    """Canonical JSON of the outline."""
    definitions = [list(item) for item in outline.definitions]
    imports = [list(item) for item in outline.imports]
    tables = [list(outline.expressions), outline.names, list(outline.comments), list(outline.strings), outline.package]
    tables += [[list(row) for row in rows] for rows in (outline.extends, outline.known, outline.assigned)]
    return canon.encode([outline.language, outline.damaged, definitions, imports, *tables])


def from_bytes(data: bytes) -> Outline:
    """The outline that to_bytes wrote."""
    language, damaged, definitions, imports, expressions, names, comments, strings, *more = json.loads(data)
    package, extends, known, assigned = more
    return Outline(
        language,
        damaged,
        tuple(Definition._make((*row[:-1], tuple(row[-1]))) for row in definitions),
        tuple(map(Import._make, imports)),
        tuple(expressions),
        names,
        tuple(comments),
        tuple(strings),
        package,
        tuple(map(Extends._make, extends)),
        tuple(map(Known._make, known)),
        tuple(map(Assigned._make, assigned)),
    )
