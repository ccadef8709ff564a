"""Files of the store: private, seen whole or not at all, never reached through a link; locks end with a process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


def new_name(kind: str) -> str:
    """A name that nobody else takes, for what is not finished yet (`new`) or not wanted any more (`old`)."""
    return f".{kind}-{os.getpid()}-{os.urandom(4).hex()}"


def create(path: Path) -> int:
    """A descriptor of a new, empty file; raises OSError, also where something stands there already."""
    return os.open(path, _NEW, 0o600)


class NewFile(NamedTuple):
    """A file that has no name of its own yet."""

    file: BinaryIO
    beside: Path

    def become(self, path: Path) -> None:
        """Gives the file its name, once it is on disk whole; what had the name before is replaced."""
        self.file.flush()
        os.fsync(self.file.fileno())
        self.beside.rename(path)
        sync_folder(path.parent)


@contextmanager
def new_file(folder: Path) -> Iterator[NewFile]:
    """A file to write in a folder; it is gone again after the block unless it got a name."""
    beside = folder / new_name("new")
    try:
        with os.fdopen(create(beside), "wb") as file:
            yield NewFile(file, beside)
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file that is seen whole or not at all."""
    with new_file(path.parent) as new:
        new.file.write(data)
        new.become(path)


def sync_folder(folder: Path) -> None:
    """Lets a folder's names reach the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(path: Path, shared: bool = False, wait: bool = True) -> Iterator[bool]:
    """Holds the lock of that name for the block; whether it was got, which only without waiting can fail."""
    descriptor = os.open(path, _LOCK, 0o600)
    try:
        yield lock(descriptor, shared, wait)
    finally:
        os.close(descriptor)


def lock(descriptor: int, shared: bool = False, wait: bool = False) -> bool:
    """Locks an open file until it is closed by all who have it from us; whether it was got."""
    how = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB)
    try:
        fcntl.flock(descriptor, how)
    except BlockingIOError:
        return False
    return True


def is_locked(path: Path) -> bool:
    """Whether a living process holds the file's lock; a file that is not there has none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not lock(descriptor, shared=True)
    finally:
        os.close(descriptor)
