"""Where a question is asked: the work tree around a folder, and the repository that it belongs to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from ctxask.lesson import Lesson, Stop


class Place(NamedTuple):
    """A work tree: real paths, for opening files only; they never appear in an answer."""

    root: Path  # the repository's top level, or the given folder where there is no repository
    git_dir: Path | None = None  # this work tree's own; None for a plain folder
    common_dir: Path | None = None  # shared by all work trees of one repository

    @property
    def identity(self) -> Path:
        """What facts are kept by: one for all work trees of a repository."""
        return self.common_dir or self.root

    @property
    def linked(self) -> bool:
        """Whether this is an added work tree: what the common repository says of itself (bare) is not about it."""
        return self.git_dir != self.common_dir


def find(start: Path) -> Place:
    """The place around a folder; from a sub-folder it is the whole repository, and paths count from its top level.

    Raises Stop with a lesson for a folder that is not there or cannot be read, and inside a bare repository.
    """
    folder = _folder(start)
    for here in (folder, *folder.parents):
        found = work_tree(here)
        if found is not None:
            return found
        if _is_git_dir(here):
            raise Stop(bare())
    return Place(folder)


def _folder(start: Path) -> Path:
    """The real path of a folder; raises Stop for what is none."""
    hint = "give an existing folder with -C DIR"
    try:
        folder = start.resolve()
        there = folder.is_dir()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name too long, a current folder that is gone
        there = False
    if not there:
        raise Stop(Lesson("no_such_root", "there is no such folder to ask about", hint))
    if not os.access(folder, os.R_OK | os.X_OK):
        raise Stop(Lesson("no_such_root", "the folder to ask about cannot be read", hint))
    return folder


def work_tree(folder: Path) -> Place | None:
    """The work tree whose top level a folder is; None where it is none."""
    git_dir = _git_dir(folder / ".git")
    return Place(folder, git_dir, _common_dir(git_dir)) if git_dir is not None else None


def bare() -> Lesson:
    """The lesson for a repository without a work tree."""
    return Lesson(
        "bare_repository",
        "this is a bare repository: it has no files to ask about",
        "git worktree add ../checkout, then ask there",
    )


def _git_dir(path: Path) -> Path | None:
    """The folder that `.git` is or points to, when it is a repository."""
    try:
        if path.is_dir():
            return path if _is_git_dir(path) else None
        pointer = path.read_bytes()[:4096]
    except OSError:
        return None
    if not pointer.startswith(b"gitdir: "):
        return None
    target = path.parent / Path(_path(pointer[len(b"gitdir: ") :]))
    return target.resolve() if _is_git_dir(target) else None


def _common_dir(git_dir: Path) -> Path:
    try:
        pointer = (git_dir / "commondir").read_bytes()[:4096]
    except OSError:
        return git_dir
    return (git_dir / _path(pointer)).resolve()


def _is_git_dir(path: Path) -> bool:
    """Git's own test in short: HEAD, and objects and refs here or in the common folder."""
    try:
        if not (path / "HEAD").is_file() and not (path / "HEAD").is_symlink():
            return False
        common = _common_dir(path)
        return (common / "objects").is_dir() and (common / "refs").is_dir()
    except OSError:
        return False


def _path(raw: bytes) -> str:
    return raw.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
