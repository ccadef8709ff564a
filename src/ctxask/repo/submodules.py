"""Where a submodule stands: its checked-out commit, read from its files by hand, for git must not run in it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ctxask import canon
from ctxask.repo.files import read_regular
from ctxask.repo.place import Place, work_tree
from ctxask.repo.snapshot import Snapshot

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_POINTER = 4096  # bytes of HEAD or a reference
_PACKED = 16 << 20
_HOPS = 5  # references that name references, as many as git follows


def moved(snapshot: Snapshot, base: Mapping[str, str]) -> dict[str, str]:
    """The submodules that differ from the base, with the commit they are at now; with the base's where they are gone.

    `base` maps a path to the base's commit. What is not checked out stands where the index says.
    """
    now: dict[str, str] = {}
    for raw, index in snapshot.listing.submodules.items():
        path = canon.path_text(raw)
        commit = checked_out(snapshot.place, raw)
        old = base.get(path)
        if commit is not None and commit != old:
            now[path] = commit
        elif index != old:
            now[path] = index
    gone = {path: commit for path, commit in base.items() if canon.path_bytes(path) not in snapshot.listing.submodules}
    return now | gone


def checked_out(place: Place, raw: bytes) -> str | None:
    """The commit at which a submodule is; None where it is not checked out, or keeps its history somewhere else."""
    try:
        folder = Path(os.fsdecode(os.path.realpath(os.fsencode(place.root) + b"/" + raw)))
        pointer = folder / ".git"
        if not folder.is_relative_to(place.root) or not (pointer.is_file() or pointer.is_dir()):
            return None
        found = work_tree(folder)
        if found is None or found.git_dir is None or found.common_dir is None:
            return None
        if not all(_ours(place, path.resolve()) for path in (found.git_dir, found.common_dir)):
            return None
        return _commit(found.git_dir, found.common_dir)
    except (OSError, ValueError):
        return None


def _ours(place: Place, path: Path) -> bool:
    """Whether a folder lies in the work tree or in its repository: nothing else is read."""
    homes = (place.root, place.git_dir, place.common_dir)
    return any(home is not None and path.is_relative_to(home) for home in homes)


def _commit(git_dir: Path, common: Path) -> str | None:
    """What HEAD comes to: a commit, or a reference in a file of its own or in packed-refs."""
    text = _text(git_dir, "HEAD", _POINTER)
    for _ in range(_HOPS):
        if not text.startswith("ref:"):
            break
        name = text[len("ref:") :].strip()
        if not name.startswith("refs/") or ".." in name.split("/"):
            return None
        text = _text(git_dir, name, _POINTER) or _text(common, name, _POINTER) or _packed(common, name)
    found = text.strip()
    return found if _COMMIT.fullmatch(found) else None


def _text(folder: Path, name: str, limit: int) -> str:
    """A file of a repository; empty where it is not there, or is reached by a link out of it."""
    path = folder / name
    try:
        if not path.parent.resolve().is_relative_to(folder):
            return ""
        return os.fsdecode(read_regular(path, limit))
    except OSError:
        return ""


def _packed(common: Path, name: str) -> str:
    for line in _text(common, "packed-refs", _PACKED).splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name:
            return commit
    return ""
