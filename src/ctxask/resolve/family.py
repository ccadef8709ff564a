"""The files of one language family as name-level resolution sees them: outlines, and definitions by name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Protocol

from ctxask.facts import grammar, libraries
from ctxask.facts.outline import CLASSES, LOCALS, MEMBERS, Definition, Import, Outline
from ctxask.facts.positions import Positions


class Sources(Protocol):
    """The door to the facts of a snapshot."""

    def paths(self) -> Sequence[str]:
        """Covered files, sorted."""

    def language(self, path: str) -> str:
        """Name of the language that a covered file is written in."""

    def read(self, path: str) -> bytes:
        """A covered file as UTF-8: what the bytes of outlines count in."""

    def positions(self, path: str) -> Positions:
        """Lines and columns of a covered file."""

    def anchor(self, path: str, first: int, last: int) -> str:
        """Binds lines of a covered file to their bytes."""

    def holders(self, names: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
        """Name -> covered files that hold it as a whole word; a superset is fine."""

    def outline(self, path: str) -> Outline:
        """The outline of a covered file."""


@dataclass(frozen=True, slots=True)
class Found:
    """A definition and where it stands."""

    path: str
    index: int
    definition: Definition

    @property
    def id(self) -> str:
        """Symbol id: overloads share it."""
        return f"{self.path}::{self.definition.qualified}"

    @property
    def is_library(self) -> bool:
        """Declared by a stub: no symbol of the repository."""
        return self.path.startswith("<")

    @property
    def is_member(self) -> bool:
        """Reached through a receiver."""
        return self.definition.kind in MEMBERS


class Family:
    """Languages whose names bind to each other; everything is read on demand and kept."""

    def __init__(self, sources: Sources, name: str) -> None:
        self.sources = sources
        self.name = name
        self._outlines: dict[str, Outline] = {}
        self._holders: dict[str, tuple[str, ...]] = {}
        self._named: dict[str, tuple[Found, ...]] = {}

    @cached_property
    def paths(self) -> frozenset[str]:
        """The covered files of the family."""
        members = {name for name, language in grammar.languages().items() if language.family == self.name}
        return frozenset(path for path in self.sources.paths() if self.sources.language(path) in members)

    @cached_property
    def library(self) -> tuple[str, ...]:
        """The stubs of the family's languages, sorted."""
        members = [name for name, language in grammar.languages().items() if language.family == self.name]
        return tuple(path for name in sorted(members) for path in libraries.stubs(name))

    @cached_property
    def by_base(self) -> dict[str, list[str]]:
        """Last part of a path -> paths, sorted."""
        return _grouped((posixpath.basename(path), path) for path in sorted(self.paths))

    @cached_property
    def by_folder(self) -> dict[str, list[str]]:
        """Last part of a folder's path -> the paths right inside such folders, sorted."""
        return _grouped((posixpath.basename(posixpath.dirname(path)), path) for path in sorted(self.paths))

    @cached_property
    def folders(self) -> frozenset[str]:
        """The last parts of all folders that hold covered files, whatever their language."""
        return frozenset(posixpath.basename(posixpath.dirname(path)) for path in self.sources.paths())

    def details(self, path: str) -> dict[str, Any]:
        """What `names.toml` says of the file's language."""
        return grammar.details(libraries.language_of(path) or self.sources.language(path))

    def package(self, path: str) -> str:
        """What the files that see each other's names without an import have in common; empty for a file alone.

        By `package` of the language: the folder, the name that the file declares, or the whole repository.
        """
        rule = self.details(path).get("package")
        if rule == "everywhere":
            return "*"
        if rule == "folder":
            return posixpath.dirname(path) or "."
        return (self.outline(path).package or posixpath.dirname(path) or ".") if rule == "declared" else ""

    def outline(self, path: str) -> Outline:
        """The outline of one of the family's files."""
        known = self._outlines.get(path)
        if known is None:
            known = self._outlines[path] = self.sources.outline(path)
        return known

    def source(self, path: str) -> bytes:
        """The text of one of the family's files or stubs."""
        return libraries.source(path) if path.startswith("<") else self.sources.read(path)

    def holders(self, name: str) -> tuple[str, ...]:
        """The family's files that hold the name, sorted."""
        if name not in self._holders:
            word = name.lstrip("#@$~")  # of a private name, a field, a global, a destructor; a superset is fine
            paths = self.sources.holders(frozenset((word,))).get(word, ())
            self._holders[name] = tuple(sorted(path for path in paths if path in self.paths))
        return self._holders[name]

    def named(self, name: str) -> tuple[Found, ...]:
        """Definitions of the name that are no locals, by path and position; those of stubs come first."""
        if name not in self._named:
            paths = (*(path for path in self.library if self.may_hold(path, name)), *self.holders(name))
            self._named[name] = tuple(found for path in paths for found in self.in_file(path, name))
        return self._named[name]

    def own(self, name: str) -> list[Found]:
        """Definitions of the name in the repository that are no locals, by path and position."""
        return [found for found in self.named(name) if not found.is_library]

    def may_hold(self, path: str, name: str) -> bool:
        """Whether a file or a stub holds the name; spares parsing it."""
        return name.encode() in libraries.source(path) if path.startswith("<") else path in self.holders(name)

    def in_file(self, path: str, name: str) -> list[Found]:
        """The file's definitions of the name that are no locals."""
        outline = self.outline(path)
        found = (Found(path, index, outline.definitions[index]) for index in outline.by_name.get(name, ()))
        return [item for item in found if item.definition.kind not in LOCALS]

    def is_free(self, found: Found) -> bool:
        """Whether the bare name may mean it elsewhere: it stands at top level, or in a namespace."""
        definitions = self.outline(found.path).definitions
        container = found.definition.container
        if found.definition.kind == "constant" and container >= 0 and definitions[container].kind == "enum":
            container = definitions[container].container  # the constants of an enum of C stand beside it
        return not found.is_member and (container < 0 or definitions[container].kind == "namespace")

    def at(self, path: str, index: int) -> Found:
        """The definition of that index in the file's outline."""
        return Found(path, index, self.outline(path).definitions[index])

    def lexical(self, path: str, name: str, start: int, role: str) -> tuple[Found, ...] | Import | None:
        """What the bare name means at that byte by the file alone: definitions of the innermost scope, or an import."""
        outline = self.outline(path)
        best: int | None = None
        found: list[Found] = []
        for index in outline.by_name.get(name, ()):
            item = outline.definitions[index]
            width = item.visible_to - item.visible_from
            if not item.visible_from <= start < item.visible_to or not self._fits(path, item.kind, role):
                continue
            if best is None or width < best:
                best, found = width, []
            if width == best:
                found.append(Found(path, index, item))
        for clause in outline.imports_by_alias.get(name, ()):
            width = clause.visible_to - clause.visible_from
            if clause.visible_from <= start < clause.visible_to and (best is None or width < best):
                return clause
        return tuple(found) or None

    def _fits(self, path: str, kind: str, role: str) -> bool:
        """Whether such a definition can be meant in this role: types and values are apart, in some languages calls."""
        types = self.details(path).get("types", ())
        if role in ("annotation", "base"):
            return (kind in CLASSES or kind == "type_parameter") and not (types and kind == "object")
        if kind == "type_parameter" or (kind in types and role not in ("import", "re-export")):
            return False
        if self.details(path).get("methods_apart"):
            return (kind in ("method", "function") or kind in CLASSES) == (role == "call") or kind in CLASSES
        return True


def nearest(path: str, others: Sequence[str]) -> tuple[str, ...]:
    """Of these paths those that have the most folders in common with the path."""
    common = {other: _common(path, other) for other in others}
    most = max(common.values(), default=0)
    return tuple(other for other in others if common[other] == most)


def _common(path: str, other: str) -> int:
    pairs = zip(path.split("/")[:-1], other.split("/")[:-1], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for key, value in pairs:
        table.setdefault(key, []).append(value)
    return table
