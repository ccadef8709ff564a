"""Walks of the graph of dependence: by hop, to the tests, along calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.resolve import graph
from ctxask.world_view import View

REPO = Path(__file__).parents[2] / "repos" / "dependence.txt"
Open = Callable[[Mapping[str, bytes]], View]


@pytest.fixture
def view(opened: Open) -> View:
    text = re.sub(r"(?m)[ \t]*#: .*$", "", REPO.read_text(encoding="utf-8"))
    parts = re.split(r"(?m)^-- (\S+) --\n", text)
    return opened({path: body.encode() for path, body in zip(parts[1::2], parts[2::2], strict=True)})


def hops(view: View, subject: str, depth: int = 3) -> list[tuple[int, str, str, str]]:
    rows = view.dependents(view.find(subject, None).rows, depth).rows
    return [(row.hop, row.id, row.role, row.of) for row in rows]


def test_dependents_stand_at_their_nearest_hop(view: View) -> None:
    assert hops(view, "Store.get") == [
        (1, "service.py::fetch", "call", "store.py::Store.get"),
        (1, "store.py::Cached.get", "override", "store.py::Store.get"),
        (2, "service.py::fetch_all", "call", "service.py::fetch"),
        (2, "service.py::schedule", "value", "service.py::fetch"),
        (3, "cli.py::main", "call", "service.py::fetch_all"),
        (3, "tests/test_service.py::test_fetch_all", "call", "service.py::fetch_all"),
    ]


def test_a_smaller_depth_is_a_prefix(view: View) -> None:
    whole = hops(view, "load", 6)
    for depth in (1, 2, 3):
        assert hops(view, "load", depth) == [row for row in whole if row[0] <= depth]


def test_a_trail_leads_from_the_subject_by_sites_that_are_there(view: View) -> None:
    symbols = view.find("Store.get", None).rows
    for row in view.dependents(symbols, 3).rows:
        assert (row.trail[0], row.trail[-2], row.trail[-1]) == (symbols[0].id, row.of, row.id)
        assert len(row.trail) == row.hop + 1
        path, line, col = row.via.rsplit(":", 2)
        (before,) = view.find(row.of, None).rows
        sites = {(s.path, s.line, s.col): s.role for s in view.references([before]).rows}
        assert sites[path, int(line), int(col)] == row.role


def test_a_bound_is_said(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "EXPANDED", 2)
    answer = view.dependents(view.find("Store.get", None).rows, 3)
    assert answer.omitted > 0
    assert [note.count for note in answer.notes if note.code == "bounded_walk"] == [answer.omitted]


def related(view: View, subject: str) -> list[tuple[str, int, str, tuple[str, ...]]]:
    rows = view.related_tests(view.find(subject, None).rows).rows
    return [(row.id, row.hop, row.role, row.trail) for row in rows]


def test_related_tests_come_with_the_path(view: View) -> None:
    assert related(view, "service.py::fetch") == [
        (
            "tests/test_service.py::test_fetch_all",
            2,
            "call",
            ("service.py::fetch", "service.py::fetch_all", "tests/test_service.py::test_fetch_all"),
        )
    ]
    test = "tests/test_service.py::TestNothing.test_nothing"
    assert related(view, "test_nothing") == [(test, 0, "subject", (test,))]


def test_file_names_are_the_last_resort(view: View) -> None:
    assert [row[:3] for row in related(view, "alone")] == [("tests/test_lonely.py", 1, "name_only")]
    assert related(view, "main") == []


@pytest.mark.parametrize(("hops", "within"), [(1, 1), (2, 2), (5, None)])
def test_the_nearest_tests_stand_for_none_within_the_hops(view: View, hops: int, within: int | None) -> None:
    answer = view.related_tests(view.find("service.py::fetch", None).rows, hops=hops)
    assert [row.hop for row in answer.rows] == [2]
    assert [note.count for note in answer.notes if note.code == "tests_within"] == ([within] if within else [])


def test_each_symbol_has_its_nearest_tests(view: View) -> None:
    near, far = view.find("service.py::fetch_all", None).rows[0], view.find("store.py::Store.get", None).rows[0]
    (test,) = view.related_tests([near, far], hops=1).rows
    assert set(test.reaches) == {near.id, far.id}
