"""The package: what is declared is what is there, and the wheel that is built from it answers."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUP: dict[str, Any] = PROJECT["tool"]["setuptools"]


def test_every_folder_with_code_is_a_declared_package() -> None:
    found = {".".join(file.parent.relative_to(ROOT / "src").parts) for file in (ROOT / "src").rglob("*.py")}
    assert [*sorted(found | {"ctxask.intents"})] == SETUP["packages"]


def test_what_is_imported_is_what_is_required() -> None:
    plugin = {"pytest_plugin.py", "pytest_coverage.py", "pytest_state.py"}  # they run where pytest is
    here = [file for file in (ROOT / "src").rglob("*.py") if file.name not in plugin]
    served = [file for file in here if file.parent.name == "mcp"]
    project = PROJECT["project"]
    assert _foreign(set(here) - set(served)) == _named(project["dependencies"])
    assert _foreign(served) == _named(project["optional-dependencies"]["mcp"])


def _named(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[<>=]", name)[0].replace("-", "_") for name in requirements}


def _foreign(files: Iterable[Path]) -> set[str]:
    return {name for file in files for name in _imports(file)} - {"ctxask"} - sys.stdlib_module_names


def _imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel in it, built from a copy so that nothing is left beside the sources."""
    copy, folder = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("installed")
    for name in ("src", "intents"):
        shutil.copytree(
            ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", ".*_cache")
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", ".", "."], cwd=copy, check=True
    )
    (wheel,) = copy.glob("ctxask-*.whl")
    subprocess.run([*pip, "install", "--no-index", "--no-deps", "--target", str(folder), str(wheel)], check=True)
    return folder


def test_the_wheel_holds_every_file_of_the_packages(installed: Path) -> None:
    places = ((ROOT / "src" / "ctxask", installed / "ctxask"), (ROOT / "intents", installed / "ctxask" / "intents"))
    for source, target in places:
        files = {
            file.relative_to(source) for file in source.rglob("*") if file.suffix not in ("", ".pyc", ".db", ".md")
        }
        assert {file for file in files if not (target / file).is_file()} == set()


@pytest.mark.parametrize("command", ["ctx", "ctxask"])
def test_the_wheel_answers(installed: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "a.py").write_text("def f():\n    return 1\n\n\nf()\n")
    environment = {**os.environ, "PYTHONPATH": str(installed), "CTXASK_HOME": str(tmp_path.with_name("home"))}
    where = [sys.executable, "-c", "import ctxask; print(ctxask.__file__)"]
    said = [
        subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
        for arguments in (where, [str(installed / "bin" / command), "locate", "f", "--format", "lines"])
    ]
    assert said[0].strip() == str(installed / "ctxask" / "__init__.py")
    assert said[1].splitlines() == ["a.py:1:5: definition: def f()", "a.py:5:1: call: f()"]
