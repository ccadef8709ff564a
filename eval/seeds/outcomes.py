"""A plugin for pytest, in the environment of the packages: writes what became of each test, and which frames failed.

As a script it turns a data file of coverage.py, whose contexts are tests, into JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any

OUTCOMES = "EVAL_OUTCOMES"  # the file that is appended to, one JSON value a line


def _write(row: dict[str, Any]) -> None:
    with open(os.environ[OUTCOMES], "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write(json.dumps(row) + "\n")


def pytest_runtest_protocol(item: Any) -> None:
    """Lets coverage.py, where it runs, know which test begins."""
    if "coverage" in sys.modules:
        current = importlib.import_module("coverage").Coverage.current()
        if current is not None:
            current.switch_context(item.nodeid)


def pytest_collection_finish(session: Any) -> None:
    """Names all tests that were collected, without those that were deselected."""
    _write({"collected": [item.nodeid for item in session.items]})


def pytest_exception_interact(call: Any, report: Any) -> None:
    """What ended a test or a collection: the type of the exception, and all frames of what it was raised from."""
    error = call.excinfo.value
    frames: list[list[Any]] = []
    seen: set[int] = set()
    kind = type(error).__name__
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        trace = error.__traceback__
        while trace is not None:
            frames.append([len(seen), trace.tb_frame.f_code.co_filename, trace.tb_lineno])
            trace = trace.tb_next
        error = error.__cause__ or error.__context__
    _write({"id": report.nodeid, "raised": kind, "frames": frames[-400:]})


def pytest_runtest_logreport(report: Any) -> None:
    """What became of a phase of a test."""
    if report.failed or report.when == "call":
        _write({"id": report.nodeid, "outcome": report.outcome})


def pytest_collectreport(report: Any) -> None:
    """A file that could not be collected."""
    if report.failed:
        _write({"id": report.nodeid, "outcome": "uncollected"})


def dump(data: str, into: str) -> None:
    """Lines by file and test: {file: {line: [test, ...]}}."""
    read = importlib.import_module("coverage").CoverageData(data)
    read.read()
    found = {file: read.contexts_by_lineno(file) for file in read.measured_files()}
    with open(into, "w", encoding="utf-8") as out:  # noqa: PTH123
        json.dump(found, out)


if __name__ == "__main__":
    dump(sys.argv[1], sys.argv[2])
