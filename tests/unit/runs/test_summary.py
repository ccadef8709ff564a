"""What is told of a run: the most important first, whole or counted, never over its bytes."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ctxask import canon
from ctxask.render.run import shown, text
from ctxask.runs.model import Frame, Raised, Results, Run
from ctxask.runs.model import Test as Told
from ctxask.runs.summary import short, whole

RUN = Run(
    "run:0123456789abcdef", 1, 0, ("pytest", "-q"), ended="exited", status=1, counts=(("failed", 2), ("passed", 3))
)
DEEP = Raised(
    "ValueError",
    "bad value\nmore",
    (
        Frame("tests/test_a.py", 7, "test_x", True),
        Frame("src/a.py", 12, "load", True),
        Frame("json/decoder.py", 355, "raw_decode", False),
    ),
)
CAUSE = Raised("KeyError", "'k'", (Frame("src/b.py", 3, "", True),), "cause", 0)
FAILURES = Results(
    "pytest",
    (
        Told("tests/test_a.py::test_x[a b]", "failed", raised=(DEEP, CAUSE)),
        Told("tests/test_a.py::test_ok", "passed"),
        Told("tests/test_b.py", "error", "collect", reason="No module named 'x'\nmore"),
    ),
)


def fits(document: dict[str, Any]) -> bool:
    return len(canon.encode(document)) <= 2048 and len(text(document)) <= 2048


def test_text() -> None:
    document = short(RUN, FAILURES, [], ["ctx runs show run:0123456789abcdef"], fits)
    assert (
        text(document).decode()
        == """\
failed (exit status 1): 2 failed, 3 passed
run:0123456789abcdef  pytest -q

src/a.py:12: failed tests/test_a.py::test_x[a b]
    ValueError: bad value
error in collect tests/test_b.py
    No module named 'x'

ctx runs show run:0123456789abcdef
"""
    )


def test_everything() -> None:
    document = whole(RUN, FAILURES, []) | {
        "started": "2001-09-09T01:46:40Z",
        "folder": "sub",
        "changed_since": ["a\x1b"],
    }
    document["snapshot"] = "snap:1"
    assert (
        shown(document).decode()
        == """\
failed (exit status 1): 2 failed, 3 passed
run:0123456789abcdef  pytest -q
began 2001-09-09T01:46:40Z in sub
on snap:1; 1 file changed since: a\\x1b

src/a.py:12: failed tests/test_a.py::test_x[a b]
    ValueError: bad value
      more
      tests/test_a.py:7 in test_x
      src/a.py:12 in load
    cause: KeyError: 'k'
      src/b.py:3 in the module
error in collect tests/test_b.py
    No module named 'x'
    more
"""
    )


ANY = st.text(max_size=400).filter(lambda text: not any(0xD800 <= ord(c) < 0xE000 for c in text))
TESTS = st.builds(Told, ANY, st.sampled_from(["passed", "failed", "error"]), reason=ANY, subtest=ANY)


@given(st.lists(ANY, max_size=30), st.lists(TESTS, max_size=40), st.lists(ANY, max_size=30), st.lists(ANY, max_size=5))
def test_any_run_fits(command: list[str], tests: list[Told], last: list[str], notes: list[str]) -> None:
    run = RUN._replace(command=tuple(command), notes=tuple(notes))
    document = short(run, Results("pytest", tuple(tests)), last, ["ctx runs show run:0123456789abcdef"], fits)
    assert fits(document)
    bad = [test for test in tests if test.outcome != "passed"]
    assert document["failures"]["total"] == len(bad)
    assert len(document["command"]) + document.get("arguments_omitted", 0) == len(command)


def test_a_monster_does_not_hide_the_others() -> None:
    tests = (Told("x" * 5000, "failed", reason="y"), Told("t", "failed", reason="z" * 5000))
    document = short(RUN, Results("pytest", tests), [], [], fits)
    assert [failure["id"] for failure in document["failures"]["shown"]] == ["t"]
    assert document["failures"]["shown"][0]["message"] == "(a message of 5000 characters)"
    assert b"1 further failure\n" in text(document)
