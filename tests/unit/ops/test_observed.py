"""What coverage says of changes: who executed them, how suspicious that is, and what it does to ranks and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ctxask.ops.culprits import Evidence, causes, culprits
from ctxask.ops.observed import Observed, Seen, observed
from ctxask.rows import Failure, Record, Symbol

Files = Mapping[str, tuple[tuple[int, int], ...]]


def change(id_: str, *lines: tuple[int, int], span: tuple[int, int] = (1, 9), how: str = "body", **more: Any) -> Symbol:
    path, _, name = id_.partition("::")
    values = {"kind": "function" if name else "module", **more}
    return Symbol(path, name, values["kind"], span[0], 1, *span, "0", change=how, lines=lines)


def record(test: str, **files: tuple[tuple[int, int], ...]) -> Record:
    """What a test executed, in files named without their ending."""
    seen = tuple((f"{name}.py", runs) for name, runs in files.items())
    return Record("observed", (("files", seen), ("symbol", f"t.py::{test}"), ("test", f"t.py::{test}")))


def failed(test: str) -> Failure:
    return Failure(f"t.py::{test}", f"t.py::{test}", "t.py", "failed", "call", "AssertionError", "")


@pytest.mark.parametrize(
    ("symbol", "executed", "perhaps"),
    [
        (change("a.py::f", (3, 3)), {"x"}, set()),
        (change("a.py::f", (2, 8)), {"x", "y"}, set()),
        (change("a.py::f", (5, 6)), set(), {"x", "y"}),  # nobody: unexecuted by z, by the others who knows
        (change("a.py::f"), {"x", "y"}, set()),  # lines went
        (change("a.py::f", (1, 1)), {"x", "y"}, set()),  # its head runs where it is defined
        (change("a.py::f", (1, 1), span=(1, 1)), {"z"}, set()),  # all of it on one line
        (change("a.py::g", (22, 22), span=(20, 25)), set(), set()),
    ],
)  # fmt: skip
def test_who_executed_a_change(symbol: Symbol, executed: set[str], perhaps: set[str]) -> None:
    records = (record("x", a=((2, 3),)), record("y", a=((2, 2), (8, 8))), record("z", a=((1, 1),), b=((1, 90),)))
    found = observed([symbol], records, {"t.py::x"}, ())
    assert found.symbols[symbol.id] == Seen(_ids(executed), _ids(perhaps))
    assert (found.tests, found.failed) == (_ids("xyz"), _ids("x"))


def _ids(names: str | set[str]) -> frozenset[str]:
    return frozenset(f"t.py::{name}" for name in names)


@pytest.mark.parametrize(
    "symbol",
    [
        change("a.py", (3, 3)),
        change("a.py::C", (3, 3), kind="class"),
        change("a.py::f", (3, 3), how="removed"),
        change("a.py::f", (3, 3), how="inert"),
        change("moved.py::f", (3, 3)),
    ],
)
def test_of_what_coverage_does_not_speak(symbol: Symbol) -> None:
    found = observed([symbol], [record("x", a=((2, 3),), moved=((2, 3),))], {"t.py::x"}, {"moved.py"})
    assert not found.symbols and found.says(symbol.id, "t.py::x") is None
    assert found.suspiciousness(symbol.id) is None


def test_no_record_is_no_knowledge() -> None:
    seen = Observed(_ids("xy"), _ids("x"), {"a.py::f": Seen(_ids("x"), _ids("y"))})
    assert seen.says("a.py::f", "t.py::x") is True
    assert seen.says("a.py::f", "t.py::y") is None
    assert seen.says("a.py::f", "t.py::crashed") is None
    assert Observed().says("a.py::f", "t.py::x") is None


@pytest.mark.parametrize(
    ("executed", "failing", "wanted"),
    [("ab", "ab", 1000), ("abc", "ab", 816), ("a", "ab", 707), ("c", "ab", 0), ("", "ab", 0), ("abcdefgh", "a", 353)],
)
def test_suspiciousness_is_ochiai_in_thousandths(executed: str, failing: str, wanted: int) -> None:
    seen = Observed(_ids("abcdefgh"), _ids(failing), {"a.py::f": Seen(_ids(executed))})
    assert seen.suspiciousness("a.py::f") == wanted


def told(symbols: Sequence[Symbol], records: Sequence[Record], *failing: str, reach: Sequence[str] = ()) -> list[str]:
    """`symbol how suspiciousness`, in rank order."""
    failures = [failed(test) for test in failing]
    seen = observed(symbols, records, {failure.test for failure in failures}, ())
    trails = {id_: {f"t.py::{test}": (id_, f"t.py::{test}") for test in failing} for id_ in reach}
    rows = culprits(causes(failures), Evidence(symbols, trails, frozenset(), frozenset(), observed=seen))
    found = [dict(row.values) for row in rows]
    assert all(("observed" in row["planes"]) == (row["how"] == "observed") for row in found)
    return [f"{row['symbol']} {row['how']} {row.get('suspiciousness', '')}".rstrip() for row in found]


def test_what_ran_comes_before_what_did_not() -> None:
    symbols = [change("a.py::a", (3, 3)), change("b.py::b", (3, 3)), change("c.py", (3, 3)), change("d.py::d", (3, 3))]
    records = [record("x", b=((2, 3),)), record("y", a=((2, 3),))]
    assert told(symbols, records, "x", reach=("a.py::a", "b.py::b", "c.py")) == [
        "b.py::b observed 1000",
        "c.py reached",
        "a.py::a unexecuted 0",
        "d.py::d changed 0",
    ]


def test_the_more_suspicious_comes_first_among_equals() -> None:
    symbols = [change("a.py::a", (3, 3)), change("b.py::b", (3, 3))]
    records = [record("x", a=((2, 3),), b=((2, 3),)), record("y", a=((2, 3),)), record("z")]
    assert told(symbols, records, "x") == ["b.py::b observed 1000", "a.py::a observed 707"]


def test_an_executed_change_explains_where_no_way_is_known() -> None:
    assert told([change("a.py::a", (3, 3))], [record("x", a=((3, 3),))], "x") == ["a.py::a observed 1000"]
