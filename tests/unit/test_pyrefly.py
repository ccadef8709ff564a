"""Running pyrefly: what it is given, that nothing of the repository steers it, and what is kept of its word."""

from __future__ import annotations

import importlib.metadata
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ctxask import pyrefly
from ctxask.cli.main import run
from ctxask.facts.indexes import ENGINES

SHOP = """\
class Base:
    def area(self) -> int:
        return 0


class Square(Base):
    def area(self) -> int:
        return 1


def square(cls: type = Base) -> Base:
    return cls()


def measure(one: Base, either: "Base | Other", scale: int = 1) -> int:
    return one.area() + either.area()


class Other:
    def area(self) -> int:
        return 2


measure(square(), square(), scale=2)
"""


def _installed() -> str:
    try:
        return importlib.metadata.version("pyrefly")
    except importlib.metadata.PackageNotFoundError:
        return ""


needs_pyrefly = pytest.mark.skipif(_installed() != ENGINES["pyrefly"], reason="the extra pyrefly is not installed")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose own settings would have pyrefly run a program."""
    root = tmp_path / "-shop [1]"
    (root / "src" / "shop").mkdir(parents=True)
    (root / "src" / "shop" / "__init__.py").write_text(SHOP)
    (root / "-c use.py").write_text("from shop import Square\n\n\ndef use():\n    return Square().area()\n")
    (root / "pyrefly.py").write_text("import pathlib; pathlib.Path('planted').touch()\n")
    spy = root / "python"
    spy.write_text(f"#!/bin/sh\ntouch '{tmp_path / 'ran'}'\n")
    spy.chmod(0o755)
    (root / "pyrefly.toml").write_text(f'python-interpreter-path = "{spy}"\nproject-excludes = ["**"]\n')
    (root / "pyproject.toml").write_text(f'[tool.pyrefly]\npython-interpreter-path = "{spy}"\n')
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return root


def ctx(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    run(["-C", str(root), *arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def test_names_of_folders_are_quoted_in_the_configuration() -> None:
    made = tomllib.loads(pyrefly.configuration(('src"]\npython-interpreter-path = "x', "é", ".")))
    assert made["search-path"] == ['source/src"]\npython-interpreter-path = "x', "source/é", "source"]
    assert made["skip-interpreter-query"] is True and "python-interpreter-path" not in made


@pytest.mark.parametrize(
    ("version", "told"),
    [("", "is not installed"), ("0.0.1", f"0.0.1 is installed; the reports of {ENGINES['pyrefly']} are known")],
)
def test_without_the_known_version_nothing_is_run(
    shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, version: str, told: str
) -> None:
    def found(name: str) -> str:
        if not version:
            raise importlib.metadata.PackageNotFoundError(name)
        return version

    def never(*arguments: object) -> object:
        raise AssertionError("something was started")

    monkeypatch.setattr(importlib.metadata, "version", found)
    monkeypatch.setattr(pyrefly, "start", never)
    error = ctx(shop, capsys, "index", "--engine", "pyrefly")["error"]
    assert error["code"] == "no_engine" and told in error["message"]
    assert "pip install" in ctx(shop, capsys, "doctor")["engines"]["pyrefly"]


def test_an_engine_that_makes_no_report_is_told_with_its_last_words(
    shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyrefly, "_installed", lambda: "1")
    monkeypatch.setattr(pyrefly, "NAME", "no_such_module_at_all")
    error = ctx(shop, capsys, "index", "--engine", "pyrefly")["error"]
    assert error["code"] == "engine_failed" and "No module named no_such_module_at_all" in error["message"]


@needs_pyrefly
def test_its_classes_and_its_faults(shop: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = sorted(shop.iterdir())
    assert ctx(shop, capsys, "index", "--engine", "pyrefly")["ingested"]["files"] == 3
    assert sorted(shop.iterdir()) == before and not (tmp_path / "ran").exists()

    calls = []
    for line in _export(shop, capsys, "calls"):
        callees = sorted(callee["symbol"].partition("::")[2] for callee in line["callees"])
        calls.append((line["line"], line["col"], line["evidence"], line["target"], callees))
    assert (16, 16, "checker", "dispatch", ["Base.area"]) in calls
    assert (16, 32, "checker", "ambiguous", ["Base.area", "Other.area"]) in calls
    assert (24, 1, "checker", "exact", ["measure"]) in calls
    assert (12, 12, "scope", "external", []) in calls  # it does not resolve this one

    (candidate,) = ctx(shop, capsys, "locate", "measure", "--budget", "0")["candidates"]
    roles = [(site["line"], site["role"]) for file in candidate["files"] for site in file["sites"]]
    assert roles == [(24, "call")]  # its SCIP attributes the keyword to the function as well


@needs_pyrefly
def test_what_it_said_is_no_part_of_another_version(
    shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ctx(shop, capsys, "index", "--engine", "pyrefly")
    monkeypatch.setitem(ENGINES, "pyrefly", "9.9")
    assert "9.9 is the version" in ctx(shop, capsys, "index")["indexes"][0]["refused"]
    answer = ctx(shop, capsys, "locate", "Square.area")
    assert "checker" not in json.dumps(answer["candidates"])


def _export(root: Path, capsys: pytest.CaptureFixture[str], what: str) -> list[Any]:
    run(["-C", str(root), "export", what])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]
