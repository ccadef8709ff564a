"""The repository as it was at the base: the snapshot of now, with what has changed since put back."""

from __future__ import annotations

from dataclasses import replace

from ctxask import canon
from ctxask.repo import blobs
from ctxask.repo.base import GITLINK
from ctxask.repo.changes import Changes
from ctxask.repo.look import LINK, Entry, is_binary
from ctxask.repo.snapshot import Snapshot, snapshot_id
from ctxask.rows import Note

_OF_NOW = ("links_not_followed", "missing_files", "unmerged_files")  # said of the work tree, not of the base


def before(snapshot: Snapshot, changes: Changes) -> Snapshot:
    """The snapshot of the base that the changes were found against.

    An unchanged file is the one of the work tree, read through the same door; so is one that differs from the base
    only by what git converts. A changed file has the base's bytes as git keeps them: with LF, also where the work tree
    has CRLF. They are at hand, but for those of large files, which no question reads. What is not in this clone is
    left out and counted as `base_unavailable`; where the base itself is not, nothing can be put back.
    """
    git = snapshot.git
    entries, held = dict(snapshot.entries), dict(snapshot.held)
    missing: list[str] = []
    wanted: list[tuple[str, str, str]] = []  # path at the base, mode, blob
    for row in changes.rows:
        mode, origin = changes.modes.get(row.path, ""), row.old_path or row.path
        if row.change == "mode":
            entries[row.path] = entries[row.path]._replace(mode=mode)
            continue
        entries.pop(row.path, None)
        held.pop(row.path, None)
        if mode not in ("", GITLINK):
            wanted.append((origin, mode, changes.before[row.path]))
    sizes = blobs.sizes(git, [blob for _, _, blob in wanted]) if git else {}
    contents = dict(blobs.contents(git, sizes)) if git else {}
    for path, mode, blob in wanted:
        if blob not in sizes:
            missing.append(path)
            continue
        data = contents.get(blob)
        binary = data is not None and mode != LINK and is_binary(data)
        entries[path] = Entry(path, canon.path_bytes(path), mode, blob, sizes[blob], binary)
        if data is not None:
            held[path] = data
    ordered = {path: entries[path] for path in sorted(entries)}
    return replace(
        snapshot,
        id=snapshot_id(ordered.values(), sorted(snapshot.unreadable)),
        listing=snapshot.listing._replace(paths=tuple(sorted(entry.raw for entry in ordered.values()))),
        entries=ordered,
        notes=_notes(snapshot, changes, ordered, missing),
        held=held,
    )


def _notes(snapshot: Snapshot, changes: Changes, entries: dict[str, Entry], missing: list[str]) -> tuple[Note, ...]:
    """What there is to know of the base: what holds now and then, its links, and what is not here."""
    links = [path for path, entry in entries.items() if entry.is_link]
    counted = (("links_not_followed", links), ("base_unavailable", missing))
    own = tuple(Note(code, len(paths), min(paths)) for code, paths in counted if paths)
    unknown = tuple(
        note for note in changes.notes if not changes.rows and note.code in ("base_unavailable", "changes_unknown")
    )
    return tuple(note for note in snapshot.notes if note.code not in _OF_NOW) + own + unknown
