"""Which files hold a name, and what is read to tell."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxask.facts.holders import NameScan, holders
from ctxask.facts.store import Store, open_store
from ctxask.facts.universe import keep, members, universe_id
from ctxask.repo.place import find
from ctxask.repo.snapshot import MovedTree, open_snapshot

FILES = {
    "a.py": "import base\nbase.one()\n",
    "b.py": "def one(): pass\n",
    "c.py": "two = 1\n",
    "copy/b.py": "def one(): pass\n",
    "d.txt": "one\n",
}


class Session:
    """One command after the other on one repository."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.read: list[str] = []
        self.write(FILES)

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)

    def ask(self, *names: str, store: Store | None = None) -> dict[str, tuple[str, ...]]:
        """What holds the names in the .py files; self.read is what was read to tell."""
        place = find(self.root)
        own = store or open_store(place)
        snapshot = open_snapshot(place)
        snapshot.held.clear()
        self.read = []
        paths = [path for path in snapshot.entries if path.endswith(".py")]
        original = type(snapshot).read

        def read(path: str) -> bytes:
            self.read.append(path)
            return original(snapshot, path)

        scan = NameScan(_Spied(snapshot, read), own, paths)  # type: ignore[arg-type]
        found = scan.holders(frozenset(names))
        if store is None:
            own.flush()
            own.close()
        assert found == holders(snapshot, own if store else open_store(place), frozenset(names), paths)
        return found


class _Spied:
    def __init__(self, snapshot: object, read: object) -> None:
        self.entries = snapshot.entries  # type: ignore[attr-defined]
        self.read = read


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "r").mkdir()
    return Session(tmp_path / "r")


def test_a_scan_reads_each_content_once_and_then_none(session: Session) -> None:
    expected = {"one": ("a.py", "b.py", "copy/b.py"), "none": ()}
    assert session.ask("one", "none") == expected
    assert session.read == ["a.py", "b.py", "c.py"]
    assert session.ask("one", "none") == expected
    assert session.read == []
    assert session.ask("one") == {"one": expected["one"]}
    assert session.read == []


def test_after_an_edit_only_the_edited_file_is_read(session: Session) -> None:
    session.ask("one", "two")
    session.write({"c.py": "two = one\n"})
    assert session.ask("one", "two") == {"one": ("a.py", "b.py", "c.py", "copy/b.py"), "two": ("c.py",)}
    assert session.read == ["c.py"]
    session.write({"b.py": "gone = 1\n"})
    assert session.ask("one") == {"one": ("a.py", "c.py", "copy/b.py")}
    assert session.read == ["b.py"]
    session.write(FILES)
    assert session.ask("one", "two") == {"one": ("a.py", "b.py", "copy/b.py"), "two": ("c.py",)}
    assert session.read == ["c.py"]  # one's scan has met it since, two's has not


def test_a_new_name_reads_everything_once(session: Session) -> None:
    session.ask("one")
    assert session.ask("base", "one") == {"base": ("a.py",), "one": ("a.py", "b.py", "copy/b.py")}
    assert session.read == ["a.py", "b.py", "c.py"]


def test_files_that_come_and_go(session: Session) -> None:
    session.ask("one")
    session.write({"z.py": "one\n"})
    (session.root / "a.py").unlink()
    assert session.ask("one") == {"one": ("b.py", "copy/b.py", "z.py")}
    assert session.read == ["z.py"]
    for name in ("b.py", "c.py", "z.py", "copy/b.py"):
        (session.root / name).unlink()
    assert session.ask("one") == {"one": ()}


def test_a_long_history_of_edits_stays_right(session: Session) -> None:
    for number in range(25):
        session.write({"c.py": f"v{number} = one if {number} % 2 else 0\n", f"n{number}.py": f"x{number % 3} = 1\n"})
        found = session.ask("one", f"x{number % 3}")
        assert "c.py" in found["one"]
        assert found[f"x{number % 3}"] == tuple(sorted(f"n{n}.py" for n in range(number + 1) if n % 3 == number % 3))


def test_a_store_that_lost_its_universes_scans_again(session: Session) -> None:
    session.ask("one")
    store = open_store(find(session.root))
    store._database.execute("DELETE FROM kept WHERE kind = 'universe'")
    session.write({"c.py": "one\n"})
    assert session.ask("one", store=store) == {"one": ("a.py", "b.py", "c.py", "copy/b.py")}
    assert session.read == ["a.py", "b.py", "c.py"]


def test_a_moved_tree_is_no_answer(session: Session) -> None:
    place = find(session.root)
    snapshot, store = open_snapshot(place), open_store(place)
    snapshot.held.clear()
    session.write({"c.py": "one\n"})
    with pytest.raises(MovedTree):
        holders(snapshot, store, frozenset(["one"]), ["a.py", "b.py", "c.py"])
    store.flush()
    assert session.ask("one") == {"one": ("a.py", "b.py", "c.py", "copy/b.py")}


def test_two_spellings_of_one_name(session: Session) -> None:
    session.write({"e.py": "ﬁle = 1\n"})
    assert session.ask("file", "ﬁle") == {"file": ("e.py",), "ﬁle": ("e.py",)}


def test_after_many_names_no_file_is_read_again(session: Session) -> None:
    session.write({"e.py": "one + ﬁle + größe\n"})
    names = [*(f"none_{number}" for number in range(20)), "one", "file", "größe", "two"]
    expected = {
        name: found for name in names for found in session.ask(name, store=open_store(find(session.root))).values()
    }
    snapshot = open_snapshot(find(session.root))
    read: list[str] = []

    def spied(path: str) -> bytes:
        read.append(path)
        return type(snapshot).read(snapshot, path)

    paths = [path for path in snapshot.entries if path.endswith(".py")]
    scan = NameScan(_Spied(snapshot, spied), open_store(find(session.root)), paths)  # type: ignore[arg-type]
    told: dict[str, tuple[str, ...]] = {}
    for name in names[:20]:
        told |= scan.holders(frozenset([name]))
    read.clear()
    for name in names[20:]:
        told |= scan.holders(frozenset([name]))
    assert set(told) == set(expected) and all(set(told[name]) >= set(expected[name]) for name in names)
    assert told["one"] == expected["one"] and told["file"] == expected["file"] and told["two"] == expected["two"]
    assert len(read) == len(set(read))  # for the name beyond ASCII alone


def test_the_check_can_end_a_scan(session: Session) -> None:
    def enough() -> None:
        raise TimeoutError

    place = find(session.root)
    with pytest.raises(TimeoutError):
        NameScan(open_snapshot(place), open_store(place), ["a.py"], enough).holders(frozenset(["one"]))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sets(st.integers(0, 60)), min_size=1, max_size=20), st.sampled_from([20, 32]))
def test_universes_come_back_as_they_were_kept(tmp_path: Path, sets: Iterable[set[int]], size: int) -> None:
    store = open_store(find(tmp_path))
    store.clear()
    kept = [{number.to_bytes(size, "big") for number in numbers} for numbers in sets]
    for contents in kept:
        keep(store, universe_id(contents), contents, size)
    for contents in kept:
        assert members(store, universe_id(contents), size) == contents
    assert members(store, bytes(31) + b"x", size) == set()
