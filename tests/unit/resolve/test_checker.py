"""What an ingested index changes in an answer, and what it must not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.facts.indexes import indexes_of
from ctxask.ingest import ingest_scip
from ctxask.lesson import Stop
from ctxask.repo import place
from ctxask.rows import Note, Site
from ctxask.world_view import View, open_world
from tests.unit.scip_index import Spot, document, head

SHOP = """\
class Base:
    def area(self):
        return 0


class Square(Base):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side


class Other:
    def area(self):
        return 1


def total(shapes, scale=1):
    return sum(one.area() for one in shapes)
"""
USE = """\
from shop import Square, total as add


def measure(first, second, third, fourth):
    first.area()
    second.area()
    third.area()
    fourth.area()
    Square(1).area()
    return add([], scale=2)
"""
FILES = {"shop.py": SHOP.encode(), "use.py": USE.encode()}
BASE, SQUARE, OTHER = (f"t py shop 1 shop/{name}#" for name in ("Base", "Square", "Other"))
AREAS = [Spot("area", nth, f"{cls}area().", True) for nth, cls in enumerate((BASE, SQUARE, OTHER), 1)]
SHOP_SAYS = document(
    "shop.py",
    SHOP,
    [
        *AREAS,
        Spot("Base", 1, BASE, True),
        Spot("Square", 1, SQUARE, True),
        Spot("Other", 1, OTHER, True),
        Spot("__init__", 1, f"{SQUARE}__init__().", True),
        Spot("side", 2, f"{SQUARE}side.", True),
        Spot("total", 1, "t py shop 1 shop/total().", True),
        Spot("scale", 1, "t py shop 1 shop/total().(scale)", True),
        Spot("area", 4, f"{BASE}area()."),
    ],
    [(f"{SQUARE}area().", f"{BASE}area().")],
)
USE_SAYS = document(
    "use.py",
    USE,
    [
        Spot("area", 1, f"{SQUARE}area()."),
        Spot("area", 2, f"{BASE}area()."),
        Spot("area", 3, f"{OTHER}area()."),
        Spot("area", 4, "t py numpy 2 numpy/area()."),
        Spot("area", 5, f"{SQUARE}area()."),
        Spot("Square", 2, f"{SQUARE}__init__()."),
        Spot("add", 1, "t py shop 1 shop/total()."),
        Spot("add", 2, "t py shop 1 shop/total()."),
        Spot("scale", 1, "t py shop 1 shop/total()."),  # the fault of some checkers: a keyword is not the function
    ],
)
INDEX = head() + SHOP_SAYS + USE_SAYS
Open = Callable[[Mapping[str, bytes]], View]
Indexed = Callable[[Mapping[str, bytes], bytes], View]


@pytest.fixture
def indexed(opened: Open, tmp_path: Path) -> Indexed:
    """Writes the files and ingests an index of them."""

    def write(files: Mapping[str, bytes], index: bytes) -> View:
        opened(files)
        (tmp_path / "index.scip").write_bytes(index)
        ingest_scip(tmp_path / "repository", tmp_path / "index.scip")
        return again(tmp_path)

    return write


def again(tmp_path: Path) -> View:
    return open_world(tmp_path / "repository", (), (), "last", lambda: None)


def sites(view: View, subject: str, path: str = "use.py") -> dict[tuple[int, int], Site]:
    rows = view.references(view.find(subject, None).rows).rows
    return {(row.line, row.col): row for row in rows if row.path == path}


def buckets(view: View, subject: str) -> dict[int, tuple[str, str]]:
    return {line: (site.bucket, site.evidence) for (line, _), site in sites(view, subject).items()}


def test_a_place_that_the_index_knows_is_confirmed_or_ruled_out_by_it(indexed: Indexed) -> None:
    told = buckets(indexed(FILES, INDEX), "Square.area")
    assert told[5] == ("confirmed", "checker")
    assert told[7] == told[8] == ("ruled_out", "checker")
    assert told[9] == ("confirmed", "checker")


def test_who_is_meant_instead_is_named(indexed: Indexed) -> None:
    found = sites(indexed(FILES, INDEX), "Square.area")
    assert (found[7, 11].other, found[7, 11].target) == ("shop.py::Other.area", "exact")
    assert (found[8, 12].other, found[8, 12].target) == ("outside the repository", "external")


def test_a_base_that_is_meant_leaves_an_override_open(indexed: Indexed) -> None:
    view = indexed(FILES, INDEX)
    over, base = sites(view, "Square.area")[6, 12], sites(view, "Base.area")[6, 12]
    assert (over.bucket, over.mechanism, over.other) == ("undecided", "override", "shop.py::Base.area")
    assert (base.bucket, base.target) == ("confirmed", "dispatch")


def test_a_protocol_is_no_word_against_what_has_its_shape(indexed: Indexed) -> None:
    shop = "from typing import Protocol\n\n\nclass Shaped(Protocol):\n    def area(self): ...\n\n\n" + SHOP
    protocol = "t py shop 1 shop/Shaped#area()."
    areas = [Spot("area", nth, f"{cls}area().", True) for nth, cls in enumerate((BASE, SQUARE, OTHER), 2)]
    says = document("shop.py", shop, [Spot("area", 1, protocol, True), *areas])
    says += document("use.py", USE, [Spot("area", nth, protocol) for nth in (1, 5)])
    view = indexed(FILES | {"shop.py": shop.encode()}, head() + says)
    found = sites(view, "Square.area")
    assert (found[5, 11].bucket, found[5, 11].mechanism) == ("undecided", "protocol")
    assert (found[9, 15].bucket, found[9, 15].evidence) == ("confirmed", "scope")
    rows = {row.line: row for row in view.callees(view.find("measure", None).rows).rows if row.name == "area"}
    assert [rows[line].evidence for line in (5, 9)] == ["syntax", "scope"]


def test_a_keyword_is_no_use_of_the_function_whatever_the_index_says(indexed: Indexed) -> None:
    assert {site.col for site in sites(indexed(FILES, INDEX), "total").values() if site.line == 10} == {12}
    assert sites(indexed(FILES, INDEX), "total")[10, 12].role == "call"


def test_an_index_brings_sites_that_the_name_does_not_lead_to(indexed: Indexed) -> None:
    use = USE.replace("add([], scale=2)", "handlers[0]([])").replace("def measure", "handlers = [add]\n\n\ndef measure")
    says = document("use.py", use, [Spot("handlers", 2, "t py shop 1 shop/total().")])
    view = indexed(FILES | {"use.py": use.encode()}, head() + SHOP_SAYS + says)
    found = [site for site in sites(view, "total").values() if site.name == "handlers"]
    assert [(site.bucket, site.evidence, site.within) for site in found] == [("confirmed", "checker", "measure")]


def test_construction_is_of_the_class_though_the_index_names_the_constructor(indexed: Indexed) -> None:
    site = sites(indexed(FILES, INDEX), "Square")[9, 5]
    assert (site.bucket, site.evidence, site.role) == ("confirmed", "checker", "call")


def test_callees_are_who_the_index_says(indexed: Indexed) -> None:
    view = indexed(FILES, INDEX)
    rows = {row.line: row for row in view.callees(view.find("measure", None).rows).rows if row.name == "area"}
    assert [(rows[line].subject, rows[line].bucket, rows[line].evidence) for line in (5, 7, 8)] == [
        ("shop.py::Square.area", "confirmed", "checker"),
        ("shop.py::Other.area", "confirmed", "checker"),
        ("", "ruled_out", "checker"),
    ]


def test_where_it_and_scope_differ_the_checker_wins_and_it_is_counted(indexed: Indexed) -> None:
    says = document("use.py", USE, [Spot("area", 5, f"{OTHER}area().")])
    view = indexed(FILES, head() + SHOP_SAYS + says)
    site = sites(view, "Square.area")[9, 15]
    assert (site.bucket, site.mechanism) == ("ruled_out", "scope_disagrees")
    assert Note("checker_against_scope", 1, "use.py:9:15") in view.references(view.find("Square.area", None).rows).notes


def test_a_call_of_what_a_variable_holds_is_not_ruled_out_by_the_variable(indexed: Indexed) -> None:
    use = "from shop import total\n\nadd = total\nadd([])\n"
    says = document(
        "use.py", use, [Spot("add", 1, "t py shop 1 use/add.", True), Spot("add", 2, "t py shop 1 use/add.")]
    )
    site = sites(indexed(FILES | {"use.py": use.encode()}, head() + SHOP_SAYS + says), "total")[4, 1]
    assert (site.bucket, site.role, site.evidence) == ("confirmed", "call", "scope")


def test_why_names_the_tool(indexed: Indexed) -> None:
    view = indexed(FILES, INDEX)
    site = sites(view, "Square.area")[5, 11]
    (because,) = view.explain([site]).rows
    assert dict(because.values)["because"] == (("scip-test 1.0 says so", ""),)


def test_the_tool_is_named_with_its_version(indexed: Indexed) -> None:
    view = indexed(FILES, INDEX)
    assert ("indexes", "scip-test 1.0") in view.inputs
    notes = {note.code: note for note in view.references(view.find("Other.area", None).rows).notes}
    assert notes["by_checker"].text == "scip-test 1.0"


def test_a_file_that_changed_falls_back_and_is_counted(indexed: Indexed, tmp_path: Path) -> None:
    indexed(FILES, INDEX)
    (tmp_path / "repository" / "use.py").write_text("\n" + USE)
    view = again(tmp_path)
    assert {site.evidence for site in sites(view, "Square.area").values()}.isdisjoint({"checker"})
    assert Note("changed_since_indexed", 1, "use.py") in view.references(view.find("Square.area", None).rows).notes


def test_a_subject_that_changed_is_confirmed_where_it_was_and_rules_nothing_out(
    indexed: Indexed, tmp_path: Path
) -> None:
    indexed(FILES, INDEX)
    (tmp_path / "repository" / "shop.py").write_text(SHOP + "\n\ndef more():\n    pass\n")
    told = buckets(again(tmp_path), "Square.area")
    assert told[5] == ("confirmed", "checker")
    assert told[7][1] != "checker"


def test_a_file_that_the_index_does_not_have_is_ours_and_is_counted(indexed: Indexed) -> None:
    view = indexed(FILES, head() + SHOP_SAYS)
    assert {site.evidence for site in sites(view, "Square.area").values()}.isdisjoint({"checker"})
    assert Note("not_indexed", 1, "use.py") in view.references(view.find("Square.area", None).rows).notes


def test_buckets_still_hold_each_site_once(indexed: Indexed, tmp_path: Path) -> None:
    with_index = indexed(FILES, INDEX).references(again(tmp_path).find("Base.area", None).rows).rows
    indexes_of(place.find(tmp_path / "repository")).drop("")
    without = again(tmp_path).references(again(tmp_path).find("Base.area", None).rows).rows
    assert [site[:5] for site in with_index] == [site[:5] for site in without]
    assert len({site[1:4] for site in with_index}) == len(with_index)


@pytest.mark.parametrize("unit", ["utf-8", "utf-16", "utf-32"])
def test_columns_are_read_in_the_unit_of_the_index(indexed: Indexed, unit: str) -> None:
    use = 'from shop import total as add\ntext = "é𝒳"; add([]); é = add([])\n'
    says = document("use.py", use, [Spot("add", 2, f"{OTHER}area()."), Spot("add", 3, f"{OTHER}area().")], unit=unit)
    view = indexed(FILES | {"use.py": use.encode()}, head() + SHOP_SAYS + says)
    assert sorted(sites(view, "Other.area")) == [(2, 14), (2, 27)]


def test_an_index_without_a_unit_is_heard_only_where_every_unit_is_the_same_place(indexed: Indexed) -> None:
    use = 'from shop import total as add\nadd([]); text = "é"; add([])\n'
    says = document("use.py", use, [Spot("add", 2, f"{OTHER}area()."), Spot("add", 3, f"{OTHER}area().")], unit="")
    view = indexed(FILES | {"use.py": use.encode()}, head() + SHOP_SAYS + says)
    assert sorted(sites(view, "Other.area")) == [(2, 1)]


def test_an_index_of_other_text_is_refused(indexed: Indexed) -> None:
    moved = document("shop.py", "\n" + SHOP, AREAS)
    with pytest.raises(Stop, match="1 other text"):
        indexed(FILES, head() + moved)
    carried = document("shop.py", SHOP, AREAS, carries=SHOP + "# more\n")
    with pytest.raises(Stop, match="1 other text"):
        indexed(FILES, head() + carried)


def test_paths_outside_the_snapshot_are_left_out(indexed: Indexed) -> None:
    with pytest.raises(Stop, match="2 not covered"):
        indexed(FILES, head() + document("../shop.py", SHOP, AREAS) + document("gone.py", SHOP, AREAS))


def test_a_package_that_is_installed_as_well_is_not_outside(indexed: Indexed) -> None:
    says = document("use.py", USE, [Spot("area", 5, "t py shop 0.9 shop/Square#area().")])
    site = sites(indexed(FILES, head() + SHOP_SAYS + says), "Square.area")[9, 15]
    assert (site.bucket, site.evidence) == ("confirmed", "scope")


def test_typescript_is_joined_in_the_same_way(indexed: Indexed) -> None:
    shapes = "export class Square {\n  area() { return 1; }\n}\nexport class Other {\n  area() { return 2; }\n}\n"
    use = "export function measure(one: any, two: any) {\n  one.area();\n  return two.area();\n}\n"
    square, other = ("t npm shop 1 src/`shapes.ts`/Square#area().", "t npm shop 1 src/`shapes.ts`/Other#area().")
    says = document("src/shapes.ts", shapes, [Spot("area", 1, square, True), Spot("area", 2, other, True)])
    says += document("src/use.ts", use, [Spot("area", 1, square), Spot("area", 2, other)])
    view = indexed({"src/shapes.ts": shapes.encode(), "src/use.ts": use.encode()}, head() + says)
    found = sites(view, "Square.area", "src/use.ts")
    assert [(found[place].bucket, found[place].evidence) for place in ((2, 7), (3, 14))] == [
        ("confirmed", "checker"),
        ("ruled_out", "checker"),
    ]
    rows = view.callees(view.find("measure", None).rows).rows
    assert [(row.subject, row.role) for row in rows] == [
        ("src/shapes.ts::Square.area", "call"),
        ("src/shapes.ts::Other.area", "call"),
    ]
