"""Spines: shortest call paths from symbols, along calls, construction and decorators that are confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ctxask.resolve.resolver import Resolver
from ctxask.rows import Record, Site, Symbol

NODES, EDGES = 400, 4000  # of the traversal: symbols that are reached, edges that are followed
BODIES, SITES = 1000, 20_000  # of the discovery: symbols in which calls are looked for, calls that are looked at


class Spine(NamedTuple):
    """A path: its stops, and for each but the first the site that leads to it and as what."""

    stops: tuple[str, ...]
    sites: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def on(self, stop: str, site: str, role: str) -> Spine:
        """The path with one stop more."""
        return Spine((*self.stops, stop), (*self.sites, site), (*self.roles, role))


class Edge(NamedTuple):
    """A site that leads on, and to whom."""

    callee: Symbol
    at: str  # path:line:col
    role: str  # call, construct, decorator, continues (what making an instance runs)


@dataclass
class Discovery:
    """Finds the edges out of symbols, and counts the sites through which it cannot enter anything."""

    resolver: Resolver
    closed: Counter[str] = field(default_factory=Counter)  # by mechanism
    bodies: int = 0
    sites: int = 0
    left: int = 0  # symbols in which a bound forbade to look
    partly: int = 0  # sites that lead on, and to somebody else perhaps

    def edges(self, symbol: Symbol) -> list[Edge]:
        """The edges out of a symbol's body, by place; a class has none, its constructors have."""
        if symbol.kind == "class":
            return []
        if self.bodies >= BODIES or self.sites >= SITES:
            self.left += 1
            return []
        self.bodies += 1
        found = []
        for site in self.resolver.runs(symbol):
            self.sites += 1
            callee = self._callee(site) if site.bucket == "confirmed" else None
            if callee is None:
                self.closed[_mechanism(site)] += 1
            else:
                self.partly += site.target == "ambiguous"
                role = "construct" if callee.kind == "class" and site.role == "call" else site.role
                found.append(Edge(callee, f"{site.path}:{site.line}:{site.col}", role))
        return found

    def _callee(self, site: Site) -> Symbol | None:
        path, _, name = site.subject.partition("::")
        return self.resolver.exact(path, name)


@dataclass
class Traversal:
    """Breadth first, by paths in code point order: the first path to a symbol is its canonical one."""

    depth: int
    ends: frozenset[str]
    routes: dict[str, Spine]
    back: dict[str, Spine] = field(default_factory=dict)  # paths that lead back to where they began
    edges: int = 0
    nodes_left: set[str] = field(default_factory=set)
    edges_left: int = 0
    deeper: int = 0  # symbols at the last hop, whose own calls were not followed

    def walk(self, discovery: Discovery, symbols: Sequence[Symbol]) -> None:
        """Follows edges from the symbols until the ends are reached, or nothing is left within the bounds."""
        frontier = [*symbols, *(made for symbol in symbols for made in self._made(discovery.resolver, symbol))]
        for _ in range(self.depth):
            following: list[Symbol] = []
            for symbol in sorted(frontier, key=lambda s: self.routes[s.id].stops):
                for edge in discovery.edges(symbol):
                    following += self._follow(discovery.resolver, symbol, edge)
                if self.ends and self.ends <= {*self.back, *(self.routes.keys() - {s.id for s in symbols})}:
                    return
            frontier = following
        self.deeper = sum(symbol.kind != "class" for symbol in frontier)

    def _follow(self, resolver: Resolver, symbol: Symbol, edge: Edge) -> Iterator[Symbol]:
        """What the edge reaches for the first time."""
        if self.edges >= EDGES:
            self.edges_left += 1
            return
        self.edges += 1
        callee, route = edge.callee, self.routes[symbol.id].on(edge.callee.id, edge.at, edge.role)
        if callee.id in self.ends and callee.id in self.routes and len(self.routes[callee.id].stops) == 1:
            self.back.setdefault(callee.id, route)
        if self._is_new(callee, route):
            yield callee
            yield from self._made(resolver, callee, edge.at)

    def _made(self, resolver: Resolver, symbol: Symbol, at: str = "") -> Iterator[Symbol]:
        """What making an instance runs, where the symbol is a class: it is reached through the same site."""
        for made in resolver.constructors(symbol) if symbol.kind == "class" else ():
            via = at or f"{made.path}:{made.line}:{made.col}"
            if self._is_new(made, self.routes[symbol.id].on(made.id, via, "continues")):
                yield made

    def _is_new(self, symbol: Symbol, route: Spine) -> bool:
        if symbol.id in self.routes:
            return False
        if len(self.routes) >= NODES:
            self.nodes_left.add(symbol.id)
            return False
        self.routes[symbol.id] = route
        return True


def spines(resolver: Resolver, symbols: Sequence[Symbol], ends: frozenset[str], depth: int) -> tuple[Record, ...]:
    """One canonical shortest path to each end, or without ends to everything reached; then a record of the walk."""
    starts = sorted({symbol.id: symbol for symbol in symbols}.values(), key=lambda s: s.id)
    discovery = Discovery(resolver)
    traversal = Traversal(depth, ends, {symbol.id: Spine((symbol.id,)) for symbol in starts})
    traversal.walk(discovery, starts)
    found = {id_: route for id_, route in traversal.routes.items() if len(route.stops) > 1} | traversal.back
    wanted = [route for id_, route in found.items() if not ends or id_ in ends]
    rows = [
        Record("path", (("roles", route.roles), ("sites", route.sites), ("symbols", route.stops)))
        for route in sorted(wanted, key=lambda route: (len(route.stops), route.stops))
    ]
    return (*rows, _walked(discovery, traversal, bool(wanted)))


def _walked(discovery: Discovery, traversal: Traversal, found: bool) -> Record:
    """What bounded the walk, what it could not enter and, where nothing was found, what else leaves that open."""
    bounds = (
        ("depth", traversal.depth, traversal.deeper),
        ("nodes", NODES, len(traversal.nodes_left)),
        ("edges", EDGES, traversal.edges_left),
        ("sites", SITES, discovery.left),
    )
    used = (
        ("bodies", discovery.bodies),
        ("edges", traversal.edges),
        ("nodes", len(traversal.routes)),
        ("sites", discovery.sites),
    )
    return Record(
        "walk",
        (
            ("bounds", bounds),
            ("closed", tuple(sorted(discovery.closed.items()))),
            ("open", () if found else _open(discovery, traversal)),
            ("used", used),
        ),
    )


def _open(discovery: Discovery, traversal: Traversal) -> tuple[tuple[str, int], ...]:
    """What beside sites that lead nowhere could lead on unseen, of everything that was reached."""
    resolver, reached = discovery.resolver, []
    for id_ in sorted(traversal.routes):
        path, _, name = id_.partition("::")
        reached.append(resolver.exact(path, name) or resolver.module(path))
    methods = {symbol.name.rpartition(".")[2] for symbol in reached if symbol.kind == "method"}
    counts = {
        "ambiguous_calls": discovery.partly,
        "methods_with_overrides": sum(len(resolver.named(name)) > 1 for name in sorted(methods)),
        "unnamed_calls": len(reached),  # in each body: operators, truth, imports, what was put in the place of a name
    }
    return tuple((name, count) for name, count in counts.items() if count)


def _mechanism(site: Site) -> str:
    """Why a site leads nowhere, in one word."""
    if site.bucket == "undecided":
        return site.mechanism or "unresolved"
    return "likely" if site.bucket == "likely" else "external"
