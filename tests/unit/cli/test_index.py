"""`ctx index`: indexes are ingested, listed and dropped, and answers know of it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ctxask.cli.main import run
from tests.unit.scip_index import Spot, document, head

SHOP = "def load():\n    return 1\n\n\ndef save(item):\n    item.load()\n    other.load()\n"
LOAD = "t py shop 1 shop/load()."
INDEX = head() + document("shop.py", SHOP, [Spot("load", 1, LOAD, True), Spot("load", 2, LOAD)])


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, and an index of it beside it."""
    root = tmp_path / "shop"
    root.mkdir()
    (root / "shop.py").write_text(SHOP)
    (tmp_path / "index.scip").write_bytes(INDEX)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return root


def ctx(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code = run(["-C", str(root), *arguments, "--json"])
    document = json.loads(capsys.readouterr().out)
    return document | {"exit": code} if code else document


def evidence(root: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (candidate,) = ctx(root, capsys, "locate", "load")["candidates"]
    return [site.get("evidence", "scope") for file in candidate["files"] for site in file["sites"]]


def test_an_index_is_heard_until_it_is_dropped(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(shop.parent / "index.scip")
    assert evidence(shop, capsys) == []
    assert ctx(shop, capsys, "index", "--scip", file)["ingested"] == {"name": "scip-test", "files": 1, "left_out": {}}
    assert evidence(shop, capsys) == ["checker"]
    assert ctx(shop, capsys, "index")["indexes"] == [{"name": "scip-test", "tool": "scip-test 1.0", "files": 1}]
    assert ctx(shop, capsys, "doctor")["indexes"][0]["name"] == "scip-test"
    assert ctx(shop, capsys, "index", "--drop", "scip-test")["dropped"] == 1
    assert evidence(shop, capsys) == []


def test_the_same_tool_replaces_its_index_and_another_one_stands_beside_it(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool, version in (("scip-test", "1.0"), ("scip-test", "2.0"), ("other", "1")):
        (shop.parent / "index.scip").write_bytes(head(tool, version) + INDEX[len(head()) :])
        ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    assert [row["tool"] for row in ctx(shop, capsys, "index")["indexes"]] == ["other 1", "scip-test 2.0"]
    assert ctx(shop, capsys, "index", "--drop", "all")["dropped"] == 2


def test_an_index_of_a_part_counts_its_paths_from_there(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "web").mkdir()
    (shop / "shop.py").rename(shop / "web" / "shop.py")
    body = INDEX[len(head()) :]
    (shop.parent / "index.scip").write_bytes(head(root=(shop / "web").as_uri()) + body)
    assert ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))["ingested"]["name"] == "scip-test:web"
    assert evidence(shop, capsys) == ["checker"]
    (shop.parent / "index.scip").write_bytes(head(root="file:///elsewhere") + body)
    told = ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"), "--at", "web")
    assert [row["name"] for row in told["indexes"]] == ["scip-test:web"]
    outside = ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"), "--at", "../web")
    assert (outside["exit"], outside["error"]["code"]) == (2, "usage")


def test_what_is_stale_is_said(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    (shop / "shop.py").write_text("\n" + SHOP)
    assert ctx(shop, capsys, "index")["indexes"][0]["stale"] == 1
    assert evidence(shop, capsys) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "bad_index"), (INDEX[:-2], "bad_index"), (b"no index at all", "bad_index"), (head(), "bad_index")],
)
def test_what_cannot_be_ingested_leaves_what_was_kept(
    shop: Path, capsys: pytest.CaptureFixture[str], data: bytes, code: str
) -> None:
    file = shop.parent / "index.scip"
    ctx(shop, capsys, "index", "--scip", str(file))
    before = sorted((shop.parent / "home" / "indexes").rglob("*"))
    file.write_bytes(data)
    assert ctx(shop, capsys, "index", "--scip", str(file))["error"]["code"] == code
    assert sorted((shop.parent / "home" / "indexes").rglob("*")) == before
    assert evidence(shop, capsys) == ["checker"]


def test_a_damaged_index_costs_its_word_and_no_answer(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    (kept,) = (shop.parent / "home" / "indexes").rglob("*.index")
    os.truncate(kept, kept.stat().st_size // 2)
    os.utime(kept)
    assert evidence(shop, capsys) == []
    kept.write_bytes(b"no database")
    assert ctx(shop, capsys, "index")["indexes"] == [{"name": "", "refused": "it cannot be read"}]
    assert evidence(shop, capsys) == []


def test_an_index_of_another_format_or_version_is_not_heard(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop.parent / "index.scip").write_bytes(head("pyrefly", "0.1") + INDEX[len(head()) :])
    ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    assert "is the version whose reports are known" in ctx(shop, capsys, "index")["indexes"][0]["refused"]
    assert evidence(shop, capsys) == []
    (shop.parent / "index.scip").write_bytes(INDEX)
    ctx(shop, capsys, "index", "--drop", "all")
    ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    (kept,) = (shop.parent / "home" / "indexes").rglob("*.index")
    database = sqlite3.connect(kept)
    database.execute("UPDATE head SET format = 0, data = '[]'")
    database.commit()
    database.close()
    assert ctx(shop, capsys, "index")["indexes"][0]["refused"] == "another version of ctx made it"
    assert evidence(shop, capsys) == []


def test_the_indexes_of_a_repository_that_is_gone_go(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ctx(shop, capsys, "index", "--scip", str(shop.parent / "index.scip"))
    (kept,) = (shop.parent / "home" / "indexes").rglob("*.index")
    (kept.parent / ".new-1-interrupted").touch()
    assert ctx(shop, capsys, "index", "--gc")["removed"] == 1 and kept.exists()
    shop.rename(shop.parent / "moved")
    ctx(shop.parent / "moved", capsys, "index", "--gc")
    assert not kept.exists()


def test_nothing_is_opened_where_nothing_was_ingested(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = (
        "import sys; from ctxask.cli.main import run; code = run(sys.argv[1:]);"
        " print([name for name in sys.modules if name in ('ctxask.facts.index', 'ctxask.resolve.checker')])"
    )
    command = [sys.executable, "-c", program, "-C", str(shop), "locate", "load", "--format", "lines"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
