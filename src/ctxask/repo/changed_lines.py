"""The changed lines of changed files, as far as the bytes of both sides are at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ctxask.repo import blobs
from ctxask.repo.base import GITLINK
from ctxask.repo.git import Git
from ctxask.repo.hunks import hunks, line_count, whole
from ctxask.repo.look import LARGE, LINK, Entry, is_binary
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import File, Note


class Lined(NamedTuple):
    """Rows with their hunks, and those whose lines are not known: large ones, and a base that is not here."""

    rows: tuple[File, ...]
    notes: tuple[Note, ...]
    unknown: frozenset[str]


def fill(
    snapshot: Snapshot, git: Git, rows: Iterable[File], before: Mapping[str, str], modes: Mapping[str, str]
) -> Lined:
    """The rows with hunks: of a file that came or went all lines, of a link none. Raises MovedTree."""
    done: dict[str, File] = {}
    large: list[str] = []
    compared: dict[str, list[File]] = {}  # blob of the base -> rows
    for row in rows:
        done[row.path] = row
        entry = _file(snapshot, row)
        blob = before[row.path] if modes.get(row.path, LINK) not in (LINK, GITLINK) else ""
        if entry is not None and entry.binary:
            done[row.path] = row._replace(binary=True)
        elif row.change in ("mode", "submodule") or (entry is not None and blob == row.content):
            continue  # not a byte has changed
        elif entry is not None and entry.size > LARGE:
            large.append(row.path)
        elif blob:
            compared.setdefault(blob, []).append(row)
        elif entry is not None:
            done[row.path] = row._replace(hunks=whole(line_count(snapshot.read(row.path))))
    sizes = blobs.sizes(git, compared)
    large += [row.path for blob, size in sizes.items() if size > LARGE for row in compared[blob]]
    missing = [row.path for blob in compared.keys() - sizes.keys() for row in compared[blob]]
    for blob, old in blobs.contents(git, sizes):
        for row in compared[blob]:
            done[row.path] = _compared(snapshot, row, old)
    counted = (("base_unavailable", missing), ("large_changes", large))
    notes = tuple(Note(code, len(paths), min(paths)) for code, paths in counted if paths)
    return Lined(tuple(done.values()), notes, frozenset(large + missing))


def _file(snapshot: Snapshot, row: File) -> Entry | None:
    """The file that stands there now; None where there is none, or a link."""
    entry = snapshot.entries.get(row.path)
    return None if entry is None or entry.is_link else entry


def _compared(snapshot: Snapshot, row: File, old: bytes) -> File:
    """A row with what differs from its old text."""
    if is_binary(old):
        return row._replace(binary=True)
    if _file(snapshot, row) is None:
        return row._replace(hunks=whole(line_count(old), gone=True))
    return row._replace(hunks=hunks(old, snapshot.read(row.path)))
