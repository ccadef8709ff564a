"""From coverage of a captured run to what questions know by it: culprits in another order, tests that were seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ctxask

FILES = {
    "conftest.py": "",
    "shop/__init__.py": "",
    "shop/prices.py": """\
def abroad(cents):
    return cents * 2


def at_home(cents):
    return cents * 3


def price(cents, country):
    if country == "de":
        return at_home(cents)
    return abroad(cents)
""",
    "shop/hooks.py": """\
def hook(cents):
    return cents + 1
""",
    "tests/test_hooks.py": """\
import importlib


def test_by_name():
    assert getattr(importlib.import_module("shop." + "hooks"), "ho" + "ok")(1) == 2
""",
    "tests/test_prices.py": """\
from shop.prices import price


def test_home():
    assert price(1, "de") in (3, 4)


def test_abroad():
    assert price(1, "fr") == 2
""",
}
EDITS = (("cents * 2", "cents * (2 + 1)"), ("cents * 3", "cents * (3 + 1)"))


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def edit(root: Path, *edits: tuple[str, str], path: str = "shop/prices.py") -> None:
    text = (root / path).read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (root / path).write_text(text)


def ctx(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "ctxask", *arguments]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


def capture(root: Path, *options: str) -> int:
    return ctx(root, "run", *options, "--", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider").returncode


def culprits(root: Path, **slots: Any) -> list[str]:
    """`name how suspiciousness planes` of each, the likeliest first."""
    rows = ctxask.ask(root, intent="diagnose", **slots).document["candidates"]
    return [
        " ".join([row["symbol"].partition("::")[2], row["how"], str(row.get("suspiciousness", "-")), *row["planes"]])
        for row in rows
        if row["group"] == "culprits"
    ]


def chosen(root: Path, **slots: Any) -> dict[str, list[str]]:
    rows = ctxask.ask(root, intent="tests", **slots).document["candidates"]
    return {row["symbol"].partition("::")[2] or row["symbol"]: row["why"] for row in rows}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository with one commit, in which all tests pass."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "PYTEST_", "COV"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    root = tmp_path / "shop"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "base")
    return root


def test_what_was_executed_orders_what_is_reached(shop: Path) -> None:
    edit(shop, *EDITS)
    assert capture(shop) == 1
    assert culprits(shop) == ["at_home reached - static temporal", "abroad reached - static temporal"]
    assert capture(shop, "--coverage") == 1
    assert culprits(shop) == ["abroad observed 1000 observed static temporal", "at_home unexecuted 0 static temporal"]
    said = ctx(shop, "diagnose").stdout
    assert "abroad, changed: 1 failure, the failing tests executed it" in said and "suspiciousness 1000 of 1000" in said
    edit(shop, ("def price", "# a line more\n\ndef price"))
    assert culprits(shop)[:2] == ["at_home reached - static temporal", "abroad reached - static temporal"]


def test_a_run_says_whether_it_has_coverage(shop: Path) -> None:
    capture(shop)
    assert "coverage" not in ctx(shop, "runs", "show", "latest").stdout
    capture(shop, "--coverage")
    assert "with coverage: the lines that each of 3 tests executed" in ctx(shop, "runs", "show", "latest").stdout


def test_a_command_without_pytest_says_that_nothing_was_recorded(shop: Path) -> None:
    done = ctx(shop, "run", "--coverage", "--", "true")
    assert done.returncode == 0 and "no lines were recorded" in done.stdout


def test_tests_that_were_seen_are_run_again(shop: Path) -> None:
    before = chosen(shop, symbol="shop/hooks.py::hook")
    assert "test_by_name" not in before
    capture(shop, "--coverage")
    after = chosen(shop, symbol="shop/hooks.py::hook")
    assert after == {**before, "test_by_name": ["observed"]}
    assert ctx(shop, "runs", "rm", "latest").returncode == 0
    assert chosen(shop, symbol="shop/hooks.py::hook") == before, "what was answered is kept as long as the runs are"
    capture(shop, "--coverage")
    edit(shop, ("cents + 1", "cents + 1 + 0"), path="shop/hooks.py")
    assert chosen(shop)["test_by_name"] == ["observed"], "the run was made on the base"
    git(shop, "commit", "-qam", "another base")
    edit(shop, ("cents + 1", "cents + 2 - 1"), path="shop/hooks.py")
    assert "test_by_name" not in chosen(shop), "the lines are not those of the run"
    capture(shop, "--coverage")
    assert chosen(shop)["test_by_name"] == ["observed"]
    assert "test_by_name, seen to execute it" in ctx(shop, "tests").stdout


def test_tests_that_did_not_execute_a_changed_body_are_left_out(shop: Path) -> None:
    edit(shop, EDITS[0])
    everyone = chosen(shop)
    assert everyone.keys() == {"test_home", "test_abroad"}
    git(shop, "stash")
    capture(shop, "--coverage")
    git(shop, "stash", "pop")
    document = ctxask.ask(shop, intent="tests").document
    assert [row["test"] for row in document["candidates"]] == ["tests/test_prices.py::test_abroad"]
    (entry,) = [entry for entry in document["counterevidence"] if entry["kind"] == "unexecuted"]
    assert (entry["probes"], entry["counts"]) == (1, {"tests": 1})
    assert [row["test"] for row in entry["symbols"]] == ["tests/test_prices.py::test_home"]
    assert document["class"] == "observe" and document["inputs"]["run"].startswith("run:")
    assert "unexecuted_tests" in document["completeness"]["reasons"]
    assert "1 test that may reach it, and did not execute it in the run" in ctx(shop, "tests").stdout
    assert ctx(shop, "tests", "--format", "lines").stdout == "tests/test_prices.py::test_abroad\n"
    assert chosen(shop, no_run=True) == everyone
    edit(shop, ("def abroad(cents)", "def abroad(cents, more=0)"))
    assert chosen(shop) == everyone, "another signature concerns who calls it"


def test_a_run_of_other_files_leaves_nothing_out(shop: Path) -> None:
    capture(shop, "--coverage")
    (shop / "conftest.py").write_text("X = 1\n")
    git(shop, "commit", "-qam", "another base")
    edit(shop, EDITS[0])
    assert chosen(shop).keys() == {"test_home", "test_abroad"}
    assert "ran on other files: conftest.py" in ctx(shop, "tests").stdout


def test_what_a_test_leaves_behind_is_not_left_out(shop: Path) -> None:
    memo = "KNOWN = {}\n\n\ndef known(cents):\n    if cents not in KNOWN:\n        KNOWN[cents] = abroad(cents)\n"
    edit(shop, ("def price", f"{memo}    return KNOWN[cents]\n\n\ndef price"), ("return abroad", "return known"))
    test = shop / "tests" / "test_prices.py"
    test.write_text(f"{test.read_text()}\n\ndef test_again():\n    assert price(1, 'fr') == 2\n")
    git(shop, "commit", "-qam", "a memo")
    capture(shop, "--coverage")
    edit(shop, EDITS[0])
    assert chosen(shop).keys() == {"test_home", "test_abroad", "test_again"}
