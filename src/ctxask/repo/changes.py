"""What differs between a base tree and the work tree: git's list of the base against the snapshot's own hashes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ctxask import canon
from ctxask.lesson import Lesson, Stop
from ctxask.repo.coverage import language_of
from ctxask.repo.git import Git, GitFailed
from ctxask.repo.look import LARGE, LINK, Entry
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import File, Note

_GITLINK = "160000"

Tree = dict[str, tuple[str, str]]  # path -> (mode, blob id)


@dataclass(frozen=True, slots=True)
class Changes:
    """Changed files by path; a deleted file stands under its old path with the base's content id."""

    rows: tuple[File, ...]
    base: str = ""  # tree id of what it was compared with; empty where there was nothing to compare with
    notes: tuple[Note, ...] = ()
    before: Mapping[str, str] = field(default_factory=dict)  # row's path -> its blob id in the base, when it was there


def changed(snapshot: Snapshot, base: str | None = None, languages: Mapping[str, str] | None = None) -> Changes:
    """Changes since base, a revision; by default HEAD, and where nothing differs from HEAD those of the last commit.

    Raises Stop with a lesson for a base that names no revision.
    """
    git = snapshot.git
    if git is None:
        if base is not None:
            raise Stop(Lesson("bad_base", "there is no git history here to take a base from", "leave --base out"))
        return Changes((), notes=(Note("changes_unknown", text="there is no git history to compare with"),))
    try:
        tree = _base_tree(git, base)
        changes = _compare(snapshot, git, tree, languages or {})
        if base is None and tree and not changes.rows:
            return _last_commit(snapshot, git, languages or {})
        return changes
    except GitFailed:
        return Changes((), notes=(_UNAVAILABLE,))


def base_contents(snapshot: Snapshot, blobs: frozenset[str]) -> dict[str, bytes]:
    """The bytes of blobs of the base; those that are missing (a partial clone) are not in it, and never fetched."""
    if snapshot.git is None or not blobs:
        return {}
    ordered = sorted(blobs)
    try:
        return _batch(snapshot.git, ordered)
    except GitFailed:  # git gives up at the first missing object of a partial clone: one at a time, then
        found: dict[str, bytes] = {}
        for blob in ordered:
            try:
                found |= _batch(snapshot.git, [blob])
            except GitFailed:
                continue
        return found


_UNAVAILABLE = Note("base_unavailable", 1, "objects of the base are not in this clone")


def _base_tree(git: Git, base: str | None) -> str:
    """The tree id of a base; empty for a repository without a commit."""
    if base is None:
        if not _resolve(git, "HEAD"):
            return ""
        tree = _resolve(git, "HEAD^{tree}")
        if not tree:
            raise GitFailed(128)
        return tree
    tree = "" if base.startswith("-") or "\0" in base or not base else _resolve(git, f"{base}^{{tree}}")
    if not tree:
        raise Stop(
            Lesson("bad_base", f"{base!r} names no commit or tree of this repository", "--base HEAD, or a branch")
        )
    return tree


def _resolve(git: Git, revision: str) -> str:
    try:
        return git.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision).decode("ascii").strip()
    except GitFailed:
        return ""


def _last_commit(snapshot: Snapshot, git: Git, languages: Mapping[str, str]) -> Changes:
    """What HEAD changed, for a work tree that is equal to HEAD."""
    note = Note("clean_tree", text="nothing differs from HEAD, so these are the changes of the last commit")
    parent = _resolve(git, "HEAD^1^{tree}")
    common = snapshot.place.common_dir
    if not parent and common is not None and (common / "shallow").exists():
        return Changes((), notes=(note, _UNAVAILABLE))  # a shallow clone ends here, the history does not
    changes = _compare(snapshot, git, parent, languages)
    return Changes(changes.rows, changes.base, (note, *changes.notes), changes.before)


def _compare(snapshot: Snapshot, git: Git, tree: str, languages: Mapping[str, str]) -> Changes:
    before = _tree(git, tree) if tree else {}
    absent = {canon.path_text(raw) for raw in snapshot.listing.sparse | snapshot.unreadable}
    gone = sorted(path for path in before if path not in snapshot.entries and path not in absent)
    new = [path for path in snapshot.entries if path not in before]
    differing = [
        path for path, entry in snapshot.entries.items() if path in before and entry.content != before[path][1]
    ]
    same = _same_but_for_conversion(snapshot, git, differing, before)
    origins = _renamed(snapshot, new, gone, before)
    moved = set(origins.values())
    kinds = dict.fromkeys(new, "added") | dict.fromkeys(origins, "renamed")
    kinds |= {path: "modified" for path in differing if path not in same}
    for path, entry in snapshot.entries.items():
        if path not in kinds and before[path][0] != entry.mode:
            kinds[path] = "mode"
    rows = [_row(snapshot.entries[path], kind, origins.get(path, ""), languages) for path, kind in kinds.items()]
    rows += [
        File(path, language_of(path, languages), before[path][1], 0, "deleted") for path in gone if path not in moved
    ]
    rows.sort(key=lambda row: row.path)
    blobs = {row.path: before[row.old_path or row.path][1] for row in rows if (row.old_path or row.path) in before}
    return Changes(tuple(rows), tree, before=blobs)


def _row(entry: Entry, kind: str, old_path: str, languages: Mapping[str, str]) -> File:
    return File(entry.path, language_of(entry.path, languages), entry.content, entry.size, kind, old_path)


def _tree(git: Git, tree: str) -> Tree:
    found: Tree = {}
    for item in git.run("ls-tree", "-r", "-z", "--full-tree", tree).split(b"\0"):
        head, _, raw = item.partition(b"\t")
        if raw:
            mode, _kind, blob = head.decode("ascii").split(" ")
            if mode != _GITLINK:
                found[canon.path_text(raw)] = (mode, blob)
    return found


def _renamed(snapshot: Snapshot, new: list[str], gone: list[str], before: Tree) -> dict[str, str]:
    """New path -> old path, for files that moved without a change; of equals the one that kept its name."""
    left: dict[str, list[str]] = {}
    for path in gone:
        left.setdefault(before[path][1], []).append(path)
    origins: dict[str, str] = {}
    for path in new:
        entry = snapshot.entries[path]
        candidates = left.get(entry.content) if entry.size else None
        if candidates:
            name = path.rpartition("/")[2]
            origin = min(candidates, key=lambda old: (old.rpartition("/")[2] != name, old))
            candidates.remove(origin)
            origins[path] = origin
    return origins


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
        mode, blob = before[path]
        untouched = path not in dirty and snapshot.listing.blob(entry.raw) == blob
        if not entry.is_link and mode != LINK and (untouched or _line_ends_only(snapshot, entry, blob)):
            same.add(path)
    return same


def _line_ends_only(snapshot: Snapshot, entry: Entry, blob: str) -> bool:
    if entry.binary or entry.size > LARGE:
        return False
    return canon.blob_id(snapshot.read(entry.path).replace(b"\r\n", b"\n"), snapshot.algorithm) == blob


def _batch(git: Git, blobs: list[str]) -> dict[str, bytes]:
    output = git.run("cat-file", "--batch", stdin="\n".join(blobs).encode("ascii") + b"\n")
    found: dict[str, bytes] = {}
    at = 0
    for blob in blobs:
        end = output.index(b"\n", at)
        head = output[at:end].split(b" ")
        at = end + 1
        if head[-1] == b"missing":
            continue
        size = int(head[2])
        found[blob] = output[at : at + size]
        at += size + 1
    return found
