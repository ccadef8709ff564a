"""What differs between two runs: tests by what became of them, lines by their templates."""

from __future__ import annotations

import pytest

from ctxask.ops.between import Outcomes, between, changed_lines, template
from ctxask.rows import Failure, Record

Run = dict[str, str]  # test, or `test|subtest` -> outcomes in their order, `failed: message` where it failed


def rows(run: Run) -> Outcomes:
    """A run as rows."""
    failures: list[Failure] = []
    outcomes: list[Record] = []
    for named, said in run.items():
        test, _, subtest = named.partition("|")
        for one in said.split(", "):
            outcome, _, message = one.partition(": ")
            values = (("outcome", outcome), ("subtest", subtest), ("symbol", test), ("test", test))
            outcomes.append(Record("test", values))
            if outcome in ("failed", "error") and "passed" not in said.rpartition(", ")[2]:
                raised = (("ValueError", message, "", -1),)
                more = {"frames": ((0, "a.py", 3, "f", True),), "subtest": subtest}
                failures.append(Failure(test, test, "t.py", outcome, "call", "ValueError", message, raised, **more))  # type: ignore[arg-type]
    return Outcomes.of(failures, outcomes)


@pytest.mark.parametrize(
    ("now", "before", "wanted"),
    [
        ({"t::a": "failed: 1"}, {"t::a": "passed"}, ["new t::a before passed"]),
        ({"t::a": "failed: 1"}, {"t::a": "skipped"}, ["new t::a before skipped"]),
        ({"t::a": "failed: 1"}, {}, ["new t::a before not run"]),
        ({"t::a": "failed: 1"}, {"t::a": "failed: 1"}, ["persisting t::a"]),
        ({"t::a": "failed: 1"}, {"t::a": "failed: 2"}, ["persisting t::a said ValueError: 2"]),
        ({"t::a": "passed"}, {"t::a": "failed: 1"}, ["fixed t::a now passed"]),
        ({}, {"t::a": "failed: 1"}, ["fixed t::a now not run"]),
        ({"t::a": "skipped"}, {"t::a": "error: 1"}, ["fixed t::a now skipped"]),
        ({"t::a": "failed: 1, passed"}, {"t::a": "passed"}, ["flaky t::a"]),
        ({"t::a": "passed"}, {"t::a": "passed"}, []),
        ({"t::a|i=1": "failed: 1"}, {"t::a|i=2": "failed: 1"},
         ["new t::a i=1 before not run", "fixed t::a i=2 now not run"]),
        (
            {"t::d": "failed: 1", "t::a": "failed: 1", "t::b": "failed: 1", "t::c": "passed"},
            {"t::d": "passed", "t::a": "passed", "t::b": "failed: 1", "t::c": "failed: 1"},
            ["new t::a before passed", "new t::d before passed", "persisting t::b", "fixed t::c now passed"],
        ),
    ],
)  # fmt: skip
def test_between(now: Run, before: Run, wanted: list[str]) -> None:
    said = []
    for row in between(rows(now), rows(before)):
        values = dict(row.values)
        more = [f"{key} {values[key]}" for key in ("before", "now", "said") if key in values]
        said.append(" ".join([row.kind, values["test"], *([values["subtest"]] if "subtest" in values else []), *more]))
    assert said == wanted


def test_a_run_and_itself_differ_in_nothing() -> None:
    run = rows({"t::a": "failed: 1", "t::b": "passed", "t::c": "error: 2"})
    assert {row.kind for row in between(run, run)} == {"persisting"}
    lines = ["a 1", "b 2", "a 3"]
    assert list(changed_lines(lines, lines)) == []


def test_a_failure_says_where_it_was() -> None:
    (row,) = between(rows({"t::a": "failed: 1"}), rows({}))
    assert dict(row.values)["at"] == "a.py:3 in f"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3 passed in 0.12s", "3 passed in 7.51s", True),
        ("<Foo object at 0x7f12ab>", "<Foo object at 0x55aabb>", True),
        ("line 12: error", "line 9999: error", True),
        ("tests/test_a.py ..F   [ 50%]", "tests/test_a.py ..F   [100%]", True),
        ("step-3 of job7", "step-4 of job8", True),
        ("  indented\ttext", "indented text", True),
        ("value is None", "value is 3", False),
        ("cannot open a.txt", "cannot open b.txt", False),
    ],
)
def test_templates(one: str, other: str, same: bool) -> None:
    assert (template(one) == template(other)) == same


def test_each_new_template_once_with_its_first_line() -> None:
    now = ["start 1", "warning: x", "start 2", "warning: x", "end"]
    assert list(changed_lines(now, ["start 9", "end"])) == [(2, "warning: x")]
