"""What differs from a base, by git's list of it and our own hashes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.repo.changes import Changes, base_contents, changed
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot
from ctxask.rows import File, Note

Make = Callable[[str], Path]
BASE = "git init -q -b main . && printf 'a\\n' > a.py && printf 'b\\n' > b.py && git add -A && git commit -qm base\n"


def changes_of(root: Path, base: str | None = None) -> Changes:
    return changed(open_snapshot(find(root)), base, {".py": "python"})


def rows(changes: Changes) -> list[tuple[str, ...]]:
    return [(row.change, row.path, row.old_path) if row.old_path else (row.change, row.path) for row in changes.rows]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("printf 'c\\n' > a.py", [("modified", "a.py")]),
        ("printf 'c\\n' > c.py", [("added", "c.py")]),
        ("printf 'c\\n' > c.py; git add c.py", [("added", "c.py")]),
        ("rm a.py", [("deleted", "a.py")]),
        ("git rm -q --cached a.py; echo a.py > .git/info/exclude", [("deleted", "a.py")]),
        ("chmod +x a.py", [("mode", "a.py")]),
        ("git config core.fileMode false; chmod +x a.py; printf 'c\\n' > b.py", [("modified", "b.py")]),
        ("mkdir d; git mv a.py d/a.py", [("renamed", "d/a.py", "a.py")]),
        ("cp a.py a2.py; mkdir d; mv a.py d/a.py", [("renamed", "a2.py", "a.py"), ("added", "d/a.py")]),
        ("mv a.py c.py; printf 'c\\n' > a.py", [("modified", "a.py"), ("added", "c.py")]),
        ("rm a.py; ln -s b.py a.py", [("typechange", "a.py")]),
        ("rm a.py; ln -s $'a\\n' a.py", [("typechange", "a.py")]),
        ("touch a.py b.py; printf 'c\\n' > c.py", [("added", "c.py")]),
        ("printf 'c\\n' > a.py; git add a.py; printf 'a\\n' > a.py; printf 'c\\n' > b.py", [("modified", "b.py")]),
        ("git update-index --skip-worktree a.py; rm a.py; printf 'c\\n' > b.py", [("modified", "b.py")]),
        (
            "git init -q sub; git -C sub commit -q --allow-empty -m s; git add sub 2>/dev/null; rm b.py",
            [("deleted", "b.py"), ("submodule", "sub")],
        ),
    ],
)
def test_the_work_tree_against_head(make: Make, script: str, expected: list[tuple[str, ...]]) -> None:
    changes = changes_of(make(BASE + script))
    assert rows(changes) == expected
    assert not changes.notes


def test_a_clean_tree_takes_the_last_commit_and_says_so(make: Make) -> None:
    root = make(BASE)
    assert rows(changes_of(root)) == [("added", "a.py"), ("added", "b.py")]
    assert [note.code for note in changes_of(root).notes] == ["clean_tree"]
    subprocess.run("printf 'c\\n' > a.py && git commit -qam next", shell=True, cwd=root, check=True)
    assert rows(changes_of(root)) == [("modified", "a.py")]
    assert rows(changes_of(root, "HEAD")) == []
    assert changes_of(root, "HEAD~1").base == changes_of(root).base


def test_an_unborn_head_is_an_empty_base(make: Make) -> None:
    changes = changes_of(make("git init -q . && printf 'a\\n' > a.py"))
    assert (rows(changes), changes.base) == ([("added", "a.py")], "")


def test_the_end_of_a_shallow_clone_is_not_the_beginning_of_the_history(make: Make) -> None:
    root = make(BASE + "printf 'c\\n' > a.py; git commit -qam next; git clone -q --depth 1 file://$PWD shallow")
    assert [note.code for note in changes_of(root / "shallow").notes] == ["clean_tree", "base_unavailable"]
    assert rows(changes_of(root / "shallow")) == []


def test_a_tree_that_is_missing_is_counted(make: Make) -> None:
    root = make(BASE + "t=$(git rev-parse HEAD^{tree}); rm -f .git/objects/${t:0:2}/${t:2}; printf c > a.py")
    assert [(note.code, note.count) for note in changes_of(root).notes] == [("base_unavailable", 1)]


def test_what_git_converts_is_no_change(make: Make) -> None:
    root = make("crlf")
    assert rows(changes_of(root)) == [("modified", "b.py")]
    (root / "a.py").touch()
    assert rows(changes_of(root)) == [("modified", "b.py")]
    assert rows(changes_of(root, "HEAD")) == [("modified", "b.py")]


def test_line_ends_are_a_change_where_nothing_converts_them(make: Make) -> None:
    assert rows(changes_of(make(BASE + "printf 'a\\r\\n' > a.py"))) == [("modified", "a.py")]


def test_odd_names(make: Make) -> None:
    assert rows(changes_of(make("odd-names"))) == [
        ("modified", "-dash.py"),
        ("modified", "lat\\xefn.py"),
        ("modified", "naïve café.py"),
        ("renamed", "sp\tace.py", "sp ace.py"),
    ]


def test_the_bytes_of_the_base_are_at_hand(make: Make) -> None:
    root = make(BASE + "printf 'c\\n' > a.py; mv b.py c.py")
    snapshot = open_snapshot(find(root))
    changes = changed(snapshot)
    contents = base_contents(snapshot, frozenset(changes.before.values()))
    assert {path: contents[blob] for path, blob in changes.before.items()} == {"a.py": b"a\n", "c.py": b"b\n"}
    assert base_contents(snapshot, frozenset(["0" * 40])) == {}


def test_the_settings_of_a_person_do_not_matter(make: Make) -> None:
    root = make(BASE + "mkdir b && printf 'w\\n' > b/w.py && git add -A && git commit -qm b && printf 'v\\n' > b/w.py")
    before = changes_of(root)
    for setting in (
        "diff.noprefix",
        "diff.mnemonicPrefix",
        "status.relativePaths",
        "color.ui=always",
        "diff.renames=copies",
    ):
        name, _, value = setting.partition("=")
        subprocess.run(["git", "config", name, value or "true"], cwd=root, check=True)
    assert changes_of(root) == before == changes_of(root / "b")


TEN = "seq 10 > a.py; git add -A; git commit -qm ten\n"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("seq 9 > a.py", {"a.py": [(10, 1, 9, 0)]}),
        ("sed -i 's/^5$/five/; s/^8$/8\\n8/' a.py", {"a.py": [(5, 1, 5, 1), (8, 0, 9, 1)]}),
        ("sed -i 's/$/\\r/; s/^5/five/' a.py", {"a.py": [(5, 1, 5, 1)]}),
        ("printf '%s' \"$(cat a.py)\" > a.py", {"a.py": []}),
        ("rm a.py; seq 3 > c.py; touch empty.py", {"a.py": [(1, 10, 0, 0)], "c.py": [(0, 0, 1, 3)], "empty.py": []}),
        ("git rm -q a.py; (seq 9; seq 100 130) > c.py", {"a.py": [(1, 10, 0, 0)], "c.py": [(0, 0, 1, 40)]}),
        ("seq 100 140 > a.py; git commit -qam x; mv a.py c.py; echo x >> c.py", {"c.py": [(41, 0, 42, 1)]}),
        ("git mv a.py c.py", {"c.py": []}),
        ("chmod +x a.py", {"a.py": []}),
        ("rm a.py; ln -s b.py a.py", {"a.py": [(1, 10, 0, 0)]}),
        ("ln -s b.py l; git add l; git commit -qm l; rm l; ln -s a.py l", {"l": []}),
        ("ln -s b.py l; git add l; git commit -qm l; rm l; cp a.py l", {"l": [(0, 0, 1, 10)]}),
    ],
)
def test_changed_lines(make: Make, script: str, expected: dict[str, list[tuple[int, ...]]]) -> None:
    changes = changes_of(make(BASE + TEN + script), "HEAD")
    assert {row.path: list(row.hunks) for row in changes.rows} == expected
    assert not changes.lines_unknown and not any(row.binary for row in changes.rows)


def test_files_without_lines(make: Make) -> None:
    root = make(
        BASE
        + "for name in x.bin was.bin; do printf '\\0' > $name; done; head -c 3000000 /dev/zero | tr '\\0' x > l\n"
        + "echo t > now.bin; git add -A; git commit -qm more; rm x.bin; echo t > was.bin; printf '\\0' > now.bin\n"
        + "echo >> l; printf 'y\\0' > new.bin; cp l new; echo 2 >> a.py"
    )
    changes = changes_of(root, "HEAD")
    assert {row.path: (row.binary, row.hunks) for row in changes.rows} == {
        "a.py": (False, ((1, 0, 2, 1),)),
        "l": (False, ()),
        "new": (False, ()),
        "new.bin": (True, ()),
        "now.bin": (True, ()),
        "was.bin": (True, ()),
        "x.bin": (True, ()),
    }
    assert changes.notes == (Note("large_changes", 2, "l"),) and changes.lines_unknown == {"l", "new"}


def test_lines_of_a_base_that_is_not_here_are_unknown(make: Make) -> None:
    changes = changes_of(make("partial-clone"))
    assert [(note.code, note.count, note.text) for note in changes.notes] == [("base_unavailable", 1, "m.py")]
    assert changes.lines_unknown == {"m.py"} and changes.rows[0].hunks == ()


def test_lines_are_not_read_where_nobody_wants_them(make: Make) -> None:
    root = make(BASE + "printf 'c\n' > a.py")
    (row,) = changed(open_snapshot(find(root)), lines=False).rows
    assert row == File("a.py", "", row.content, 2, "modified")


def test_renames_that_were_not_compared_are_counted(make: Make) -> None:
    names = "for n in $(seq 201); do (echo $n; seq 40) > $n; done; git add -A; git commit -qm many; mkdir d; "
    root = make(BASE + names + "for n in $(seq 201); do (seq 40; echo $n $n) > d/$n; rm $n; done; mv d/7 d/x")
    changes = changes_of(root)
    assert sum(row.change == "renamed" for row in changes.rows) == 200
    assert changes.notes == (Note("renames_not_compared", 1, "d/x"),)
