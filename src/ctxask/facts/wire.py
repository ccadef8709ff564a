"""The wire format of protocol buffers: which fields a message has, and nothing of what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_MOST_BYTES = 10  # of a number; 64 bits need no more


class Damaged(Exception):
    """The bytes are no message, or not a whole one."""


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of each field, in order; numbers unsigned, all else as bytes. Raises Damaged."""
    at, end = 0, len(message)
    while at < end:
        key, at = _number(message, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _number(message, at)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            size, at = _number(message, at)
        elif kind in (_EIGHT, _FOUR):
            size = 8 if kind == _EIGHT else 4
        else:
            raise Damaged(f"a field is of the unknown kind {kind}")
        if size > end - at:
            raise Damaged("a field goes on beyond the end of its message")
        yield key >> 3, message[at : at + size]
        at += size


def numbers(packed: bytes) -> list[int]:
    """The numbers of a packed field. Raises Damaged."""
    found, at = [], 0
    while at < len(packed):
        value, at = _number(packed, at)
        found.append(value)
    return found


def streamed(file: IO[bytes], most: int) -> Iterator[tuple[int, bytes]]:
    """Number and bytes of each field of a file that holds one message, read one at a time; other kinds are passed over.

    Raises Damaged, also for a field of more than `most` bytes.
    """
    while head := file.read(1):
        key = _streamed_number(file, head)
        kind = key & 7
        if kind == _VARINT:
            _streamed_number(file, file.read(1))
            continue
        if kind not in (_BYTES, _EIGHT, _FOUR):
            raise Damaged(f"a field is of the unknown kind {kind}")
        size = _streamed_number(file, file.read(1)) if kind == _BYTES else 8 if kind == _EIGHT else 4
        if size > most:
            raise Damaged(f"a field has {size} bytes, more than {most}")
        value = file.read(size)
        if len(value) < size:
            raise Damaged("it ends in the middle of a field")
        if kind == _BYTES:
            yield key >> 3, value


def _number(message: bytes, at: int) -> tuple[int, int]:
    """A number of variable length and where the next byte is."""
    value = shift = 0
    for byte in message[at : at + _MOST_BYTES]:
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
    raise Damaged("a number has no end")


def _streamed_number(file: IO[bytes], head: bytes) -> int:
    """The number that begins with a byte that was read; the file stands behind it."""
    whole = head
    while whole and whole[-1] >= 0x80 and len(whole) < _MOST_BYTES:
        byte = file.read(1)
        if not byte:
            break
        whole += byte
    return _number(whole, 0)[0]
