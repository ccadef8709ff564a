"""Prints what clang says that every name in C and C++ sources means: the table that `compiled.py` reads.

Runs in an environment with the wheel `libclang`: `python -m eval.languages.clang_references ROOT FILES -- FLAGS`, FILES
listing sources a line, relative to the root. Nothing is compiled or run. What the parser does not reach (branches that
the preprocessor leaves out, templates that depend on their parameters) is `?`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from ctypes import byref, c_uint
from pathlib import Path
from typing import Any, NamedTuple

SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp"})
_WITH_MACROS = 0x01  # a detailed record of the preprocessor
_SKIPPED = re.compile(
    rb"//(?:\\\r?\n|[^\n])*|/\*.*?\*/|R\"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
    rb"|#\s*include[^\n]*|(?P<name>[A-Za-z_]\w*)|\d[\w.']*",
    re.DOTALL,
)


class Spot(NamedTuple):
    """A byte of a file of the repository."""

    path: str
    offset: int


class Reader:
    """Collects definitions and uses, translation unit by translation unit."""

    def __init__(self, root: Path, cindex: Any) -> None:
        self._root = root
        self._cindex = cindex
        self._index = cindex.Index.create()
        self._paths: dict[str, str] = {}
        self.texts: dict[str, bytes] = {}
        self.kinds: dict[Spot, tuple[str, str, str]] = {}  # where something is declared -> (kind, qualified name, name)
        self.symbols: dict[Spot, str] = {}  # where something is declared -> clang's name of the symbol
        self.defined: dict[str, set[Spot]] = defaultdict(set)
        self.declared: dict[str, set[Spot]] = defaultdict(set)
        self.uses: dict[Spot, dict[str, set[Spot | None]]] = defaultdict(lambda: defaultdict(set))

    def read(self, file: str, flags: list[str]) -> None:
        """Reads one translation unit."""
        unit = self._index.parse(str(self._root / file), [*flags, "-ferror-limit=0"], options=_WITH_MACROS)
        work = [cursor for cursor in unit.cursor.get_children() if self._spot(cursor.location) or not _has_file(cursor)]
        while work:
            cursor = work.pop()
            self._visit(cursor)
            work.extend(cursor.get_children())

    def _visit(self, cursor: Any) -> None:
        kind, name = cursor.kind.name, cursor.spelling
        spot = self._spot(cursor.location)
        if spot is None:
            return
        if cursor.kind.is_declaration() or kind == "MACRO_DEFINITION":
            if name and self._is_at(spot, name):
                symbol = cursor.get_usr() or f"{spot.path}:{spot.offset}"
                made = (
                    cursor.location.offset != spot.offset
                )  # by a macro, from its argument: no declaration to ask about
                self.kinds.setdefault(spot, ("MADE" if made else _kind(cursor), self._qualified(cursor), name))
                self.symbols.setdefault(spot, symbol)
                whole = kind == "MACRO_DEFINITION" or cursor.is_definition()
                (self.defined if whole else self.declared)[symbol].add(spot)
            return
        meant = cursor.referenced
        if meant is not None and meant.kind.name == "OVERLOADED_DECL_REF":
            meant = None
        name = meant.spelling if meant is not None else name
        if name and self._is_at(spot, name) and (meant is None or meant != cursor):
            self.uses[spot][name].add(self._spot(meant.location) if meant is not None else Spot("?", 0))

    def _spot(self, location: Any) -> Spot | None:
        """Where a location was written; None outside of the repository."""
        file, line, column, offset = self._cindex.c_object_p(), c_uint(), c_uint(), c_uint()
        spelling = self._cindex.conf.lib.clang_getSpellingLocation
        spelling(location, byref(file), byref(line), byref(column), byref(offset))
        if not file:
            return None
        name = self._cindex.File(file).name
        if name not in self._paths:
            resolved = Path(name).resolve()
            inside = resolved.is_relative_to(self._root) and resolved.suffix in SUFFIXES
            self._paths[name] = str(resolved.relative_to(self._root)) if inside else ""
        return Spot(self._paths[name], offset.value) if self._paths[name] else None

    def _qualified(self, cursor: Any) -> str:
        """The name within the file, joined by dots, without what has no name or is opened by a macro."""
        names = [cursor.spelling]
        around = cursor.semantic_parent
        while around is not None and around.kind.name not in ("TRANSLATION_UNIT", "LINKAGE_SPEC"):
            spot = self._spot(around.location)
            made = spot is not None and not self._is_at(spot, around.spelling)
            if around.spelling and "(" not in around.spelling and not around.is_anonymous() and not made:
                names.append(around.spelling)
            around = around.semantic_parent
        return ".".join(reversed(names))

    def text(self, path: str) -> bytes:
        """The bytes of a file."""
        if path not in self.texts:
            self.texts[path] = (self._root / path).read_bytes()
        return self.texts[path]

    def _is_at(self, spot: Spot, name: str) -> bool:
        word = re.match(rb"~?\w+", self.text(spot.path)[spot.offset :])
        return word is not None and word[0] == name.encode()

    def primary(self, spot: Spot) -> Spot | None:
        """The definition of what is declared there; None where several programs define it."""
        symbol = self.symbols.get(spot)
        if symbol is None:
            return None
        if spot in self.defined[symbol]:
            return spot
        places = self.defined[symbol] or self.declared[symbol]
        return min(places) if len(places) == 1 or not self.defined[symbol] else None


def lines(reader: Reader, paths: Iterable[str]) -> Iterator[str]:
    """The lines of the table, by place; names that clang did not speak of are open."""
    place = _Places(reader)
    for spot in sorted(reader.kinds):
        kind, qualified, name = reader.kinds[spot]
        primary = reader.primary(spot)
        if primary == spot:
            yield f"def\t{place(spot)}\t{kind}\t{qualified}"
        else:
            yield f"use\t{place(spot)}\t{name}\t?"
    for spot in sorted(reader.uses):
        for name, meant in sorted(reader.uses[spot].items()):
            targets = {_target(reader, one) for one in meant}
            for target in sorted(targets - {"?"} or targets, key=str):
                yield f"use\t{place(spot)}\t{name}\t{target if isinstance(target, str) else place(target)}"
    for path in sorted(paths):
        for spot, name in _words(path, reader.text(path)):
            if spot not in reader.kinds and spot not in reader.uses:
                yield f"use\t{place(spot)}\t{name}\t?"


def _target(reader: Reader, meant: Spot | None) -> Spot | str:
    if meant is None:
        return "-"
    return reader.primary(meant) or "?" if meant.path != "?" else "?"


class _Places:
    """Bytes as `path:line:column`, columns in characters."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._starts: dict[str, list[int]] = {}

    def __call__(self, spot: Spot) -> str:
        from bisect import bisect_right

        text = self._reader.text(spot.path)
        if spot.path not in self._starts:
            self._starts[spot.path] = [0, *(match.end() for match in re.finditer(rb"\n", text))]
        starts = self._starts[spot.path]
        line = bisect_right(starts, spot.offset)
        before = text[starts[line - 1] : spot.offset].decode("utf-8", "replace")
        return f"{spot.path}:{line}:{len(before) + 1}"


def _words(path: str, text: bytes) -> Iterator[tuple[Spot, str]]:
    """The names in a file, without comments, strings and includes."""
    for match in _SKIPPED.finditer(text):
        if match["name"]:
            yield Spot(path, match.start()), match["name"].decode()


def _kind(cursor: Any) -> str:
    """clang's word for what is declared, with what a suite tells apart."""
    kind: str = cursor.kind.name
    parent = cursor.semantic_parent.kind.name if cursor.semantic_parent is not None else ""
    if kind == "FUNCTION_TEMPLATE":
        kind = "CXX_METHOD" if parent.startswith(("CLASS", "STRUCT")) else "FUNCTION_DECL"
    if kind == "FUNCTION_DECL" and cursor.storage_class.name == "STATIC":
        return "STATIC_FUNCTION"
    if kind == "VAR_DECL" and parent not in ("TRANSLATION_UNIT", "NAMESPACE"):
        return "FIELD_DECL" if parent.startswith(("CLASS", "STRUCT")) else "LOCAL"
    return kind


def _has_file(cursor: Any) -> bool:
    return cursor.location.file is not None


def main(arguments: list[str]) -> int:
    """Reads every listed source and prints the table."""
    from clang import cindex  # type: ignore[import-not-found, unused-ignore]

    cut = arguments.index("--")
    root, listed, flags = Path(arguments[0]).resolve(), Path(arguments[1]), arguments[cut + 1 :]
    reader = Reader(root, cindex)
    sources = listed.read_text().split()
    for file in sources:
        print(file, file=sys.stderr)
        reader.read(file, flags)
    spoken = {spot.path for table in (reader.kinds, reader.uses) for spot in table}
    everything = {str(file.relative_to(root)) for file in root.rglob("*") if file.suffix in SUFFIXES and file.is_file()}
    print("\n".join(lines(reader, spoken | everything)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
