"""What our own syntax says of every identifier in a file: its role, and where symbols are defined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ctxask.facts.outline import CLASSES
from ctxask.resolve.resolver import Resolver

if TYPE_CHECKING:
    from ctxask.resolve.python.resolver import PythonResolver

Place = tuple[int, int]  # 1-based line and column
_CALLABLES = CLASSES | {"function", "method"}


class Use(NamedTuple):
    """An identifier in code."""

    name: str
    role: str
    within: str  # qualified name of the symbol around it


class Defined(NamedTuple):
    """A symbol that is defined at a place."""

    id: str
    is_callable: bool  # a function, method or class
    is_shape: bool = False  # a member of a protocol or interface: whatever has its shape may be meant


def uses(resolver: Resolver, path: str) -> dict[Place, Use]:
    """Every identifier in the code of a file, by place; nothing for a language without resolution."""
    kind = resolver.kind(path)
    found = _python(resolver.python, path) if kind == "python" else _outlined(resolver, path) if kind == "names" else ()
    place = resolver.sources.positions(path).place
    return {place(start): use for start, use in sorted(found)}


def defined(resolver: Resolver, path: str) -> dict[Place, Defined]:
    """The symbols of a file, parameters and locals too, by every place that defines them."""
    kind = resolver.kind(path)
    place = resolver.sources.positions(path).place
    found = _python_keys(resolver.python, path) if kind == "python" else _outlined_keys(resolver, path)
    return {place(start): one for start, one in found} if kind else {}


def _python(resolver: PythonResolver, path: str) -> Iterator[tuple[int, Use]]:
    from ctxask.resolve.python.sites import ROLES

    skeleton = resolver.inf.skeleton(path)
    for index, scope in enumerate(skeleton.scopes):
        within = skeleton.qualname(index)
        if index:
            around = skeleton.qualname(scope.parent)
            yield scope.name_start, Use(scope.name, "definition", around)
        segment = resolver.inf.segment(path, index)
        for word, start, role, *_ in segment.words:
            yield start, Use(word, role, within)
        for node in segment.nodes:
            if node[0] == "n":
                yield node[2], Use(node[1], ROLES.get(node[4], "read"), within)
            elif node[0] == "a":
                yield node[3], Use(node[2], ROLES.get(node[4], "read"), within)
        for _, module, name, start, alias, alias_start, _ in segment.imports:
            if name:
                yield start, Use(name, "import", within)
            else:
                yield from _parts(module, start, within)
            if alias:
                yield alias_start, Use(alias, "import", within)


def _parts(module: str, start: int, within: str) -> Iterator[tuple[int, Use]]:
    """The parts of a dotted name."""
    for part in module.split("."):
        if part:
            yield start, Use(part, "import", within)
        start += len(part.encode("utf-8")) + 1


def _outlined_keys(resolver: Resolver, path: str) -> Iterator[tuple[int, Defined]]:
    """Starts of names with what they define."""
    rows = resolver.sources.outline(path).definitions
    for row in rows:
        is_shape = row.container >= 0 and rows[row.container].kind == "interface"
        yield row.start, Defined(f"{path}::{row.qualified}", row.kind in _CALLABLES, is_shape)


def _python_keys(resolver: PythonResolver, path: str) -> Iterator[tuple[int, Defined]]:
    """Starts of names with what they define."""
    from ctxask.resolve.python.classes import is_protocol
    from ctxask.resolve.python.infer import Key
    from ctxask.resolve.python.values import Class

    skeleton = resolver.inf.skeleton(path)
    owned = {symbol.name: symbol.kind in _CALLABLES for symbol in resolver.definitions(path)}
    for method, name, start, _ in skeleton.attributes:
        qualname = f"{skeleton.qualname(skeleton.scopes[method].parent)}.{name}"
        if qualname in owned:
            yield start, Defined(f"{path}::{qualname}", owned[qualname])
    for index, scope in enumerate(skeleton.scopes):
        resolver.inf.begin()
        is_shape = scope.kind == "class" and is_protocol(resolver.inf, Class(path, index))
        for name in resolver.inf.segment(path, index).binds:
            key = Key(path, index, name)
            qualname = resolver.symbols.qualname(key)
            for start in resolver.symbols.name_starts(key):
                yield start, Defined(f"{path}::{qualname}", owned.get(qualname, False), is_shape)


def _outlined(resolver: Resolver, path: str) -> Iterator[tuple[int, Use]]:
    outline = resolver.sources.outline(path)
    for name in outline.names:
        for occurrence in outline.occurrences(name):
            within = outline.definitions[occurrence.within].qualified if occurrence.within >= 0 else ""
            role = "read" if occurrence.role == "key" else occurrence.role
            yield occurrence.start, Use(name.lstrip("#"), role, within)
