"""Definitions that nothing uses, each with what that is worth; most are settled by the first use that is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ctxask.resolve.resolver import Resolver
from ctxask.resolve.surface import surface
from ctxask.resolve.testfiles import is_run_by_tests
from ctxask.rows import Note, Record, Site, Symbol

JUDGED = frozenset({"class", "function", "method", "property", "constant", "variable", "interface", "enum", "type"})
FILES = 12  # that hold a name and are looked at for a first use, at least
VISITS = 20_000  # of files, over all definitions
_NO_USE = frozenset(
    {"import", "re-export", "override", "definition", "write", "patch", "keyword", "parameter", "public"}
)
# Ways in which something is reached that has no use: whoever has one is counted, and not told as unused.
REACHED = ("run_by_tests", "protocol_method", "decorated", "outside_base", "public")


class Unused(NamedTuple):
    """Records `unused`, the surest first, and what was not judged, by reason."""

    rows: tuple[Record, ...]
    notes: tuple[Note, ...]


def unused(resolver: Resolver, symbols: Sequence[Symbol], is_test_file: Callable[[str], bool]) -> Unused:
    """The definitions among these that only themselves, only tests or nothing uses.

    Records have the definition, `state`: proven, tests, none_found; `blockers`: (why it is not proven, how often);
    `tests`: confirmed uses in them.
    """
    judged = [symbol for symbol in symbols if symbol.kind in JUDGED and not _is_special(symbol)]
    holders = resolver.sources.holders(frozenset(map(_last, judged)))
    found: list[Record] = []
    counts: Counter[str] = Counter()
    visits, most = 0, max(FILES, VISITS // max(1, len(judged)))
    judged.sort(key=lambda one: (len(holders[_last(one)]), one.path, one.line, one.col))  # the rarest name first
    for number, symbol in enumerate(judged):
        if visits > VISITS:
            counts["not_judged_for_time"] = len(judged) - number
            break

        def is_use(site: Site, symbol: Symbol = symbol) -> bool:
            return _is_use(site, symbol) and (not is_test_file(site.path) or is_test_file(symbol.path))

        if is_run_by_tests(symbol):
            counts["run_by_tests"] += 1
            continue
        used, looked_at = resolver.has(symbol, is_use, most)
        visits += looked_at
        if used is None:
            counts["not_judged_common_name"] += 1
        elif not used:
            visits += len(holders[_last(symbol)])
            row = _told(resolver, symbol, is_use, is_test_file)
            if isinstance(row, Record):
                found.append(row)
            elif row:
                counts[row] += 1
    notes = tuple(Note(code, counts[code]) for code in sorted(counts))
    return Unused(tuple(sorted(found, key=_order)), (Note("judged", len(judged)), *notes))


def _is_special(symbol: Symbol) -> bool:
    """Whether the language or a tool reads a name by convention."""
    return symbol.name.endswith("__") or (symbol.kind in ("constant", "variable") and symbol.name.startswith("__"))


def _last(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def _is_use(site: Site, symbol: Symbol) -> bool:
    """Whether a site uses the symbol for certain, from outside of its own body."""
    return site.bucket == "confirmed" and site.role not in _NO_USE and not _is_inside(site, symbol)


def _is_inside(site: Site, symbol: Symbol) -> bool:
    return site.path == symbol.path and f"{site.within}.".startswith(f"{symbol.name}.")


def _told(
    resolver: Resolver, symbol: Symbol, is_use: Callable[[Site], bool], is_test_file: Callable[[str], bool]
) -> Record | str:
    """What is told of a definition without a use; how it is reached, empty where it has a use under another name."""
    sites = resolver.references(symbol)
    if any(is_use(site) for site in sites):
        return ""
    blockers = Counter(dict(_blockers(resolver, symbol, sites)))
    reached = next((code for code in REACHED if blockers[code]), "")
    tests = sum(_is_use(site, symbol) and is_test_file(site.path) for site in sites)
    if reached:
        return reached
    state = "tests" if tests else "none_found" if +blockers else "proven"
    values = {
        "symbol": symbol.id,
        "kind": symbol.kind,
        "path": symbol.path,
        "line": symbol.line,
        "col": symbol.col,
        "signature": symbol.signature,
        "state": state,
        "blockers": sorted(blockers.items()),
        "tests": tests,
    }
    return Record("unused", tuple(sorted(values.items())))


def _blockers(resolver: Resolver, symbol: Symbol, sites: Sequence[Site]) -> Iterator[tuple[str, int]]:
    """Why a definition without a use is not proven to have none."""
    counts = {
        "undecided_sites": sum(site.bucket == "undecided" for site in sites),
        "likely": sum(site.bucket == "likely" for site in sites),
        "imported": sum(site.bucket == "confirmed" and site.role == "import" for site in sites),
        "written": sum(site.bucket == "confirmed" and site.role in ("write", "patch", "keyword") for site in sites),
        "by_itself": sum(site.bucket == "confirmed" and _is_inside(site, symbol) for site in sites),
        "public": sum(site.bucket == "confirmed" and site.role == "re-export" for site in sites),
    }
    counts["public"] += sum(site.role == "public" for site in surface(resolver, symbol))
    counts.update({note.code: note.count for note in resolver.openings(symbol, at_any_rate=True)})
    yield from ((code, number) for code, number in counts.items() if number)


def _order(row: Record) -> tuple[int, int, str, int, int]:
    values = dict(row.values)
    doubts = sum(number for _, number in values["blockers"])
    return (
        ("proven", "tests", "none_found").index(values["state"]),
        doubts,
        values["path"],
        values["line"],
        values["col"],
    )
