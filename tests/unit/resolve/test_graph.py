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


def paths(view: View, start: str, to: str, depth: int = 4) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    rows = view.paths(view.find(start, None).rows, to, depth).rows
    return [(values["symbols"], values["sites"]) for row in rows for values in [dict(row.values)]]  # type: ignore[union-attr]


def test_the_shortest_call_path(view: View) -> None:
    route = ("cli.py::main", "service.py::fetch_all", "service.py::fetch", "store.py::Store.get")
    assert paths(view, "main", "Store.get") == [(route, ("cli.py:5:20", "service.py:9:13", "service.py:5:18"))]
    assert paths(view, "main", "Store.get", depth=2) == []


def test_construction_goes_on_into_the_initialiser(view: View) -> None:
    assert paths(view, "store.py::Store", "load") == [(("store.py::Store", "store.py::load"), ("store.py:3:21",))]


def test_every_endpoint_once_and_what_cannot_be_followed(view: View) -> None:
    ends = [route[-1] for route, _ in paths(view, "main", "")]
    assert len(ends) == len(set(ends)) and "store.py::Store.get" in ends
    notes = view.paths(view.find("dynamic", None).rows, "", 3).notes
    assert [(note.code, note.count) for note in notes] == [("unresolved_parameter", 1)]
