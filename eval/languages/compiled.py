"""What a compiler says of a repository's names, as a table of tabs, in the terms of the suites.

A line is `def PATH:LINE:COLUMN KIND QUALIFIED` or `use PATH:LINE:COLUMN NAME PLACE`, the place being that of the
definition that is meant, `-` for something outside of the sources, `?` where the compiler does not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from eval.accuracy.oracle import Place
from eval.languages.indexed import COMMON, Known

_CATEGORIES = {
    "CLASS": "class",
    "RECORD": "class",
    "INTERFACE": "interface",
    "ANNOTATION_TYPE": "annotation",
    "ENUM": "enum",
    "ENUM_CONSTANT": "enum constant",
    "METHOD": "method",
    "CONSTRUCTOR": "constructor",
    "FIELD": "field",
    "CLASS_DECL": "class",
    "STRUCT_DECL": "class",
    "UNION_DECL": "class",
    "CLASS_TEMPLATE": "class",
    "ENUM_DECL": "enum",
    "ENUM_CONSTANT_DECL": "enum constant",
    "FUNCTION_DECL": "function",
    "STATIC_FUNCTION": "function of its file",
    "CXX_METHOD": "method",
    "FIELD_DECL": "field",
    "MACRO_DEFINITION": "macro",
    "TYPEDEF_DECL": "type",
    "TYPE_ALIAS_DECL": "type",
    "VAR_DECL": "variable",
}


class Table:
    """A compiler's table."""

    def __init__(self, file: Path) -> None:
        self._kinds: dict[tuple[str, str], str] = {}  # (path, qualified name) -> category
        self._definitions: dict[tuple[str, str], set[Place]] = defaultdict(set)
        self._uses: dict[Place, set[Place]] = defaultdict(set)  # definition -> where it is meant
        self._open: dict[str, set[Place]] = defaultdict(set)  # name -> where it is unclear, or stands for a definition
        for line in file.read_text(encoding="utf-8").splitlines():
            what, at, second, third = line.split("\t")
            place = _place(at)
            if what == "def":
                self._define(place, second, third)
            elif third == "?":
                self._open[second].add(place)
            elif third != "-":
                self._uses[_place(third)].add(place)

    def known(self) -> Iterator[Known]:
        """The symbols that have a category; definitions of one qualified name in a file are one."""
        owners: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for path, name in self._kinds:
            owners[name.rpartition(".")[2]].add((path, name))
        for (path, name), category in sorted(self._kinds.items()):
            places = self._definitions[path, name]
            last = name.rpartition(".")[2]
            if category == "method" and len(owners[last]) >= COMMON:
                category = "method, common name"
            uses = frozenset(use for place in places for use in self._uses[place])
            yield Known(name, category, path, min(places)[1], uses, frozenset(self._open[last]) - uses)

    def _define(self, place: Place, kind: str, name: str) -> None:
        self._open[name.rpartition(".")[2]].add(place)
        if kind in _CATEGORIES:
            self._kinds.setdefault((place[0], name), _CATEGORIES[kind])
            self._definitions[place[0], name].add(place)


def _place(text: str) -> Place:
    path, line, column = text.rsplit(":", 2)
    return path, int(line), int(column)
