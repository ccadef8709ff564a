"""Python's classes: bases as they are written, subclasses by the names that they may write, protocols by shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ctxask.resolve.kin import UNSEEN, Edge, outside
from ctxask.resolve.python import stubs
from ctxask.resolve.python.classes import OBJECT, base_values, is_protocol, mro, name_of
from ctxask.resolve.python.infer import Frame
from ctxask.resolve.python.members import is_stub
from ctxask.resolve.python.names import is_private
from ctxask.resolve.python.published import has_shape, members_of, shaped
from ctxask.resolve.python.values import Class, External, Value
from ctxask.rows import Symbol

if TYPE_CHECKING:
    from ctxask.resolve.python.resolver import PythonResolver

_MAKERS = frozenset({"collections.namedtuple", "typing.NamedTuple"})  # what they make stands on nothing else


class PythonKin:
    """What is asked of Python's classes; edges of a file are worked out once."""

    def __init__(self, resolver: PythonResolver) -> None:
        self._resolver = resolver
        self._inf, self._sources = resolver.inf, resolver.sources
        self._edges: dict[str, tuple[Edge, ...]] = {}
        self._library: dict[str, Class] = {}  # by id

    def owner(self, symbol: Symbol) -> Symbol | None:
        """The class whose member a symbol is."""
        around = self._resolver.exact(symbol.path, symbol.name.rpartition(".")[0]) if "." in symbol.name else None
        return around if around is not None and around.kind == "class" else None

    def bases(self, cls: Symbol) -> Sequence[Edge]:
        """What a class is written to stand on, `object` left out."""
        return [edge for one in self._classes(cls) for edge in self._bases(one)]

    def line(self, cls: Symbol) -> Sequence[str]:
        """Ids of the bases by the method resolution order."""
        orders = [mro(self._inf, one) for one in self._classes(cls)]
        above = [value for order in orders for value in order[1:] if isinstance(value, Class | External)]
        return [self._symbol(one).id if isinstance(one, Class) else outside(one.dotted).id for one in above]

    def heirs(self, classes: Sequence[Symbol]) -> Sequence[Edge]:
        """The classes that stand directly on these, in files that hold one of their names or another name for one."""
        ids = {cls.id for cls in classes}
        names = {cls.name.rpartition(".")[2] for cls in classes if cls.path}
        looked_at: dict[str, None] = {}
        fresh = names
        while fresh:
            holders = self._sources.holders(frozenset(fresh))
            paths = [p for path in holders.values() for p in path if self._sources.language(p) == "python"]
            paths = [path for path in dict.fromkeys(paths) if path not in looked_at]
            looked_at.update(dict.fromkeys(paths))
            self._sources.warm(paths)
            fresh = {alias for path in looked_at for alias in self._aliases(path, names)} - names
            names |= fresh
        edges = [edge for path in sorted(looked_at) for edge in self._edges_in(path)]
        return [edge for edge in edges if edge.above.id in ids or edge.target == UNSEEN]

    def shapes(self, cls: Symbol) -> Sequence[Edge]:
        """The protocols of the repository whose members the class has, and from which it does not inherit."""
        found = []
        for path in self._sources.holding("Protocol"):
            for scope, inner in enumerate(self._inf.skeleton(path).scopes):
                self._inf.begin()
                protocol = Class(path, scope)
                if inner.kind != "class" or not is_protocol(self._inf, protocol):
                    continue
                names = members_of(self._inf, protocol)
                if names and any(has_shape(self._inf, one, protocol, names) for one in self._classes(cls)):
                    found.append(Edge(cls, self._symbol(protocol), self._at(protocol), role="implements"))
        return found

    def shaped(self, cls: Symbol) -> Sequence[Edge]:
        """The classes that have every member of a protocol, and do not inherit from it."""
        self._inf.begin()
        protocols = [one for one in self._classes(cls) if is_protocol(self._inf, one)]
        pairs = [(one, protocol) for protocol in protocols for one in shaped(self._resolver, protocol)]
        return [Edge(self._symbol(one), cls, self._at(one), role="implements") for one, _ in pairs]

    def member(self, cls: Symbol, name: str) -> Symbol | None:
        """What the body of a class binds, or its methods give to its instances."""
        if cls.path:
            return self._resolver.exact(cls.path, f"{cls.name}.{name}")
        bound = any(name in self._inf.segment(one.path, one.scope).binds for one in self._classes(cls))
        return outside(f"{cls.name}.{name}", "method") if bound else None

    def overrides(self, lower: Symbol, upper: Symbol) -> bool:
        """Whether a name is one that subclasses can take the place of."""
        return not is_private(lower.name.rpartition(".")[2])

    # -- classes and their places -----------------------------------------------------------------------------------

    def _classes(self, cls: Symbol) -> list[Class]:
        """The classes of a qualified name: several where conditions choose."""
        if not cls.path:
            return [self._library[cls.id]] if cls.id in self._library else []
        skeleton = self._inf.skeleton(cls.path)
        scopes = (n for n, scope in enumerate(skeleton.scopes) if scope.kind == "class")
        return [Class(cls.path, scope) for scope in scopes if skeleton.qualname(scope) == cls.name]

    def _symbol(self, cls: Class) -> Symbol:
        if is_stub(cls):
            symbol = outside(f"{stubs.dotted(cls.path)}.{self._inf.skeleton(cls.path).qualname(cls.scope)}")
            self._library[symbol.id] = Class(cls.path, cls.scope)
            return symbol
        symbols = self._resolver.symbols
        found = symbols.of_key(symbols.of_scope(cls.path, cls.scope))
        return found if found is not None else outside(self._inf.skeleton(cls.path).qualname(cls.scope))

    def _at(self, cls: Class) -> str:
        return self._place(cls.path, self._inf.skeleton(cls.path).scopes[cls.scope].name_start)

    def _place(self, path: str, start: int) -> str:
        line, col = self._sources.positions(path).place(start)
        return f"{path}:{line}:{col}"

    # -- edges --------------------------------------------------------------------------------------------------------

    def _edges_in(self, path: str) -> tuple[Edge, ...]:
        """What every class of a file stands on."""
        if path not in self._edges:
            self._sources.check()
            scopes = enumerate(self._inf.skeleton(path).scopes)
            classes = [Class(path, number) for number, scope in scopes if scope.kind == "class"]
            self._edges[path] = tuple(edge for cls in classes for edge in self._bases(cls))
        return self._edges[path]

    def _bases(self, cls: Class) -> Iterator[Edge]:
        segment, below = self._inf.segment(cls.path, cls.scope), self._symbol(cls)
        written = _written(self._sources.read(cls.path), self._inf.skeleton(cls.path).scopes[cls.scope].name_start)
        for node, (start, text) in zip(segment.bases, written, strict=False):
            at = self._place(cls.path, start) if below.path else ""
            self._inf.begin()
            values = base_values(self._inf, Frame(cls.path, cls.scope), node)
            yield from (Edge(below, *one) for one in self._meant(values, text, at))

    def _meant(self, values: Iterable[Value], text: str, at: str) -> Iterator[tuple[Symbol, str, str]]:
        """What a written base is: (base, place, target) for each class that it may be."""
        values = tuple(values)
        classes = [value for value in values if isinstance(value, Class)]
        for cls in classes:
            if not (is_stub(cls) and name_of(self._inf, cls) == OBJECT):
                yield self._symbol(cls), at, "external" if is_stub(cls) else "exact"
        named = [value for value in values if isinstance(value, External)]
        for value in named if not classes else ():
            if value.called and value.dotted not in _MAKERS:
                yield outside(text), at, UNSEEN
            else:
                yield outside(value.dotted), at, "external"
        if not classes and not named:
            yield outside(text), at, UNSEEN

    def _aliases(self, path: str, names: Iterable[str]) -> set[str]:
        """Other names that a file gives to what bears one of the names, by import or a plain assignment."""
        wanted, found = frozenset(names), set()
        scopes = self._inf.skeleton(path).scopes
        for scope in sorted({0, *(s.parent for s in scopes if s.kind == "class")}):
            segment = self._inf.segment(path, scope)
            found |= {row[4] for row in segment.imports if row[2] in wanted and row[4]}
            for other, rows in segment.binds.items():
                nodes = (segment.nodes[row[3]] for row in rows if row[0] == "assign" and row[3] >= 0)
                if any(e[0] in "na" and e[1 if e[0] == "n" else 2] in wanted for e in nodes):
                    found.add(other)
        return found


_OPEN, _CLOSE = b"([{", b")]}"


def _written(source: bytes, name_start: int) -> list[tuple[int, str]]:
    """(start, text) of each base in the head of the class whose name begins there; keywords are none."""
    parts: list[tuple[int, str]] = []
    depth, start, at = 0, -1, name_start
    while at < len(source):
        byte = source[at : at + 1]
        if byte == b"#":
            at = source.find(b"\n", at)
            if at < 0:
                break
        elif byte in b"\"'":
            at = max(source.find(byte, at + 1), at)
        elif byte in _OPEN:
            depth += 1
            if depth == 1 and byte == b"(":
                start = at + 1
        elif byte in _CLOSE or (byte == b"," and depth == 1):
            if depth == 1 and start >= 0:
                parts += _part(source, start, at)
                start = at + 1
            depth -= byte in _CLOSE
            if depth == 0 and byte == b")":
                break
        elif byte == b":" and depth == 0:
            break
        at += 1
    return parts


def _part(source: bytes, start: int, end: int) -> list[tuple[int, str]]:
    text = source[start:end]
    first = start + len(text) - len(text.lstrip())
    said = " ".join(text.decode("utf-8", "replace").split())
    name, equals, after = said.partition("=")
    is_keyword = bool(equals) and name.strip().isidentifier() and not after.startswith("=")
    return [(first, said)] if said and not is_keyword else []
