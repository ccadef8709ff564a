"""Parts of what a run printed: its lines, and its end, out of pieces of any size."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Tail(NamedTuple):
    """The end of some bytes, from the beginning of a line on."""

    data: bytes
    lines_before: int


def lines(pieces: Iterable[bytes], first: int, last: int) -> Iterator[bytes]:
    """The bytes of lines first to last, 1-based, with the newlines that end them, as far as there are any."""
    number = 1
    for piece in pieces:
        start = 0
        while number < first and (cut := piece.find(b"\n", start)) >= 0:
            number, start = number + 1, cut + 1
        if number < first:
            continue
        end = start
        while number <= last and (cut := piece.find(b"\n", end)) >= 0:
            number, end = number + 1, cut + 1
        if number <= last:
            end = len(piece)
        if end > start:
            yield piece[start:end]
        if number > last:
            return


def count_lines(pieces: Iterable[bytes]) -> int:
    """How many lines there are; an end without a newline is one."""
    count, last = 0, b"\n"
    for piece in pieces:
        count += piece.count(b"\n")
        last = piece[-1:] or last
    return count + (last != b"\n")


def tail(pieces: Iterable[bytes], most: int) -> Tail:
    """The last lines that fit into so many bytes, whole; nothing where not even the last one does."""
    held: deque[bytes] = deque()
    size = before = 0
    left_out = b""  # the byte before what is held
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        while size - len(held[0]) > most:
            gone = held.popleft()
            size -= len(gone)
            before += gone.count(b"\n")
            left_out = gone[-1:] or left_out
    data = b"".join(held)
    over = len(data) - most
    if over > 0:
        before += data.count(b"\n", 0, over)
        left_out, data = data[over - 1 : over], data[over:]
    if left_out not in (b"", b"\n"):
        _, newline, data = data.partition(b"\n")
        before += len(newline)
    return Tail(data, before)
