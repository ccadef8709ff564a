"""What differs between a base tree and the work tree: git's list of the base against the snapshot's own hashes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ctxask import canon
from ctxask.lesson import Lesson, Stop
from ctxask.repo import base as bases
from ctxask.repo import changed_lines, origins, submodules
from ctxask.repo.base import Base, Tree
from ctxask.repo.blobs import base_contents
from ctxask.repo.coverage import language_of
from ctxask.repo.git import Git, GitFailed
from ctxask.repo.look import LINK
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import File, Note

__all__ = ["Changes", "base_contents", "changed"]


_UNAVAILABLE = Note("base_unavailable", 1, "objects of the base are not in this clone")


@dataclass(frozen=True, slots=True)
class Changes:
    """Changed files by path; a deleted file stands under its old path with the base's content id."""

    rows: tuple[File, ...]
    base: str = ""  # tree id of what it was compared with; empty where there was nothing to compare with
    notes: tuple[Note, ...] = ()
    before: Mapping[str, str] = field(default_factory=dict)  # row's path -> its blob id in the base, when it was there
    modes: Mapping[str, str] = field(default_factory=dict)  # row's path -> its mode there
    base_name: str = ""  # the base in words: HEAD, the parent of HEAD, the revision as given
    lines_unknown: frozenset[str] = frozenset()  # rows without hunks whose lines may differ all the same


def changed(
    snapshot: Snapshot,
    base: str | Base | None = None,
    languages: Mapping[str, str] | None = None,
    lines: bool = True,
) -> Changes:
    """Changes since base, a revision; by default HEAD, and where nothing differs from HEAD those of the last commit.

    Without `lines` no row has hunks, and only what has to be compared is read. Raises Stop with a lesson for a base
    that names no revision, MovedTree where a file changes meanwhile.
    """
    git = snapshot.git
    if git is None:
        if base is not None:
            raise Stop(Lesson("bad_base", "there is no git history here to take a base from", "leave --base out"))
        return Changes((), notes=(Note("changes_unknown", text="there is no git history to compare with"),))
    try:
        changes = _since(snapshot, git, base, languages or {})
    except GitFailed:
        return Changes((), notes=(_UNAVAILABLE,))
    if not lines:
        return changes
    lined = changed_lines.fill(snapshot, git, changes.rows, changes.before, changes.modes)
    return replace(changes, rows=lined.rows, notes=changes.notes + lined.notes, lines_unknown=lined.unknown)


def _since(snapshot: Snapshot, git: Git, base: str | Base | None, languages: Mapping[str, str]) -> Changes:
    if isinstance(base, Base):
        return _compare(snapshot, git, base, languages)
    if base is not None:
        return _compare(snapshot, git, bases.given(git, base), languages)
    changes = _compare(snapshot, git, bases.head(git), languages)
    if changes.rows or not changes.base:
        return changes
    note = Note("clean_tree", text="nothing differs from HEAD, so these are the changes of the last commit")
    try:
        changes = _compare(snapshot, git, bases.parent_of_head(git), languages)
    except GitFailed:
        return Changes((), notes=(note, _UNAVAILABLE))
    return replace(changes, notes=(note, *changes.notes))


def _compare(snapshot: Snapshot, git: Git, base: Base, languages: Mapping[str, str]) -> Changes:
    tree = bases.tree_of(git, base.tree)
    before = {path: kept for path, kept in tree.items() if kept[0] != bases.GITLINK}
    pointers = submodules.moved(snapshot, {path: kept[1] for path, kept in tree.items() if path not in before})
    kinds = _kinds(snapshot, git, before)
    moved, notes = origins.find(snapshot, git, kinds, before, frozenset(pointers))
    kinds |= dict.fromkeys(moved, "renamed")
    for origin in moved.values():
        del kinds[origin]
    for path in pointers:
        kinds[path] = "typechange" if path in kinds else "submodule"  # a file came in its place, or gave way to it
    rows = []
    for path in sorted(kinds):
        entry = snapshot.entries.get(path)
        content = entry.content if entry else pointers.get(path) or before[path][1]
        size = entry.size if entry else 0
        language = "" if kinds[path] == "submodule" else language_of(path, languages)
        rows.append(File(path, language, content, size, kinds[path], moved.get(path, "")))
    kept = {row.path: tree[row.old_path or row.path] for row in rows if (row.old_path or row.path) in tree}
    return Changes(
        tuple(rows),
        base.tree,
        base.notes + notes,
        before={path: blob for path, (_, blob) in kept.items()},
        modes={path: mode for path, (mode, _) in kept.items()},
        base_name=base.name,
    )


def _kinds(snapshot: Snapshot, git: Git, before: Tree) -> dict[str, str]:
    """What is new, gone, or different under its own name; submodules apart."""
    absent = {canon.path_text(raw) for raw in snapshot.listing.sparse | snapshot.unreadable}
    kinds = {path: "deleted" for path in before if path not in snapshot.entries and path not in absent}
    differing = []
    for path, (_, _, mode, content, _, _) in snapshot.entries.items():
        old = before.get(path)
        if old == (mode, content):
            continue
        if old is None:
            kinds[path] = "added"
        elif (mode == LINK) != (old[0] == LINK):
            kinds[path] = "typechange"
        else:
            if content != old[1]:
                differing.append(path)
            if mode != old[0]:
                kinds[path] = "mode"
    same = _same_but_for_conversion(snapshot, git, differing, before)
    return kinds | {path: "modified" for path in differing if path not in same}


def _same_but_for_conversion(snapshot: Snapshot, git: Git, differing: list[str], before: Tree) -> set[str]:
    """Files whose bytes differ from the base's only by what git converts (line ends, filters, encodings)."""
    converts = (
        git.settings.autocrlf
        or git.settings.filters
        or any(path.rpartition("/")[2] == ".gitattributes" for path in snapshot.entries)
    )
    if not differing or not converts:
        return set()
    # Compares stats, and bytes only where a stat is no proof; in submodules git would start processes of their own.
    output = git.run(
        "diff-files", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all"
    )
    dirty = {canon.path_text(raw) for raw in output.split(b"\0") if raw}
    same: set[str] = set()
    for path in differing:
        entry = snapshot.entries[path]
        blob = before[path][1]
        untouched = path not in dirty and snapshot.listing.blob(entry.raw) == blob
        if not entry.is_link and (untouched or _line_ends_only(snapshot, path, blob)):
            same.add(path)
    return same


def _line_ends_only(snapshot: Snapshot, path: str, blob: str) -> bool:
    if not snapshot.entries[path].is_text:
        return False
    return canon.blob_id(snapshot.read(path).replace(b"\r\n", b"\n"), snapshot.algorithm) == blob
