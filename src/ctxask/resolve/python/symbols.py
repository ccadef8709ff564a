"""Python definitions as rows: which there are, what each is called, where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ctxask.facts.positions import identifier_starts
from ctxask.facts.python.builder import BODY
from ctxask.facts.sources import Sources
from ctxask.resolve.python.classes import mro
from ctxask.resolve.python.infer import Inference, Key
from ctxask.resolve.python.members import declared_above
from ctxask.resolve.python.reach import Row, owner
from ctxask.resolve.python.values import Class
from ctxask.rows import Symbol

_DEFINING = {"def", "class", "assign", "note", "for", "with", "match", "except"}
_BRACKETS = re.compile(rb"[()\[\]{}:]")
_COMMENT = re.compile(rb"(?m)^([^\"'#\n]*?)\s*#[^\n]*$")  # not behind a quote: it may be text
_PROPERTY = ("property", "setter", "getter", "deleter")


class Symbols:
    """Makes rows of keys and finds the keys that names stand for."""

    def __init__(self, sources: Sources, inf: Inference) -> None:
        self.sources = sources
        self.inf = inf

    def of_key(self, key: Key) -> Symbol | None:
        """The symbol that a key names; None where nothing defines it."""
        if key.scope < 0:
            return self.module(key.path)
        places = self._places(key)
        if not places:
            return None
        kind, name_start, first, last = places[-1] if places[0][0] in ("function", "method") else places[0]
        positions = self.sources.positions(key.path)
        line, col = positions.place(name_start)
        first_line, last_line = positions.line(first), positions.line(max(first, last - 1))
        more = tuple((positions.line(p[1]), positions.line(max(p[2], p[3] - 1))) for p in places if p[1] != name_start)
        return Symbol(
            key.path,
            self.qualname(key),
            kind,
            line,
            col,
            first_line,
            last_line,
            self.sources.anchor(key.path, first_line, last_line),
            self._signature(key, kind, name_start),
            more,
        )

    def module(self, path: str) -> Symbol:
        """The module itself; a file without a line is line 1."""
        last = max(1, len(self.sources.lines(path)))
        anchor = self.sources.anchor(path, 1, last) if self.sources.lines(path) else ""
        return Symbol(path, "", "module", 1, 1, 1, last, anchor)

    def qualname(self, key: Key) -> str:
        """`Class.name` of a key."""
        around = self.inf.skeleton(key.path).qualname(key.scope) if key.scope > 0 else ""
        return f"{around}.{key.name}" if around else key.name

    def of_scope(self, path: str, scope: int) -> Key:
        """The key that a class or function scope defines; the module's for scope 0."""
        if scope == 0:
            return Key(path, -1, "")
        found = self.inf.skeleton(path).scopes[scope]
        return Key(path, found.parent, found.name)

    def keys(self, path: str, qualname: str) -> tuple[Key, ...]:
        """The keys of a qualified name in a file; several where its class is defined more than once."""
        if not qualname:
            return (Key(path, -1, ""),)
        around, _, name = qualname.rpartition(".")
        skeleton = self.inf.skeleton(path)
        scopes = [i for i in range(len(skeleton.scopes)) if skeleton.qualname(i) == around]
        return tuple(key for scope in scopes if self._places(key := Key(path, scope, name)))

    def name_starts(self, key: Key) -> tuple[int, ...]:
        """Where the key is defined: occurrences that are no references."""
        return tuple(start for _, start, _, _ in self._places(key)) if key.scope >= 0 else ()

    def definitions(self, path: str) -> tuple[Symbol, ...]:
        """What the file defines in its module, its classes and its functions' bodies as functions; in source order."""
        found: dict[Key, None] = {}
        skeleton = self.inf.skeleton(path)
        for index, scope in enumerate(skeleton.scopes):
            if index:
                found.setdefault(Key(path, scope.parent, scope.name))
            if scope.kind != "function":
                segment = self.inf.segment(path, index)
                for name, rows in segment.binds.items():
                    if any(row[0] in _DEFINING and owner(segment, row[2]) == BODY for row in rows):
                        found.setdefault(Key(path, index, name))
        for _, name in skeleton.globals:
            found.setdefault(Key(path, 0, name))
        for method, name, _, _ in skeleton.attributes:
            parent = skeleton.scopes[method].parent
            if skeleton.scopes[parent].kind == "class":
                found.setdefault(Key(path, parent, name))
        symbols = [symbol for key in found if (symbol := self.of_key(key)) is not None]
        return tuple(sorted(symbols, key=lambda s: (s.line, s.col, s.name)))

    def named(self, name: str, paths: Sequence[str]) -> Iterator[Key]:
        """Keys in these files whose last part is the name: classes, functions, variables, attributes."""
        for path in paths:
            skeleton = self.inf.skeleton(path)
            keys = {Key(path, s.parent, s.name): None for s in skeleton.scopes[1:] if s.name == name}
            for scope, attribute, _, _ in skeleton.attributes:
                if attribute == name and skeleton.scopes[skeleton.scopes[scope].parent].kind == "class":
                    keys.setdefault(Key(path, skeleton.scopes[scope].parent, name))
            if any(declared == name for _, declared in skeleton.globals) and self._places(Key(path, 0, name)):
                keys.setdefault(Key(path, 0, name))
            for scope in sorted(self._scopes_holding(path, name)):
                if skeleton.scopes[scope].kind != "function":
                    key = Key(path, scope, name)
                    if key not in keys and self._places(key):
                        keys.setdefault(key)
            yield from keys

    def _scopes_holding(self, path: str, name: str) -> set[int]:
        skeleton = self.inf.skeleton(path)
        return {skeleton.at(start) for start in identifier_starts(self.sources.read(path), name)}

    def _places(self, key: Key) -> list[tuple[str, int, int, int]]:
        """(kind, start of the name, start and end of the definition) of everything that defines the key, in order."""
        skeleton, segment = self.inf.skeleton(key.path), self.inf.segment(key.path, key.scope)
        around = skeleton.scopes[key.scope].kind
        defining = _DEFINING if around != "function" else _DEFINING | {"param"}
        rows = [r for r in segment.binds.get(key.name, ()) if r[0] in defining and owner(segment, r[2]) == BODY]
        if any(name == key.name for _, name, _ in segment.outer):
            rows = []  # it belongs to a scope further out
        found = [self._place(key, row, around) for row in rows]
        if not found and key.scope == 0:
            found = self._globals(key)[:1]
        strong = [place for place in found if place[0] in ("class", "function", "method", "property")]
        if strong:
            return strong
        return self._assigned(key) if around == "class" and not found else found

    def _assigned(self, key: Key) -> list[tuple[str, int, int, int]]:
        """The first assignment to an attribute that no class body declares; further ones write it."""
        skeleton, cls = self.inf.skeleton(key.path), Class(key.path, key.scope)
        size = len(key.name.encode("utf-8"))
        for scope, name, start, _ in skeleton.attributes:
            here = name == key.name and skeleton.scopes[scope].parent == key.scope
            if here and self._own(key.path, scope, start):
                inherited = declared_above(self.inf, cls, mro(self.inf, cls), name)
                return [] if inherited else [("attribute", start, start, start + size)]
        return []

    def _globals(self, key: Key) -> list[tuple[str, int, int, int]]:
        """Where functions bind a name of the module that the module itself does not."""
        scopes = [scope for scope, name in self.inf.skeleton(key.path).globals if name == key.name]
        rows = [row for scope in scopes for row in self.inf.segment(key.path, scope).binds.get(key.name, ())]
        return [self._place(key, row, "module") for row in rows if row[0] in _DEFINING]

    def _own(self, path: str, scope: int, start: int) -> bool:
        """Whether an attribute is assigned to the method's first parameter."""
        segment = self.inf.segment(path, scope)
        first = segment.params[0][0] if segment.params else ""
        return any(row[0] == first and row[6] == start for row in segment.attributes)

    def _place(self, key: Key, row: Row, around: str) -> tuple[str, int, int, int]:
        if row[0] in ("def", "class"):
            scope = self.inf.skeleton(key.path).scopes[row[4]]
            kind = "class" if row[0] == "class" else "function"
            if kind == "function" and around == "class":
                kind = "property" if self._is_property(key.path, row[4]) else "method"
            return kind, scope.name_start, scope.start, scope.end
        kinds = {"function": "local", "class": "attribute"}
        kind = "parameter" if row[0] == "param" else kinds.get(around) or _module_kind(key.name)
        return kind, row[1], row[1], row[1] + len(key.name.encode("utf-8"))

    def _is_property(self, path: str, scope: int) -> bool:
        segment = self.inf.segment(path, scope)
        for node in segment.decorators:
            e = segment.nodes[node]
            name = str(e[1] if e[0] == "n" else e[2]) if e[0] in "na" else ""
            if name.endswith(_PROPERTY):
                return True
        return False

    def _signature(self, key: Key, kind: str, name_start: int) -> str:
        positions = self.sources.positions(key.path)
        start = positions.starts[positions.line(name_start) - 1]
        data = positions.source
        end = len(data) if data.find(b"\n", start) < 0 else data.find(b"\n", start)
        if kind in ("class", "function", "method", "property"):
            end = _head_end(data, start, end)
        return " ".join(_COMMENT.sub(rb"\1", data[start:end]).decode("utf-8", "replace").split())


def _module_kind(name: str) -> str:
    return "constant" if name.isupper() else "variable"


def _head_end(data: bytes, start: int, line_end: int) -> int:
    """Where the colon that ends a definition's head stands; the line's end where there is none soon."""
    depth = 0
    for found in _BRACKETS.finditer(data, start, start + 4096):
        byte = found[0]
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        elif depth == 0:
            return found.start()
    return line_end
