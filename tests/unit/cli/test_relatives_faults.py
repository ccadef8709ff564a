"""What comparable tools get wrong: a small repository each, the question, and what its answer must say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ctxask.cli.main import run


class Case(NamedTuple):
    """A repository, a question, and values of the answer by their path in it."""

    files: Mapping[str, str]
    question: tuple[str, ...]
    expected: Mapping[str, Any]
    code: int = 0


OVERLOADED = """from typing import overload


@overload
def load(key: int) -> int: ...
@overload
def load(key: str) -> str: ...
def load(key):
    return key


def use():
    return load(1), load("a")
"""

CASES = {
    "two files with one name and line have each their own body": Case(
        {"a.py": "def load():\n    return 'a'\n", "b.py": "def load():\n    return 'b'\n"},
        ("locate", "load"),
        {
            "context.0.text": "def load():\n    return 'a'",
            "context.0.symbol": "a.py::load",
            "context.1.text": "def load():\n    return 'b'",
            "context.1.symbol": "b.py::load",
        },
    ),
    "an overloaded function is what its calls mean": Case(
        {"a.py": OVERLOADED},
        ("locate", "load"),
        {"candidates.0.counts.roles": {"call": 2}, "candidates.0.claim": None, "candidates.1": None},
    ),
    "a site that is not resolved stays, and lowers the claim": Case(
        {"a.py": "class Store:\n    def seldom(self): ...\n", "b.py": "def use(it):\n    it.open().seldom()\n"},
        ("locate", "Store.seldom", "--budget", "0"),
        {
            "candidates.0.claim.state": "none_found",
            "candidates.0.counts.confirmed": 0,
        },
    ),
    "construction goes on into what it runs": Case(
        {
            "a.py": "def last(): ...\n\n\nclass Made:\n    def __init__(self):\n        last()\n\n\n"
            "def first():\n    Made()\n"
        },
        ("trace", "first", "--to", "last"),
        {"spines.nodes.2.symbol": "a.py::Made.__init__", "spines.nodes.3.symbol": "a.py::last"},
    ),
    "a file with syntax errors is no complete answer": Case(
        {"a.py": "def load(): ...\n", "b.py": "from a import load\n\n\ndef broken(:\n    load()\n"},
        ("locate", "load"),
        {"completeness.set": "partial", "completeness.reasons": ["damaged_files"]},
    ),
    "a page that is too small says how large it must be": Case(
        {"a.py": "def load(): ...\n"},
        ("locate", "load", "--budget", "10"),
        {"error.code": "BUDGET_TOO_SMALL"},
        6,
    ),
    "a place behind the end is none": Case(
        {"a.py": "def load(): ...\n"}, ("locate", "a.py:99"), {"error.code": "no_such_line"}, 2
    ),
    "a cursor of other rows is refused": Case(
        {"a.py": "def load(): ...\n"},
        ("locate", "load", "--cursor", "c1.1.0123456789abcdef"),
        {"error.code": "ROWS_CHANGED"},
        2,
    ),
    "lines that are gone are refused": Case(
        {"a.py": "def load(): ...\n"}, ("get", "repo:a.py:1-1@00000000"), {"error.code": "lines_gone"}, 2
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_fault(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    case = CASES[name]
    for path, text in case.files.items():
        (tmp_path / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / path).write_text(text)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    assert run(["-C", str(tmp_path / "repo"), *case.question, "--json"]) == case.code
    document = json.loads(capsys.readouterr().out)
    assert {path: _value(document, path) for path in case.expected} == dict(case.expected)


def test_an_edge_beyond_the_first_hundreds_is_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    callers = "".join(f"def caller_{n}():\n    load()\n\n\n" for n in range(600))
    (tmp_path / "a.py").write_text(f"def load(): ...\n\n\n{callers}def far():\n    caller_599()\n")
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    assert run(["-C", str(tmp_path), "trace", "far", "--to", "load", "--json"]) == 0
    nodes = json.loads(capsys.readouterr().out)["spines"]["nodes"]
    assert [node["symbol"] for node in nodes] == ["a.py::far", "a.py::caller_599", "a.py::load"]


def _value(document: Any, path: str) -> Any:
    """What stands under a dotted path; None where nothing does."""
    for part in path.split("."):
        if isinstance(document, list):
            document = document[int(part)] if int(part) < len(document) else None
        else:
            document = document.get(part) if document is not None else None
    return document
