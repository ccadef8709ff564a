"""Joins a SCIP index with our own syntax: each occurrence becomes a place that we know and symbols of ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ctxask.facts.index import Kind, Said
from ctxask.facts.positions import Positions
from ctxask.facts.scip import Document, Head, Occurrence
from ctxask.resolve.resolver import Resolver
from ctxask.resolve.uses import Defined, Place, Use, defined, uses

_LOCAL = "local "
_MODULE = re.compile(r"(?:/|__init__:)$")  # how the symbol of a file ends
_CALLS = {"call", "decorator"}
_IMPORTS = {"import", "re-export"}
_APART = {"keyword", "parameter"}  # roles in which a name stands for a parameter or a field, and nothing else
_MISNAMED = 10  # a document in which one of so many definitions bears another name was made on other text


class Known(NamedTuple):
    """What an index says as a whole."""

    symbols: dict[str, Defined]  # of the index -> one of ours
    packages: frozenset[str]  # that it defines symbols in
    implements: tuple[tuple[str, str], ...]  # ids: which takes the place of which
    documents: dict[str, Counter[str]]  # path -> why places in it were left out; the documents that are taken
    left_out: Counter[str]  # documents, by reason


def survey(resolver: Resolver, parts: Iterable[Head | Document], under: str) -> Known:
    """What the symbols of an index are here; `under` is the folder from which its paths count."""
    symbols: dict[str, Defined] = {}
    packages: set[str] = set()
    implements: list[tuple[str, str]] = []
    taken: dict[str, Counter[str]] = {}
    left_out: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, Head):
            continue
        path = under + part.path
        why = _unusable(resolver, path, part)
        if why or path in taken:
            left_out[why or "twice"] += 1
            continue
        taken[path] = Counter()
        here = _Here(resolver, path)
        for place, occurrence in _placed(resolver, path, part, Counter()):
            if occurrence.is_definition and not occurrence.symbol.startswith(_LOCAL):
                packages.add(_package(occurrence.symbol))
                is_module = _MODULE.search(occurrence.symbol) and place == (1, 1)
                own = Defined(path, False) if is_module else here.defined_at(place)
                if own is not None:
                    symbols.setdefault(occurrence.symbol, own)
        implements += part.implements
    both = ((symbols[symbol].id, symbols[base].id) for symbol, base in implements if {symbol, base} <= symbols.keys())
    known = tuple(sorted({(symbol, base) for symbol, base in both if symbol != base}))
    return Known(symbols, frozenset(packages), known, taken, left_out)


def rows(resolver: Resolver, known: Known, document: Document, path: str) -> Iterator[Said]:
    """What a document says of the places that our syntax knows; a place whose symbol is nobody's is left out."""
    here, left_out = _Here(resolver, path), known.documents[path]
    placed = list(_placed(resolver, path, document, left_out))
    locals_: dict[str, Defined] = {}
    for place, occurrence in placed:
        if occurrence.is_definition and occurrence.symbol.startswith(_LOCAL):
            own = here.defined_at(place)
            if own is not None:
                locals_.setdefault(occurrence.symbol, own)
    meant: dict[Place, dict[str, Defined | None]] = {}  # None: it is none of ours
    for place, occurrence in placed:
        use = here.uses.get(place)
        if use is None:
            left_out["no_identifier"] += 1
            continue
        own = locals_.get(occurrence.symbol) or known.symbols.get(occurrence.symbol)
        if own is None and (occurrence.symbol.startswith(_LOCAL) or _package(occurrence.symbol) in known.packages):
            left_out["unknown_symbol"] += 1  # generated, or something that we see no definition of
        elif use.role in _APART and not _is_passed(own, use):
            left_out["keyword"] += 1  # the parameter is meant, whatever the index says
        else:
            meant.setdefault(place, {})[own.id if own else _outside(occurrence.symbol)] = own
    for place, symbols in sorted(meant.items()):
        yield from _said(path, place, here.uses[place], symbols)


class _Here:
    """What our syntax knows of a file."""

    def __init__(self, resolver: Resolver, path: str) -> None:
        self._path = path
        self.uses = uses(resolver, path)
        self._defined = defined(resolver, path)

    def defined_at(self, place: Place) -> Defined | None:
        """The symbol that an index defines at a place: ours, or the place where we define none.

        An import gives something that is defined elsewhere another name, which may be a symbol to an index.
        """
        own = self._defined.get(place)
        if own is None and place in self.uses and self.uses[place].role not in _IMPORTS:
            return Defined(f"{self._path}:{place[0]}:{place[1]}", False)
        return own


def _said(path: str, place: Place, use: Use, symbols: dict[str, Defined | None]) -> Iterator[Said]:
    """The rows of a place; where something inside is meant with what is outside, that is how it is declared there."""
    inside = {own.id for own in symbols.values() if own}
    made = {symbol.rpartition(".")[0] for symbol in inside if _constructs(symbol, use)}
    kind: Kind = "external" if not inside else "ambiguous" if len(inside - made) > 1 else "exact"
    kind = "protocol" if any(own.is_shape for own in symbols.values() if own) else kind
    called = {own.id for own in symbols.values() if own and own.is_callable and not _constructs(own.id, use)} | made
    for symbol in sorted(inside | made or symbols):
        row = Said(path, *place, use.name, use.role, use.within, symbol, kind, "name")
        yield row
        if use.role in _CALLS and (symbol in called or not inside):
            yield row._replace(plane="call")


def _constructs(symbol: str, use: Use) -> bool:
    """Whether the symbol is a member of a class under whose name it is used: its constructor."""
    return symbol.rpartition("::")[2].rpartition(".")[0].rpartition(".")[2] == use.name and use.role != "definition"


def _is_passed(own: Defined | None, use: Use) -> bool:
    """Whether a keyword means what bears its name, and can."""
    return own is not None and not own.is_callable and own.id.rpartition("::")[2].rpartition(".")[2] == use.name


def _unusable(resolver: Resolver, path: str, document: Document) -> str:
    """Why a document is not taken; empty when it is."""
    if not resolver.kind(path):
        return "not_covered"
    source = resolver.sources.read(path)
    if document.text is not None and document.text.encode("utf-8").replace(b"\r\n", b"\n") != source.replace(
        b"\r\n", b"\n"
    ):
        return "other_text"
    total = wrong = 0
    for place, occurrence in _placed(resolver, path, document, Counter()):
        if occurrence.is_definition and not occurrence.symbol.startswith(_LOCAL) and occurrence.end > occurrence.start:
            total += 1
            wrong += _word(resolver.sources.positions(path), place, occurrence) not in occurrence.symbol
    return "other_text" if wrong * _MISNAMED > total else ""


def _word(positions: Positions, place: Place, occurrence: Occurrence) -> str:
    text = positions.text(place[0]).decode("utf-8", "replace")
    return text[place[1] - 1 : place[1] - 1 + occurrence.end - occurrence.start]


def _placed(
    resolver: Resolver, path: str, document: Document, left_out: Counter[str]
) -> Iterator[tuple[Place, Occurrence]]:
    """The occurrences of a document with their places in code points; those at no place of the file are counted."""
    positions = resolver.sources.positions(path)
    column = _COLUMNS[document.unit]
    for occurrence in document.occurrences:
        if not 0 <= occurrence.line < max(1, len(positions.starts)):
            left_out["no_place"] += 1
            continue
        line = positions.text(occurrence.line + 1) if positions.starts else b""
        col = occurrence.start if line.isascii() else column(line.decode("utf-8", "replace"), occurrence.start)
        if not 0 <= col <= len(line):
            left_out["no_place"] += 1
            continue
        yield (occurrence.line + 1, col + 1), occurrence


def _bytes(line: str, units: int) -> int:
    return len(line.encode("utf-8")[:units].decode("utf-8", "ignore"))


def _utf16(line: str, units: int) -> int:
    return len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


def _points(line: str, units: int) -> int:
    return units


def _any(line: str, units: int) -> int:
    """The column where it is the same in every unit, else none: an index that does not say is not guessed at."""
    found = {count(line, units) for count in (_bytes, _utf16, _points)}
    return found.pop() if len(found) == 1 else -1


_COLUMNS: dict[str, Callable[[str, int], int]] = {"utf-8": _bytes, "utf-16": _utf16, "utf-32": _points, "": _any}


def _package(symbol: str) -> str:
    """Manager and name of the package of a symbol, without its version: an installed copy is the same package."""
    parts = symbol.replace("  ", "\0").split(" ", 4)
    return " ".join(parts[1:3])


def _outside(symbol: str) -> str:
    """How a symbol of another package is called: the package, and what it is in there."""
    parts = symbol.replace("  ", "\0").split(" ", 4)
    return " ".join((parts[2], parts[-1])).replace("\0", " ").replace("`", "").strip() if len(parts) > 4 else symbol
