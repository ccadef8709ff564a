"""Where a path of a report lies: below the root, whoever printed it and from where, or in an installed environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from posixpath import normpath
from typing import NamedTuple

_INSTALLED = frozenset(("site-packages", "dist-packages", "node_modules", ".tox", ".nox", ".eggs", "__pypackages__"))
_ENVIRONMENTS = frozenset((".venv", "venv", ".env", "env", ".virtualenv", "virtualenv"))  # where no file is known
_LIBRARY = re.compile(r"python\d+(?:\.\d+)*[a-z]?", re.IGNORECASE)  # `lib/python3.13`, `lib/python3.13t`
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_CROWD = 200  # files of one name beyond which the name says nothing about where they are

Quotes = Mapping[tuple[str, int], str]  # (path as it was printed, line) -> what was printed of that line


class Tree(NamedTuple):
    """The files that a report can be about."""

    root: str  # absolute, with links resolved; empty where reports of this machine are not expected
    files: frozenset[str]  # relative to the root, in canon.path_text's form
    read: Callable[[str], bytes | None] = lambda path: None  # of a file, to compare what a report quotes
    folder: str = ""  # where the command ran, relative to the root


class Places:
    """Paths as a report writes them, seen together: one report counts its paths from one place."""

    def __init__(self, tree: Tree, paths: Iterable[str], quotes: Quotes | None = None, near: str | None = None) -> None:
        self._tree = tree
        self._folders: dict[str, bool] = {}
        self._named: dict[str, list[str]] = {}
        for file in tree.files:
            self._named.setdefault(file.rpartition("/")[2], []).append(file)
        distinct = sorted({plain(path) for path in paths})
        self.foreign = self._foreign([path for path in distinct if path.startswith("/") or _DRIVE.match(path)])
        relative = [path for path in distinct if not (path.startswith(("/", "<")) or _DRIVE.match(path))]
        self.base = self._base(relative, quotes or {}, tree.folder if near is None else near)

    def place(self, path: str) -> tuple[str, bool]:
        """The path relative to the root and True, or a stable short form and False."""
        path = plain(path)
        if not path or path.startswith("<"):
            return path, False
        if path.startswith("/") or _DRIVE.match(path):
            below = self._below(path)
            if below is None:
                return short(path), False
        else:
            below = self._joined(path)
        if below is None or below.startswith("../") or self._outside(below):
            return short(path), False
        return below, True

    def known(self, path: str) -> str | None:
        """The file of the root that a path means, None where there is none."""
        below, inside = self.place(path)
        return below if inside and below in self._tree.files else None

    def _below(self, path: str) -> str | None:
        for root in filter(None, (self._tree.root, self.foreign)):
            if path.startswith(root.rstrip("/") + "/"):
                return path[len(root.rstrip("/")) + 1 :]
        return None

    def _joined(self, path: str) -> str | None:
        """A relative path counted from the root; None where nothing says from where it counts."""
        joined = normpath(f"{self.base}/{path}" if self.base else path)
        if joined in self._tree.files:
            return joined
        ends = [] if path.startswith("../") else self._ends(path)
        if len(ends) == 1:
            return ends[0]
        return joined if self.base is not None and not ends and self._is_folder(joined.rpartition("/")[0]) else None

    def _is_folder(self, path: str) -> bool:
        """Whether files are known in a folder: what lies nowhere near them is of a package that is not here."""
        if path not in self._folders:
            self._folders[path] = not path or any(file.startswith(path + "/") for file in self._tree.files)
        return self._folders[path]

    def _outside(self, path: str) -> bool:
        parts = path.split("/")
        if not _INSTALLED.isdisjoint(parts):
            return True
        return path not in self._tree.files and (not _ENVIRONMENTS.isdisjoint(parts) or _of_library(parts) > 0)

    def _ends(self, path: str) -> list[str]:
        """The files that a relative path can be, sorted."""
        named = self._named.get(path.rpartition("/")[2], [])
        if len(named) > _CROWD:
            return [path] if path in self._tree.files else []
        return sorted(file for file in named if file == path or file.endswith("/" + path))

    def _foreign(self, paths: list[str]) -> str | None:
        """The root of another checkout of the same files, where most of the absolute paths can be found."""
        votes: dict[str, int] = {}
        own = self._tree.root.rstrip("/") + "/" if self._tree.root else None
        for path in paths:
            if (own and path.startswith(own)) or installed(path):
                continue
            parts = path.split("/")
            for at in range(1, len(parts)):
                if "/".join(parts[at:]) in self._tree.files:
                    root = "/".join(parts[:at])
                    votes[root] = votes.get(root, 0) + 1
                    break
        return min(votes, key=lambda root: (-votes[root], len(root), root)) if votes else None

    def _base(self, paths: list[str], quotes: Quotes, near: str) -> str | None:
        """The folder that relative paths count from: where most of them are, and say what is quoted of them."""
        votes: dict[str, int] = {}
        for path in paths:
            if not path.startswith("../") and not installed(path):
                for file in self._ends(path):
                    base = file[: len(file) - len(path)].rstrip("/")
                    votes[base] = votes.get(base, 0) + 1
        most = max(votes.values(), default=0)
        likely = sorted(base for base in votes if votes[base] == most)
        if len(likely) > 1 and near not in likely:
            right = {base: self._agreeing(base, quotes) for base in likely[:_CROWD]}
            best = max(right.values())
            likely = [base for base in right if right[base] == best]
        if near in likely:
            return near
        if "" in likely:
            return ""
        return likely[0] if len(likely) == 1 else None

    def _agreeing(self, base: str, quotes: Quotes) -> int:
        """How many quoted lines stand in the files where the paths would lead."""
        count = 0
        for (path, line), text in list(quotes.items())[:_CROWD]:
            lines = (self._tree.read(normpath(f"{base}/{plain(path)}" if base else plain(path))) or b"").split(b"\n")
            count += 0 < line <= len(lines) and lines[line - 1].strip() == text.strip().encode("utf-8", "replace")
        return count


def plain(path: str) -> str:
    """A path with `/` between its parts and nothing to undo in it."""
    if path.startswith("file://"):
        path = path[7:]
    if _DRIVE.match(path) or ("\\" in path and "/" not in path and "\\x" not in path):
        path = path.replace("\\", "/")
    if not path or path.startswith("<"):
        return path
    path = normpath(path)
    return "/" + path.lstrip("/") if path.startswith("/") else path


def installed(path: str) -> bool:
    """Whether a path is of an installed package or of a language's own library."""
    parts = path.split("/")
    return not _INSTALLED.isdisjoint(parts) or _of_library(parts) > 0


def short(path: str) -> str:
    """A path outside the root in the form that is the same on every machine: never absolute."""
    parts = [part for part in plain(path).split("/") if part not in ("", "..")]
    last = max((at for at, part in enumerate(parts) if part in ("site-packages", "dist-packages")), default=-1)
    if last >= 0:
        return "/".join(["site-packages", *parts[last + 1 :]])
    first = min((at for at, part in enumerate(parts) if part in _INSTALLED), default=-1)
    if first >= 0:
        return "/".join(parts[first:])
    return "/".join(parts[_of_library(parts) :] if _of_library(parts) else parts[-1:])


def _of_library(parts: list[str]) -> int:
    """Where the names of modules begin in a path of Python's own library; 0 where it is none."""
    for at in range(len(parts) - 2, -1, -1):
        if _LIBRARY.fullmatch(parts[at]) and (at == 0 or parts[at - 1].lower() in ("lib", "lib64", "local")):
            return at + 1
        if parts[at] == "Lib" and at > 0 and "python" in parts[at - 1].lower():  # as Windows has it
            return at + 1
    return 0
