"""Measures with coverage.py which lines each test of a pytest session executes; it stands alone, as the plugin does.

PYTEST_DONT_REWRITE: it is copied beside the plugin, which loads it where `ctx run --coverage` asks for it.

One tracer runs from before the first conftest.py on, and after each test what it saw is written down and forgotten: a
killed session keeps what it had, and memory does not grow. What a test executed in a file is often what another one
did: such a set of lines is written once, and named by number.

What is executed outside tests, while modules are imported or by fixtures that several tests share, is written down as
shared: other tests stand on it. A test of which not all is seen is written down as blind, with the reason.
"""

from __future__ import annotations

import contextlib
import glob
import importlib
import json
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

state = importlib.import_module(__name__.replace("coverage", "state")).state  # the module beside this one

FORMAT = 2  # 1 told of tests alone
MOST_BYTES = 64 << 20  # of the file that all processes of a command write to
OLDEST = (5, 0)  # keeps data in memory and takes a core by name, or has but one

_OTHER = "another tool traces the tests already, such as pytest-cov: try --no-cov"
_INSTALLED = ("*/site-packages/*", "*/dist-packages/*", "*/node_modules/*")
_WARNINGS = (  # of coverage.py, about what is so on purpose, or told otherwise
    "already-imported", "dynamic-conflict", "module-not-imported", "module-not-measured", "module-not-python",
    "no-ctracer", "no-data-collected", "no-sysmon", "trace-changed",
)  # fmt: skip
_WHOLE = (1, 1 << 30)  # lines of a file of which it is not known what ran
_STARTS = frozenset({  # audit events of a process that begins
    "subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system",
    "pty.spawn",
})  # fmt: skip
_UNSEEN = {  # modules under which code runs that no event and no tracer tells of
    "eventlet": "greenlets", "gevent": "greenlets", "greenlet": "greenlets",
    "multiprocessing.popen_forkserver": "processes", "multiprocessing.popen_spawn_posix": "processes",
    "multiprocessing.popen_spawn_win32": "processes",
}  # fmt: skip


class Observer:
    """Writes a record a test; a failure of ours ends the measuring with a note, and never reaches the session."""

    def __init__(self, config: Any, root: str, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND)
        self.process, self.thread = os.getpid(), threading.get_ident()
        self.key = f"{self.process}.{id(self)}"
        self.root = os.path.realpath(root)
        self.session = str(config.rootpath)
        self.coverage: Any = None
        self.tracer: Any = None
        self.ended = False
        self.sets: dict[tuple[str, tuple[int, ...]], int] = {}
        self.shared: set[int] = set()
        self.own: list[int] | None = None  # sets of the test that runs
        self.blind = ""  # why not all that it does is seen
        self.state = 0
        self.imports = False  # whether it was the first to import a module
        self.safely(self.start, _told(config))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        """How many tests a parametrised function has, also where only some of them are to run."""
        outcome: Any = yield
        self.safely(self.count, outcome)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        """Around setup, call and teardown, and whatever runs a test again."""
        self.safely(self.begin, item)
        yield
        self.safely(self.end, item.nodeid)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Around a fixture; one of a wider scope than a test is made by the first test that asks for it."""
        wide = fixturedef.scope != "function"
        if wide:
            self.safely(self.part, False)
        yield
        if wide:
            self.safely(self.part, True)

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

    def start(self, other: bool) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                import coverage
            except ImportError:
                return self.give_up("the command's Python has no coverage.py")
            if getattr(coverage, "version_info", (0,)) < OLDEST:
                return self.give_up(f"coverage.py is older than {'.'.join(map(str, OLDEST))}")
            if other or sys.gettrace() is not None or _is_monitored():
                return self.give_up(_OTHER)
            measured = _measuring(coverage, self.root)
            measured.start()
        self.coverage, self.tracer = measured, sys.gettrace()
        if self.tracer is None:  # told so by the environment; such a core sees a line once, whichever test it is
            return self.give_up("coverage.py runs on sys.monitoring here, which cannot tell tests apart")
        self.write({"format": FORMAT, "root": self.session})
        self.share([self.number(path, _WHOLE) for path in _imported(self.root)])
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Notes what a test does that a tracer does not tell; a hook cannot be taken away, and must never raise."""
        if self.ended or self.own is None:
            return
        if event in _STARTS:
            self.blind = "it starts processes"
        elif event == "sys.settrace" and threading.get_ident() == self.thread:
            self.blind = "it sets a tracer"
        elif event == "exec":
            code: Any = arguments[0] if arguments else None
            if getattr(code, "co_name", "") == "<module>" and code.co_filename.startswith(self.root + os.sep):
                self.imports = True

    def count(self, outcome: Any) -> None:
        """Writes how many tests each function has that has several."""
        report = outcome.get_result() if outcome.excinfo is None else None
        found: dict[str, int] = {}
        for node in getattr(report, "result", None) or ():
            if hasattr(node, "callspec"):
                name = node.nodeid[: -len(f"[{node.callspec.id}]")]
                found[name] = found.get(name, 0) + 1
        if found:
            self.write({"counts": found})

    def begin(self, item: Any) -> None:
        """Forgets nothing of what ran between two tests: it may be what the next one stands on."""
        if sys.gettrace() != self.tracer:
            return self.give_up(_OTHER)
        self.share(self.take())
        self.own, self.imports = [], False
        self.state = state(self.root + os.sep)
        self.blind = "a process is at work" if _has_children() else ""
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            self.blind = "its input is random"

    def part(self, shared: bool) -> None:
        """Puts down what was executed up to here; what others share is the test's as well."""
        if self.own is not None and sys.gettrace() == self.tracer:
            taken = self.take()
            self.own += taken
            if shared:
                self.share(taken)

    def end(self, test: str) -> None:
        """The record of a test; none of one under which the tracer was taken away: what it ran is not known."""
        if sys.gettrace() != self.tracer:
            return self.give_up(f"{test} set a tracer of its own; nothing is known from there on")
        numbers, self.own = sorted({*(self.own or ()), *self.take()}), None
        if self.imports or state(self.root + os.sep) != self.state:  # later tests may stand on what it did
            self.share(numbers)
        blind = self.blind or next(
            (f"it may use {_UNSEEN[name]}" for name in sorted(_UNSEEN) if name in sys.modules), ""
        )
        self.write({"test": test, "sets": numbers, **({"blind": blind} if blind else {})})

    def take(self) -> list[int]:
        """The numbers of the sets of lines that were executed since the last time."""
        data = self.coverage.get_data()
        found = [(path, _runs(sorted(data.lines(path) or ()))) for path in sorted(data.measured_files())]
        data.erase()
        return [self.number(path[len(self.root) :].lstrip(os.sep), lines) for path, lines in found]

    def number(self, path: str, lines: tuple[int, ...]) -> int:
        """The number of a set of lines, which is written where it is a new one."""
        key = path, lines
        if key not in self.sets:
            self.sets[key] = len(self.sets)
            self.write({"set": self.sets[key], "path": path, "lines": lines})
        return self.sets[key]

    def share(self, numbers: list[int]) -> None:
        """Writes that more than one test stands on what was executed."""
        new = [number for number in numbers if number not in self.shared]
        self.shared.update(new)
        if new:
            self.write({"shared": new})

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


def _told(config: Any) -> bool:
    """Whether pytest-cov is told to measure: it begins after us, and must not find a tracer."""
    known = getattr(config, "known_args_namespace", None)
    return bool(getattr(known, "cov_source", None)) and not getattr(known, "no_cov", False)


def _imported(root: str) -> list[str]:
    """The files below the root, relative to it, of modules that were imported before anything was measured."""
    files = {vars(module).get("__file__") for module in list(sys.modules.values()) if hasattr(module, "__dict__")}
    inside = sorted(file for file in files if isinstance(file, str) and file.startswith(root + os.sep))
    return [file[len(root) :].lstrip(os.sep) for file in inside if "-packages" in root or "-packages" not in file]


def _has_children() -> bool:
    """Whether a process that was started before is still there; where that cannot be told, not."""
    if not hasattr(os, "waitid"):
        return False
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except OSError:  # there is none
        return False
    return True


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
