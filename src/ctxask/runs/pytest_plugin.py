"""A pytest plugin that writes what a session came to as JSON lines; it stands alone and runs on Python 3.8 to 3.14.

PYTEST_DONT_REWRITE: it is copied beside a command that ctx captures, where ctx itself is not installed.

It wakes only where CTXASK_RECORDS names a file, takes that name and its own folder out of the environment at once, so
that a pytest which a test starts writes nothing, and never lets a failure of its own reach the session. Workers of
xdist see the exceptions and send them along with their reports; the process that was started writes all records.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import _pytest
import pluggy
import pytest

RECORDS = "CTXASK_RECORDS"
COVERAGE = "CTXASK_COVERAGE"  # the root, where the lines that tests execute are to be measured
WORKER = "CTXASK_WORKER"  # the same for a worker of xdist, with the file to write to, as JSON
FORMAT = 1
NAME = __name__.rpartition(".")[2]
OBSERVER = "ctxask_coverage"  # the module beside this one
RAISED = "_ctxask_raised"  # attribute of a report: its exceptions, as JSON because xdist sends plain types only
PART = "_ctxask_part"  # attribute of a report: what a subtest calls itself, before xdist makes another text of it
MANY = 1000  # exceptions of one failure, and frames at either end of one traceback, that are kept

_WRAPPERS = ("CollectError", "ConftestImportFailure")  # of pytest, around the error of the file
_MACHINERY = tuple(str(Path(str(module.__file__)).absolute().parent) + os.sep for module in (_pytest, pluggy))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> Iterator[None]:
    """The first hook there is: wakes the recorder, and hears of a conftest that cannot be imported."""
    recorder = _claim(early_config)
    outcome: Any = yield
    if recorder is not None and outcome.excinfo is not None:
        recorder.broken_conftest(outcome.excinfo[1])


def pytest_configure(config: Any) -> None:
    """A worker of xdist only watches, where the process that started it records."""
    given = getattr(config, "workerinput", {})
    if given.get(RECORDS):
        config.pluginmanager.register(Watcher(), NAME + "_watcher")
        if not config.pluginmanager.hasplugin(OBSERVER):
            _observe(config, given.get(COVERAGE))


def _claim(config: Any) -> Recorder | None:
    """The recorder of this process; None where nothing is to be recorded."""
    path, root = os.environ.pop(RECORDS, ""), os.environ.pop(COVERAGE, "")
    _leave("PYTHONPATH", os.pathsep, str(Path(__file__).absolute().parent))
    _leave("PYTEST_PLUGINS", ",", NAME)
    if worker := os.environ.pop(WORKER, ""):  # measured from here on, before a conftest.py imports anything
        _observe(config, json.loads(worker))
    if not path or hasattr(config, "workerinput"):
        return None
    try:
        recorder = Recorder(path, config, root)
    except OSError:  # no place to write to: the session must not suffer, and the reader finds no records
        return None
    config.pluginmanager.register(recorder, NAME + "_recorder")
    _observe(config, recorder.observed)
    return recorder


def _observe(config: Any, observed: Sequence[str] | None) -> None:
    """Lets what tests execute be measured, where it was asked for: the root and the file to write to."""
    if observed:
        with contextlib.suppress(OSError, ImportError):  # no file to write to, as on another machine
            observer = importlib.import_module(OBSERVER).Observer(config, *observed)
            config.pluginmanager.register(observer, OBSERVER)


def _leave(variable: str, separator: str, own: str) -> None:
    """Takes our entry out of a variable that lists several."""
    entries = os.environ.get(variable, "").split(separator)
    if own in entries:
        left = [entry for entry in entries if entry != own]
        if left:
            os.environ[variable] = separator.join(left)
        else:
            del os.environ[variable]


class Swallowed:
    """A failure of ours becomes a record that says so; interrupts go on their way."""

    def __init__(self, watcher: Watcher, where: str) -> None:
        self.watcher, self.where = watcher, where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        if not isinstance(error, Exception):
            return False
        self.watcher.fault(self.where, error)
        return True


class Watcher:
    """Lets every report carry the exceptions that it was made of."""

    def fault(self, where: str, error: Exception) -> None:
        """Nothing can be written here; the report goes without its exceptions, and its text is recorded instead."""

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, call: Any) -> Iterator[None]:
        outcome: Any = yield
        with Swallowed(self, "makereport"):
            self.attach(outcome.get_result(), call)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        outcome: Any = yield
        with Swallowed(self, "make_collect_report"):
            report = outcome.get_result()
            self.attach(report, getattr(report, "call", None))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        with Swallowed(self, "logreport"):
            report.__dict__[PART] = _description(report)

    def attach(self, report: Any, call: Any) -> None:
        if report is None or call is None or call.excinfo is None or call.excinfo.typename == "XFailed":
            return
        report.__dict__[RAISED] = json.dumps(_placed_by_report(report) or raised(call.excinfo.value))


class Recorder(Watcher):
    """Appends one record an event, each in one write, so that a killed session keeps what it had."""

    def __init__(self, path: str, config: Any, root: str = "") -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.process = os.getpid()
        self.key = f"{self.process}.{id(self)}"
        self.observed = [root, str(Path(path).with_name("coverage"))] if root else None
        self.shown = False  # whether a fault was told: one is enough
        self.write("session", format=FORMAT, root=str(config.rootpath), folder=str(config.invocation_params.dir))

    def write(self, event: str, **values: Any) -> None:
        """One line, unless this is a fork of the process that records."""
        if os.getpid() != self.process or self.file < 0:
            return
        record = {"event": event, "session": self.key}
        record.update((key, value) for key, value in values.items() if value not in (None, ""))
        left = (json.dumps(record) + "\n").encode("ascii")
        while left:
            left = left[os.write(self.file, left) :]

    def fault(self, where: str, error: Exception) -> None:
        if not self.shown:
            self.shown = True
            with contextlib.suppress(Exception):  # the disk is full, say: there is nobody left to tell
                self.write("fault", where=where, error=f"{type(error).__name__}: {_text(error)}")

    def broken_conftest(self, error: BaseException) -> None:
        """A conftest that cannot be imported ends the session before it begins."""
        with Swallowed(self, "load_initial_conftests"):
            path = getattr(error, "path", None)
            if path is not None:
                self.write("result", id=str(path), when="collect", outcome="failed", raised=raised(error))

    def pytest_sessionstart(self) -> None:
        with Swallowed(self, "sessionstart"):
            self.write("started")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: Any) -> None:
        with Swallowed(self, "collection_finish"):
            self.write("collected", count=len(session.items))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        with Swallowed(self, "logstart"):
            self.write("began", id=nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        with Swallowed(self, "logreport"):
            if report.when not in ("setup", "teardown") or report.outcome != "passed":
                self.result(report, report.when)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report: Any) -> None:
        with Swallowed(self, "collectreport"):
            if report.outcome != "passed":
                self.result(report, "collect")

    def result(self, report: Any, when: str) -> None:
        """The record of a report; who comes after us does not see what it carried."""
        sent, part = report.__dict__.pop(RAISED, None), report.__dict__.pop(PART, None)
        expected = getattr(report, "wasxfail", None)
        skipped = report.outcome == "skipped" and expected is None
        self.write(
            "result",
            id=report.nodeid,
            when=when,
            outcome=report.outcome,
            xfail=None if expected is None else [str(expected)],
            subtest=_description(report) if part is None else part,
            raised=json.loads(sent) if sent and not skipped else None,
            text=None if sent and not skipped else _reason(report.longrepr),
        )

    def pytest_internalerror(self, excrepr: Any, excinfo: Any) -> None:
        with Swallowed(self, "internalerror"):
            self.write("internal", raised=raised(excinfo.value), text=str(excrepr))

    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        with Swallowed(self, "keyboard_interrupt"):
            self.write("stopped", raised=raised(excinfo.value))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: Any, exitstatus: Any) -> None:
        with Swallowed(self, "sessionfinish"):
            why = getattr(session, "shouldfail", "") or getattr(session, "shouldstop", "")
            self.write("finished", status=int(exitstatus), why=str(why) if why else None)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        if os.getpid() == self.process and self.file >= 0:
            os.close(self.file)
            self.file = -1

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tells a worker of xdist to watch."""
        with Swallowed(self, "configure_node"):
            node.workerinput[RECORDS] = "watch"
            node.workerinput[COVERAGE] = self.observed

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: Any) -> None:
        """A worker needs what was taken out of the environment: the name, where plugins are not found by themselves."""
        with Swallowed(self, "setupnodes"):
            names = [*filter(None, os.environ.get("PYTEST_PLUGINS", "").split(",")), NAME]
            for spec in specs:
                if os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
                    spec.env["PYTEST_PLUGINS"] = ",".join(names)
                if self.observed:
                    spec.env[WORKER] = json.dumps(self.observed)


def raised(top: BaseException) -> list[dict[str, Any]]:
    """An exception with its chain and members, each after its parent; what pytest wraps around a file's error is left.

    Frames are [path, line, function], the outermost first, without the machinery that leads to the test.
    """
    while type(top).__name__ in _WRAPPERS and (top.__cause__ or top.__context__) is not None:
        top = top.__cause__ or top.__context__  # type: ignore[assignment]
    out: list[dict[str, Any]] = []
    seen = set()
    left: list[tuple[BaseException, str, int]] = [(top, "", -1)]
    while left:
        error, link, parent = left.pop()
        if id(error) in seen or len(out) >= MANY:
            if len(out) >= MANY:
                out[-1]["cut"] = out[-1].get("cut", 0) + 1
            continue
        seen.add(id(error))
        frames, cut = _frames(error)
        one = {"kind": _kind(error), "message": _text(error), "frames": frames, "link": link, "parent": parent}
        if cut:
            one["cut"] = cut
        left += [(member, "member", len(out)) for member in reversed(_members(error))]
        if error.__cause__ is not None:
            left.append((error.__cause__, "cause", len(out)))
        elif error.__context__ is not None and not error.__suppress_context__:
            left.append((error.__context__, "context", len(out)))
        out.append(one)
    return out


def _members(error: BaseException) -> list[BaseException]:
    """The members of an exception group, built in or of the backport."""
    if any(kind.__name__ == "BaseExceptionGroup" for kind in type(error).__mro__):
        return [member for member in getattr(error, "exceptions", ()) if isinstance(member, BaseException)]
    return []


def _frames(error: BaseException) -> tuple[list[list[Any]], int]:
    """The frames of an exception, and how many in the middle of a very long traceback were left out."""
    frames: list[list[Any]] = []
    trace, cut = error.__traceback__, 0
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append([code.co_filename, trace.tb_lineno or 0, getattr(code, "co_qualname", code.co_name)])
        trace = trace.tb_next
        if len(frames) > 4 * MANY:
            del frames[MANY : 2 * MANY]
            cut += MANY
    own = next((at for at, frame in enumerate(frames) if not frame[0].startswith(_MACHINERY)), 0)
    frames = frames[own:]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append([str(error.filename), error.lineno or 0, ""])  # where the interpreter points to
    return frames, cut


def _kind(error: BaseException) -> str:
    kind = type(error)
    plain = kind.__module__ in ("builtins", "__main__")
    return kind.__qualname__ if plain else f"{kind.__module__}.{kind.__qualname__}"


def _text(error: BaseException) -> str:
    """The message with its notes, whole."""
    try:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
        notes = getattr(error, "__notes__", ())
        return "\n".join([text, *map(str, notes if isinstance(notes, (list, tuple)) else ())])
    except Exception:
        return f"<unprintable {type(error).__name__} object>"  # as the interpreter says it


def _placed_by_report(report: Any) -> list[dict[str, Any]]:
    """What pytest itself finds no use in a traceback for: examples in documentation, fixtures that are not there."""
    out = []
    for place, lines in getattr(report.longrepr, "reprlocation_lines", ()):
        last = next((at for at, line in enumerate(lines) if line.startswith("UNEXPECTED EXCEPTION")), len(lines))
        frames = [[str(place.path), int(place.lineno or 0), ""]]
        out.append(
            {
                "kind": str(place.message),
                "message": "\n".join(lines[: last + 1]),
                "frames": frames,
                "link": "",
                "parent": -1,
            }
        )
    if hasattr(report.longrepr, "errorstring") and hasattr(report.longrepr, "firstlineno"):
        message = str(report.longrepr.errorstring).partition("\n")[0]  # the rest lists the fixtures that there are
        frames = [[str(report.longrepr.filename), int(report.longrepr.firstlineno) + 1, ""]]
        kind = "_pytest.fixtures.FixtureLookupError"
        out.append({"kind": kind, "message": message, "frames": frames, "link": "", "parent": -1})
    return out


def _description(report: Any) -> str:
    """What a subtest calls itself, empty for a test."""
    context = getattr(report, "context", None)
    if context is None or not hasattr(context, "kwargs"):
        return ""
    describe = getattr(report, "_sub_test_description", None) or getattr(report, "sub_test_description", None)
    return str(describe()) if describe is not None else "(<subtest>)"


def _reason(longrepr: Any) -> str:
    """Why a test was skipped, or the text of a failure whose exception is not known."""
    if isinstance(longrepr, tuple):
        return str(longrepr[-1])
    return "" if longrepr is None else str(longrepr)
