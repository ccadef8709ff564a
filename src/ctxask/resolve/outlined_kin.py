"""Classes of languages that have outlines: bases where the syntax names them, impl blocks, interfaces by shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ctxask.facts.outline import CLASSES, LOCALS, Occurrence
from ctxask.resolve.family import Found
from ctxask.resolve.kin import UNSEEN, Edge, outside
from ctxask.resolve.verdict import Verdict
from ctxask.rows import Symbol

if TYPE_CHECKING:
    from ctxask.resolve.names import AnyBinder, NamesResolver

_BY_SHAPE = frozenset({"go", "ecmascript"})  # families in which an interface is implemented without being named
_DERIVED = "derive::"


class OutlinedKin:
    """What is asked of the classes of one family; edges of a file are worked out once."""

    def __init__(self, resolver: NamesResolver, binder: AnyBinder) -> None:
        self._resolver, self._binder = resolver, binder
        self._family, self._classes = binder.family, binder.classes
        self._impls: Any = getattr(getattr(binder, "evaluator", None), "impls", None)
        self._edges: dict[str, tuple[Edge, ...]] = {}
        self._library: dict[str, Found] = {}  # by id

    def owner(self, symbol: Symbol) -> Symbol | None:
        """The class whose member a symbol is."""
        owners = (self._classes.owner(hit) for hit in self._found(symbol))
        return next((self._symbol(owner) for owner in owners if owner is not None), None)

    def bases(self, cls: Symbol) -> Sequence[Edge]:
        """What a class is written to stand on, where it is defined and in impl blocks."""
        if not cls.path:
            return ()
        paths = [cls.path, *(self._family.holders(_last(cls)) if self._impls is not None else ())]
        edges = (edge for path in dict.fromkeys(paths) for edge in self._edges_in(path))
        return [edge for edge in edges if edge.below.id == cls.id]

    def line(self, cls: Symbol) -> Sequence[str]:
        """Bases are looked through by distance."""
        return ()

    def heirs(self, classes: Sequence[Symbol]) -> Sequence[Edge]:
        """The classes that stand directly on these, in files that hold one of their names or import it as another."""
        ids = {cls.id for cls in classes}
        inside = [cls for cls in classes if cls.path]
        self._family.sources.holders(frozenset(_last(cls) for cls in inside))
        paths = {path for cls in inside for path in self._family.holders(_last(cls))}
        aliases = (self._resolver.aliases(self._binder, _last(cls), hit) for cls in inside for hit in self._found(cls))
        paths |= {path for found in aliases for path, _ in found}
        edges = [edge for path in sorted(paths) for edge in self._edges_in(path)]
        return [edge for edge in edges if edge.above.id in ids or edge.target == UNSEEN]

    def shapes(self, cls: Symbol) -> Sequence[Edge]:
        """The interfaces of the repository whose members a class has, its own or embedded ones."""
        below = next(iter(self._found(cls)), None)
        if self._family.name not in _BY_SHAPE or below is None or below.definition.kind != "class":
            return ()
        names = sorted({name for one in self._with_bases(below) for name in self._members(one)})
        owners = [owner for name in names for hit in self._family.own(name) if (owner := self._classes.owner(hit))]
        interfaces = {one.id: one for one in owners if one.definition.kind == "interface"}
        found = [one for _, one in sorted(interfaces.items()) if self._has_shape(below, one)]
        return [Edge(cls, self._symbol(one), self._at(one), role="implements") for one in found]

    def shaped(self, cls: Symbol) -> Sequence[Edge]:
        """The classes that have every member of an interface."""
        above = next(iter(self._found(cls)), None)
        if self._family.name not in _BY_SHAPE or above is None or above.definition.kind != "interface":
            return ()
        names = sorted({name for one in self._with_bases(above) for name in self._members(one)})
        rarest = min(names, key=lambda name: (len(self._family.holders(name)), name), default="")
        owners = [owner for hit in self._family.own(rarest) if (owner := self._classes.owner(hit))] if rarest else []
        found = {one.id: one for one in owners if one.definition.kind == "class" and self._has_shape(one, above)}
        return [Edge(self._symbol(one), cls, self._at(one), role="implements") for _, one in sorted(found.items())]

    def member(self, cls: Symbol, name: str) -> Symbol | None:
        """What is defined as the class's own, wherever that stands."""
        if not cls.path:
            return None
        hits = [hit for hit in self._family.own(name) if self._owner_id(hit) == cls.id]
        return next(iter(self._resolver.symbols(hits)), None)

    def overrides(self, lower: Symbol, upper: Symbol) -> bool:
        """Whether one of the definitions below takes the place of one above, where overloads are told apart."""
        above = self._found(upper)
        return not above or any(self._resolver.takes_place(self._binder, hit, above[0]) for hit in self._found(lower))

    # -- definitions ------------------------------------------------------------------------------------------------

    def _found(self, symbol: Symbol) -> list[Found]:
        if not symbol.path:
            return []
        named = self._family.in_file(symbol.path, _last(symbol))
        return [hit for hit in named if hit.definition.qualified == symbol.name]

    def _symbol(self, found: Found) -> Symbol:
        if found.is_library:
            return outside(found.definition.qualified)
        return self._resolver.symbols([found])[0]

    def _owner_id(self, hit: Found) -> str:
        owner = self._classes.owner(hit)
        return owner.id if owner is not None else ""

    def _members(self, cls: Found) -> list[str]:
        """The names of what a class asks for or has as its own where it is defined, or beside it in Go."""
        definitions = self._family.outline(cls.path).definitions
        return [
            d.name for d in definitions if d.container == cls.index and d.kind in ("method", "property", "attribute")
        ]

    def _with_bases(self, cls: Found) -> list[Found]:
        """A class and what it stands on in the repository."""
        found, work = {cls.id: cls}, [cls]
        while work:
            for edge in self.bases(self._symbol(work.pop())):
                for hit in self._found(edge.above)[:1]:
                    if hit.id not in found:
                        found[hit.id] = hit
                        work.append(hit)
        return list(found.values())

    def _has_shape(self, cls: Found, interface: Found) -> bool:
        if self._family.name == "go":
            return self._classes.derives(cls, interface)
        names = {name for one in self._with_bases(interface) for name in self._members(one)}
        if not names or self._classes.derives(cls, interface):
            return False
        return all(self._classes.member(cls, name).found for name in sorted(names))

    def _at(self, found: Found) -> str:
        return self._place(found.path, found.definition.start)

    def _place(self, path: str, start: int) -> str:
        line, col = self._family.sources.positions(path).place(start)
        return f"{path}:{line}:{col}"

    # -- edges --------------------------------------------------------------------------------------------------------

    def _edges_in(self, path: str) -> tuple[Edge, ...]:
        if path not in self._edges:
            self._edges[path] = (*self._written(path), *self._implemented(path))
        return self._edges[path]

    def _written(self, path: str) -> Iterator[Edge]:
        """What the classes of a file name as their bases, and how many more they have."""
        outline = self._family.outline(path)
        named: dict[int, list[tuple[str, Occurrence]]] = {}
        for name in sorted(outline.names):
            for occurrence in outline.occurrences(name):
                if occurrence.role == "base":
                    named.setdefault(occurrence.within, []).append((name, occurrence))
        for index, definition in enumerate(outline.definitions):
            if definition.kind not in CLASSES:
                continue
            below, rows = self._below(path, index), sorted(named.get(index, ()), key=lambda one: one[1].start)
            for name, occurrence in rows:
                verdict = self._binder.bind(path, name, occurrence)
                yield from self._meant(below, path, name, occurrence, verdict)
            for text in definition.bases[len(rows) :]:
                yield Edge(below, outside(_shown(text)), self._place(path, definition.start), UNSEEN)

    def _below(self, path: str, index: int) -> Symbol:
        """The class; what holds it, where it is made in an expression."""
        named = self._family.outline(path).named(index)
        if named == index:
            return self._symbol(self._family.at(path, index))
        holder = (
            self._symbol(self._family.at(path, named)) if named >= 0 else Symbol(path, "", "module", 1, 1, 1, 1, "")
        )
        return holder._replace(signature="an unnamed class")

    def _meant(self, below: Symbol, path: str, name: str, occurrence: Occurrence, verdict: Verdict) -> Iterator[Edge]:
        at = self._place(path, occurrence.start)
        for hit in {hit.id: hit for hit in verdict.targets}.values():
            yield Edge(below, self._symbol(hit), at, "external" if hit.is_library else "exact", verdict.evidence)
        if not verdict.targets:
            here = verdict.other in LOCALS or any(hit.definition.kind in CLASSES for hit in self._family.own(name))
            is_open = here if verdict.evidence != "scope" else verdict.other in LOCALS
            target = UNSEEN if is_open else "external"
            yield Edge(below, outside(self._called(path, name, occurrence)), at, target)

    def _called(self, path: str, name: str, occurrence: Occurrence) -> str:
        """What a base is called that is not in the repository: with its module, where the file says that."""
        if occurrence.receiver:
            return f"{occurrence.receiver}.{name}" if occurrence.receiver.replace(".", "").isidentifier() else name
        clauses = self._family.outline(path).imports_by_alias.get(name, ())
        return f"{clauses[0].module}.{clauses[0].name}" if clauses and clauses[0].name not in ("*", "") else name

    def _implemented(self, path: str) -> Iterator[Edge]:
        """What impl blocks and derives say that a type stands on."""
        for row in self._impls.rows(path) if self._impls is not None else ():
            if row.base:
                below, above = self._impls.head(path, row).definition, self._impls.base(path, row).definition
                lower, upper = self._typed(below, row.type), self._typed(above, row.base)
                target = "exact" if upper.path else "external"
                yield Edge(lower, upper, self._place(path, row.first), target, role="implements")
        definitions = self._family.outline(path).definitions
        for row in self._family.outline(path).extends if self._impls is not None else ():
            if row.base.startswith(_DERIVED):
                holder = next((n for n, d in enumerate(definitions) if d.first == row.first and d.kind in CLASSES), -1)
                if holder >= 0:
                    lower, above_name = self._below(path, holder), row.base.removeprefix(_DERIVED)
                    at = self._place(path, row.first)
                    yield Edge(lower, outside(above_name), at, "external", role="implements")

    def _typed(self, found: Found | None, text: str) -> Symbol:
        if found is None or found.definition.kind == "type_parameter":
            return outside(_shown(text))
        return self._symbol(found)


def _last(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def _shown(term: str) -> str:
    """A term as it may have been written."""
    return term if not term.startswith("[") else "what an expression gives"
