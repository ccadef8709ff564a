"""Bodies of definitions: their text, what runs when they are called, and where they hand back their result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from ctxask.facts.sources import Sources
from ctxask.facts.tokens import first_statements, tokens
from ctxask.resolve.resolver import Resolver
from ctxask.rows import Site, Symbol, Text

BODY_BYTES = 4096  # a longer body is its address and size


def with_bodies(
    symbols: Sequence[Symbol], now: Resolver, then: Callable[[], Resolver], changed: Collection[str]
) -> Iterator[Symbol]:
    """The symbols that are defined, in changed files as they stood then; `lines` are from the first statement on.

    Where that is not known there are none.
    """
    begins: dict[str, dict[int, int]] = {}
    for symbol in symbols:
        resolver = then() if symbol.path in changed else now
        found = resolver.exact(symbol.path, symbol.name)
        if found is None:
            continue
        if found.path not in begins:
            sources = resolver.sources
            begins[found.path] = first_statements(tokens(sources.read(found.path), sources.language(found.path)))
        known, spans = begins[found.path], sorted({(found.line, found.last_line), *found.more})
        yield found._replace(lines=tuple((known[line], last) for line, last in spans if line in known))


def returns(sources: Sources, symbols: Sequence[Symbol]) -> Iterator[Site]:
    """Where functions hand back their results: sites with the role `return`, by line."""
    for symbol in symbols:
        said = tokens(sources.read(symbol.path), sources.language(symbol.path))
        spans = ((symbol.first_line, symbol.last_line), *symbol.more)
        for line in sorted({line for line, word in said if word in (b"return", b"yield")}):
            if any(first <= line <= last for first, last in spans):
                yield Site(symbol.id, symbol.path, line, 1, "return", "return", "confirmed", symbol.name)


def body(sources: Sources, symbol: Symbol) -> Text:
    """The whole definition; a module, and what is longer than BODY_BYTES, is its address and size."""
    first, last = symbol.first_line, symbol.last_line
    data = sources.positions(symbol.path).lines(first, last).replace(b"\r\n", b"\n").removesuffix(b"\n")
    if len(data) > BODY_BYTES or not symbol.name:
        return Text(symbol.path, first, last, symbol.anchor, "", symbol.id, f"{len(data)} bytes")
    return Text(symbol.path, first, last, symbol.anchor, data.decode("utf-8", "replace"), symbol.id)
