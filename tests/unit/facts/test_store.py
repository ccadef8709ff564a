"""What is kept comes back whole or not at all, whatever happens to the store."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ctxask.facts import store as module
from ctxask.facts.store import SCHEMA, Store, collect, open_store
from ctxask.repo.place import Place, find

A, B = "aa" * 20, "bb" * 20


def place(root: Path) -> Place:
    root.mkdir(exist_ok=True)
    return find(root)


def filled(root: Path) -> Store:
    """An open store with one file's facts, written to disk."""
    store = open_store(place(root))
    store.put_facts([(A, "python@1", 0, b"zero"), (A, "python@1", 1, b"one")])
    store.flush()
    return store


def file_of(store: Store) -> Path:
    return Path(store.status().location) / "facts.sqlite"


def again(root: Path) -> dict[int, bytes]:
    store = open_store(place(root))
    try:
        return store.get_facts(A, "python@1")
    finally:
        store.close()


def test_facts_come_back_by_content_engine_and_segment(tmp_path: Path) -> None:
    filled(tmp_path).close()
    store = open_store(place(tmp_path))
    assert store.notes == ()
    assert store.get_facts(A, "python@1") == {0: b"zero", 1: b"one"}
    assert store.get_facts(A, "python@2") == store.get_facts(B, "python@1") == {}
    store.put_facts([(B, "python@1", 1, b"b")])
    assert store.get_facts_many([B, A, "cc" * 20], "python@1", (1,)) == {A: {1: b"one"}, B: {1: b"b"}}
    assert store.get_facts_many([f"{number:040x}" for number in range(2000)] + [A], "python@1") == {A: again(tmp_path)}


def test_what_is_put_is_seen_before_and_written_after(tmp_path: Path) -> None:
    store = filled(tmp_path)
    store.put_facts([(A, "python@1", 0, b"new")])
    assert store.get_facts(A, "python@1") == {0: b"new", 1: b"one"}
    assert again(tmp_path) == {0: b"zero", 1: b"one"}
    store.flush()
    assert again(tmp_path) == {0: b"new", 1: b"one"}


def test_nodes_keep_a_few_states_the_newest_first(tmp_path: Path) -> None:
    store = open_store(place(tmp_path))
    for number in range(6):
        store.put_node("node:x", b"reads %d" % number, b"result %d" % number)
        store.flush()
    assert store.get_nodes("node:x") == tuple((b"reads %d" % n, b"result %d" % n) for n in (5, 4, 3, 2))
    store.put_node("node:x", b"reads 3", b"other")
    store.flush()
    assert store.get_nodes("node:x")[0] == (b"reads 3", b"other")
    assert len(store.get_nodes("node:x")) == 4
    assert store.get_nodes("node:y") == ()


def test_only_the_owner_can_read_it(tmp_path: Path, own_home: Path) -> None:
    file = file_of(filled(tmp_path))
    for path in (own_home, own_home / "facts", file.parent):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in file.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_is_written_into_the_work_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "r" / "cache"))
    store = filled(tmp_path / "r")
    assert [(note.code, note.text) for note in store.notes] == [
        ("store_in_memory", "the store would lie inside the work tree")
    ]
    assert store.get_facts(A, "python@1") == {0: b"zero", 1: b"one"}
    (tmp_path / "outside").symlink_to(tmp_path / "r")
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "outside" / "cache"))
    assert filled(tmp_path / "r").notes == store.notes
    assert list((tmp_path / "r").iterdir()) == []


@pytest.mark.parametrize("where", ["main", "linked", "outer"])
def test_nothing_is_written_into_another_work_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    script = """
    git init -q outer; cd outer; git init -q main; cd main
    git -c user.name=t -c user.email=t@e.org commit -q --allow-empty -m m; git worktree add -q ../../linked
    """
    subprocess.run(script, shell=True, cwd=tmp_path, check=True, capture_output=True)
    folders = {"main": tmp_path / "outer" / "main", "linked": tmp_path / "linked", "outer": tmp_path / "outer"}
    monkeypatch.setenv("CTXASK_HOME", str(folders[where] / "cache"))
    asked = folders["main"] if where != "main" else folders["linked"]
    assert [note.text for note in filled(asked).notes] == ["the store would lie inside the work tree"]
    assert not (folders[where] / "cache").exists()


def test_the_store_may_lie_in_a_work_tree_that_has_nothing_to_do_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "other")], check=True)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "other" / "cache"))
    assert filled(tmp_path / "r").notes == ()


def test_the_work_trees_of_a_repository_share_it(tmp_path: Path) -> None:
    script = "git init -q r && cd r && git -c user.name=t -c user.email=t@e.org commit -q --allow-empty -m m"
    subprocess.run(f"{script} && git worktree add -q ../w", shell=True, cwd=tmp_path, check=True, capture_output=True)
    filled(tmp_path / "r").close()
    assert again(tmp_path / "w") == {0: b"zero", 1: b"one"}


@pytest.mark.parametrize("planted", ["link", "writable"])
def test_a_folder_that_somebody_else_can_write_to_is_not_used(tmp_path: Path, planted: str) -> None:
    file = file_of(filled(tmp_path))
    if planted == "link":
        file.parent.rename(tmp_path / "elsewhere")
        file.parent.symlink_to(tmp_path / "elsewhere")
    else:
        file.parent.chmod(0o777)
    store = open_store(place(tmp_path))
    assert [note.code for note in store.notes] == ["store_in_memory"]
    assert store.get_facts(A, "python@1") == {}


def test_a_home_that_cannot_be_made_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "file" / "home"))
    assert [note.code for note in filled(tmp_path / "r").notes] == ["store_in_memory"]
    monkeypatch.delenv("CTXASK_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    assert [note.code for note in filled(tmp_path / "r").notes] == ["store_in_memory"]
    assert not (tmp_path / "nowhere").exists()


def test_without_a_choice_it_is_the_cache_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CTXASK_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert file_of(filled(tmp_path / "r")).parts[-4:-2] == ("ctxask", "facts")


@pytest.mark.parametrize("damage", ["noise", "head", "empty", "cut", "tables", "page"])
def test_a_damaged_store_is_replaced_and_never_believed(tmp_path: Path, damage: str) -> None:
    store = filled(tmp_path)
    store.put_facts([(f"{number:040x}", "python@1", 0, b"x" * 3000) for number in range(200)])
    store.flush()
    file = file_of(store)
    store.close()
    whole = file.read_bytes()
    if damage == "tables":
        database = sqlite3.connect(file)
        database.execute("DROP TABLE kept")
        database.close()
    else:
        file.write_bytes(
            {
                "noise": b"no database at all" * 500,
                "head": b"\0" * 100 + whole[100:],
                "empty": b"",
                "cut": whole[: len(whole) // 2],
                "page": whole[:4096] + b"\xff" * 8192 + whole[12288:],
            }[damage]
        )
    assert again(tmp_path) in ({}, {0: b"zero", 1: b"one"})
    again(tmp_path)
    filled(tmp_path).close()
    assert again(tmp_path) == {0: b"zero", 1: b"one"}
    assert not list(file.parent.parent.glob(".*"))


def test_a_flipped_bit_costs_the_value_and_no_answer(tmp_path: Path) -> None:
    store = filled(tmp_path)
    store.put_facts([(B, "python@1", 0, b"a value to be found in the file")])
    store.flush()
    file = file_of(store)
    store.close()
    file.write_bytes(file.read_bytes().replace(b"a value to be found", b"a value to be foumd"))
    store = open_store(place(tmp_path))
    assert store.get_facts(B, "python@1") == {}
    assert store.get_facts(A, "python@1") == {0: b"zero", 1: b"one"}


@pytest.mark.parametrize("column", ["part", "data"])
@pytest.mark.parametrize("value", ["NULL", "7", "'text'", "7.5", "x''", "CAST(x'ff00ff' AS TEXT)", "zeroblob(3)"])
def test_a_value_of_another_type_is_not_there(tmp_path: Path, column: str, value: str) -> None:
    store = filled(tmp_path)
    file = file_of(store)
    store.close()
    with sqlite3.connect(file) as database:  # as a flipped bit in a record's header: no constraint is asked
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'kept'")
    database.close()
    with sqlite3.connect(file) as database:
        database.execute(f"UPDATE kept SET {column} = {value} WHERE part = 1")
    database.close()
    assert again(tmp_path) == {0: b"zero"}
    filled(tmp_path).close()
    assert again(tmp_path) == {0: b"zero", 1: b"one"}


def test_a_newer_store_is_left_as_it_is(tmp_path: Path) -> None:
    store = filled(tmp_path)
    file = file_of(store)
    store._database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    store.close()
    before = file.read_bytes()
    newer = filled(tmp_path)
    assert [(note.code, note.text) for note in newer.notes] == [
        ("store_in_memory", "the store was written by a newer version")
    ]
    newer.close()
    assert file.read_bytes() == before
    assert collect() == 0


def test_an_older_store_is_made_anew(tmp_path: Path) -> None:
    store = filled(tmp_path)
    store._database.execute(f"PRAGMA user_version = {SCHEMA - 1}")
    store.close()
    assert again(tmp_path) == {}
    filled(tmp_path).close()
    assert again(tmp_path) == {0: b"zero", 1: b"one"}


def test_a_full_disk_costs_what_could_not_be_written(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    store.put_facts([(B, "python@1", 0, b"x" * 1_000_000)])
    store.flush()
    assert store.get_facts(B, "python@1") == {}
    assert store.get_facts(A, "python@1") == {0: b"zero", 1: b"one"}
    assert again(tmp_path) == {0: b"zero", 1: b"one"}


def test_a_writer_that_does_not_end_costs_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BUSY_SECONDS", 0.05)
    store = filled(tmp_path)
    other = sqlite3.connect(file_of(store), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.put_facts([(B, "python@1", 0, b"b")])
    late = open_store(place(tmp_path))
    assert late.get_facts(A, "python@1") == {0: b"zero", 1: b"one"}
    late.put_facts([(B, "python@1", 0, b"b")])
    late.flush()
    other.execute("ROLLBACK")
    assert late.get_facts(B, "python@1") == {}
    assert late.notes == ()


def test_the_oldest_goes_when_it_grows_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CAP_BYTES", 1 << 20)
    store = filled(tmp_path)
    for number in range(60):
        store.put_facts([(f"{number:040x}", "python@1", 0, bytes([number]) * 50_000)])
        store.flush()
    kept = [number for number in range(60) if store.get_facts(f"{number:040x}", "python@1")]
    assert kept == list(range(kept[0], 60)) and 10 < len(kept) < 25
    assert file_of(store).stat().st_size < 2 << 20


def test_clear_and_status(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert store.status().counts == (("facts:python@1", 2), ("meta", 1))
    assert store.status().size > 0
    store.clear()
    assert store.status().counts == (("meta", 1),)
    assert store.get_facts(A, "python@1") == {}


def test_stores_of_repositories_that_are_gone_are_collected(tmp_path: Path, own_home: Path) -> None:
    filled(tmp_path / "kept").close()
    filled(tmp_path / "gone").close()
    (own_home / "facts" / ".new-1-00").mkdir()
    (tmp_path / "gone").rmdir()
    assert collect() == 2
    assert again(tmp_path / "kept") == {0: b"zero", 1: b"one"}
    assert len(list((own_home / "facts").iterdir())) == 1


WRITER = """
import sys
from pathlib import Path
from ctxask.facts.store import open_store
from ctxask.repo.place import find
store = open_store(find(Path(sys.argv[1])))
assert not store.notes, store.notes
name, rounds = int(sys.argv[2]), int(sys.argv[3])
print("up", flush=True)
for number in range(rounds):
    content = f"{name:020x}{number:020x}"
    store.put_facts((content, "python@1", part, b"%d %d" % (name, part) * 999) for part in range(20))
    store.flush()
    assert len(store.get_facts(content, "python@1")) == 20
"""


def start(root: Path, name: int, rounds: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(root), str(name), str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_many_processes_start_and_write_at_once(tmp_path: Path, own_home: Path) -> None:
    place(tmp_path / "r")
    writers = [start(tmp_path / "r", name, 3) for name in range(8)]
    assert [(writer.communicate()[1], writer.returncode) for writer in writers] == [(b"", 0)] * 8
    store = open_store(place(tmp_path / "r"))
    for name in range(8):
        assert len(store.get_facts(f"{name:020x}{2:020x}", "python@1")) == 20
    assert len(list((own_home / "facts").iterdir())) == 1


def test_a_kill_in_the_middle_of_a_write_leaves_whole_values(tmp_path: Path) -> None:
    filled(tmp_path).close()
    writer = start(tmp_path, 1, 100_000)
    assert writer.stdout is not None
    writer.stdout.readline()
    store = open_store(place(tmp_path))
    while not store.get_facts(f"{1:020x}{2:020x}", "python@1"):
        assert writer.poll() is None
    os.kill(writer.pid, signal.SIGKILL)
    writer.communicate()
    assert again(tmp_path) == {0: b"zero", 1: b"one"}
    store = open_store(place(tmp_path))
    (count,) = (count for kind, count in store.status().counts if kind == "facts:python@1")
    assert (count - 2) % 20 == 0  # a round is one transaction
