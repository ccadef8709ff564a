"""Which tests a run with coverage adds to a selection, and which it leaves out: each reason that keeps one in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ctxask.ops.narrowed import narrowed
from ctxask.ops.recorded import Recorded, executing_tests, recorded
from ctxask.rows import UNEXECUTED, File, Note, Record, Symbol
from ctxask.world import Answer

Ran = Mapping[str, tuple[int, int]]  # test id -> lines of a.py that it executed


def symbol(
    id_: str, *, kind: str = "function", change: str = "", span: tuple[int, int] = (1, 9), **more: Any
) -> Symbol:
    path, _, name = id_.partition("::")
    return Symbol(path, name, kind or ("function" if name else "module"), span[0], 1, *span, "0", change=change, **more)


F = symbol("a.py::f", change="body", lines=((2, 9),))
G = symbol("a.py::g", change="body", span=(11, 19), lines=((12, 19),))


def reached(id_: str, *starts: str, kind: str = "function") -> Symbol:
    """A test that static reasoning found."""
    row = symbol(id_, kind=kind, trail=(starts[0], id_), is_test=True, role="call")
    return row._replace(reaches=starts if len(starts) > 1 else ())


@dataclass
class World:
    """A run with coverage of t.py, in which x executed f, and y did not."""

    ran: Ran = field(default_factory=lambda: {"t.py::x": (2, 3), "t.py::y": (12, 12), "t.py::T::m": (2, 2)})
    shared: tuple[tuple[int, int], ...] | None = ((1, 1), (11, 11))
    blind: Mapping[str, str] = field(default_factory=dict)
    outcomes_: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    edited: tuple[str, ...] = ("a.py",)  # since the run
    moved: tuple[str, ...] = ()  # of them those that are not the run's at the base either
    names: tuple[str, ...] = ("x", "y", "T", "T.m")

    def observed(self, run: str | None, paths: Sequence[str]) -> Answer[Record]:
        rows = [
            Record(
                "observed",
                (
                    ("blind", self.blind.get(test, "")),
                    ("files", (("a.py", (lines,)),)),
                    ("symbol", _symbol(test)),
                    ("test", test),
                ),
            )
            for test, lines in self.ran.items()
        ]
        rows += [Record("parametrised", (("symbol", id_), ("tests", count))) for id_, count in self.counts.items()]
        if self.shared is not None:
            rows.append(Record("shared", (("files", (("a.py", self.shared),)),)))
        return Answer(tuple(rows), inputs=(("run", "run:1"),))

    def outcomes(self, run: str | None) -> Answer[Record]:
        ended = dict.fromkeys(self.ran, "passed") | dict(self.outcomes_)
        return Answer(tuple(Record("test", (("outcome", how), ("test", test))) for test, how in ended.items()))

    def as_run(self, symbols: Sequence[Symbol], run: str, base: str | None) -> Answer[Symbol]:
        notes = (Note("moved_since_run", len(self.moved), self.moved[0]),) if self.moved else ()
        return Answer(tuple(row for row in symbols if row.path not in self.moved), notes)

    def since(self, run: str | None) -> Answer[File]:
        return Answer(tuple(File(path, "python", "1", 1, "modified") for path in (*self.edited, *self.moved)))

    def files(self) -> Answer[File]:
        return Answer(
            (File("t.py", "python", "1", 1), File("sub/test_u.py", "python", "1", 1), File("a.py", "python", "1", 1))
        )

    def is_test_file(self, path: str) -> bool:
        return path != "a.py"

    def symbols_in(self, paths: Sequence[str]) -> Answer[Symbol]:
        names = {"t.py": self.names, "sub/test_u.py": ("test_u",)}
        return Answer(
            tuple(
                symbol(f"{path}::{name}", kind="class" if name == "T" else "method" if "." in name else "function")
                for path in paths
                for name in names.get(path, ())
            )
        )


def _symbol(test: str) -> str:
    path, _, name = test.partition("[")[0].partition("::")
    return f"{path}::{name.replace('::', '.')}"


def chosen(world: World, changed: Sequence[Symbol], *rows: Symbol) -> tuple[list[str], list[str]]:
    """Tests that stay, and those that are left out."""
    record = recorded(world, changed, None, None)  # type: ignore[arg-type]
    assert record is not None
    found = narrowed(world, record, changed, rows)  # type: ignore[arg-type]
    left = [row.id for row in found.rows if row.role == UNEXECUTED]
    assert [note.count for note in found.notes if note.code == "unexecuted_tests"] == ([len(left)] if left else [])
    assert found.inputs == ((("run", "run:1"),) if left else ())
    return [row.id for row in found.rows if row.role != UNEXECUTED], left


X, Y, M = (reached(f"t.py::{name}", F.id) for name in ("x", "y", "T.m"))


def test_who_executed_what_changed_stays() -> None:
    assert chosen(World(), [F], X, Y, M) == (["t.py::x", "t.py::T.m"], ["t.py::y"])


@pytest.mark.parametrize(
    "world",
    [
        World(shared=None),
        World(shared=((1, 2),)),
        World(ran={"t.py::y": (12, 12)}),
        World(ran={"t.py::x": (2, 3)}),
        World(blind={"t.py::y": "it starts processes"}),
        *(World(outcomes_={"t.py::y": how}) for how in ("failed", "error", "skipped", "xfailed")),
        World(counts={"t.py::y": 2}),
        World(edited=("a.py", "t.py")),
        World(moved=("b.py",)),
    ],
    ids=[
        "old record", "shared", "executed by nobody", "no record", "blind", "failed", "error", "skipped", "xfailed",
        "a parameter without a record", "test edited", "other files moved",
    ],
)  # fmt: skip
def test_a_doubt_keeps_a_test(world: World) -> None:
    assert chosen(world, [F], X, Y) == (["t.py::x", "t.py::y"], [])


@pytest.mark.parametrize("change", ["signature", "added", "removed", "renamed", ""])
def test_only_a_changed_body_is_known_by_who_executes_it(change: str) -> None:
    assert chosen(World(), [F._replace(change=change)], X, Y) == (["t.py::x", "t.py::y"], [])


def test_a_class_or_a_constant_is_executed_by_nobody() -> None:
    for kind in ("class", "constant"):
        assert chosen(World(), [F._replace(kind=kind)], X, Y) == (["t.py::x", "t.py::y"], [])


def test_a_body_without_lines_of_its_own_is_no_single_one() -> None:
    assert chosen(World(), [F._replace(lines=())], Y) == (["t.py::y"], [])


def test_a_test_that_reaches_two_changes_stays_for_either() -> None:
    both = reached("t.py::y", F.id, G.id)
    assert chosen(World(), [F, G], X, both) == (["t.py::x", "t.py::y"], [])
    assert chosen(World(ran={"t.py::x": (2, 12), "t.py::y": (1, 1)}), [F, G], both) == ([], ["t.py::y"])
    constant = symbol("b.py::C", kind="constant", change="body")
    assert chosen(World(), [F, constant], reached("t.py::y", F.id, constant.id)) == (["t.py::y"], [])


@pytest.mark.parametrize(
    ("row", "stays", "left"),
    [
        (reached("t.py", F.id, kind="module"), ["t.py::T.m", "t.py::x"], ["t.py::y"]),
        (reached("t.py::T", F.id, kind="class"), ["t.py::T"], []),
        (reached("t.py::T", G.id, kind="class"), [], ["t.py::T.m"]),
        (reached(".", F.id, kind="folder"), ["sub/test_u.py::test_u", "t.py::T.m", "t.py::x"], ["t.py::y"]),
        (reached("sub", F.id, kind="folder"), ["sub"], []),
    ],
    ids=["file", "class that executes", "class that does not", "folder", "folder without a record"],
)
def test_a_row_that_stands_for_several_is_taken_apart(row: Symbol, stays: list[str], left: list[str]) -> None:
    assert chosen(World(), [F, G], row) == (stays, left)


def test_an_inherited_test_is_its_class() -> None:
    world = World(names=("x", "y", "T"))
    assert chosen(world, [F, G], reached("t.py::T", G.id, kind="class")) == ([], ["t.py::T"])
    world = replace(world, ran={**world.ran, "t.py::T::n": (12, 13)})
    assert chosen(world, [F, G], reached("t.py::T", G.id, kind="class")) == (["t.py::T"], [])


def test_a_test_that_another_row_covers_is_not_left_out() -> None:
    constant = symbol("b.py::C", kind="constant", change="body")
    assert chosen(World(), [F, constant], reached("t.py", constant.id), Y) == (["t.py"], [])


def seen(world: World, one: Symbol, *known: str) -> list[str]:
    record = recorded(world, [one], None, None)  # type: ignore[arg-type]
    assert record is not None
    found = executing_tests(world, record, [symbol(id_) for id_ in known])  # type: ignore[arg-type]
    assert [note.count for note in found.notes] == ([len(found.rows)] if found.rows else [])
    assert all((row.role, row.is_test, row.trail) == ("observed", True, (one.id, row.id)) for row in found.rows)
    return [row.id for row in found.rows]


def test_tests_that_were_seen_are_added() -> None:
    world = World(names=("x", "y", "T"))  # m is inherited
    assert seen(world, F) == ["t.py::T", "t.py::x"]
    assert seen(world, F, "t.py::x") == ["t.py::T"]
    assert seen(world, F, "t.py") == []
    assert seen(world, symbol("a.py::h", span=(21, 29), lines=((22, 29),))) == []
    assert seen(replace(world, edited=("a.py", "t.py")), F) == []


def test_nothing_is_said_of_files_that_moved_on() -> None:
    assert seen(World(moved=("a.py",)), F) == []


def test_without_a_run_nothing_is_recorded() -> None:
    class Nothing(World):
        def observed(self, run: str | None, paths: Sequence[str]) -> Answer[Record]:
            return Answer(())

    assert recorded(Nothing(), [F], None, None) is None  # type: ignore[arg-type]


def test_a_record_that_is_stale_says_so() -> None:
    record = Recorded("run:1", frozenset(), frozenset(), {}, frozenset(), (Note("moved_since_run", 2, "b.py"),))
    (note,) = narrowed(World(), record, [F], [Y]).notes  # type: ignore[arg-type]
    assert (note.code, note.text) == ("stale_coverage", "run:1 ran on other files: b.py")
