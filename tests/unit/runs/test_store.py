"""The store: total order, atomic records, damage that is listed, nothing followed out of it."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from ctxask.lesson import Lesson, Stop
from ctxask.repo import place
from ctxask.runs import record
from ctxask.runs.blobs import Damaged
from ctxask.runs.files import is_locked
from ctxask.runs.model import Run
from ctxask.runs.retain import Limits, forget_gone, retain
from ctxask.runs.runs import Runs, open_runs
from ctxask.runs.store import Open


def begin(runs: Runs, started: int = 1_000_000_000, stamp: bytes = b'{"a.py":"1"}') -> Open:
    return runs.store.begin(Run("", 0, started, ("true",), snapshot="snap:1"), stamp)


def make(runs: Runs, out: bytes = b"out", records: bytes = b"", started: int = 1_000_000_000) -> Run:
    begun = begin(runs, started)
    (begun.folder / "stdout").write_bytes(out)
    (begun.folder / "records").write_bytes(records)
    run = runs.counted(begun.run)
    return runs.store.finish(begun, run._replace(ended="exited", status=0))


def test_what_was_printed_is_kept_once_and_given_back(runs: Runs) -> None:
    for out in (b"", b"a" * 3_000_000, bytes(range(256)) * 1000):
        first, second = make(runs, out), make(runs, out)
        assert first.stdout == second.stdout and first.stdout_bytes == len(out)
        assert runs.whole(first, "stdout") == out and runs.whole(first, "stderr") == b""
        assert runs.stamped(second) == {"a.py": "1"}
    assert len(list((runs.store.folder / "blobs").iterdir())) == 3
    assert list((runs.store.folder / "open").iterdir()) == []


def test_private_and_outside(runs: Runs, own_home: Path) -> None:
    make(runs)
    for path in own_home.rglob("*"):
        if "facts" not in path.parts:
            assert stat.S_IMODE(path.lstat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_order_is_total_under_concurrency(tree: Path) -> None:
    def several() -> None:
        own = open_runs(place.find(tree))
        for _ in range(5):
            make(own)

    threads = [threading.Thread(target=several) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = open_runs(place.find(tree)).list()
    assert [run.sequence for run in found] == list(range(30, 0, -1))
    assert len({run.id for run in found}) == 30


def test_work_trees_have_runs_of_their_own(runs: Runs, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run = make(runs)
    elsewhere = open_runs(place.find(other))
    assert elsewhere.list() == () and isinstance(elsewhere.find(run.id), Lesson)


def test_a_run_in_progress_stays(runs: Runs) -> None:
    begun = begin(runs)
    (begun.folder / "stdout").write_bytes(b"so far")
    (found,) = runs.list()
    assert (found.ended, found.stdout_bytes, runs.whole(found, "stdout")) == ("running", 6, b"so far")
    assert runs.latest() is None
    assert retain(runs.store, limits=Limits(0, 0, 0)).runs == ()
    refused = runs.remove(found)
    assert refused is not None and refused.code == "run_in_progress"
    os.close(begun.lock)  # as when the process ends
    (found,) = runs.list()
    assert found.ended == "incomplete" and runs.whole(found, "stdout") == b"so far"
    assert runs.stamped(found) == {"a.py": "1"}
    assert retain(runs.store, limits=Limits(0, 0, 0)).runs == (found.id,)
    assert runs.list() == () and list((runs.store.folder / "blobs").iterdir()) == []


def test_a_killed_run_has_its_test_results_and_is_the_latest(runs: Runs) -> None:
    make(runs, records=b'{"event": "result", "session": "s", "when": "call", "id": "old", "outcome": "passed"}\n')
    begun = begin(runs)
    (begun.folder / "records").write_bytes(
        b'{"event": "result", "session": "s", "when": "call", "id": "t", "outcome": "failed"}\n{"id": "cut'
    )
    os.close(begun.lock)
    latest = runs.latest()
    assert latest is not None and latest.id == begun.run.id
    assert [test.id for test in runs.results(latest).tests] == ["t"] and not runs.results(latest).whole
    assert runs.counted(latest).counts == (("failed", 1),)


def test_latest_is_the_newest_with_test_results(runs: Runs) -> None:
    assert isinstance(runs.find("latest"), Lesson)
    make(runs, records=b'{"event": "result", "session": "s", "when": "call", "id": "a", "outcome": "passed"}\n')
    wanted = make(
        runs, records=b'{"event": "result", "session": "s", "when": "call", "id": "b", "outcome": "failed"}\n'
    )
    make(runs)
    assert runs.find("latest") == wanted


def test_runs_are_found_by_a_unique_beginning(runs: Runs) -> None:
    assert runs.find("run:0") == Lesson("no_run", "there is no run run:0 of this work tree", "ctx run -- pytest", (), 3)
    made = [make(runs) for _ in range(17)]  # two of them begin with the same digit
    for run in made:
        assert runs.find(run.id) == run and runs.find(run.id.removeprefix("run:")[:12]) == run
    first = [run.id[4] for run in made]
    shared = next(digit for digit in first if first.count(digit) > 1)
    found = runs.find(f"run:{shared}")
    assert isinstance(found, Lesson) and found.code == "ambiguous_run" and len(found.candidates) == first.count(shared)


@pytest.mark.parametrize(
    "text", ["../../x", "", "run:", "run:../x", "run:XYZ", "run:0\n", "r" * 5000, "\udcff", "run:g"]
)
def test_what_is_no_id_is_a_lesson(runs: Runs, text: str) -> None:
    make(runs)
    found = runs.find(text)
    assert isinstance(found, Lesson) and found.code == "bad_run"


def test_damaged_records_are_listed_and_never_raise(runs: Runs) -> None:
    good = make(runs)
    whole = record.write(good)
    broken = [b"", b"\0" * 100, whole[:-10], whole.replace(b"true", b"fals"), b"[]\n", whole * 2]
    for value in ('{"version":"ctx.run-record/v1"}', "[1]", '"x"', '{"version":"ctx.run-record/v2"}'):
        from ctxask import canon

        broken.append(f"{value}\n{canon.fingerprint(value.encode())}\n".encode())
    for number, data in enumerate(broken, 100):
        (runs.store.folder / "kept" / f"{number:08}-{number:016x}.json").write_bytes(data)
    (runs.store.folder / "kept" / "no-record.json").write_bytes(b"")
    found = runs.list()
    assert [run.ended for run in found] == ["damaged"] * len(broken) + ["exited"]
    assert all(run.notes for run in found[:-1])
    with pytest.raises(Stop) as stop:
        runs.results(found[0])
    assert stop.value.lesson.code == "damaged_run" and found[0].id in stop.value.lesson.hint
    assert runs.latest() is None and runs.store.sweep() == 0  # what a damaged run needs cannot be told
    for run in found[:-1]:
        assert runs.remove(run) is None
    assert runs.list() == (good,) and runs.whole(good, "stdout") == b"out"


def test_damaged_bytes_are_told(runs: Runs) -> None:
    run = make(runs, os.urandom(100_000))
    (blob,) = (runs.store.folder / "blobs").glob(f"{run.stdout}*")
    packed = blob.read_bytes()
    for data in (b"", packed[:1000], packed[:-3], b"x" * 100, packed[:5000] + b"\0\0\0" + packed[5003:]):
        blob.write_bytes(data)
        with pytest.raises(Damaged):
            b"".join(runs.store.pieces(run, "stdout"))
    blob.unlink()
    with pytest.raises(Stop):
        runs.whole(run, "stdout")


def test_links_are_not_followed(runs: Runs, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "stdout").write_text("secret")
    store = runs.store.folder
    run = make(runs)
    (store / "kept" / "00000050-00000000000000aa.json").symlink_to(
        store / "kept" / f"{run.sequence:08}-{run.id[4:]}.json"
    )
    (store / "open" / "00000051-00000000000000bb").symlink_to(secret)
    (store / "open" / ".new-1-0").symlink_to(secret)
    (store / "blobs" / f"{'0' * 64}.z").symlink_to(secret / "stdout")
    for found in runs.list()[:2]:
        assert found.ended == "damaged"
        assert runs.remove(found) is None
    runs.store.sweep()
    assert (secret / "stdout").read_text() == "secret"
    assert runs.list() == (run,)
    with pytest.raises(Damaged):
        runs.store.blobs.whole("0" * 64)


def test_a_store_that_is_a_link_or_open_to_others_is_refused(tree: Path, own_home: Path, tmp_path: Path) -> None:
    runs = open_runs(place.find(tree))
    kept = runs.store.folder / "kept"
    kept.rmdir()
    (tmp_path / "planted").mkdir()
    kept.symlink_to(tmp_path / "planted")
    with pytest.raises(Stop) as stop:
        open_runs(place.find(tree))
    assert stop.value.lesson.code == "no_run_store"
    kept.unlink()
    runs.store.folder.chmod(0o777)
    with pytest.raises(Stop):
        open_runs(place.find(tree))


def test_a_store_in_the_work_tree_is_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXASK_HOME", str(tree / "home"))
    with pytest.raises(Stop) as stop:
        open_runs(place.find(tree))
    assert "inside the work tree" in stop.value.lesson.message and not (tree / "home").exists()


def test_without_a_home_folder_there_is_a_temporary_one(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CTXASK_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    runs = open_runs(place.find(tree))
    assert runs.store.folder.is_relative_to(tmp_path)
    make(runs)
    assert len(open_runs(place.find(tree)).list()) == 1


def test_retention(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    old = make(runs, started=2_000_000_000 - 15 * 24 * 3600)
    made = [make(runs, os.urandom(50_000), started=2_000_000_000 - 60) for _ in range(4)]
    assert retain(runs.store).runs == (old.id,)
    assert retain(runs.store, limits=Limits(3)).runs == (made[0].id,)
    removed = retain(runs.store, made[3], Limits(size=120_000))
    assert removed.runs == (made[1].id,) and removed.freed >= 50_000
    assert retain(runs.store, made[3], Limits(size=10)).runs == (made[2].id,)
    assert runs.list() == (made[3],) and len(runs.whole(made[3], "stdout")) == 50_000


def test_nothing_is_swept_while_somebody_adds(runs: Runs) -> None:
    content = runs.store.blobs.keep(b"named by no run yet")
    with runs.store._adding():
        assert runs.store.sweep() == 0
    assert runs.store.blobs.has(content)
    assert runs.store.sweep() > 0 and not runs.store.blobs.has(content)


def test_the_store_of_a_gone_work_tree_goes(runs: Runs, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    gone = open_runs(place.find(other))
    make(gone)
    other.rmdir()
    assert forget_gone(runs.store) == 0  # it may come back
    assert forget_gone(runs.store, Limits(seconds=-10)) == 1
    assert not gone.store.folder.exists() and runs.store.folder.exists()


def test_locks_end_with_their_process(runs: Runs) -> None:
    begun = begin(runs)
    assert is_locked(begun.folder / "lock") and not is_locked(begun.folder / "stdout")
    os.close(begun.lock)
    assert not is_locked(begun.folder / "lock") and not is_locked(begun.folder / "gone")
