"""From bytecode to call sites: what ran is what is told, and what cannot be told is left out."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eval.accuracy.calls import judge
from eval.accuracy.oracle import Call
from eval.accuracy.source import Source
from eval.observed import tracer
from eval.observed.sites import Files, sites

SOURCE = """\
import functools


def kept(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner


@kept
def plain(): ...


class Base:
    def __init__(self): ...


class Sub(Base):
    def method(self): ...


def äther():
    "ä"; plain()
    return (Sub()
            .method())
"""


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "m.py").write_text(SOURCE)
    return Files(tmp_path)


def _row(at: list[int], *ran: dict[str, Any], **more: Any) -> dict[str, Any]:
    kind = ran[0]["kind"] if ran else ""
    return {"path": "m.py", "at": at, "offset": 10, "in": "äther", "kind": kind, "ran": list(ran), **more}


def _function(name: str, first: int) -> dict[str, Any]:
    return {"path": "m.py", "first": first, "name": name, "kind": "function"}


def test_a_call_is_the_place_of_the_called_name_in_code_points(files: Files) -> None:
    (call,) = sites([_row([24, 24, 10, 17], _function("kept.<locals>.inner", 5), _function("plain", 11))], files)
    assert call.place == ("m.py", 24, 10) and call.name == "plain" and call.kind == "name" and call.scope == "äther"
    assert call.ran == (("m.py", 6, "kept.inner"), ("m.py", 12, "plain"))


def test_a_method_on_a_later_line_than_its_receiver(files: Files) -> None:
    whole, told = [25, 26, 12, 21], [26, 26, 13, 21]
    for at in (whole, told):
        (call,) = sites([_row(at, _function("Sub.method", 20))], files)
        assert call.place == ("m.py", 26, 14) and call.kind == "attr"


def test_a_class_that_is_called(files: Files) -> None:
    sub = {"path": "m.py", "first": 0, "name": "Sub", "kind": "class"}
    (call,) = sites([_row([25, 25, 12, 17], sub, _function("Base.__init__", 16))], files)
    assert call.kind == "class" and ("m.py", 19, "Sub") in call.ran


def test_outside_code_is_negative_and_what_has_no_name_is_left_out(files: Files) -> None:
    (call,) = sites([_row([24, 24, 10, 17])], files)
    assert (call.kind, call.ran) == ("neg", ())
    assert sites([_row([24, 24, 10, 17], _function("<lambda>", 24))], files) == []
    assert sites([_row([24, 24, 10, 16], _function("plain", 11))], files) == [], "no call stands there"


def test_the_application_of_a_decorator_is_no_written_call(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def made(n):\n    return lambda f: f\n@made(1)\ndef f(): ...\n")
    made, other = _function("made", 1), _function("f", 3)
    rows = [_row([3, 3, 1, 8], other, offset=20), _row([3, 3, 1, 8], made, offset=10)]
    (call,) = sites(rows, Files(tmp_path))
    assert call.ran == (("m.py", 1, "made"),)


def test_what_a_call_reaches() -> None:
    def function() -> None: ...

    class Caller:
        def __call__(self) -> None: ...

    class Made:
        def __init__(self, value: int = 0) -> None: ...

    def inner() -> None: ...

    code = inner.__code__
    wrapper = functools.wraps(function)(inner)

    reached = tracer.reached
    assert list(reached(function)) == [function.__code__]
    assert list(reached(functools.partial(functools.partial(function)))) == [function.__code__]
    assert list(reached(Caller())) == [Caller.__call__.__code__]
    assert list(reached(Caller().__call__)) == [Caller.__call__.__code__]
    assert list(reached(Made)) == [Made, Made.__init__.__code__]
    assert list(reached(wrapper)) == [code, function.__code__]
    assert list(reached(functools.cache(function))) == [function.__code__]
    assert list(reached(len)) == list(reached([].append)) == []


def test_a_wrong_callee_scores_wrong(files: Files, tmp_path: Path) -> None:
    calls = [
        Call(("m.py", 24, 10), "plain", "name", "äther", (("m.py", 12, "plain"),)),
        Call(("m.py", 26, 14), "method", "attr", "äther", ()),
    ]
    calls[1] = Call(calls[1].place, "method", "neg", "äther", ())

    def verdicts(symbol: str) -> Iterator[str]:
        callee = {"symbol": f"m.py::{symbol}", "path": "m.py", "line": 1}
        rows = [
            {"path": p, "line": n, "col": c, "evidence": "scope", "callees": [callee]}
            for p, n, c in (call.place for call in calls)
        ]
        return (one.verdict for one in judge(calls, rows, Source(tmp_path)))

    assert list(verdicts("plain")) == ["right", "false"]
    assert list(verdicts("kept")) == ["wrong", "false"]
    assert list(verdicts("nowhere")) == ["wrong", "false"]


@pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="needs Python 3.12")
def test_calls_are_watched_while_tests_run(tmp_path: Path) -> None:
    (tmp_path / "eval_tracer.py").write_bytes(Path(tracer.__file__).read_bytes())
    root = tmp_path / "package"
    root.mkdir()
    (root / "test_it.py").write_text("def g():\n    yield 1\n\ndef test():\n    assert list(g()) == [1]\n")
    variables = {**os.environ, "EVAL_ROOT": str(root), "EVAL_CALLS": str(tmp_path / "out"), "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "eval_tracer"], cwd=root, env=variables, check=True)
    rows = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    told = {call.name: call.ran for call in sites(rows, Files(root))}
    assert told == {"g": (("test_it.py", 1, "g"),), "list": ()}
