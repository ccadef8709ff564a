"""A repository at one moment: what is listed, what the id depends on, and that an edit is always seen."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask import canon
from ctxask.repo import look as module
from ctxask.repo.place import find
from ctxask.repo.snapshot import MovedTree, Snapshot, open_snapshot

Make = Callable[[str], Path]


class Memory:
    """A stat memory in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def get_stats(self, worktree: str) -> bytes | None:
        return self.kept.get(worktree)

    def put_stats(self, worktree: str, packed: bytes) -> None:
        self.kept[worktree] = packed


def look(root: Path, memory: Memory | None = None) -> Snapshot:
    return open_snapshot(find(root), memory)


def notes(snapshot: Snapshot) -> dict[str, int]:
    return {note.code: note.count for note in snapshot.notes}


def age(root: Path) -> None:
    """Makes every file old enough for its stat to be trusted, as far as the modification time goes."""
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, ns=(10**18, 10**18))


def test_ignored_files_are_not_listed(make: Make) -> None:
    assert list(look(make("nested-gitignore")).entries) == [
        "build/out.py",
        "pkg/.gitignore",
        "pkg/keep.gen.py",
        "pkg/sub/only_here.py",
    ]


def test_other_repositories_are_counted(make: Make) -> None:
    root = make("nested-repositories")
    snapshot = look(root)
    assert list(snapshot.entries) == [".gitignore", ".gitmodules", "core.py", "use.py"]
    assert notes(snapshot) == {"nested_repositories": 2, "submodules": 1}
    assert list(look(root / "w2").entries) == [".gitignore", "core.py", "use.py"]
    assert list(look(root / "lib" / "sub").entries) == [".gitignore", "core.py", "use.py"]


def test_links_are_counted_and_never_followed(make: Make) -> None:
    snapshot = look(make("links"))
    files = [entry.path for entry in snapshot.entries.values() if not entry.is_link]
    assert files == ["real/a.py"]
    assert notes(snapshot) == {"links_not_followed": 6, "missing_files": 1}
    assert snapshot.read("peek.py") == b"../secret.py"
    assert snapshot.entries["peek.py"].content == canon.blob_id(b"../secret.py")
    with pytest.raises(KeyError):
        snapshot.read("swapped/b.py")


def test_odd_names_are_whole(make: Make) -> None:
    root = make("odd-names")
    snapshot = look(root)
    for entry in snapshot.entries.values():
        assert canon.path_bytes(entry.path) == entry.raw
        assert snapshot.read(entry.path) == (root / os.fsdecode(entry.raw)).read_bytes()
    assert len(snapshot.entries) == 11
    assert {"lat\\xefn.py", "lit\\x5cx41.py", "back\\slash.py", "new\nline.py"} <= set(snapshot.entries)


def test_content_is_what_was_read_whatever_git_converts(make: Make) -> None:
    snapshot = look(make("crlf"))
    assert snapshot.read("a.py") == b"def a():\r\n    return 1\r\n"
    assert snapshot.entries["a.py"].content == canon.blob_id(b"def a():\r\n    return 1\r\n")


def test_unborn_sparse_unmerged_and_deleted(make: Make) -> None:
    root = make(
        """
        git init -q -b main . && printf 'a\\n' > a.py && mkdir far && printf 'f\\n' > far/f.py && git add -A
        git update-index --skip-worktree far/f.py && rm -r far
        printf 'gone\\n' > gone.py && git add gone.py && rm gone.py
        blob=$(git hash-object -w a.py)
        printf '100644 %s 1\\tboth.py\\n100644 %s 2\\tboth.py\\n' $blob $blob | git update-index --index-info
        printf 'mine\\n' > both.py
        """
    )
    snapshot = look(root)
    assert list(snapshot.entries) == ["a.py", "both.py"]
    assert notes(snapshot) == {"sparse_files": 1, "missing_files": 1, "unmerged_files": 1}


def test_a_folder_or_pipe_in_the_place_of_a_file_is_no_file(make: Make) -> None:
    root = make("git init -q . && printf x > a.py && printf x > b.py && git add -A")
    for name in ("a.py", "b.py"):
        (root / name).unlink()
    (root / "a.py").mkdir()
    os.mkfifo(root / "b.py")
    assert list(look(root).entries) == []
    assert notes(look(root)) == {"missing_files": 2}


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_content_ids_are_those_of_git(make: Make, algorithm: str) -> None:
    root = make(f"git init -q --object-format={algorithm} . && printf 'x\\n' > a.py && git add -A")
    memory = Memory()
    expected = subprocess.run(["git", "hash-object", "a.py"], cwd=root, capture_output=True, text=True).stdout.strip()
    for _ in range(2):
        assert look(root, memory).entries["a.py"].content == expected


def test_the_id_is_that_of_paths_modes_and_contents(make: Make) -> None:
    root = make("nested-gitignore")
    first = look(root)
    memory = Memory()
    (root / "build/out.py").touch()
    assert look(root, memory).id == look(root, memory).id == first.id
    (root / "build/out.py").chmod(0o755)
    assert (changed := look(root)).id != first.id
    (root / "build/out.py").chmod(0o644)
    (root / "build/out.py").rename(root / "build/other.py")
    assert look(root).id not in (first.id, changed.id)
    (root / "build/other.py").rename(root / "build/out.py")
    (root / "pkg/a.gen.py").write_text("ignored files do not count\n")
    assert look(root).id == first.id


def test_the_id_does_not_depend_on_the_order_of_creation_nor_on_git(tmp_path: Path) -> None:
    names = [f"{folder}{name}.py" for folder in ("", "a/", "a-b/", "a/b/", "ä/") for name in "xyz"]
    ids = set()
    for seed in range(3):
        root = tmp_path / str(seed)
        for name in random.Random(seed).sample(names, len(names)):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(name)
        ids.add(look(root).id)
        subprocess.run(["git", "init", "-q", str(root)], check=True)
        ids.add(look(root).id)
    assert len(ids) == 1


def test_a_stat_that_is_old_enough_spares_the_reading(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root, memory = make("nested-gitignore"), Memory()
    age(root)
    monkeypatch.setattr(module, "settled", lambda stat, now: True)
    assert len(look(root, memory).held) == 4
    second = look(root, memory)
    assert second.held == {}
    assert second.read("build/out.py") == b"def f():\n    return 1\n"


def test_a_rewrite_of_the_same_size_in_the_same_moment_is_seen(make: Make) -> None:
    root, memory = make("nested-gitignore"), Memory()
    path = root / "build/out.py"
    ids = [look(root, memory).id]
    for number in range(30):
        path.write_text(f"def f():\n    return {number % 10}\n")
        os.utime(path, ns=(10**18, 10**18))  # the modification time tells nothing either
        assert look(root, memory).read("build/out.py") == path.read_bytes()
        ids.append(look(root, memory).id)
    assert len(set(ids)) == 10


def test_a_young_stat_is_not_kept(make: Make) -> None:
    root, memory = make("nested-gitignore"), Memory()
    look(root, memory)
    assert memory.kept == {}  # everything was made less than two seconds ago


def test_a_damaged_stat_cache_is_not_used(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root, memory = make("nested-gitignore"), Memory()
    monkeypatch.setattr(module, "settled", lambda stat, now: True)
    first = look(root, memory)
    ((key, whole),) = memory.kept.items()
    for cut in (b"", whole[:-1], whole[:20], b"other" + whole[5:]):
        memory.kept[key] = cut
        assert look(root, memory).id == first.id
        assert memory.kept[key] == whole


def test_a_moved_tree_is_noticed(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root, memory = make("nested-gitignore"), Memory()
    monkeypatch.setattr(module, "settled", lambda stat, now: True)
    look(root, memory)
    snapshot = look(root, memory)
    (root / "build/out.py").write_text("def f():\n    return 2\n")
    (root / "pkg/keep.gen.py").unlink()
    (root / "pkg/sub/only_here.py").unlink()
    (root / "pkg/sub/only_here.py").symlink_to(root / "pkg/.gitignore")
    for path in ("build/out.py", "pkg/keep.gen.py", "pkg/sub/only_here.py"):
        with pytest.raises(MovedTree) as moved:
            snapshot.read(path)
        assert moved.value.path == path


def test_large_and_binary_files_are_hashed_and_not_held(make: Make) -> None:
    root = make("git init -q . && printf 'a\\0b' > small.bin && head -c 5000000 /dev/zero > large.py")
    snapshot = look(root)
    assert snapshot.held == {}
    assert snapshot.entries["large.py"].content == canon.blob_id(bytes(5_000_000))
    assert snapshot.entries["small.bin"].binary and snapshot.entries["large.py"].binary
    assert len(snapshot.read("large.py")) == 5_000_000


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_unreadable_files_and_folders_are_counted(make: Make) -> None:
    root = make("nested-gitignore")
    (root / "build/out.py").chmod(0)
    (root / "pkg/sub").chmod(0)
    try:
        assert notes(look(root))["unreadable_files"] == 2
    finally:
        (root / "pkg/sub").chmod(0o755)


def test_git_status_is_the_same_before_and_after(make: Make) -> None:
    root = make("nested-gitignore")
    before = {path: path.lstat().st_mtime_ns for path in root.rglob("*")}
    look(root)
    assert {path: path.lstat().st_mtime_ns for path in root.rglob("*")} == before


LOOKS = """
import sys
from pathlib import Path
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot
print([(note.code, note.count, note.text) for note in open_snapshot(find(Path(sys.argv[1]))).notes])
"""


def test_a_folder_that_git_cannot_open_is_counted(make: Make) -> None:
    root = make('git init -q; mkdir -p closed/in "it\'s" ignored; touch m.py; echo ignored > .gitignore; git add -A')
    closed = [root / name for name in ("closed/in", "it's", "ignored")]
    powers = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if os.geteuid() == 0 and shutil.which(powers[0]) is None:
        pytest.skip("root reads everything")
    for folder in closed:
        folder.chmod(0)
    try:
        command = [*(powers if os.geteuid() == 0 else []), sys.executable, "-c", LOOKS, str(root)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    finally:
        for folder in closed:
            folder.chmod(0o755)
    assert done.stdout == "[('unreadable_folders', 2, 'closed/in/')]\n"
