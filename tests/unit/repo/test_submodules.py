"""Submodules: where they stand is read from their files, and nothing in them starts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.repo.changes import changed
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot
from ctxask.repo.submodules import checked_out

Make = Callable[[str], Path]
BASE = """
git init -q -b main ../one && cd ../one && printf '1\\n' > f && git add f && git commit -qm s1 && cd ../repository
git init -q -b main . && printf 'a\\n' > a.py
git -c protocol.file.allow=always submodule add -q ../one sub 2> /dev/null
git add -A && git commit -qm base
next() { printf '2\\n' > sub/f; git -C sub commit -qam s2; }
"""
GIT_DIR = ".git/modules/sub"


@pytest.mark.parametrize(
    ("script", "moved"),
    [
        ("", []),
        ("next", ["sub"]),
        ("next; git add sub", ["sub"]),
        ("next; git add sub; git -C sub checkout -q HEAD~1", ["sub"]),
        ("next; git -C sub checkout -q --detach", ["sub"]),
        ("next; git -C sub pack-refs --all", ["sub"]),
        ("git -C sub pack-refs --all", []),
        ("printf '2\\n' > sub/f", []),  # the pointer is where it was
        ("git submodule --quiet deinit -f sub", []),
        ("next; git submodule --quiet deinit -f sub", []),
        (f"next; printf 'ref: refs/../../../HEAD\\n' > {GIT_DIR}/HEAD", []),
        (f"next; printf 'ref: refs/heads/main\\n' > {GIT_DIR}/refs/heads/main", []),
        (f"next; rm {GIT_DIR}/HEAD; ln -s ../../../../HEAD {GIT_DIR}/HEAD", []),
        (f"next; cp -r {GIT_DIR} ../elsewhere; echo 'gitdir: ../../elsewhere' > sub/.git", []),  # not ours to read
        (f"next; rm sub/.git; mv {GIT_DIR} sub/.git", ["sub"]),
        ("git rm -q --cached sub; rm -rf sub", ["sub"]),
    ],
)
def test_the_pointer(make: Make, script: str, moved: list[str]) -> None:
    changes = changed(open_snapshot(find(make(BASE + script))), "HEAD")
    assert [row.path for row in changes.rows if row.change == "submodule"] == moved
    assert not [row for row in changes.rows if row.change != "submodule" and row.path.startswith("sub")]


def test_a_row_says_where_it_is_now_and_was(make: Make) -> None:
    root = make(BASE + "next")
    (row,) = (changes := changed(open_snapshot(find(root)))).rows
    commits = subprocess.run(["git", "-C", "sub", "log", "--format=%H"], cwd=root, capture_output=True, text=True)
    assert [row.content, changes.before["sub"]] == commits.stdout.split()
    assert (row.hunks, row.language, row.size) == ((), "", 0)


def test_in_a_work_tree_of_its_own(make: Make) -> None:
    root = make(
        BASE + "git worktree add -q ../w && cd ../w && git -c protocol.file.allow=always submodule update -q --init;"
        "printf '2\\n' > sub/f; git -C sub commit -qam s2"
    )
    assert [row.path for row in changed(open_snapshot(find(root.parent / "w"))).rows] == ["sub"]
    assert changed(open_snapshot(find(root)), "HEAD").rows == ()


def test_a_submodule_and_a_file_trade_places(make: Make) -> None:
    root = make(BASE + "git mv a.py b.py; git rm -qf sub; echo s > sub; git add -A")
    changes = changed(open_snapshot(find(root)), "HEAD")
    found = [(row.change, row.path) for row in changes.rows]
    assert found == [("modified", ".gitmodules"), ("renamed", "b.py"), ("typechange", "sub")]
    subprocess.run("git commit -qm next && git reset -q --hard HEAD~1", shell=True, cwd=root, check=True)
    found = [(row.change, row.path) for row in changed(open_snapshot(find(root)), "HEAD@{1}").rows]
    assert found == [("modified", ".gitmodules"), ("renamed", "a.py"), ("typechange", "sub")]


def test_nothing_in_a_submodule_starts(make: Make) -> None:
    root = make(
        BASE
        + "next; for key in core.fsmonitor filter.evil.clean core.pager; do"
        + " git -C sub config $key 'touch ../../S'; done; echo '* filter=evil' > sub/.gitattributes; touch sub/f"
    )
    assert [row.path for row in changed(open_snapshot(find(root))).rows] == ["sub"]
    assert not (root.parent / "S").exists() and not (root / "S").exists()


def test_a_pipe_where_the_repository_should_be(make: Make) -> None:
    root = make(BASE + "rm sub/.git; mkfifo sub/.git")
    assert checked_out(find(root), b"sub") is None
    assert checked_out(find(root), b"nothing") is None
