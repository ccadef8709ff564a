"""Exporting: the whole resolved graph, one row a site, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ctxask.ground import open_ground
from ctxask.request import Scope
from ctxask.rows import Site, Symbol

if TYPE_CHECKING:
    from ctxask.world_view import View

What = Literal["calls", "references", "symbols"]


def export(root: Path, what: What, scope: Scope) -> Iterator[dict[str, Any]]:
    """JSON rows by path and position; references by the symbol that they mean, and then so."""
    from ctxask import world_view

    ground = open_ground(root, scope.include, scope.exclude)
    world = world_view.over(ground, scope.tests, _no_deadline)
    rows = {"calls": _calls, "references": _references, "symbols": _symbols}[what]
    known = _Known(world)
    for file in world.files().rows:
        yield from rows(world, known, file.path)
    world.keep()
    ground.close()


class _Known:
    """Definitions by id, looked up file by file."""

    def __init__(self, world: View) -> None:
        self._world = world
        self._files: dict[str, dict[str, Symbol]] = {}

    def of(self, path: str) -> tuple[Symbol, ...]:
        """The definitions of a file, in source order."""
        return tuple(self._file(path).values())

    def line(self, symbol: str) -> int:
        """The line where a symbol is defined; 1 for a module."""
        path, _, name = symbol.partition("::")
        found = self._file(path).get(symbol) if name else None
        return found.line if found is not None else 1

    def _file(self, path: str) -> dict[str, Symbol]:
        if path not in self._files:
            self._files[path] = {row.id: row for row in self._world.symbols_in((path,)).rows}
        return self._files[path]


def _symbols(world: View, known: _Known, path: str) -> Iterator[dict[str, Any]]:
    for row in known.of(path):
        out = {"symbol": row.id, "kind": row.kind, "path": row.path, "line": row.line, "col": row.col}
        yield {**out, "first": row.first_line, "last": row.last_line, "signature": row.signature}


def _calls(world: View, known: _Known, path: str) -> Iterator[dict[str, Any]]:
    """Every call of a file once, with all that it may reach."""
    for _, group in groupby(world.calls(path), key=_place):
        same = list(group)
        ids = dict.fromkeys(site.subject for site in same if site.subject)
        callees = [{"symbol": symbol, "path": symbol.partition("::")[0], "line": known.line(symbol)} for symbol in ids]
        yield {**_site(same[0]), "callees": callees}


def _references(world: View, known: _Known, path: str) -> Iterator[dict[str, Any]]:
    """Every confirmed or likely site of every symbol of a file."""
    for symbol in known.of(path):
        for site in world.references((symbol,)).rows:
            if site.bucket in ("confirmed", "likely"):
                yield {"symbol": symbol.id, **_site(site), "role": site.role, "bucket": site.bucket}


def _site(site: Site) -> dict[str, Any]:
    out = {"path": site.path, "line": site.line, "col": site.col, "name": site.name, "in": site.within}
    return {**out, "evidence": site.evidence, "target": site.target, "mechanism": site.mechanism}


def _place(site: Site) -> tuple[int, int]:
    return site.line, site.col


def _no_deadline() -> None:
    """A stream has no wall time: its reader ends it."""
