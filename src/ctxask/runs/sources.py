"""Where test results come from: the one place in which the plugin and the readers of reports are plugged in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from ctxask.lesson import Lesson
from ctxask.runs.model import Outcome, Results, Test


def environment(records: Path) -> dict[str, str]:
    """What a command's environment gets in addition, so that its test runner writes to the records file."""
    return {"CTXASK_RECORDS": str(records)}


def results_of(records: bytes, stdout: bytes, root: Path) -> Results:
    """What the tests of a captured command came to; total: what cannot be read is a note."""
    tests = []
    lost = 0
    for line in records.split(b"\n"):
        try:
            found = json.loads(line) if line else None
        except ValueError:
            found = {}
        if found is None:
            continue
        if isinstance(found, dict) and found.get("outcome") in get_args(Outcome) and isinstance(found.get("id"), str):
            tests.append(Test(found["id"], found["outcome"], reason=str(found.get("reason", ""))))
        else:
            lost += 1
    notes = (f"{lost} records that cannot be read",) if lost else ()
    return Results("pytest", tuple(tests), not lost, notes) if tests or lost else Results()


def read_report(report: bytes, root: Path) -> Results | Lesson:
    """What a report of a test runner says, or why it is none that can be read."""
    results = results_of(report, b"", root)
    if results.source and results.whole:
        return results
    return Lesson("bad_report", "this is no report of test results", "give a JUnit XML file, or what pytest printed")
