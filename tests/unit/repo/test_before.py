"""The repository as it was: what a checkout of the base would hold."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.repo.before import before
from ctxask.repo.changes import changed
from ctxask.repo.place import find
from ctxask.repo.snapshot import MovedTree, Snapshot, open_snapshot

Make = Callable[[str], Path]
BASE = """
git init -q -b main . && mkdir d
for name in a b c d/e; do printf '%s\\n' $name one two three four five > $name.py; done
ln -s a.py link && printf '\\0' > x.bin && git add -A && git commit -qm base
"""


def was(root: Path, base: str | None = "HEAD") -> Snapshot:
    snapshot = open_snapshot(find(root))
    return before(snapshot, changed(snapshot, base))


@pytest.mark.parametrize(
    "script",
    [
        "",
        "echo x >> a.py; rm b.py; git mv c.py d/c.py; echo new > n.py; chmod +x d/e.py",
        "git mv c.py c2.py; echo more >> c2.py; echo c > c.py",
        "rm link a.py; ln -s b.py a.py; echo file > link; printf '1\\0' > x.bin",
        "rm link; ln -s b.py link; rm -r d; echo d > d",
        "chmod +x a.py; echo x >> a.py; git mv b.py tmp; git mv a.py b.py; git mv tmp a.py",
        "git rm -q --cached a.py; echo a.py > .git/info/exclude",
        "head -c 3000000 /dev/zero | tr '\\0' x > big.py; git add -A; git commit -qm big; echo y >> big.py",
        "git init -q sub; git -C sub commit -q --allow-empty -m s; git add sub 2>/dev/null; git commit -qm s; rm a.py",
        "git rm -q a.py; git init -q a.py; git -C a.py commit -q --allow-empty -m s; git add a.py 2> /dev/null",
    ],
)
def test_it_is_a_checkout_of_the_base(make: Make, script: str) -> None:
    root = make(BASE + script)
    subprocess.run(["git", "worktree", "add", "-q", "--detach", "../was", "HEAD"], cwd=root, check=True)
    expected, found = open_snapshot(find(root.parent / "was")), was(root)
    assert list(found.entries.items()) == [(path, entry) for path, entry in expected.entries.items()]
    assert found.id == expected.id
    assert found.listing.paths == expected.listing.paths
    notes = {note for note in expected.notes if note.code != "submodules"}
    assert {note for note in found.notes if note.code != "submodules"} == notes
    for path in found.entries.keys() - {"big.py"}:
        assert found.read(path) == expected.read(path)


def test_unchanged_files_go_through_the_checked_door(make: Make) -> None:
    root = make(BASE + "echo x >> a.py")
    snapshot = open_snapshot(find(root))
    found = before(snapshot, changed(snapshot))
    assert found.id != snapshot.id
    found.held.pop("b.py")
    snapshot.held.pop("b.py")
    assert found.read("b.py") == snapshot.read("b.py")
    (root / "b.py").write_text("moved\n")
    with pytest.raises(MovedTree):
        found.read("b.py")
    assert b"x" not in found.read("a.py") and b"x" in snapshot.read("a.py")


def test_what_git_converts_is_that_of_now(make: Make) -> None:
    found = was(make("crlf"))
    assert found.read("a.py") == b"def a():\r\n    return 1\r\n"
    assert found.read("b.py") == b"def b():\n    return 1\n"


def test_what_is_not_in_a_partial_clone_is_counted(make: Make) -> None:
    found = was(make("partial-clone"))
    assert list(found.entries) == ["k.py"]
    assert [(note.code, note.count, note.text) for note in found.notes] == [("base_unavailable", 1, "m.py")]


def test_before_the_first_commit_there_was_nothing(make: Make) -> None:
    assert was(make("git init -q .; echo a > a.py"), None).entries == {}


def test_without_a_base_nothing_is_put_back(make: Make, tmp_path: Path) -> None:
    root = make(BASE + "git clone -q --depth 1 file://$PWD ../shallow").parent / "shallow"
    found = was(root, None)
    assert found.entries == open_snapshot(find(root)).entries
    assert [note.code for note in found.notes] == ["links_not_followed", "base_unavailable"]
    (tmp_path / "plain").mkdir()
    assert [note.code for note in was(tmp_path / "plain", None).notes] == ["no_git_repository", "changes_unknown"]
