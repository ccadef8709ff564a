"""Call paths: what leads on, which path is the canonical one, what is left out and what emptiness is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from ctxask.resolve import spines
from ctxask.rows import Record
from ctxask.world_view import View

Open = Callable[[Mapping[str, bytes]], View]

SHOP = {
    "shop.py": b"""\
from tools import logged, registry


def top():
    left()
    right()


def left():
    bottom()


def right():
    bottom()
    Order("a")


def bottom():
    return 1


class Base:
    def __init__(self):
        fill()


class Order(Base):
    table = fill_table()

    def __new__(cls, name):
        check(name)


def fill():
    loop()


def loop():
    again()


def again():
    loop()


def check(name):
    name.look_up()
    print(name)


@logged
@registry("x")
def decorated(size=bottom()):
    top()


def around():
    @logged
    def inside():
        top()

    return inside


def quiet():
    still()


def still():
    pass


def fill_table(): ...
""",
    "records.py": b"""\
from dataclasses import dataclass


@dataclass
class Line:
    count: int

    def __post_init__(self):
        check_line()


def check_line(): ...


def line():
    Line(1)
""",
    "tools.py": b"""\
def logged(function):
    note()
    return function


def note(): ...


def registry(name):
    def keep(function):
        return function

    return keep
""",
}


@pytest.fixture
def view(opened: Open) -> View:
    return opened(SHOP)


def walked(view: View, start: str, to: str = "", depth: int = 6) -> tuple[list[Any], dict[str, Any]]:
    """(stops, sites, roles) of each path without their files, and the record of the walk."""
    *rows, walk = view.paths(view.find(start, None).rows, to, depth).rows
    assert isinstance(walk, Record) and walk.kind == "walk"
    told = []
    for row in rows:
        assert isinstance(row, Record)
        values = dict(row.values)
        assert len(values["symbols"]) == len(values["sites"]) + 1 == len(values["roles"]) + 1
        stops = [stop.partition("::")[2] for stop in values["symbols"]]
        told.append((stops, [site.partition(":")[2] for site in values["sites"]], list(values["roles"])))
    return told, dict(walk.values)


def stops(view: View, start: str, to: str = "", depth: int = 6) -> list[list[str]]:
    return [stops for stops, _, _ in walked(view, start, to, depth)[0]]


def test_of_several_shortest_paths_the_first_by_code_point_is_it(view: View) -> None:
    assert walked(view, "top", "bottom")[0] == [(["top", "left", "bottom"], ["5:5", "10:5"], ["call", "call"])]


def test_construction_goes_on_into_what_makes_the_instance(view: View) -> None:
    assert walked(view, "right", "check")[0] == [
        (["right", "Order", "Order.__new__", "check"], ["15:5", "15:5", "31:9"], ["construct", "continues", "call"])
    ]
    assert stops(view, "right", "Base.__init__") == [["right", "Order", "Base.__init__"]]
    assert stops(view, "Order", "fill") == [["Order", "Base.__init__", "fill"]]


def test_a_class_body_and_what_stands_around_a_definition_run_where_it_is_made(view: View) -> None:
    assert stops(view, "right", "fill_table") == stops(view, "decorated", "registry") == []
    module = {stop for path in stops(view, "shop.py", depth=1) for stop in path}
    assert {"fill_table", "registry", "bottom", "logged", "registry.keep"} <= module and "top" not in module


def test_decorators_are_applied_by_what_makes_the_definition(view: View) -> None:
    assert walked(view, "around", "note")[0] == [(["around", "logged", "note"], ["58:6", "2:5"], ["decorator", "call"])]
    assert stops(view, "around", "top") == []


def test_every_endpoint_has_one_path_also_in_a_cycle(view: View) -> None:
    ends = [path[-1] for path in stops(view, "top")]
    assert len(ends) == len(set(ends)) and {"bottom", "Order", "loop", "again"} <= set(ends)
    assert stops(view, "loop", "loop") == [["loop", "again", "loop"]]


def test_construction_goes_on_into_what_a_made_up_init_calls(view: View) -> None:
    row = view.paths(view.find("line", None).rows, "check_line", 6).rows[0]
    assert isinstance(row, Record)
    names = [stop.partition("::")[2] for stop in dict(row.values)["symbols"]]
    assert names == ["line", "Line", "Line.__post_init__", "check_line"]


def test_what_leads_nowhere_is_counted_by_mechanism(view: View) -> None:
    walk = walked(view, "check")[1]
    assert dict(walk["closed"]) == {"external": 1, "parameter": 1}
    notes = view.paths(view.find("check", None).rows, "", 3).notes
    assert [(note.code, note.count) for note in notes] == [("calls_not_followed", 1)]


def test_emptiness_is_open_for_what_no_call_names(view: View) -> None:
    assert dict(walked(view, "quiet", "top")[1]["open"]) == {"unnamed_calls": 2}
    assert dict(walked(view, "left", "top")[1]["open"]) == {"unnamed_calls": 2}
    assert walked(view, "top", "bottom")[1]["open"] == ()


def left(walk: dict[str, Any]) -> dict[str, int]:
    return {name: left for name, _, left in walk["bounds"] if left}


def test_depth_is_a_bound_and_said(view: View) -> None:
    paths, walk = walked(view, "top", "loop", 3)
    assert not paths and left(walk) == {"depth": 2}
    assert stops(view, "top", "loop", 4) == [["top", "right", "Order", "Base.__init__", "fill", "loop"]]


@pytest.mark.parametrize(
    ("name", "bound", "said"),
    [("NODES", 3, {"nodes": 2}), ("EDGES", 3, {"edges": 2}), ("SITES", 1, {"sites": 2}), ("BODIES", 1, {"sites": 2})],
)
def test_other_bounds_are_said_apart(
    view: View, monkeypatch: pytest.MonkeyPatch, name: str, bound: int, said: dict[str, int]
) -> None:
    monkeypatch.setattr(spines, name, bound)
    answer = view.paths(view.find("top", None).rows, "", 2)
    walk = dict(answer.rows[-1].values)  # type: ignore[union-attr]
    assert {key: value for key, value in left(walk).items() if key != "depth"} == said
    assert answer.omitted == sum(said.values())


def test_a_larger_depth_begins_with_the_paths_of_a_smaller_one(view: View) -> None:
    whole = stops(view, "top", depth=6)
    for depth in (1, 2, 3, 4):
        near = stops(view, "top", depth=depth)
        assert near and all(path in whole for path in near)
