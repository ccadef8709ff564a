"""Measures with coverage.py which lines each test of a pytest session executes; it stands alone, as the plugin does.

PYTEST_DONT_REWRITE: it is copied beside the plugin, which loads it where `ctx run --coverage` asks for it.

One tracer runs from the first test on, and after each test what it saw is written down and forgotten: a killed session
keeps what it had, and memory does not grow. What is executed while modules are imported before that is no test's.
What a test executed in a file is often what another one did: such a set of lines is written once, and named by number.
"""

from __future__ import annotations

import contextlib
import glob
import json
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

FORMAT = 1
MOST_BYTES = 64 << 20  # of the file that all processes of a command write to
OLDEST = (5, 0)  # keeps data in memory and takes a core by name, or has but one

_INSTALLED = ("*/site-packages/*", "*/dist-packages/*", "*/node_modules/*")
_WARNINGS = (  # of coverage.py, about what is so on purpose, or told otherwise
    "already-imported", "dynamic-conflict", "module-not-imported", "module-not-measured", "module-not-python",
    "no-ctracer", "no-data-collected", "no-sysmon", "trace-changed",
)  # fmt: skip


class Observer:
    """Writes a record a test; a failure of ours ends the measuring with a note, and never reaches the session."""

    def __init__(self, config: Any, root: str, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND)
        self.process = os.getpid()
        self.key = f"{self.process}.{id(self)}"
        self.root = os.path.realpath(root)
        self.session = str(config.rootpath)
        self.coverage: Any = None
        self.tracer: Any = None
        self.ended = False
        self.sets: dict[tuple[str, tuple[int, ...]], int] = {}

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        """Around setup, call and teardown, and whatever runs a test again."""
        self.safely(self.begin)
        yield
        self.safely(self.end, item.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        self.safely(self.stop)
        self.ended = True

    def safely(self, step: Any, *arguments: Any) -> None:
        """Does a step while all is well, in the process that measures; what a test forks does not."""
        if self.ended or os.getpid() != self.process:
            return
        try:
            step(*arguments)
        except Exception as error:
            self.give_up(f"coverage.py failed: {type(error).__name__}: {error}")

    def begin(self) -> None:
        """Starts with the first test; forgets what ran between two of them."""
        if self.coverage is None:
            self.start()
        if not self.ended:
            self.coverage.get_data().erase()

    def start(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                import coverage
            except ImportError:
                return self.give_up("the command's Python has no coverage.py")
            if getattr(coverage, "version_info", (0,)) < OLDEST:
                return self.give_up(f"coverage.py is older than {'.'.join(map(str, OLDEST))}")
            if sys.gettrace() is not None or _is_monitored():
                return self.give_up("another tool traces the tests already, such as pytest-cov: try --no-cov")
            measured = _measuring(coverage, self.root)
            measured.start()
        self.coverage, self.tracer = measured, sys.gettrace()
        if self.tracer is None:  # told so by the environment; such a core sees a line once, whichever test it is
            return self.give_up("coverage.py runs on sys.monitoring here, which cannot tell tests apart")
        self.write({"format": FORMAT, "root": self.session})

    def end(self, test: str) -> None:
        """The record of a test; none of one under which the tracer was taken away: what it ran is not known."""
        if sys.gettrace() != self.tracer:
            return self.give_up(f"{test} set a tracer of its own; nothing is known from there on")
        data = self.coverage.get_data()
        records, numbers = [], []
        for path in sorted(data.measured_files()):
            below = path[len(self.root) :].lstrip(os.sep)
            key = below, _runs(sorted(data.lines(path) or ()))
            if key not in self.sets:
                self.sets[key] = len(self.sets)
                records.append({"set": self.sets[key], "path": below, "lines": key[1]})
            numbers.append(self.sets[key])
        data.erase()
        self.write(*records, {"test": test, "sets": numbers})

    def write(self, *records: dict[str, Any]) -> None:
        """Some records in one write, so that those of several processes do not mix."""
        lines = (json.dumps({"of": self.key, **record}, separators=(",", ":")) for record in records)
        left = "".join(line + "\n" for line in lines).encode("ascii")
        if os.fstat(self.file).st_size + len(left) > MOST_BYTES:
            return self.give_up(f"what tests executed is more than {MOST_BYTES >> 20} MiB; the rest is not kept")
        while left:
            left = left[os.write(self.file, left) :]

    def give_up(self, why: str) -> None:
        """Says in a note why nothing is measured from here on."""
        self.ended = True
        with contextlib.suppress(Exception):  # the disk is full, say: there is nobody left to tell
            os.write(self.file, (json.dumps({"note": why}) + "\n").encode("ascii"))
        with contextlib.suppress(Exception):
            self.stop()

    def stop(self) -> None:
        """Takes the tracer away where it still is ours: coverage.py complains aloud of another one."""
        measured, self.coverage = self.coverage, None
        if measured is not None and sys.gettrace() == self.tracer:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                measured.stop()


def _measuring(coverage: Any, root: str) -> Any:
    """A Coverage that knows nothing of the repository's configuration, and whose core sees every line of every test."""
    omitted = [] if "-packages" in root else list(_INSTALLED)
    # `source` would have it look for files that were not executed, after every test.
    include = [f"{glob.escape(root)}{os.sep}*"]
    made = coverage.Coverage(data_file=None, config_file=False, include=include, omit=omitted, branch=False)
    made.set_option("run:disable_warnings", list(_WARNINGS))
    with contextlib.suppress(Exception):  # older than the choice
        made.set_option("run:core", "ctrace")
    return made


def _is_monitored() -> bool:
    """Whether a coverage tool uses sys.monitoring, which Python 3.12 brought."""
    monitoring: Any = getattr(sys, "monitoring", None)
    return monitoring is not None and monitoring.get_tool(monitoring.COVERAGE_ID) is not None


def _runs(lines: list[int]) -> tuple[int, ...]:
    """First and last line of each run of consecutive lines, one after the other."""
    out: list[int] = []
    for line in lines:
        if out and line == out[-1] + 1:
            out[-1] = line
        else:
            out += (line, line)
    return tuple(out)
