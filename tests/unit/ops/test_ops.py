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
    "code.search": ("", "sites"),
    "code.context": ("sites symbols failures", "text"),
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
    assert operator.tier == ("execute" if name == "test.run" else "observe") and operator.doc and operator.version >= 1
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
    assert [row.symbol for row in run(world, "code.context", target, mode="body").rows] == ["a.py::load", "b.py::load"]
    assert [row.symbol for row in run(world, "code.context", sites, mode="body").rows] == ["b.py::f"]


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
