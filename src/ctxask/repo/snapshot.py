"""A repository at one moment: every listed file by path, mode and content id, and the only door to its bytes."""

from __future__ import annotations

import os
import stat
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ctxask import canon
from ctxask.lesson import Stop
from ctxask.repo.files import Descent, link_target, open_regular, pieces, whole
from ctxask.repo.git import Git, GitFailed, open_git
from ctxask.repo.listing import Listing, list_files
from ctxask.repo.place import Place, bare
from ctxask.repo.statcache import Seen, StatMemory, pack, settled, stat_of, unpack
from ctxask.repo.walk import walk
from ctxask.rows import Note

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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a question is answered about; equal ids mean equal files, whatever the listing order or the clock."""

    id: str
    place: Place
    git: Git | None  # None where git does not speak for the folder
    listing: Listing
    entries: dict[str, Entry]  # sorted by path
    notes: tuple[Note, ...]
    unreadable: frozenset[bytes]  # listed files that could not be opened
    held: dict[str, bytes] = field(repr=False)  # bytes at hand since they were hashed

    @property
    def root(self) -> Path:
        """The real path of the top level; for opening files only."""
        return self.place.root

    @property
    def algorithm(self) -> str:
        """The hash that content ids are made with."""
        return self.git.settings.algorithm if self.git else "sha1"

    def read(self, path: str) -> bytes:
        """The bytes of a listed file or the target of a link; raises KeyError for a path that is not listed.

        Raises MovedTree where they are not those of the snapshot any more. The comparison is also what confines a
        read: bytes from anywhere else are not returned.
        """
        entry = self.entries[path]
        known = self.held.get(path)
        if known is not None:
            return known
        location = os.fsencode(self.root) + b"/" + entry.raw
        try:
            data = link_target(location) if entry.is_link else _bytes_at(location, entry.size)
        except OSError as error:
            raise MovedTree(path) from error
        if canon.blob_id(data, self.algorithm) != entry.content:
            raise MovedTree(path)
        return data


def open_snapshot(place: Place, memory: StatMemory | None = None) -> Snapshot:
    """The snapshot of a work tree as it is now.

    `memory` spares reading files that did not change. Raises Stop for a bare repository, MovedTree where a large file
    changes while it is read.
    """
    git, listing, notes = _listed(place)
    algorithm = git.settings.algorithm if git else "sha1"
    digest_size = 32 if algorithm == "sha256" else 20
    key = canon.path_text(os.fsencode(place.root))
    known = unpack(memory.get_stats(key), digest_size) if memory else {}
    look = _Look(place.root, known, algorithm, not git or git.settings.file_mode, listing)
    with Descent(place.root) as descent:
        for raw in listing.paths:
            look.at(raw, descent)
    if memory and look.seen != known:
        memory.put_stats(key, pack(look.seen, digest_size))
    entries = {entry.path: entry for entry in sorted(look.entries)}
    return Snapshot(
        id=_snapshot_id(entries, look.unreadable),
        place=place,
        git=git,
        listing=listing,
        entries=entries,
        notes=notes + _notes(listing, look),
        unreadable=frozenset(look.unreadable),
        held=look.held,
    )


def _listed(place: Place) -> tuple[Git | None, Listing, tuple[Note, ...]]:
    """Git's listing, or a plain walk and the note that says why."""
    if place.git_dir is None:
        return (
            None,
            walk(place.root),
            (Note("no_git_repository", text="a plain folder, listed under its .gitignore files"),),
        )
    try:
        git = open_git(place.root)
        if git.settings.bare and not place.linked:
            raise Stop(bare())
        return git, list_files(git), ()
    except GitFailed as error:
        return None, walk(place.root), (_why_no_git(place, error),)


def _why_no_git(place: Place, error: GitFailed) -> Note:
    if error.absent:
        return Note("git_absent", text="git is not installed: a plain walk, and nothing is known about changes")
    if (
        place.git_dir is not None
        and hasattr(os, "geteuid")
        and os.geteuid() not in (place.git_dir.stat().st_uid, place.root.stat().st_uid)
    ):
        return Note(
            "git_refused",
            text="git refuses a repository that another user owns (safe.directory): a plain walk, "
            "and nothing is known about changes",
        )
    return Note(
        "git_failed", text=f"git ended with status {error.status}: a plain walk, and nothing is known about changes"
    )


class _Look:
    """Looks at one listed path after the other, and keeps what it saw."""

    def __init__(self, root: Path, known: dict[bytes, Seen], algorithm: str, file_mode: bool, listing: Listing) -> None:
        self._known = known
        self._algorithm = algorithm
        self._file_mode = file_mode
        self._tracked = listing.tracked
        self._room = _HELD_TOTAL
        self._now = time.time_ns()  # only to tell whether a stat may be trusted
        self.entries: list[Entry] = []
        self.seen: dict[bytes, Seen] = {}
        self.held: dict[str, bytes] = {}
        self.missing: list[bytes] = []
        self.unreadable: list[bytes] = []

    def at(self, raw: bytes, descent: Descent) -> None:
        folder, _, name = raw.rpartition(b"/")
        try:
            descriptor = descent.folder(folder)
            found = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            if stat.S_ISREG(found.st_mode):
                self._file(raw, name, descriptor, found)
            elif stat.S_ISLNK(found.st_mode):
                target = link_target(name, descriptor)
                content = canon.blob_id(target, self._algorithm)
                self.entries.append(Entry(canon.path_text(raw), raw, LINK, content, len(target), False))
            else:
                self.missing.append(raw)  # a folder or a device stands where the file was
        except (FileNotFoundError, NotADirectoryError):
            self.missing.append(raw)
        except OSError:
            self.unreadable.append(raw)

    def _file(self, raw: bytes, name: bytes, descriptor: int, found: os.stat_result) -> None:
        path = canon.path_text(raw)
        seen = self._known.get(raw)
        if seen is None or seen.stat != stat_of(found):
            seen = self._read(path, name, descriptor)
        if settled(seen.stat, self._now):
            self.seen[raw] = seen
        mode = EXECUTABLE if found.st_mode & stat.S_IXUSR else PLAIN
        if not self._file_mode:
            mode = self._tracked.get(raw, (PLAIN, ""))[0]
        self.entries.append(Entry(path, raw, mode, seen.content.hex(), seen.stat.size, seen.binary))

    def _read(self, path: str, name: bytes, folder: int) -> Seen:
        descriptor, found = open_regular(name, folder)
        try:
            if found.st_size > LARGE:
                return self._hash_large(path, descriptor, found)
            data = whole(descriptor, found.st_size)
        finally:
            os.close(descriptor)
        content = canon.blob_id(data, self._algorithm)
        binary = b"\0" in data[:_BINARY_PREFIX]
        if not binary and len(data) <= self._room:
            self._room -= len(data)
            self.held[path] = data
        return Seen(stat_of(found)._replace(size=len(data)), bytes.fromhex(content), binary)

    def _hash_large(self, path: str, descriptor: int, found: os.stat_result) -> Seen:
        first = os.pread(descriptor, _BINARY_PREFIX, 0)
        content = canon.blob_id_of(pieces(descriptor, found.st_size), found.st_size, self._algorithm)
        if stat_of(os.fstat(descriptor)) != stat_of(found):
            raise MovedTree(path)
        return Seen(stat_of(found), bytes.fromhex(content), b"\0" in first)


def _bytes_at(location: bytes, size: int) -> bytes:
    descriptor, _ = open_regular(location)
    try:
        return whole(descriptor, size)
    finally:
        os.close(descriptor)


def _snapshot_id(entries: dict[str, Entry], unreadable: list[bytes]) -> str:
    fields = [field for entry in entries.values() for field in (entry.path, entry.mode, entry.content)]
    for raw in unreadable:
        fields += (canon.path_text(raw), "", "")
    return "snap:" + canon.fingerprint("\0".join(fields).encode())[: canon.ID_DIGITS]


def _notes(listing: Listing, look: _Look) -> tuple[Note, ...]:
    links = [entry.raw for entry in look.entries if entry.is_link]
    gone = [raw for raw in look.missing if raw not in listing.sparse]
    counted = (
        ("links_not_followed", links),
        ("nested_repositories", listing.nested),
        ("submodules", listing.submodules),
        ("sparse_files", [raw for raw in look.missing if raw in listing.sparse]),
        ("missing_files", gone),
        ("unmerged_files", listing.unmerged),
        ("unreadable_files", look.unreadable),
        ("unreadable_folders", listing.unreadable),
    )
    return tuple(Note(code, len(paths), canon.path_text(min(paths))) for code, paths in counted if paths)
