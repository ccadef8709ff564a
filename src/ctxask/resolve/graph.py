"""Walks the graph of dependence: dependents by hop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ctxask.resolve.resolver import Resolver
from ctxask.resolve.testfiles import is_test, is_test_file
from ctxask.rows import SILENT, Note, Site, Symbol

EXPANDED = 128  # symbols whose own dependents are asked for; more are counted
LOOKED_AT = 10_000  # sites after which no further symbol is asked about
_SURE = ("confirmed", "likely")
_MAY = {"override", "protocol"}  # why a site is undecided that a subclass may well be meant by
_WEAK = ("", "dispatch", "likely", "undecided")  # how little sure an edge is
Uses = Callable[[Symbol], Sequence[Site]]  # the sites of a symbol; graph asks nothing else of who uses what
IMPORTS = ("import", "re-export")
_AT_ONCE = {"call", "construct", "operator", "subscript", "with", "for", "builtin"}  # roles that run what they name
_OWN = SILENT | {"override"}  # roles in which a use is the subject's own, whatever its subclasses define
_NO_USE = {"definition", "keyword", "parameter"}


@dataclass(frozen=True, slots=True)
class Walk:
    """Symbols in the order they were reached, and what a bound left out."""

    rows: tuple[Symbol, ...]
    notes: tuple[Note, ...]
    omitted: int
    starts: tuple[Symbol, ...] = ()  # the symbols asked about, with those of them on which they depend
    beyond: int = 0  # symbols at the last hop, whose own dependents were not asked for


class Bound(NamedTuple):
    """Where a walk ends: symbols whose users were asked for, and sites that were looked at."""

    symbols: int
    sites: int


def dependents(resolver: Resolver, symbols: Sequence[Symbol], depth: int, uses: Uses | None = None) -> Walk:
    """What depends on the symbols, each once, by its nearest edge; ties by site."""
    from ctxask.resolve.surface import surface

    known, starts = uses or resolver.references, {symbol.id for symbol in symbols if not symbol.change}

    def with_surface(symbol: Symbol) -> Sequence[Site]:
        return (*(surface(resolver, symbol) if symbol.id in starts else ()), *known(symbol))

    return walk(resolver, symbols, depth, with_surface)


def _goes_on(symbol: Symbol, wide: bool) -> bool:
    """Whether what depends on a dependent is looked for; on a module only where its own code runs what is changed."""
    if symbol.role == "implements":  # whoever uses it knows nothing of the protocol
        return False
    return not is_test(symbol) and (symbol.kind != "module" or (wide and runs(symbol)))


def _says_more(row: Symbol, known: Symbol, wide: bool) -> bool:
    """Whether an edge tells that a module's own code runs what a known edge only imports; nearest edges stay else."""
    return row.kind == "module" and known.hop > 0 and runs(row) and not runs(known) and (wide or row.hop == known.hop)


def _is_surer(row: Symbol, known: Symbol) -> bool:
    """Whether a way is no longer than the known one, and its weakest edge stronger."""
    return row.hop == known.hop and _WEAK.index(row.weakest) < _WEAK.index(known.weakest)


def _soonest(row: Symbol) -> tuple[bool, int, str]:
    """The order in which dependents are followed: a bound leaves out subclasses last, and sure ways after them."""
    return row.role != "base", _WEAK.index(row.weakest), row.id


def runs(module: Symbol) -> bool:
    """Whether a dependent module does more than import a definition.

    Its code uses one, or it imports a module, or what is not there any more: then nothing of it runs.
    """
    return module.role not in IMPORTS or "::" not in module.of or module.target == "unresolved"


def walk(
    resolver: Resolver,
    symbols: Sequence[Symbol],
    depth: int,
    uses: Uses,
    wide: bool = False,
    bound: Bound | None = None,
) -> Walk:
    """What depends on the symbols by nearest edges; `wide` also goes through sites that an override may be meant by."""
    most = bound or Bound(EXPANDED, LOOKED_AT)
    seen: dict[str, Symbol] = {symbol.id: symbol for symbol in symbols}
    trails: dict[str, tuple[str, ...]] = {symbol.id: (symbol.id,) for symbol in symbols}
    edges: dict[str, list[str]] = {}
    found: dict[str, Symbol] = {}
    frontier = sorted(symbols, key=lambda s: s.id)
    expanded = omitted = looked_at = passed_over = 0
    for hop in range(1, depth + 1):
        _look_ahead(resolver, frontier)
        reached: dict[str, Symbol] = {}
        for symbol in frontier:
            if expanded >= most.symbols or looked_at > most.sites:
                omitted += 1
                continue
            expanded += 1
            sites = uses(symbol)
            looked_at += len(sites)
            passed_over += sum(site.bucket == "undecided" and not _may_be(site) for site in sites)
            for site, user in _users(resolver, symbol, sites, hop, wide):
                edges.setdefault(symbol.id, []).append(user.id)
                row = _dependent(user, site, symbol, hop, (*trails[symbol.id], user.id))
                if user.id in seen and not (_says_more(row, seen[user.id], wide) or _is_surer(row, seen[user.id])):
                    continue
                trails[user.id] = row.trail
                seen[user.id] = reached[user.id] = row
        found = {id_: row for id_, row in found.items() if id_ not in reached} | reached
        frontier = sorted((row for row in reached.values() if _goes_on(row, wide)), key=_soonest)
        if not frontier:
            break
    notes: tuple[Note, ...] = (
        (Note("bounded_walk", omitted, f"the walk ends at {most.symbols} symbols or {most.sites} sites"),)
        if omitted
        else ()
    )
    if wide and passed_over:  # who asks for what may be must know of what was not looked at
        notes += (Note("uses_not_followed", passed_over, "sites of their names whose receiver is not known"),)
    starts = sorted(symbol.id for symbol in symbols)
    if len(starts) > 1:
        reaches = _reaches(starts, edges)
        found = {row.id: row._replace(reaches=reaches[row.id]) for row in found.values()}
        symbols = [row._replace(reaches=reaches[row.id]) for row in symbols]
    return Walk(tuple(found.values()), notes, omitted, tuple(symbols), len(frontier))


def _reaches(starts: Sequence[str], edges: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """For each symbol all the starts from which the edges lead to it."""
    marks = {start: 1 << number for number, start in enumerate(starts)}
    waiting = list(reversed(starts))
    while waiting:
        symbol = waiting.pop()
        for user in edges.get(symbol, ()):
            before = marks.get(user, 0)
            marks[user] = before | marks[symbol]
            if marks[user] != before:
                waiting.append(user)
    return {
        symbol: tuple(start for number, start in enumerate(starts) if mark >> number & 1)
        for symbol, mark in marks.items()
    }


def _look_ahead(resolver: Resolver, frontier: Sequence[Symbol]) -> None:
    """One scan for the names of a whole hop instead of one a name."""
    names = {s.name.rpartition(".")[2] for s in frontier if s.name}
    if names:
        resolver.sources.holders(frozenset(names))


def _users(
    resolver: Resolver, symbol: Symbol, sites: Sequence[Site], hop: int, wide: bool
) -> Iterator[tuple[Site, Symbol]]:
    """The sites that depend on the symbol with the symbols they stand in; an override depends on what it overrides."""
    for site in sites:
        if site.role in _NO_USE or not (site.bucket in _SURE or (wide and _may_be(site))):
            continue
        if hop > 1 and site.role in IMPORTS and symbol.kind != "module":
            continue
        if hop > 1 and site.role == "override" and not wide:
            continue  # what overrides a dependent runs in its stead
        name = site.within
        if site.role == "override":
            name = f"{site.within}.{site.name}" if site.within else site.name
        user = _test_around(resolver, site.path, name) or resolver.exact(site.path, name) or resolver.module(site.path)
        if user.kind == "module" and site.role not in (*IMPORTS, "public"):
            assigned = [one for one in _assigned(resolver, site.path, site.line) if one.id != symbol.id]
            yield from ((site, one) for one in assigned)
            if assigned and site.role not in _AT_ONCE:
                continue  # what is only named is used when the name that it was given is
        if user.id != symbol.id:
            yield site, user


def _may_be(site: Site) -> bool:
    """Whether a site that is undecided counts as a use where one too many is better than one missed."""
    return site.bucket == "undecided" and site.mechanism in _MAY


def _assigned(resolver: Resolver, path: str, line: int) -> list[Symbol]:
    """The names that the statement of a module's own code on a line binds."""
    return [
        symbol
        for symbol in resolver.definitions(path)
        if symbol.kind in ("constant", "variable")
        and symbol.first_line <= line <= symbol.last_line
        and "." not in symbol.name
    ]


def _test_around(resolver: Resolver, path: str, name: str) -> Symbol | None:
    """The test in whose body a nested function or class stands: it is what runs it."""
    if not is_test_file(path):
        return None
    parts = name.split(".")
    for end in range(1, len(parts)):
        around = resolver.exact(path, ".".join(parts[:end]))
        if around is not None and is_test(around):
            return around
    return None


def _dependent(user: Symbol, site: Site, of: Symbol, hop: int, trail: tuple[str, ...]) -> Symbol:
    via = f"{site.path}:{site.line}:{site.col}"
    open_ = "dispatch" if site.target == "dispatch" and site.role not in _OWN else ""
    edge = site.bucket if site.bucket in _WEAK else open_
    weakest = max((of.weakest, of.weak_at), (edge, via if edge else ""), key=lambda way: _WEAK.index(way[0]))
    return user._replace(
        hop=hop,
        role=site.role,
        via=via,
        weakest=weakest[0],
        weak_at=weakest[1],
        of=of.id,
        evidence=site.evidence,
        target=site.target,
        trail=trail,
        is_test=is_test_file(user.path),
    )
