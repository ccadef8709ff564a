"""The surface of a symbol: where it is offered, started or imitated without a reference in code to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxask.facts.positions import word_places
from ctxask.resolve.resolver import Resolver
from ctxask.rows import Site, Symbol

_FILES = ("pyproject.toml", "setup.cfg", "setup.py", "entry_points.txt")  # in which a distribution names what it starts


def surface(resolver: Resolver, symbol: Symbol) -> list[Site]:
    """Names that packages offer, entry points of the distribution, classes with a protocol's shape; by place."""
    if resolver.kind(symbol.path) != "python":
        return []
    from ctxask.resolve.python.published import implementers, offered

    found = [*offered(resolver.python, symbol), *_entries(resolver, symbol), *implementers(resolver.python, symbol)]
    return sorted(dict.fromkeys(found), key=lambda site: (site.path, site.line, site.col))


def _entries(resolver: Resolver, symbol: Symbol) -> Iterator[Site]:
    """Where a distribution's own files name the symbol as `package.module:name`, to be started or loaded."""
    name = symbol.name.rpartition(".")[2]
    entry = re.compile(rf"([\w.]+)\s*:\s*((?:\w+\.)*{re.escape(name)})\b")
    for path in resolver.sources.holders(frozenset((name,)))[name] if name else ():
        if path.rpartition("/")[2] not in _FILES:
            continue
        source = resolver.sources.read(path)
        lines = resolver.sources.positions(path)
        for line, col in word_places(source, name):
            text = lines.text(line).decode("utf-8", "replace")
            for match in entry.finditer(text):
                meant = resolver.python.imported(f"{match[1]}.{match[2]}") if match.end() == col - 1 + len(name) else ()
                if any(found.id == symbol.id for found in meant):
                    yield Site(symbol.id, path, line, col, name, "public", "confirmed", implicit=True)
