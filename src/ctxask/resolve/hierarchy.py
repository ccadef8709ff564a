"""The hierarchy around a class or one of its members: what stands above it, and what stands below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ctxask.lesson import Lesson, Stop
from ctxask.resolve.kin import UNSEEN, Edge, Kin
from ctxask.resolve.resolver import NAME_LEVEL, Resolver
from ctxask.rows import BELOW, SILENT, Note, Symbol

_CLASSES = frozenset({"class", "interface", "enum", "type", "namespace"})
_FURTHEST = 32  # from a class to what stands on it
_NAMED = SILENT | {"base", "import", "re-export", "annotation", "definition", "call"}  # roles that hand no class on


class Found(NamedTuple):
    """Rows in their order with `hop`, `role`, `of` and `via`, and what leaves them open."""

    rows: tuple[Symbol, ...]
    notes: tuple[Note, ...]


def hierarchy(resolver: Resolver, symbols: Sequence[Symbol]) -> Found:
    """What stands above and below each of the symbols, one after the other."""
    found = [_around(resolver, symbol) for symbol in symbols]
    notes = dict.fromkeys(note for one in found for note in one.notes)
    return Found(tuple(row for one in found for row in one.rows), tuple(notes))


def _around(resolver: Resolver, symbol: Symbol) -> Found:
    """Bases, subclasses, implementers of a class; of a member what it overrides and what overrides it.

    Roles: base, protocol, overridden; subclass, implementer, override. `of` is the next one on the way to the subject,
    `hop` the distance in classes. Raises Stop for what is neither a class nor a member of one.
    """
    kin = resolver.kin(symbol.path)
    cls = symbol if symbol.kind in _CLASSES else kin.owner(symbol) if kin is not None else None
    if kin is None or cls is None:
        message = f"{symbol.id} is neither a class nor a member of one: nothing stands above or below it"
        raise Stop(Lesson("no_class", message, f"ctx impact {symbol.id}"))
    above, below = _above(kin, cls), _below(kin, cls)
    rows = _shown(above, "base", "protocol") + _shown(below, "subclass", "implementer")
    if cls.id != symbol.id:
        name = symbol.name.rpartition(".")[2]
        rows = _members(kin, symbol, name, above, "overridden") + _members(kin, symbol, name, below, "override")
    notes = [*_open((edge for _, edge in above), "unknown_bases"), *_open((e for _, e in below), "dynamic_bases")]
    if not any(row.role in BELOW for row in rows):
        notes += _unseen(resolver, cls)
    return Found(tuple(rows), tuple(notes))


Reached = Sequence[tuple[int, Edge]]  # at which distance, through which edge


def _above(kin: Kin, cls: Symbol) -> Reached:
    """What a class stands on, in the order in which a member is looked for; then protocols that it has the shape of."""
    found = _walk([cls], lambda here: [edge for one in here for edge in kin.bases(one)], lambda edge: edge.above)
    line = {id_: place for place, id_ in enumerate(kin.line(cls))}
    found.sort(key=lambda one: line.get(one[1].above.id, len(line)))
    known = {edge.above.id for _, edge in found}
    return [*found, *((1, edge) for edge in kin.shapes(cls) if edge.above.id not in known)]


def _below(kin: Kin, cls: Symbol) -> Reached:
    """What stands on a class, the nearest first, and after each distance what has its shape."""

    def next_of(here: Sequence[Symbol]) -> list[Edge]:
        shaped = [edge for one in here if one.id == cls.id for edge in kin.shaped(one)]
        return [*kin.heirs(here), *shaped]

    return _walk([cls], next_of, lambda edge: edge.below)


def _walk(
    first: Sequence[Symbol], edges: Callable[[Sequence[Symbol]], Sequence[Edge]], end: Callable[[Edge], Symbol]
) -> list[tuple[int, Edge]]:
    """Every class reached, by its nearest edge; edges to what is not known are each a find of their own."""
    seen = {symbol.id for symbol in first}
    found: list[tuple[int, Edge]] = []
    frontier = list(first)
    for hop in range(1, _FURTHEST):
        reached: list[Symbol] = []
        for edge in edges(frontier):
            key = edge.at if edge.target == UNSEEN else end(edge).id
            if key not in seen:
                seen.add(key)
                found.append((hop, edge))
                reached += [end(edge)] if edge.target != UNSEEN else []
        if not reached:
            break
        frontier = reached
    return found


def _shown(reached: Reached, role: str, shape: str) -> list[Symbol]:
    rows = []
    for hop, edge in reached:
        end, of = (edge.above, edge.below) if role == "base" else (edge.below, edge.above)
        if role == "base" or edge.target != UNSEEN:
            apart = edge.above.kind == "interface" != edge.below.kind
            rows.append(_row(end, hop, shape if apart or edge.role == "implements" else role, of, edge))
    return rows


def _row(end: Symbol, hop: int, role: str, of: Symbol, edge: Edge) -> Symbol:
    target = edge.target if end.path or edge.target == UNSEEN else "external"
    return end._replace(hop=hop, role=role, via=edge.at, of=of.id, evidence=edge.evidence, target=target)


def _members(kin: Kin, symbol: Symbol, name: str, reached: Reached, role: str) -> list[Symbol]:
    """The members of the name in the classes reached: `of` is the next such member on the way to the subject."""
    rows: list[Symbol] = []
    nearest: dict[str, Symbol] = {}  # class -> the row of the member that it, or the nearest class before it, has
    for _, edge in sorted(reached, key=lambda one: one[0]):
        if edge.target == UNSEEN:
            continue
        end, before = (edge.above, edge.below) if role == "overridden" else (edge.below, edge.above)
        of = nearest.get(before.id, symbol)
        nearest[end.id] = of
        own = kin.member(end, name)
        if own is not None and kin.overrides(*((symbol, own) if role == "overridden" else (own, symbol))):
            nearest[end.id] = _row(own, of.hop + 1, role, of, edge)
            rows.append(nearest[end.id])
    return rows


def _open(edges: Iterable[Edge], code: str) -> list[Note]:
    found = [edge for edge in edges if edge.target == UNSEEN]
    return [Note(code, len(found), f"{found[0].above.name} at {found[0].at}")] if found else []


def _unseen(resolver: Resolver, cls: Symbol) -> list[Note]:
    """Why something may stand below a class though nothing was found: where it is handed on, or may be named."""
    sites = resolver.references(cls)
    open_ = sum(site.bucket in ("undecided", "likely") for site in sites)
    strings = sum(site.bucket == "mentioned" and site.role == "string" for site in sites)
    handed = sum(site.bucket == "confirmed" and site.role not in _NAMED and not site.implicit for site in sites)
    counts = {"undecided_uses": open_, "used_as_value": handed, "mentioned_in_string": strings}
    found = [Note(code, number) for code, number in counts.items() if number]
    return found if resolver.kind(cls.path) == "python" else [*found, NAME_LEVEL]
