"""Nested spans of a file, asked in source order for those that hold a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """Bytes first..last (exclusive), and what the asker wants to know of them."""

    first: int
    last: int
    tag: int = 0


def segments(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """(first byte, tag of the innermost span from there on), ascending; -1 where no span is."""
    done: list[tuple[int, int]] = [(0, -1)]
    stack: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.first, -span.last)):
        while stack and stack[-1].last <= span.first:
            last = stack.pop().last
            done.append((last, stack[-1].tag if stack else -1))
        stack.append(span)
        done.append((span.first, span.tag))
    while stack:
        last = stack.pop().last
        done.append((last, stack[-1].tag if stack else -1))
    return done


class Nesting:
    """A sweep over spans that do not cross; places must be asked for in ascending order of their first byte."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._waiting = sorted(spans, key=lambda span: (-span.first, span.last))
        self._open: list[Span] = []

    def around(self, first: int, last: int) -> Iterator[Span]:
        """Spans that hold first..last and more, innermost first."""
        while self._waiting and self._waiting[-1].first <= first:
            span = self._waiting.pop()
            self._close(span.first)
            self._open.append(span)
        self._close(first)
        for span in reversed(self._open):
            if span.last >= last and (span.first, span.last) != (first, last):
                yield span

    def _close(self, place: int) -> None:
        while self._open and self._open[-1].last <= place:
            self._open.pop()
