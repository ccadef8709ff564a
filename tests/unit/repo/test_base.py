"""Bases: what a revision stands for, the merge base, and what a review takes by default."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.lesson import Stop
from ctxask.repo.base import EMPTY, default_branch_base, merge_base
from ctxask.repo.changes import changed
from ctxask.repo.git import open_git
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot

Make = Callable[[str], Path]
COMMIT = "commit() { printf '%s\\n' $1 > $1.py; git add -A; git commit -qm $1; }\n"
FORKED = (
    COMMIT + "git init -q -b main .; commit a; git checkout -q -b topic; commit t; git checkout -q main; commit b\n"
)
CLONED = (
    COMMIT
    + "git init -q -b main up; cd up; commit a; cd ..; git clone -q up .clone; rm -rf up/x; mv .clone/.git .\n"
    + "git reset -q --hard; echo up > .git/info/exclude\n"
)


def tree(root: Path, revision: str) -> str:
    command = ["git", "rev-parse", f"{revision}^{{tree}}"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("script", "revision", "name"),
    [
        (FORKED + "git checkout -q topic", "main~1", "the merge base with main"),
        (FORKED + "git branch -m main master; git checkout -q topic", "topic~1", "the merge base with master"),
        (FORKED, "HEAD", "HEAD"),
        (FORKED + "git checkout -q --detach topic", "main~1", "the merge base with main"),
        (FORKED + "git branch -m main base; git checkout -q topic", "HEAD", "HEAD"),
        (
            FORKED + "git branch -m main base; git checkout -q topic; git branch -q -u base",
            "base~1",
            "the merge base with base",
        ),
        (CLONED + "commit b", "origin/main", "the merge base with origin/main"),
        (CLONED, "origin/main", "the merge base with origin/main"),
        (CLONED + "git checkout -q -b topic; commit b; commit c", "origin/main", "the merge base with origin/main"),
        (CLONED + "git update-ref -d refs/remotes/origin/HEAD; commit b", "HEAD", "HEAD"),
    ],
)
def test_the_base_of_a_review(make: Make, script: str, revision: str, name: str) -> None:
    root = make(script)
    assert default_branch_base(open_git(root)) == (tree(root, revision), name, ())


def test_no_commit_is_nothing_to_compare_with(make: Make) -> None:
    assert default_branch_base(open_git(make("git init -q ."))) == ("", EMPTY, ())


def test_the_merge_base(make: Make) -> None:
    root = make(FORKED)
    assert merge_base(open_git(root), "topic") == tree(root, "main~1")
    for revision in ("--all", "", "nothing", "HEAD^{tree}", "a\0b"):
        with pytest.raises(Stop) as stop:
            merge_base(open_git(root), revision)
        assert stop.value.lesson.code == "bad_base"
    subprocess.run("git checkout -q --orphan other; git commit -qm o", shell=True, cwd=root, check=True)
    with pytest.raises(Stop) as stop:
        merge_base(open_git(root), "topic")
    assert "no commit in common" in stop.value.lesson.message


def test_a_shallow_clone_may_not_reach_back(make: Make) -> None:
    root = make(FORKED + "git clone -q --depth 1 --no-single-branch file://$PWD shallow") / "shallow"
    git = open_git(root)
    with pytest.raises(Stop) as stop:
        merge_base(git, "origin/topic")
    assert "shallow" in stop.value.lesson.message and "--unshallow" in stop.value.lesson.hint
    subprocess.run("git remote set-head origin topic", shell=True, cwd=root, check=True)
    found = default_branch_base(git)
    assert (found.tree, found.name) == (tree(root, "HEAD"), "the merge base with origin/main")  # the upstream
    assert [(note.code, "origin/topic" in note.text) for note in found.notes] == [("merge_base_unknown", True)]


@pytest.mark.parametrize(
    ("script", "base", "name"),
    [
        (FORKED + "rm a.py", None, "HEAD"),
        (FORKED, None, "the parent of HEAD"),
        (FORKED, "topic", "topic"),
        (COMMIT + "git init -q .; commit a", None, EMPTY),
        ("git init -q .; touch a.py", None, EMPTY),
    ],
)
def test_changes_say_what_they_were_compared_with(make: Make, script: str, base: str | None, name: str) -> None:
    assert changed(open_snapshot(find(make(script))), base).base_name == name


def test_changes_since_the_base_of_a_review(make: Make) -> None:
    snapshot = open_snapshot(find(make(FORKED + "git checkout -q topic; rm a.py")))
    assert snapshot.git is not None
    changes = changed(snapshot, default_branch_base(snapshot.git))
    assert [(row.path, row.change) for row in changes.rows] == [("a.py", "deleted"), ("t.py", "added")]
    assert changes.base_name == "the merge base with main"
