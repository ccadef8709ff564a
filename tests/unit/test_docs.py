"""The reference: generated pages are fresh, and what can be set or go wrong is in them."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from ctxask.lesson import CODES
from ctxask.templates import Catalogue
from ctxask.tools.inputs import AskInput

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


@pytest.fixture(scope="module")
def generate() -> Any:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_fresh(generate: Any) -> None:
    assert generate.main(check=True) == 0
    assert {file.name for file in generate.REFERENCE.iterdir()} == set(generate.pages())


def test_agents_are_told_of_every_intent_that_only_looks() -> None:
    told = AskInput.model_fields["intent"].description or ""
    assert sorted(told.split(", ")) == sorted(set(Catalogue()) - {"verify"})


def test_every_environment_variable_is_documented(generate: Any) -> None:
    named = {name for file in SOURCES for name in re.findall(r"\b(?:CTXASK_[A-Z_]+|NO_COLOR)\b", file.read_text())}
    assert named == set(generate.ENVIRONMENT)


def test_every_error_code_is_documented_and_used() -> None:
    used = {code for file in SOURCES for code in _lesson_codes(ast.parse(file.read_text()))}
    assert used == set(CODES)


def _lesson_codes(tree: ast.AST) -> list[str]:
    out = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Lesson":
            given = next((k.value for k in node.keywords if k.arg == "code"), node.args[0] if node.args else None)
            assert isinstance(given, ast.Constant) and isinstance(given.value, str), (
                "a code is written where the lesson is made"
            )
            out.append(given.value)
    return out
