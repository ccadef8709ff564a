"""Reading a work tree: regular files only, and no link followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # NONBLOCK: a pipe in a file's place must not hang
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC
_PIECE = 1 << 20


def open_regular(path: bytes | Path, folder: int | None = None) -> tuple[int, os.stat_result]:
    """A descriptor of a regular file and its stat; `folder` is an open descriptor that path is relative to.

    Raises OSError, also for a link, and for what is no regular file.
    """
    descriptor = os.open(path, _FILE, dir_fd=folder)
    found = os.fstat(descriptor)
    if stat.S_ISREG(found.st_mode):
        return descriptor, found
    os.close(descriptor)
    raise OSError("not a regular file")


def read_regular(path: bytes | Path, limit: int) -> bytes:
    """The bytes of a regular file, at most limit + 1 of them; raises OSError as open_regular does."""
    descriptor, found = open_regular(path)
    try:
        return whole(descriptor, min(found.st_size, limit))
    finally:
        os.close(descriptor)


def whole(descriptor: int, size: int) -> bytes:
    """What an open file of that size holds; one byte more, where it has grown past it."""
    return b"".join(pieces(descriptor, size + 1))


def read_below(root: Path, raw: bytes, limit: int) -> bytes | None:
    """The first bytes of a regular file that no link on the way leads out of the root to; None where there is none."""
    folder, _, name = raw.rpartition(b"/")
    try:
        with Descent(root) as descent:
            descriptor, found = open_regular(name, descent.folder(folder))
            try:
                return whole(descriptor, min(found.st_size, limit))
            finally:
                os.close(descriptor)
    except OSError:
        return None


def link_target(path: bytes, folder: int | None = None) -> bytes:
    """What a link points to, as it is written; raises OSError."""
    return os.readlink(path, dir_fd=folder)


def pieces(descriptor: int, most: int) -> Iterator[bytes]:
    """What an open file holds, piece by piece, at most that many bytes in all."""
    while most > 0:
        piece = os.read(descriptor, min(most, _PIECE))
        if not piece:
            return
        most -= len(piece)
        yield piece


class Descent:
    """The open folders from the root down to the one looked at, each opened in the one above without following links.

    Asked for folders in the order of sorted paths it opens every folder once and holds few at a time.
    """

    def __init__(self, root: Path) -> None:
        self._names: list[bytes] = []
        self._open = [os.open(root, _FOLDER)]
        self._path: bytes | None = b""

    def folder(self, path: bytes) -> int:
        """A descriptor of the folder, valid until the next call; raises OSError where it cannot be entered."""
        if path == self._path:
            return self._open[-1]
        names = path.split(b"/") if path else []
        shared = 0
        while shared < min(len(names), len(self._names)) and names[shared] == self._names[shared]:
            shared += 1
        self._leave(shared)
        self._path = None
        for name in names[shared:]:
            self._open.append(os.open(name, _FOLDER, dir_fd=self._open[-1]))
            self._names.append(name)
        self._path = path
        return self._open[-1]

    def _leave(self, depth: int) -> None:
        del self._names[depth:]
        while len(self._open) > depth + 1:
            os.close(self._open.pop())

    def close(self) -> None:
        """Closes every folder."""
        self._leave(0)
        os.close(self._open.pop())

    def __enter__(self) -> Descent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
