"""Which change explains which failure: links and ranks, on rows written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ctxask.ops.culprits import Evidence, causes, culprits, untouched
from ctxask.ops.joining import reached
from ctxask.rows import QUIET, Failure, Symbol

Frame = tuple[int, str, int, str, bool]
TEST = "tests/test_a.py::test_x"


def change(id_: str, lines: str = "", how: str = "body", span: tuple[int, int] = (1, 9), old: str = "") -> Symbol:
    """A changed function of these lines: `3`, or `3-5,7`."""
    path, _, name = id_.partition("::")
    runs = tuple((int(run.partition("-")[0]), int(run.rpartition("-")[2])) for run in lines.split(",") if run)
    kind = "function" if name else "module"
    return Symbol(path, name, kind, span[0], 1, *span, "0", change=how, old=old, lines=runs)


def frame(place: str, exception: int = 0, inside: bool = True) -> Frame:
    """A frame from `path:line function`."""
    at, _, function = place.partition(" ")
    path, _, line = at.rpartition(":")
    return exception, path, int(line), function, inside


def failed(*frames: str | Frame, test: str = TEST, said: str = "AssertionError: ", **more: Any) -> Failure:
    """A failure by one exception, `type: message`, with these frames."""
    kind, _, message = said.partition(": ")
    path, _, name = test.partition("[")[0].partition("::")
    values = {"outcome": "failed", "phase": "call", "raised": ((kind, message, "", -1),), **more}
    seen = tuple(frame(one) if isinstance(one, str) else one for one in frames)
    named = f"{path}::{name.replace('::', '.')}" if name else path
    return Failure(test, named, path, type=kind, message=message, frames=seen, **values)


def evidence(
    symbols: Sequence[Symbol],
    reach: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None,
    passed: Sequence[str] = (),
    moved: Sequence[str] = (),
) -> Evidence:
    return Evidence(symbols, reach or {}, frozenset(passed), frozenset(moved))


def told(failures: Sequence[Failure], found: Evidence) -> list[str]:
    """`symbol how at` of each culprit that something ties to a failure, in rank order."""
    rows = [dict(row.values) for row in culprits(causes(failures), found)]
    assert {row["symbol"] for row in rows} >= {symbol.id for symbol in found.symbols if symbol.change not in QUIET}
    tied = [row for row in rows if row["how"] != "changed"]
    assert rows[: len(tied)] == tied
    return [f"{row['symbol']} {row['how']} {row.get('at', '')}".rstrip() for row in tied]


@pytest.mark.parametrize(
    ("symbol", "wanted"),
    [
        (change("a.py::f", "4"), "a.py::f line a.py:4 in f"),
        (change("a.py::f", "2-6"), "a.py::f line a.py:4 in f"),
        (change("a.py::f", "3"), "a.py::f inside a.py:4 in f"),
        (change("a.py::f", "3", span=(5, 9)), ""),  # another one of the file
        (change("b.py::f", "4"), ""),
        (change("a.py", "4"), "a.py line a.py:4 in f"),
        (change("a.py", "3"), ""),  # a module holds every line: only its own changed ones say anything
        (change("a.py::f", "4", "removed"), ""),  # its lines are those of the base
        (change(TEST, "1", span=(1, 3)), f"{TEST} inside tests/test_a.py:2 in test_x"),
        (change(TEST, "1", span=(8, 9)), f"{TEST} reached"),
    ],
)  # fmt: skip
def test_a_frame_links(symbol: Symbol, wanted: str) -> None:
    failure = failed("tests/test_a.py:2 test_x", "a.py:4 f", frame("/lib/json.py:9 loads", inside=False))
    assert told([failure], evidence([symbol])) == ([wanted] if wanted else [])


@pytest.mark.parametrize(
    ("said", "symbol", "named"),
    [
        ("ImportError: cannot import name 'f' from 'a'", change("a.py::f", how="removed"), True),
        ("ImportError: cannot import name 'f' from 'a'", change("a.py::g", how="renamed", old="a.py::f"), True),
        ("ImportError: cannot import name 'f' from 'a'", change("a.py::f", how="body"), False),
        ("ImportError: cannot import name 'ff' from 'a'", change("a.py::f", how="removed"), False),
        ("builtins.AttributeError: module 'a' has no attribute 'f'", change("a.py::f", how="removed"), True),
        ("ModuleNotFoundError: No module named 'p.a'", change("p/b.py", how="renamed", old="p/a.py"), True),
        ("TypeError: f() missing 1 required positional argument: 'b'", change("a.py::f", how="signature"), True),
        ("TypeError: Store.__init__() takes 1 argument", change("a.py::Store.__init__", how="signature"), True),
        ("TypeError: Box() takes no arguments", change("a.py::Box.__init__", how="signature"), True),
        ("ValueError: f", change("a.py::f", how="removed"), False),
    ],
)  # fmt: skip
def test_an_exception_names_what_a_change_took_away(said: str, symbol: Symbol, named: bool) -> None:
    failure = failed("tests/test_a.py:2 test_x", said=said)
    assert told([failure], evidence([symbol])) == ([f"{symbol.id} named"] if named else [])


def test_every_exception_of_a_chain_is_looked_at() -> None:
    chain = (("RuntimeError", "no config", "", -1), ("KeyError", "'port'", "cause", 0))
    frames = ("tests/test_a.py:2 test_x", "a.py:7 load", frame("b.py:3 parse", 1))
    failure = failed(*frames, raised=chain, root=1, said="KeyError: 'port'")
    found = evidence([change("a.py::load", "1"), change("b.py::parse", "3")])
    assert told([failure], found) == ["b.py::parse line b.py:3 in parse", "a.py::load inside a.py:7 in load"]
    assert causes([failure])[0][:4] == ("KeyError", "b.py", 3, "parse")


def test_the_nearest_to_the_place_of_the_exception_comes_first() -> None:
    failure = failed("tests/test_a.py:2 test_x", "a.py:4 f", "b.py:4 g", "c.py:4 h")
    found = evidence([change("a.py::f", "1"), change("b.py::g", "1"), change("c.py::h", "1")])
    assert told([failure], found) == [
        f"{path}.py::{name} inside {path}.py:4 in {name}" for path, name in ("ch", "bg", "af")
    ]


def test_the_order_of_strength() -> None:
    """What the exception names, then changed lines that ran, then definitions that ran, then what the test reaches."""
    raised = "TypeError: d() got an unexpected argument"
    failure = failed("tests/test_a.py:2 test_x", "a.py:4 a", "b.py:4 b", said=raised)
    symbols = [
        change("c.py::c", "1"),
        change("b.py::b", "1"),
        change("a.py::a", "4"),
        change("d.py::d", how="signature"),
    ]
    trail = {"c.py::c": {TEST: ("c.py::c", TEST)}}
    assert [row.partition(" ")[0] for row in told([failure], evidence(symbols, trail))] == [
        "d.py::d",
        "a.py::a",
        "b.py::b",
        "c.py::c",
    ]


def test_a_helper_without_a_frame_is_named_by_the_way_to_it() -> None:
    trail = ("a.py::helper", "a.py::run", TEST)
    found = evidence([change("a.py::helper", "3"), change("z.py::other", "3")], {"a.py::helper": {TEST: trail}})
    row, other = [dict(row.values) for row in culprits(causes([failed("tests/test_a.py:2 test_x")]), found)]
    assert (row["how"], row["planes"], row["trail"]) == ("reached", ("static", "temporal"), trail)
    assert (other["how"], other["planes"], other["explains"]) == ("changed", ("temporal",), 0)


@pytest.mark.parametrize(
    ("reached_by", "links"),
    [
        (TEST, True),
        ("tests/test_a.py", True),
        ("tests", True),
        (".", True),
        ("tests/unit", False),
        ("tests/test_b.py::test_x", False),
    ],
)
def test_a_folder_or_file_stands_for_its_tests(reached_by: str, links: bool) -> None:
    found = evidence([change("a.py::f", "3")], {"a.py::f": {reached_by: ("a.py::f", reached_by)}})
    assert bool(told([failed("tests/test_a.py:2 test_x")], found)) == links


def test_a_class_stands_for_inherited_tests() -> None:
    failure = failed(test="tests/test_a.py::TestA::test_in[1]")
    found = evidence(
        [change("a.py::f")], {"a.py::f": {"tests/test_a.py::TestA": ("a.py::f", "tests/test_a.py::TestA")}}
    )
    assert told([failure], found) == ["a.py::f reached"]


def test_what_passing_tests_reach_as_well_comes_later() -> None:
    reach = {name: {TEST: (name, TEST)} for name in ("a.py::f", "b.py::g")}
    reach["a.py::f"]["tests/test_b.py::test_y"] = ("a.py::f", "tests/test_b.py::test_y")
    found = evidence([change("a.py::f"), change("b.py::g")], reach, passed=["tests/test_b.py::test_y"])
    assert told([failed("tests/test_a.py:2 test_x")], found) == ["b.py::g reached", "a.py::f reached"]
    assert [dict(row.values)["passing"] for row in culprits(causes([failed()]), found)] == [0, 1]


def test_what_explains_more_failures_comes_first_and_comments_last() -> None:
    failures = [failed("a.py:4 f", test="tests/t.py::test_1"), failed("b.py:4 g", test="tests/t.py::test_2"),
                failed("b.py:5 g", test="tests/t.py::test_3")]  # fmt: skip
    assert told(failures, evidence([change("a.py::f", "4"), change("b.py::g", "4,5")]))[0].startswith("b.py::g")
    text = change("b.py::g", "4,5", "text")
    assert told(failures, evidence([change("a.py::f", "4"), text]))[0].startswith("a.py::f")


def test_lines_of_a_file_that_changed_since_the_run_say_nothing() -> None:
    failure = failed("tests/test_a.py:2 test_x", "a.py:4 K.f")
    symbols = [change("a.py::K.f", "7"), change("a.py::K.g", "4")]
    assert told([failure], evidence(symbols, moved=["a.py"])) == ["a.py::K.f inside a.py:4 in K.f"]


def test_what_could_not_be_collected_is_linked_to_its_own_module() -> None:
    failure = failed(test="tests/test_a.py", said="SyntaxError: invalid syntax", phase="collect", outcome="error")
    assert told([failure], evidence([change("tests/test_a.py", "3")])) == ["tests/test_a.py reached"]


def test_causes_are_failures_that_began_alike() -> None:
    rows = [
        failed("tests/t.py:1 test_1", "a.py:4 f", test="tests/t.py::test_1", said="ValueError: 1"),
        failed("tests/t.py:9 test_2", "a.py:4 f", test="tests/t.py::test_2[a]", said="ValueError: 2"),
        failed("tests/t.py:9 test_2", "a.py:5 f", test="tests/t.py::test_2[b]", said="ValueError: 2"),
        failed(test="tests/t.py::test_3", said="Failed: Timeout\nmore"),
        failed(test="tests/t.py::test_4", said="Failed: Timeout\nothers"),
        failed(test="tests/t.py::test_5", said="Failed: other"),
        failed(test="tests/t.py::test_6", said="Failed: other", subtest="i=1"),
    ]
    found = causes(rows)
    assert [(cause.id, len(cause.failures)) for cause in found] == [
        ("tests/t.py::test_3", 2),
        ("tests/t.py::test_5", 2),
        ("tests/t.py::test_1", 2),
        ("tests/t.py::test_2[b]", 1),
    ]
    assert sum(len(cause.failures) for cause in found) == len(rows)
    assert len({cause.id for cause in found}) == len(found)
    assert causes(reversed(rows))[0].failures[0].test == "tests/t.py::test_4"


def test_what_nothing_explains_is_left_and_what_is_left_is_not_explained() -> None:
    rows = [failed("a.py:4 f", test="tests/t.py::test_1"), failed("b.py:4 g", test="tests/t.py::test_2")]
    found = evidence([change("a.py::f", "4")])
    left = untouched(causes(rows), found)
    assert [cause.id for cause in left] == ["tests/t.py::test_2"]
    explained = {id_ for row in culprits(causes(rows), found) for id_ in dict(row.values)["causes"]}
    assert explained | {cause.id for cause in left} == {cause.id for cause in causes(rows)}


def test_reached_is_by_change_and_by_test() -> None:
    symbols = [change("a.py::f"), change("b.py::g")]
    test = Symbol("tests/t.py", "test_1", "function", 1, 1, 1, 2, "0", trail=("a.py::f", "tests/t.py::test_1"))
    both = test._replace(reaches=("a.py::f", "b.py::g"))
    guess = test._replace(name="test_2", evidence="name")
    assert reached(symbols, [both, guess]) == {
        "a.py::f": {"tests/t.py::test_1": ("a.py::f", "tests/t.py::test_1")},
        "b.py::g": {"tests/t.py::test_1": ("b.py::g", "tests/t.py::test_1")},
    }
