"""Operators: declarations that fit together, and what each asks of the World."""

from __future__ import annotations

from typing import Any

import pytest

from ctxask.lesson import Stop
from ctxask.ops import OPERATORS
from ctxask.ops.evidence_where import meets
from ctxask.plan.arguments import check
from ctxask.plan.declare import FIELDS
from ctxask.plan.model import VIEWS
from ctxask.rows import File, Record, Row, Site, Symbol

SPEC = {
    "repo.files": ("", "files"),
    "repo.changed": ("", "files"),
    "code.symbols": ("- files sites", "symbols"),
    "code.refs": ("- symbols", "sites"),
    "code.callers": ("- symbols", "sites"),
    "code.callees": ("- symbols", "sites"),
    "code.impact": ("- symbols files", "symbols"),
    "code.paths": ("symbols", "records"),
    "code.related_tests": ("symbols files sites", "symbols"),
    "code.hierarchy": ("symbols", "symbols"),
    "code.unused": ("", "records"),
    "code.outline": ("", "symbols"),
    "code.find": ("", "symbols"),
    "code.search": ("", "sites"),
    "code.explain": ("sites symbols", "records"),
    "code.context": ("sites symbols failures records", "text"),
    "evidence.failures": ("", "failures"),
    "evidence.join": ("", "records"),
    "evidence.diff": ("", "text"),
    "test.run": ("- symbols", "records"),
    "evidence.group": ("symbols sites files failures records", "records"),
    "evidence.where": ("symbols sites files failures records", "same"),
    "evidence.top": ("symbols sites files failures records", "same"),
    "evidence.count": ("symbols sites files failures records", "records"),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_a_declaration_is_whole(name: str) -> None:
    operator = OPERATORS[name]
    taken, given = SPEC[name]
    assert operator.name == name
    assert operator.source == (taken.startswith("-") or taken == "")
    assert list(operator.inputs) == [kind for kind in taken.split() if kind != "-"]
    assert operator.output == given
    assert (operator.tier == "execute") == (name == "test.run") and operator.doc and operator.version >= 1
    assert "text" not in operator.inputs
    if operator.output not in ("same", "text"):
        assert operator.gives(None) in VIEWS[operator.view]
    for argument in operator.args:
        assert argument.doc
        if argument.default is not None:
            assert check(argument, argument.default, None) == argument.default


def test_the_table_is_complete() -> None:
    assert set(SPEC) == set(OPERATORS)


def test_fields_are_those_of_the_rows() -> None:
    for kind, row in (("symbols", Symbol), ("sites", Site), ("files", File)):
        for name in FIELDS[kind]:  # type: ignore[index]
            assert hasattr(row, name) or (kind, name) == ("symbols", "symbol")


def run(world: Any, name: str, rows: Any = None, **args: Any) -> Any:
    operator = OPERATORS[name]
    defaults = {a.name: a.default for a in operator.args if a.default is not None}
    return operator.run(world, {**defaults, **args}, rows)


def names(answer: Any) -> list[str]:
    return [row.id for row in answer.rows]


def test_dependents_are_explained_by_their_edges(world: Any) -> None:
    (row,) = run(world, "code.explain", run(world, "code.impact", symbol="load", file="a.py", depth=1).rows).rows
    assert dict(row.values)["path"] == "b.py" and dict(row.values)["subject"] == "a.py::load"
    assert dict(row.values)["because"] == (("class Store defines load", "a.py:1:1"),)


def test_symbols_of_several_subjects_come_once(world: Any) -> None:
    assert names(run(world, "code.symbols", symbol=("save", "load"))) == ["b.py::save", "a.py::load", "b.py::load"]
    assert names(run(world, "code.symbols", symbol=("load", "a.py::load"))) == ["a.py::load", "b.py::load"]
    assert names(run(world, "code.symbols", symbol="load", file="b.py")) == ["b.py::load"]


def test_one_symbol_is_wanted_and_several_fit(world: Any) -> None:
    with pytest.raises(Stop) as stop:
        run(world, "code.symbols", symbol="load", one=True)
    lesson = stop.value.lesson
    assert (lesson.code, lesson.exit, lesson.candidates) == ("ambiguous", 4, ("a.py::load", "b.py::load"))
    assert "2 symbols" in lesson.message
    assert names(run(world, "code.symbols", symbol="save", one=True)) == ["b.py::save"]


def test_symbols_of_files_and_around_sites(world: Any) -> None:
    files = run(world, "repo.files").rows
    assert names(run(world, "code.symbols", files)) == ["a.py::f", "b.py::f"]
    sites = run(world, "code.refs", symbol="load").rows
    assert names(run(world, "code.symbols", sites)) == ["b.py::f"]
    assert names(run(world, "code.symbols", ())) == []


def test_callers_are_the_sites_that_call(world: Any) -> None:
    target = run(world, "code.symbols", symbol="load", file="a.py").rows
    assert {row.role for row in run(world, "code.refs", target).rows} == {"call", "import"}
    assert {row.role for row in run(world, "code.callers", target).rows} == {"call"}


def test_impact_of_symbols_and_of_files(world: Any) -> None:
    target = run(world, "code.symbols", symbol="load", file="a.py").rows
    assert run(world, "code.impact", target, depth=2).rows[0].of == "a.py::load"
    assert run(world, "code.impact", run(world, "repo.files").rows).rows[0].of == "a.py::f"
    assert world.calls[-3:] == ["files", "symbols_in", "dependents 3"]


def test_context_reads_shown_lines_once_and_bodies(world: Any) -> None:
    sites = run(world, "code.refs", symbol="load").rows
    assert [(row.path, row.first_line) for row in run(world, "code.context", sites).rows] == [
        ("b.py", n) for n in (2, 5, 9)
    ]
    target = run(world, "code.symbols", symbol="load").rows
    path = (Record("path", (("sites", ("b.py:2:5", "a.py:1:5")), ("symbols", ("b.py::f", "a.py", "a.py::load")))),)
    other = (Record("count", (("sites", 3),)),)
    assert [(row.path, row.first_line) for row in run(world, "code.context", (*path, *other)).rows] == [
        ("a.py", 1),
        ("b.py", 2),
    ]
    assert [row.symbol for row in run(world, "code.context", target, mode="body").rows] == ["a.py::load", "b.py::load"]
    assert [row.symbol for row in run(world, "code.context", sites, mode="body").rows] == ["b.py::f"]


def test_lines_of_failures_are_those_of_their_frames(world: Any) -> None:
    failures = run(world, "evidence.failures").rows
    assert [(row.path, row.first_line) for row in run(world, "code.context", failures).rows] == [
        ("b.py", 2),
        ("tests/test_b.py", 4),
    ]
    bodies = run(world, "code.context", failures, mode="body").rows
    assert [row.symbol for row in bodies] == ["b.py::f", "tests/test_b.py::f"]


def test_changed_files_stand_for_what_changed_in_them(world: Any) -> None:
    changes = run(world, "repo.changed").rows
    assert [(row.id, row.change) for row in run(world, "code.symbols", changes).rows] == [("b.py::save", "body")]
    assert names(run(world, "code.symbols", (*changes, File("a.py", "python", "1", 1)))) == ["b.py::save", "a.py::f"]
    silent = (run(world, "code.symbols", changes).rows[0]._replace(change="text"),)
    assert run(world, "code.impact", silent).rows == () == run(world, "code.related_tests", silent).rows
    assert run(world, "code.refs", silent, broken=True).rows == ()


def test_all_tests_where_nothing_narrower_is_enough(world: Any) -> None:
    changes = run(world, "repo.changed").rows
    assert names(run(world, "code.related_tests", changes, wide=True)) == ["tests/test_b.py::test_save"]
    other = run(world, "code.symbols", symbol="load").rows
    assert names(run(world, "code.related_tests", other, wide=True)) == ["."]
    assert names(run(world, "code.related_tests", other)) == []
    setup = File("setup.cfg", "config", "1", 1, "modified")
    everything, *others = run(world, "code.related_tests", (*changes, setup), wide=True).rows
    assert everything.of == "configuration changed setup.cfg" and [row.id for row in others]


def test_a_data_file_stands_for_what_names_it(world: Any) -> None:
    changes = (File("table.csv", "", "1", 1, "modified"),)
    run(world, "code.related_tests", changes)
    assert "search table.csv" in world.calls


def test_failures_of_what_was_named(world: Any) -> None:
    test = "tests/test_b.py::test_save"
    assert [row.test for row in run(world, "evidence.failures", symbol=test).rows] == [test]
    assert [row.test for row in run(world, "evidence.failures", symbol="save").rows] == [test]
    with pytest.raises(Stop) as stop:
        run(world, "evidence.failures", symbol="a.py::load")
    assert stop.value.lesson.code == "no_failure"


def test_a_join_names_culprits_or_says_where_failures_came_from(world: Any) -> None:
    (culprit,) = run(world, "evidence.join", on="failing_in_changed").rows
    assert (culprit.kind, dict(culprit.values)["symbol"]) == ("culprit", "b.py::save")
    assert run(world, "evidence.join", on="untouched_failures").rows == ()
    assert run(world, "evidence.join", on="failing_in_changed").inputs == (
        ("run", "run:0000000000000000"),
        ("base", "tree:0"),
    )
    world.edited = ()
    (suspect,) = run(world, "evidence.join", on="failing_in_changed").rows
    assert (suspect.kind, dict(suspect.values)["symbol"]) == ("suspect", "b.py::f")
    assert [row.kind for row in run(world, "evidence.join", on="untouched_failures").rows] == ["cause"]


def test_runs_beside_each_other(world: Any) -> None:
    with pytest.raises(Stop):
        run(world, "evidence.join", on="between_runs")
    answer = run(world, "evidence.join", on="between_runs", run="run:2", against="run:1")
    assert [row.kind for row in answer.rows] == ["persisting"]
    assert answer.inputs == (("run", "run:2"), ("against", "run:1"))
    told = run(world, "evidence.diff", run="run:2", against="run:1").rows
    assert [(row.path, row.first_line, row.text) for row in told] == []  # only the numbers differ
    assert run(world, "evidence.diff", run="run:a", against="run:b").rows[0].text == "of run:a"


def test_tests_are_run_by_their_ids(world: Any) -> None:
    tests = run(world, "code.related_tests", run(world, "repo.changed").rows).rows
    run(world, "test.run", tests)
    assert world.calls[-1] == "run python -m pytest tests/test_b.py::test_save"
    run(world, "test.run", command="make 'all tests'")
    assert world.calls[-1] == "run make all tests"
    assert run(world, "test.run", ()).notes[0].code == "no_test_to_run"
    for args in ({}, {"command": "'"}, {"command": " "}):
        with pytest.raises(Stop):
            run(world, "test.run", **args)


ROWS: tuple[Row, ...] = (
    File("b", "go", "1", 5),
    File("a", "python", "2", 50),
    File("c", "python", "3", 7, "added"),
)


@pytest.mark.parametrize(
    ("condition", "paths"),
    [
        ("language == python", "ac"),
        ("language != python", "b"),
        ("language = go", "b"),
        ("language ~ yth", "ac"),
        ("size > 6", "ac"),
        ("size <= 7", "bc"),
        ("path >= b", "bc"),
        ("change == ", "ba"),
        ("size > six", ""),
    ],
)
def test_where(world: Any, condition: str, paths: str) -> None:
    assert "".join(row.path for row in run(world, "evidence.where", ROWS, cond=condition).rows) == paths


def test_flags_are_spelled_as_in_json() -> None:
    assert meets(True, "==", "true") and not meets(False, "==", "True")


def test_group_counts_and_orders(world: Any) -> None:
    grouped = run(world, "evidence.group", ROWS, field="language").rows
    assert [dict(row.values) for row in grouped] == [
        {"count": 2, "field": "language", "value": "python"},
        {"count": 1, "field": "language", "value": "go"},
    ]
    assert run(world, "evidence.group", grouped, field="count").rows[0] == Record(
        "group", (("count", 1), ("field", "count"), ("value", "1"))
    )


def test_top_counts_what_it_leaves_out(world: Any) -> None:
    answer = run(world, "evidence.top", ROWS, n=2)
    assert (answer.rows, answer.omitted) == (ROWS[:2], 1)
    assert run(world, "evidence.top", ROWS, n=9).omitted == 0


def test_count(world: Any) -> None:
    assert run(world, "evidence.count", ROWS).rows == (Record("count", (("count", 3),)),)
