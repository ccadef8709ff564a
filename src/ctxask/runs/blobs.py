"""Content-addressed bytes of runs: packed when they are complete, read piece by piece."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from ctxask import canon
from ctxask.repo.files import open_regular, pieces
from ctxask.runs.files import new_file

_ALGORITHM = "sha256"
_LEVEL = 1  # output is packed while somebody waits; level 6 takes four times as long for a sixth less
_PIECE = 1 << 20
_SUFFIX = ".z"


class Damaged(Exception):
    """What is kept under a content id is gone, or not what was kept."""


class Blobs:
    """A folder of packed contents."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, data: bytes) -> str:
        """Keeps bytes; their content id."""
        return self._keep(iter((data,)), len(data))

    def keep_file(self, descriptor: int) -> tuple[str, int]:
        """Keeps what an open file holds; the content id, and how many bytes it is."""
        size = os.fstat(descriptor).st_size
        os.lseek(descriptor, 0, os.SEEK_SET)
        return self._keep(pieces(descriptor, size), size), size

    def _keep(self, data: Iterator[bytes], size: int) -> str:
        packer = zlib.compressobj(_LEVEL)
        with new_file(self.folder) as new:

            def through() -> Iterator[bytes]:
                for piece in data:
                    new.file.write(packer.compress(piece))
                    yield piece

            content = canon.blob_id_of(through(), size, _ALGORITHM)
            if not self.has(content):
                new.file.write(packer.flush())
                new.become(self._path(content))
        return content

    def has(self, content: str) -> bool:
        """Whether something is kept under a content id."""
        return os.path.lexists(self._path(content))

    def pieces(self, content: str) -> Iterator[bytes]:
        """What is kept, piece by piece; nothing for an empty id; raises Damaged, maybe after some of it."""
        if not content:
            return
        try:
            descriptor, found = open_regular(self._path(content))
        except OSError as error:
            raise Damaged(content) from error
        try:
            yield from _unpacked(pieces(descriptor, found.st_size))
        except (zlib.error, EOFError) as error:
            raise Damaged(content) from error
        finally:
            os.close(descriptor)

    def whole(self, content: str) -> bytes:
        """Everything that is kept under a content id; raises Damaged."""
        return b"".join(self.pieces(content))

    def size(self, content: str) -> int:
        """How many bytes it takes on disk."""
        try:
            return self._path(content).lstat().st_size
        except OSError:
            return 0

    def remove_but(self, wanted: set[str]) -> int:
        """Removes what is not wanted, and what killed writers left, while nobody writes; how many bytes that frees."""
        freed = 0
        for path in sorted(self.folder.iterdir()):
            if path.name.removesuffix(_SUFFIX) not in wanted:
                freed += path.lstat().st_size
                path.unlink(missing_ok=True)
        return freed

    def _path(self, content: str) -> Path:
        return self.folder / f"{content}{_SUFFIX}"


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """The bytes of a zlib stream, at most so many at once: a small packed piece can hold gigabytes."""
    unpacker = zlib.decompressobj()
    for piece in packed:
        rest = piece
        while rest:
            out = unpacker.decompress(rest, _PIECE)
            rest = unpacker.unconsumed_tail
            if out:
                yield out
    last = unpacker.flush()
    if last:
        yield last
    if not unpacker.eof:
        raise EOFError
