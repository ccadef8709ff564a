"""The house: its floors hold and can break, its modules stay small, its pages and commands are true."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ctxask.cli.main import run

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "src").rglob("*.py"))
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]

LINES = 400
SCREEN = 60
BREACHES = {  # contract -> a module that breaks it, and how
    "A room imports only rooms below it": ("repo/git.py", "import ctxask.ops"),
    "Only facts knows tree-sitter": ("resolve/names.py", "import tree_sitter"),
    "Only repo and runs start processes": ("cli/get.py", "import subprocess"),
    "Only canon hashes": ("facts/store.py", "from hashlib import sha1"),
    "Only the command line knows click": ("answer.py", "import click"),
    "Only the fact store and kept indexes speak SQL": ("facts/holders.py", "import sqlite3"),
    "Operators, compiler and digest touch nothing outside themselves": ("ops/code_refs.py", "from pathlib import Path"),
}


def _contracts(root: Path) -> dict[str, str]:
    """What import-linter says of each contract, over the sources in a folder."""
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", script, "--no-cache", "--no-logo"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    return dict(re.findall(r"^(.*) (KEPT|BROKEN)\b", done.stdout, re.MULTILINE))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources, to be broken."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold_and_each_can_break(copy: Path) -> None:
    names = [contract["name"] for contract in SETTINGS["contracts"]]
    assert _contracts(copy) == dict.fromkeys(names, "KEPT")
    for module, line in BREACHES.values():
        file = copy / "src" / "ctxask" / module
        file.write_text(f"{file.read_text('utf-8')}\n{line}\n", "utf-8")
    assert _contracts(copy) == dict.fromkeys(BREACHES, "BROKEN")


def test_a_room_without_a_floor_is_noticed(copy: Path) -> None:
    (copy / "src" / "ctxask" / "attic.py").write_text('"""Nobody gave it a floor."""\n')
    assert _contracts(copy)["A room imports only rooms below it"] == "BROKEN"


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT / "src")))
def test_modules_are_small_and_say_what_they_are(file: Path) -> None:
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module opens with one sentence"
    assert len(text.splitlines()) <= LINES
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= SCREEN] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_decisions_have_one_numbering() -> None:
    numbers = [file.name[:4] for file in sorted((ROOT / "docs" / "decisions").iterdir())]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]


def test_readme_sets_up_with_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    setup = [line for line in text.splitlines() if "-m venv" in line]
    assert len(setup) == 2 and "ctx locate" in setup[0] and setup[1].endswith("-m pytest -n auto")
    assert "grep '^python3 -m venv .* pytest' README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_answer_in_the_readme_is_the_one_that_is_given(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    shown = (ROOT / "README.md").read_text("utf-8").partition("```\n$ ctx ")[2].partition("```")[0]
    question, _, answer = shown.partition("\n")
    assert run(["-C", str(ROOT), *question.split()]) == 0
    assert capsysbinary.readouterr().out.decode().partition("mentioned ")[0] == answer.partition("mentioned ")[0]


def test_everything_that_can_be_named_is_in_the_reference() -> None:
    from ctxask.cli.main import COMMANDS
    from ctxask.lesson import CODES
    from ctxask.ops import OPERATORS
    from ctxask.plan.words import CODES as REJECTIONS
    from ctxask.repo.config import _KEYS as KEYS

    intents = [file.stem for file in (ROOT / "intents").glob("*.toml")]
    wanted = {
        "commands.md": [f"## ctx {name}\n" for name in (*COMMANDS, *intents)],
        "operators.md": [*(f"## {name}\n" for name in OPERATORS), *(f"`{code}`" for code in REJECTIONS)],
        "intents.md": [f"## {name}\n" for name in intents],
        "errors.md": [f"`{code}`" for code in CODES],
        "settings.md": [f"`{name}`" for name in KEYS],
    }
    for page, entries in wanted.items():
        text = (ROOT / "docs" / "reference" / page).read_text("utf-8")
        assert [entry for entry in entries if entry not in text] == []
