"""No program that a repository names starts, and git is told where the work tree is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.lesson import Stop
from ctxask.repo.base import default_branch_base
from ctxask.repo.before import before
from ctxask.repo.changes import base_contents, changed
from ctxask.repo.git import GitFailed, open_git
from ctxask.repo.place import find
from ctxask.repo.snapshot import Snapshot, open_snapshot

Make = Callable[[str], Path]


def everything(root: Path) -> Snapshot:
    """All that this room does with git."""
    snapshot = open_snapshot(find(root))
    for base in (None, "HEAD"):
        changes = changed(snapshot, base)
        base_contents(snapshot, frozenset(changes.before.values()))
        before(snapshot, changes)
    if snapshot.git is not None:
        default_branch_base(snapshot.git)
    return snapshot


def started(root: Path) -> list[str]:
    return sorted(path.name for path in root.parent.glob("STARTED*"))


def test_no_program_that_the_repository_names_starts(make: Make) -> None:
    root = make("configured-programs")
    snapshot = everything(root)
    assert started(root) == []
    assert [row.path for row in changed(snapshot).rows] == [".hooks/gpg", ".hooks/post-index-change", "m.py", "t.txt"]
    assert snapshot.git is not None
    assert snapshot.git.settings.filters == ("a.b=c", "evil", 'quo"te', "sp ace", "ünïcode")


def test_plain_git_would_have_started_them(make: Make) -> None:
    root = make("configured-programs")
    subprocess.run(["git", "status"], cwd=root, capture_output=True)
    assert {"STARTED.fsmonitor", "STARTED.process"} <= set(started(root))


def test_nothing_is_fetched_in_a_partial_clone(make: Make) -> None:
    root = make("partial-clone")
    snapshot = everything(root)
    assert started(root) == []
    changes = changed(snapshot)
    assert [(row.path, row.change) for row in changes.rows] == [("m.py", "modified")]
    kept = changed(snapshot, "HEAD").base
    assert kept == changes.base
    blob = snapshot.entries["k.py"].content
    assert base_contents(snapshot, frozenset([blob, changes.before["m.py"]])) == {blob: b"kept\n"}


def test_the_environment_of_the_caller_does_not_reach_git(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make("nested-gitignore")
    earlier = everything(root).id
    marker = root.parent / "STARTED.environment"
    other = root.parent / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", f"touch {marker}")
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", f"'core.fsmonitor'='touch {marker}'")
    monkeypatch.setenv("GIT_TRACE", str(marker))
    assert everything(root).id == earlier
    assert started(root) == []


@pytest.mark.parametrize("entry", ["", ".", "tools", "ROOT", "ROOT/tools", "LINK"])
def test_a_file_of_the_repository_is_never_git(make: Make, monkeypatch: pytest.MonkeyPatch, entry: str) -> None:
    root = make("nested-gitignore")
    earlier = everything(root).id
    (root / "tools").mkdir()
    for program in (root / "git", root / "tools" / "git"):
        program.write_text(f"#!/bin/sh\ntouch {root.parent}/STARTED.git\n")
        program.chmod(0o755)
    link = root.parent / "link"
    link.mkdir()
    (link / "git").symlink_to(root / "git")
    folder = entry.replace("ROOT", str(root)).replace("LINK", str(link))
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    snapshot = everything(root)
    assert started(root) == [] and snapshot.notes == ()
    assert snapshot.id != earlier and {"git", "tools/git"} <= set(snapshot.entries)


def test_the_work_tree_is_where_git_lies(make: Make) -> None:
    root = make("worktree-elsewhere")
    assert list(everything(root).entries) == ["here.py"]


def test_no_git_is_told_apart(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make("nested-gitignore")
    with_git = open_snapshot(find(root))
    monkeypatch.setenv("PATH", str(root))
    with pytest.raises(GitFailed) as failed:
        open_git(root)
    assert failed.value.absent
    without = open_snapshot(find(root))
    assert [note.code for note in without.notes] == ["git_absent"]
    assert without.id == with_git.id


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_repository_of_another_user_is_walked(make: Make) -> None:
    snapshot = open_snapshot(find(make("another-owner")))
    assert list(snapshot.entries) == [".gitignore", "o.py"]
    assert [note.code for note in snapshot.notes] == ["git_refused"]
    assert "safe" not in (Path(os.environ["HOME"]) / ".gitconfig").read_text()
    assert changed(snapshot).notes[0].code == "changes_unknown"


@pytest.mark.parametrize("base", ["--output=x", "-x", "", "no-such-branch", "HEAD:m.py", "a\0b", "HEAD\nHEAD"])
def test_a_base_that_is_none_is_a_lesson(make: Make, base: str) -> None:
    root = make("nested-gitignore")
    with pytest.raises(Stop) as stop:
        changed(open_snapshot(find(root)), base)
    assert stop.value.lesson.code == "bad_base"
    assert not (root / "x").exists()
