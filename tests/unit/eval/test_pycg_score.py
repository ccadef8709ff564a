"""Edges of a small program: told, invented, missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval.pycg.page import document, markdown
from eval.pycg.score import Source, score

SOURCE = """\
def dec(f):
    return f


@dec
def func(g=lambda: 1):
    return (lambda x: other(x))(1)


class C:
    def __init__(self): ...


C()
func()
"""


@pytest.fixture
def snippet(tmp_path: Path) -> Path:
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(SOURCE)
    truth = {"main": ["main.dec", "main.func", "main.C.__init__"], "main.func.<lambda2>": ["main.other"]}
    (folder / "callgraph.json").write_text(json.dumps(truth))
    return folder


def _call(line: int, col: int, *symbols: str, evidence: str = "scope") -> dict[str, Any]:
    callees = [{"symbol": f"main.py::{symbol}"} for symbol in symbols]
    return {"path": "main.py", "line": line, "col": col, "evidence": evidence, "callees": callees}


def _use(line: int, col: int, symbol: str, role: str, bucket: str = "confirmed") -> dict[str, Any]:
    return {"path": "main.py", "line": line, "col": col, "symbol": f"main.py::{symbol}", "role": role, "bucket": bucket}


def test_right_wrong_and_missed(snippet: Path) -> None:
    calls = [_call(14, 1, "C"), _call(15, 1, "func", "dec")]
    told = score(snippet, calls, [_use(14, 1, "C.__init__", "construct"), _use(15, 1, "func", "value")])
    assert told.right == (("main", "main.C.__init__"), ("main", "main.dec"), ("main", "main.func"))
    assert told.wrong == () and told.missed == (("main.func.<lambda2>", "main.other"),)
    wrong = score(snippet, [_call(7, 23, "func")], [])
    assert wrong.right == () and wrong.wrong == (("main.func.<lambda2>", "main.func"),) and len(wrong.missed) == 4


def test_what_is_likely_or_undecided_is_no_edge(snippet: Path) -> None:
    told = score(snippet, [_call(15, 1, "func", evidence="name")], [_use(5, 2, "dec", "decorator", "likely")])
    assert told.right == told.wrong == ()


def test_decorators_and_defaults_run_around_the_function(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(SOURCE)
    source = Source(tmp_path / "main.py")
    assert source.around(5, 2) == "" and source.around(6, 12) == ""
    assert source.around(7, 5) == "func" and source.around(7, 23) == "func.<lambda2>"
    assert source.around(11, 25) == "C.__init__"


def test_the_page_says_what_is_wrong(snippet: Path) -> None:
    told = document(
        {"command": "c", "versions": {}}, "s", [score(snippet, [_call(15, 1, "func")], [_use(15, 1, "dec", "with")])]
    )
    assert told["all"]["recall"] == 0.5 and told["all"]["precision"] == 1 and told["all"]["exact"] == 0
    assert "`main → main.C.__init__`" in markdown(told)
