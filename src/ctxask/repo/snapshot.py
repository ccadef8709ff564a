"""A repository at one moment: every listed file by path, mode and content id, and the only door to its bytes."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

from ctxask import canon
from ctxask.lesson import Stop
from ctxask.repo.files import link_target, open_regular, whole
from ctxask.repo.git import Git, GitFailed, open_git
from ctxask.repo.listing import Listing, list_files
from ctxask.repo.look import Entry, Look, MovedTree
from ctxask.repo.place import Place, bare
from ctxask.repo.statcache import StatMemory, pack, unpack
from ctxask.rows import Note

__all__ = ["Entry", "MovedTree", "Snapshot", "open_snapshot", "snapshot_id"]


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
    look = Look(algorithm, not git or git.settings.file_mode, known)
    look.over(place.root, listing)
    if memory and look.seen != known:
        memory.put_stats(key, pack(look.seen, digest_size))
    look.entries.sort(key=itemgetter(0))
    entries = {entry[0]: entry for entry in look.entries}
    return Snapshot(
        id=snapshot_id(look.entries, look.unreadable),
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
    from ctxask.repo.walk import walk  # seldom wanted

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


def _bytes_at(location: bytes, size: int) -> bytes:
    descriptor, _ = open_regular(location)
    try:
        return whole(descriptor, size)
    finally:
        os.close(descriptor)


def snapshot_id(entries: Iterable[Entry], unreadable: Iterable[bytes]) -> str:
    """The id of a snapshot with these entries, by path; files that could not be opened count by their names."""
    fields = [part for path, _, mode, content, _, _ in entries for part in (path, mode, content)]
    for raw in unreadable:
        fields += (canon.path_text(raw), "", "")
    return "snap:" + canon.fingerprint("\0".join(fields).encode())[: canon.ID_DIGITS]


def _notes(listing: Listing, look: Look) -> tuple[Note, ...]:
    links = [entry.raw for entry in look.entries if entry.is_link]
    gone = [raw for raw in look.missing if raw not in listing.sparse]
    counted: tuple[tuple[str, Collection[bytes]], ...] = (
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
