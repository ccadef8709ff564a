"""A file's stat beside the content id of its bytes, so that an unchanged file is not read again."""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping
from typing import NamedTuple, Protocol

MARGIN_NS = 2_000_000_000  # the coarsest time stamps still in use (FAT) count two seconds

_HEAD = struct.Struct("<8sII")  # magic, number of records, bytes of the paths
_MAGIC = b"ctxstat1"


class Stat(NamedTuple):
    """The part of a stat that changes whenever the bytes do."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Seen(NamedTuple):
    """A regular file as it was read."""

    stat: Stat
    content: bytes  # content id, raw
    binary: bool


class StatMemory(Protocol):
    """Where a stat cache is kept between two commands; the store is one."""

    def get_stats(self, worktree: str) -> bytes | None:
        """What put_stats was given last, None when there is nothing."""

    def put_stats(self, worktree: str, packed: bytes) -> None:
        """Keeps a packed stat cache."""


def stat_of(found: os.stat_result) -> Stat:
    """The comparable part of a stat."""
    return Stat(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def settled(stat: Stat, now_ns: int) -> bool:
    """Whether a later write must show in the stat: the file is older, by a margin, than the moment it was looked at.

    Within the margin a second write of the same size could leave the same time stamps, so such a file is read again
    by the next command, until it is old enough.
    """
    return max(stat.mtime_ns, stat.ctime_ns) + MARGIN_NS < now_ns


def pack(records: Mapping[bytes, Seen], digest_size: int) -> bytes:
    """The records as bytes, in the order of their paths."""
    ordered = sorted(records)
    paths = b"\0".join(ordered)
    record = _record(digest_size)
    body = b"".join(record.pack(*(seen := records[path]).stat, seen.binary, seen.content) for path in ordered)
    return _HEAD.pack(_MAGIC, len(ordered), len(paths)) + paths + body


def unpack(packed: bytes | None, digest_size: int) -> dict[bytes, Seen]:
    """The records; none when the bytes are not whole or were written in another form."""
    record = _record(digest_size)
    if packed is None or len(packed) < _HEAD.size:
        return {}
    magic, count, width = _HEAD.unpack_from(packed)
    if magic != _MAGIC or not count or len(packed) != _HEAD.size + width + count * record.size:
        return {}
    paths = packed[_HEAD.size : _HEAD.size + width].split(b"\0")
    if len(paths) != count:
        return {}
    rows = record.iter_unpack(packed[_HEAD.size + width :])
    return {
        path: Seen(Stat(size, mtime, ctime, inode), content, binary)
        for path, (size, mtime, ctime, inode, binary, content) in zip(paths, rows, strict=True)
    }


def _record(digest_size: int) -> struct.Struct:
    return struct.Struct(f"<QqqQ?{digest_size}s")
