"""A file's stat beside the content id of its bytes, so that an unchanged file is not read again."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Protocol

MARGIN_NS = 2_000_000_000  # the coarsest time stamps still in use (FAT) count two seconds

_HEAD = struct.Struct("<8sII")  # magic, number of records, bytes of the paths
_MAGIC = b"ctxstat1"


# A regular file as it was read: size, mtime_ns, ctime_ns, inode, whether it is binary, content id. A plain tuple, for a
# large repository has a hundred thousand of them in every command.
Seen = tuple[int, int, int, int, bool, bytes]


class StatMemory(Protocol):
    """Where a stat cache is kept between two commands; the store is one."""

    def get_stats(self, worktree: str) -> bytes | None:
        """What put_stats was given last, None when there is nothing."""

    def put_stats(self, worktree: str, packed: bytes) -> None:
        """Keeps a packed stat cache."""


def settled(seen: Seen, now_ns: int) -> bool:
    """Whether a later write must show in the stat: the file is older, by a margin, than the moment it was looked at.

    Within the margin a second write of the same size could leave the same time stamps, so such a file is read again
    by the next command, until it is old enough.
    """
    return max(seen[1], seen[2]) + MARGIN_NS < now_ns


def pack(records: Mapping[bytes, Seen], digest_size: int) -> bytes:
    """The records as bytes, in the order of their paths."""
    ordered = sorted(records)
    paths = b"\0".join(ordered)
    record = _record(digest_size)
    body = b"".join(record.pack(*records[path]) for path in ordered)
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
    return dict(zip(paths, record.iter_unpack(packed[_HEAD.size + width :]), strict=True))


def _record(digest_size: int) -> struct.Struct:
    return struct.Struct(f"<QqqQ?{digest_size}s")
