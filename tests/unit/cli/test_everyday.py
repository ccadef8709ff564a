"""The everyday views over a small repository: what a file defines, and what is called like a pattern."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxask.cli.main import run
from ctxask.ops.code_find import likeness, needles

FILES = {
    "shop/orders.py": "LIMIT = 3\n\n\nclass OrderBook:\n    size = 0\n\n    def get_order(self, key):\n"
    "        def inner():\n            return key\n\n        return inner()\n\n\n"
    "def order_total(order):\n    return LIMIT\n",
    "shop/getters.py": "def get(key):\n    return key\n\n\nclass Order:\n    pass\n",
    "tests/test_orders.py": "def order():\n    return 1\n",
    "web/cart.ts": "export class Cart {\n  getOrder(key: string): string {\n    return key;\n  }\n}\n",
    "kinds.py": "class Base:\n    def run(self): ...\n\n\nclass Near(Base):\n    def run(self): ...\n\n\n"
    "class Far(Near):\n    def run(self): ...\n\n\ndef made(base):\n    class Inner(base): ...\n\n    return Inner\n\n"
    "\nclass Made(Base, made(int)): ...\n",
    "tests/test_kinds.py": "from kinds import Base\n\n\nclass Stub(Base): ...\n",
    "handed.py": "class Handed: ...\n\n\nKINDS = [Handed]\n",
    "go/main.go": "package main\n\nfunc GetOrder(key string) string {\n\treturn key\n}\n",
}


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    for name, text in FILES.items():
        (tmp_path / "repo" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / name).write_text(text)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))

    def answered(*arguments: str, code: int = 0) -> Any:
        assert run(["-C", str(tmp_path / "repo"), *arguments, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return answered


def found(document: Any) -> list[str]:
    return [candidate["symbol"] for candidate in document["candidates"]]


def outlined(document: Any) -> dict[str, list[tuple[str, str, int, int]]]:
    return {
        file["path"]: [(entry["kind"], entry["name"], entry["line"], entry["last"]) for entry in file["outline"]]
        for file in document["candidates"]
    }


def test_an_outline_is_what_the_file_defines_in_its_order(ask: Any) -> None:
    assert outlined(ask("outline", "shop/orders.py")) == {
        "shop/orders.py": [
            ("constant", "LIMIT", 1, 1),
            ("class", "OrderBook", 4, 11),
            ("attribute", "OrderBook.size", 5, 5),
            ("method", "OrderBook.get_order", 7, 11),
            ("function", "OrderBook.get_order.inner", 8, 9),
            ("function", "order_total", 14, 15),
        ]
    }


def test_folders_definitions_and_other_languages_have_outlines(ask: Any) -> None:
    assert list(outlined(ask("outline", "shop"))) == ["shop/getters.py", "shop/orders.py"]
    inside = outlined(ask("outline", "OrderBook"))["shop/orders.py"]
    assert [name for _, name, _, _ in inside] == [
        "OrderBook",
        "OrderBook.size",
        "OrderBook.get_order",
        "OrderBook.get_order.inner",
    ]
    assert outlined(ask("outline", "web/cart.ts"))["web/cart.ts"][1][:2] == ("method", "Cart.getOrder")
    assert ask("outline", "shop/nowhere.py", code=3)["error"]["code"] in ("no_symbol", "no_such_file")


def test_an_outline_fits_and_its_pages_add_up(ask: Any) -> None:
    whole = outlined(ask("outline", "shop", "--budget", "0"))
    pages: list[Any] = []
    cursor: str | None = ""
    while cursor is not None:
        pages.append(ask("outline", "shop", "--budget", "1500", *(("--cursor", cursor) if cursor else ())))
        cursor = pages[-1]["cursor"]
    walked = [(path, entry) for page in pages for path, entries in outlined(page).items() for entry in entries]
    assert len(pages) > 1 and len(walked) == len(set(walked))
    assert sorted(walked) == sorted((path, entry) for path, entries in whole.items() for entry in entries)
    assert ask("outline", "shop")["budget"]["max_bytes"] == 4096


def test_the_most_alike_comes_first(ask: Any) -> None:
    assert found(ask("find", "get")) == [
        "shop/getters.py::get",
        "go/main.go::GetOrder",
        "web/cart.ts::Cart.getOrder",
        "shop/orders.py::OrderBook.get_order",
    ]
    assert found(ask("find", "order"))[0] == "tests/test_orders.py::order", "equal before alike"
    assert found(ask("find", "Order", "--kind", "class")) == ["shop/getters.py::Order", "shop/orders.py::OrderBook"]
    assert found(ask("find", "get_*")) == ["shop/orders.py::OrderBook.get_order"]
    assert found(ask("find", "OrderBook.get")) == ["shop/orders.py::OrderBook.get_order"]


def test_names_that_are_equal_only_after_normalisation_are_found(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "repo/wide.py").write_text("def ｇｅｔ_wide():\n    pass\n", encoding="utf-8")
    assert found(ask("find", "get_wide")) == found(ask("find", "ｇｅｔ_wide")) == ["wide.py::get_wide"]


def test_nothing_found_is_a_claim(ask: Any) -> None:
    assert ask("find", "nowhere_at_all")["claim"] == {"state": "proven", "blockers": {}}


def test_a_hierarchy_has_both_directions_and_fits(ask: Any) -> None:
    base = ask("hierarchy", "kinds.py::Base")
    assert [(row["group"], row["hop"], row["symbol"], row.get("of", "")) for row in base["candidates"]] == [
        ("subclass", 1, "kinds.py::Near", ""),
        ("subclass", 1, "kinds.py::Made", ""),
        ("subclass", 1, "tests/test_kinds.py::Stub", ""),
        ("subclass", 2, "kinds.py::Far", "kinds.py::Near"),
    ]
    assert base["totals"] == {"subclass": 4} and "claim" not in base
    assert base["completeness"] == {"page": "complete", "reasons": ["dynamic_bases"], "set": "partial"}
    method = ask("hierarchy", "Far.run")
    assert [(row["group"], row["symbol"]) for row in method["candidates"]] == [
        ("overridden", "kinds.py::Near.run"),
        ("overridden", "kinds.py::Base.run"),
    ]
    assert method["claim"]["state"] == "none_found", "an unknown base in the file may be it"
    assert method["budget"]["max_bytes"] == 4096
    assert ask("hierarchy", "order_total", code=2)["error"]["code"] == "no_class"


def test_nothing_below_is_proven_where_no_value_of_it_goes_anywhere(ask: Any) -> None:
    assert ask("hierarchy", "OrderBook")["claim"] == {"state": "proven", "blockers": {}}
    assert ask("hierarchy", "Handed")["claim"]["blockers"] == {"used_as_value": 1}


def test_a_hierarchy_is_a_tree(ask: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["-C", str(tmp_path / "repo"), "hierarchy", "kinds.py::Base", "--format", "tree"]) == 0
    lines = capsys.readouterr().out.splitlines()
    near = next(number for number, line in enumerate(lines) if "Near" in line)
    far = next(number for number, line in enumerate(lines) if "Far" in line)
    assert far == near + 1 and lines[far].index("Far") > lines[near].index("Near"), "it hangs on what stands between"


def test_what_is_unused_is_listed_by_what_that_is_worth(ask: Any) -> None:
    answer = ask("unused", "shop")
    told = [(row["symbol"], row["claim"]["state"], row.get("tests", 0)) for row in answer["candidates"]]
    assert told == [
        ("shop/orders.py::OrderBook.get_order", "proven", 0),
        ("shop/getters.py::get", "none_found", 0),
        ("shop/getters.py::Order", "none_found", 0),
        ("shop/orders.py::OrderBook", "none_found", 0),
        ("shop/orders.py::order_total", "none_found", 0),
    ]
    assert answer["totals"] == {"proven": 1, "none_found": 4} and answer["completeness"]["set"] == "complete"
    assert answer["budget"] == {"max_bytes": 4096, "used_bytes": answer["budget"]["used_bytes"]}
    assert ask("unused", "shop/nowhere.py", code=3)["error"]["code"] in ("no_symbol", "no_such_file")


@pytest.mark.parametrize(
    ("pattern", "name", "rank"),
    [
        ("get", "Book.get", 0),
        ("Book.get", "Book.get", 0),
        ("get", "Get", 1),
        ("get", "get_order", 2),
        ("order", "get_order", 3),
        ("bookOrd", "order_book", 3),
        ("rder", "get_order", 4),
        ("get", "target", 4),
        ("get_?", "get_a", 0),
        ("get", "Get.other", None),
        ("get_*", "forget_it", None),
    ],
)
def test_how_alike_a_name_is(pattern: str, name: str, rank: int | None) -> None:
    assert likeness(pattern, name) == rank
    if rank is not None:
        assert all(needle in name.lower() for needle in needles(pattern)), "a file that defines it holds the needles"
