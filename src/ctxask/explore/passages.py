"""The passages of a file: what can be cited, one definition or a run of statements each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxask.explore.words import Hit, Matcher
from ctxask.rows import Symbol

_WHOLE = frozenset({"function", "method", "property"})  # cited whole, with what they hold
SHELLS = frozenset({"class", "interface", "enum", "type", "namespace", "object"})  # what they hold is cited apart
_SINGLE = frozenset({"constant", "variable"})
_DOCSTRING = re.compile(rb"(?:^|\n)[ \t]*[rRbBuU]?(\"\"\"|''')(.*?)\1", re.DOTALL)
_REMARK = re.compile(rb"[ \t]*(?://|/\*|\*|#(?!include|define|if|endif|else|pragma|undef)|--)")
NAME, OWNER, PATH, NOTE, TEXT = 40, 10, 10, 12, 10  # what a word counts for by where it stands, in tenths


class Passage(NamedTuple):
    """Lines to cite, and how often they hold each term."""

    path: str
    name: str  # of the definition; empty for statements of the module
    kind: str
    first: int
    last: int
    length: int  # bytes of its own, without definitions that are cited apart
    counts: tuple[tuple[int, int], ...]  # term -> weighted count, in hundredths
    pairs: tuple[tuple[tuple[int, int], int], ...]  # neighbouring terms -> how often they stand side by side
    lines: tuple[int, ...]  # that hold a term

    @property
    def key(self) -> tuple[str, int, int]:
        """Its place."""
        return self.path, self.first, self.last


class _Span(NamedTuple):
    symbol: Symbol | None
    first: int
    last: int


def passages(path: str, source: bytes, symbols: Sequence[Symbol], matcher: Matcher) -> Iterator[Passage]:
    """The passages of a file that hold a term, in source order."""
    starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]
    lines = len(starts) if starts[-1] < len(source) else len(starts) - 1
    owners, spans = _owners(source, starts, lines, symbols)
    hits: dict[int, list[Hit]] = {}
    for hit in matcher.hits(source):
        line = bisect_right(starts, hit.start)
        hits.setdefault(owners[line], []).append(hit)
    around = [hit.term for hit in matcher.hits(path.encode())]
    sizes = [0] * len(spans)
    for line in range(1, lines + 1):
        sizes[owners[line]] += _end(source, starts, line) - starts[line - 1]
    for index in sorted(hits):
        yield _passage(path, source, starts, spans[index], sizes[index], hits[index], around, matcher)


def _owners(
    source: bytes, starts: Sequence[int], lines: int, symbols: Sequence[Symbol]
) -> tuple[list[int], list[_Span]]:
    """For each line (from 1) the index of the span that it belongs to, and the spans."""
    owner: list[int] = [-1] * (lines + 2)
    spans: list[_Span] = []
    for symbol in sorted(symbols, key=lambda s: (s.first_line, -s.last_line, s.line)):
        outer = spans[owner[symbol.first_line]].symbol if owner[symbol.first_line] >= 0 else None
        if symbol.kind not in _WHOLE | SHELLS and not (symbol.kind in _SINGLE and "." not in symbol.name):
            continue
        if outer is not None and (outer.kind in _WHOLE or symbol.kind in _SINGLE):
            continue
        first = symbol.first_line
        while first > 1 and owner[first - 1] == (owner[first]) and _is_remark(source, starts, first - 1):
            first -= 1
        for line in range(first, min(symbol.last_line, lines) + 1):
            owner[line] = len(spans)
        spans.append(_Span(symbol, first, min(symbol.last_line, lines)))
    return owner, spans + list(_blocks(source, starts, lines, owner, len(spans)))


def _blocks(source: bytes, starts: Sequence[int], lines: int, owner: list[int], index: int) -> Iterator[_Span]:
    """Runs of statements between definitions and empty lines."""
    first = 0
    for line in range(1, lines + 2):
        free = line <= lines and owner[line] < 0
        if free and not first:
            first = line
        if first and (not free or not source[starts[line - 1] : _end(source, starts, line)].strip()):
            last = line if free else line - 1
            for inside in range(first, last + 1):
                owner[inside] = index
            yield _Span(None, first, last)
            index, first = index + 1, 0


def _end(source: bytes, starts: Sequence[int], line: int) -> int:
    """Where a line ends, its newline included."""
    return starts[line] if line < len(starts) else len(source)


def _is_remark(source: bytes, starts: Sequence[int], line: int) -> bool:
    return _REMARK.match(source, starts[line - 1]) is not None


def _passage(
    path: str,
    source: bytes,
    starts: Sequence[int],
    span: _Span,
    length: int,
    hits: Sequence[Hit],
    around: Iterable[int],
    matcher: Matcher,
) -> Passage:
    begin = starts[span.first - 1]
    end = _end(source, starts, span.last)
    named = _name(source, starts, span.symbol)
    note = _DOCSTRING.search(source, begin, end)
    counts: dict[int, int] = dict.fromkeys(around, PATH * 10)
    for hit in hits:
        weight = NAME if named[0] <= hit.start < named[1] else TEXT
        weight += NOTE if note is not None and note.start(2) <= hit.start < note.end(2) else 0
        counts[hit.term] = counts.get(hit.term, 0) + weight * hit.weight
    name = span.symbol.name if span.symbol is not None else ""
    for hit in matcher.hits(name.rpartition(".")[0].encode()):
        counts[hit.term] = counts.get(hit.term, 0) + OWNER * hit.weight
    kind = span.symbol.kind if span.symbol is not None else "module"
    where = (path, name, kind, span.first, span.last, length)
    lines = tuple(dict.fromkeys(bisect_right(starts, hit.start) for hit in hits))
    return Passage(*where, tuple(sorted(counts.items())), tuple(sorted(_pairs(source, hits).items())), lines)


def _name(source: bytes, starts: Sequence[int], symbol: Symbol | None) -> tuple[int, int]:
    """The bytes of the definition's name."""
    if symbol is None or not 1 <= symbol.line <= len(starts):
        return 0, 0
    name = symbol.name.rpartition(".")[2].encode()
    at = source.find(name, starts[symbol.line - 1])
    return (at, at + len(name)) if at >= 0 else (0, 0)


def _pairs(source: bytes, hits: Sequence[Hit]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for one, other in pairwise(hits):
        between = source[one.end : other.start]
        if len(between) <= 3 and not any(chr(byte).isalnum() for byte in between):
            pair = (one.term, other.term)
            found[pair] = found.get(pair, 0) + 1
    return found
