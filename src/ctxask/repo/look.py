"""One pass over the listed files of a work tree, which reads only what may have changed since the last one."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import NamedTuple

from ctxask import canon
from ctxask.repo.files import Descent, link_target, open_regular, pieces, whole
from ctxask.repo.listing import Listing
from ctxask.repo.statcache import Seen, settled

LINK = "120000"
PLAIN = "100644"
EXECUTABLE = "100755"

LARGE = 2 << 20  # bytes; a larger file is hashed piece by piece and never held
_HELD_TOTAL = 64 << 20  # bytes read for hashing that are kept for the scan that follows
_BINARY_PREFIX = 8192


class MovedTree(Exception):
    """A file is no longer what the snapshot says: the request starts again on a new snapshot."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Entry(NamedTuple):
    """A listed file or link."""

    path: str  # as canon.path_text makes it
    raw: bytes
    mode: str
    content: str  # content id of its bytes; of its target, for a link
    size: int
    binary: bool  # a NUL in the first 8 KiB

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link, which is never followed."""
        return self.mode == LINK

    @property
    def is_text(self) -> bool:
        """Whether its lines can be compared: a regular file, neither binary nor large."""
        return self.mode != LINK and not self.binary and self.size <= LARGE


def is_binary(data: bytes) -> bool:
    """Whether bytes are taken for no text: a NUL in the first 8 KiB, as git has it."""
    return b"\0" in data[:_BINARY_PREFIX]


class Look:
    """What a pass over the listed files finds."""

    def __init__(self, algorithm: str, file_mode: bool, known: dict[bytes, Seen]) -> None:
        self._algorithm = algorithm
        self._file_mode = file_mode
        self._known = known
        self._room = _HELD_TOTAL
        self._now = time.time_ns()  # only to tell whether a stat may be trusted
        self.entries: list[Entry] = []
        self.seen: dict[bytes, Seen] = {}  # what a later pass may rely on
        self.held: dict[str, bytes] = {}  # bytes at hand since they were hashed
        self.missing: list[bytes] = []
        self.unreadable: list[bytes] = []

    def over(self, root: Path, listing: Listing) -> None:
        """Looks at every listed path; written for a hundred thousand of them."""
        known_of, add, file_mode = self._known.get, self.entries.append, self._file_mode
        current: bytes | None = None
        descriptor = -1
        with Descent(root) as descent:
            for raw in listing.paths:
                cut = raw.rfind(b"/") + 1
                name = raw[cut:]
                try:
                    if raw[:cut] != current:
                        current = None
                        descriptor = descent.folder(raw[: cut - 1] if cut else b"")
                        current = raw[:cut]
                    found = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                    bits = found.st_mode
                    if not stat.S_ISREG(bits):
                        self._no_file(raw, name, descriptor, bits)
                        continue
                    seen = known_of(raw)
                    if seen is None or seen[:4] != (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino):
                        seen = self._read(raw, name, descriptor)
                        if settled(seen, self._now):
                            self.seen[raw] = seen
                    else:
                        self.seen[raw] = seen
                except (FileNotFoundError, NotADirectoryError):
                    self.missing.append(raw)
                    continue
                except OSError:
                    self.unreadable.append(raw)
                    continue
                mode = (EXECUTABLE if bits & stat.S_IXUSR else PLAIN) if file_mode else listing.mode(raw) or PLAIN
                add(Entry(canon.path_text(raw), raw, mode, seen[5].hex(), seen[0], seen[4]))

    def _no_file(self, raw: bytes, name: bytes, folder: int, bits: int) -> None:
        if stat.S_ISLNK(bits):
            target = link_target(name, folder)
            content = canon.blob_id(target, self._algorithm)
            self.entries.append(Entry(canon.path_text(raw), raw, LINK, content, len(target), False))
        else:
            self.missing.append(raw)  # a folder or a device stands where the file was

    def _read(self, raw: bytes, name: bytes, folder: int) -> Seen:
        descriptor, found = open_regular(name, folder)
        try:
            if found.st_size > LARGE:
                return self._hash_large(raw, descriptor, found)
            data = whole(descriptor, found.st_size)
        finally:
            os.close(descriptor)
        binary = is_binary(data)
        if not binary and len(data) <= self._room:
            self._room -= len(data)
            self.held[canon.path_text(raw)] = data
        # the size is that of the bytes: a file that grew meanwhile has a stat that matches nothing
        return _seen(found, len(data), binary, canon.blob_id(data, self._algorithm))

    def _hash_large(self, raw: bytes, descriptor: int, found: os.stat_result) -> Seen:
        first = os.pread(descriptor, _BINARY_PREFIX, 0)
        content = canon.blob_id_of(pieces(descriptor, found.st_size), found.st_size, self._algorithm)
        after = os.fstat(descriptor)
        if (after.st_size, after.st_mtime_ns, after.st_ctime_ns) != (
            found.st_size,
            found.st_mtime_ns,
            found.st_ctime_ns,
        ):
            raise MovedTree(canon.path_text(raw))
        return _seen(found, found.st_size, is_binary(first), content)


def _seen(found: os.stat_result, size: int, binary: bool, content: str) -> Seen:
    return (size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, binary, bytes.fromhex(content))
