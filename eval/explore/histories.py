"""Histories of real repositories: their commits, what each changed, and the trees before."""

from __future__ import annotations

import re
import subprocess
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eval.explore.definitions import changed
from eval.stage import Missing

CHARACTERS = 400  # of a message that is asked
_NOISE = re.compile(
    r"^[\w-]+-by:.*$|\(?(?:\b(?:gh-|(?:fix|close|resolve|ref|see|issue|pr|pull request|ticket)\w*\s*:?\s*))?#\d+\)?"
    r"|https?://\S+|^\s*[-*=~^]{3,}\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_OUTSIDE = re.compile(
    r"(?:^|/)(?:tests?|testing|docs?|examples?|benchmarks?|scripts|tools|_?vendor(?:ed)?|packages|extras|artwork)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_tests?|conftest|setup|noxfile|tasks|__about__|_version)\.py$"
)

Gold = dict[str, frozenset[int]]  # lines by path


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit with one parent."""

    id: str
    parent: str
    message: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit changed in the tree of its parent."""

    names: tuple[str, ...]  # qualified, of definitions outside of tests
    gold: Gold


class History:
    """A repository with all its commits; it is only read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def commits(self, head: str) -> list[Commit]:
        """Every commit with one parent up to a head, the newest first."""
        printed = self._git("log", "--no-merges", "--format=%H%x1f%P%x1f%B%x1e", head)
        rows = [row.strip("\n").split("\x1f") for row in printed.split("\x1e") if row.strip()]
        return [Commit(id, parent, message.strip()) for id, parent, message in rows if len(parent) == len(id)]

    def commit(self, id: str) -> Commit:
        """One commit."""
        parent, message = self._git("log", "-1", "--format=%P%x1f%B", id).split("\x1f")
        return Commit(id, parent, message.strip())

    def change(self, commit: Commit) -> Change | None:
        """The definitions that a commit changed; nothing where files outside of tests came, went or do not parse."""
        rows = self._git("diff-tree", "-r", "--no-renames", "--name-status", commit.parent, commit.id).splitlines()
        sources = [(state, path) for state, _, path in (row.partition("\t") for row in rows) if is_source(path)]
        if any(state != "M" for state, _ in sources):
            return None
        names: list[str] = []
        gold: Gold = {}
        for _, path in sources:
            try:
                with warnings.catch_warnings(action="ignore"):  # escapes of old sources
                    found = changed(self._file(commit.parent, path), self._file(commit.id, path))
            except (SyntaxError, ValueError):
                return None
            if found:
                names += [one.name for one in found]
                gold[path] = frozenset().union(*(one.lines for one in found))
        return Change(tuple(names), gold)

    def _file(self, commit: str, path: str) -> str:
        shown = ["git", "--git-dir", str(self._git_dir), "show", f"{commit}:{path}"]
        return subprocess.run(shown, capture_output=True, check=True).stdout.decode()

    @property
    def _git_dir(self) -> Path:
        inside = self.folder / ".git"
        return inside if inside.exists() else self.folder

    def _git(self, *arguments: str) -> str:
        command = ["git", "--git-dir", str(self._git_dir), "-c", "core.quotepath=off", *arguments]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")

    def trees(self, into: Path, commits: list[Commit]) -> Iterator[tuple[Commit, Path]]:
        """Each commit with a work tree as its parent had it; the same folder for all."""
        if not into.exists():
            subprocess.run(
                ["git", "clone", "-q", "--shared", "--no-checkout", str(self._git_dir), str(into)], check=True
            )
        for commit in commits:
            for step in (["checkout", "-q", "-f", "--detach", commit.parent], ["clean", "-q", "-f", "-d", "-x"]):
                subprocess.run(["git", *step], cwd=into, check=True)
            yield commit, into


def history(folder: Path, name: str, url: str) -> History:
    """The history of a repository; cloned where the folder does not hold it."""
    if not (folder / name).exists():
        folder.mkdir(parents=True, exist_ok=True)
        cloned = subprocess.run(["git", "clone", "-q", "--bare", url, str(folder / name)], check=False)
        if cloned.returncode:
            raise Missing(f"{url} cannot be cloned; --histories FOLDER that holds {name} already")
    return History(folder / name)


def question(message: str) -> str:
    """The message in one line, without issue numbers, addresses and who signed it, cut at a word."""
    words = _NOISE.sub(" ", message).split()
    while len(" ".join(words)) > CHARACTERS:
        words.pop()
    return " ".join(words)


def is_source(path: str) -> bool:
    """Whether a path is Python of the package itself."""
    return path.endswith(".py") and not _OUTSIDE.search(path)
