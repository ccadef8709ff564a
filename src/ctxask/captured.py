"""Captured runs as the World sees them: which run a question means, what it came to, what changed since."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ctxask import canon
from ctxask.ground import Ground
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo.coverage import language_of
from ctxask.repo.files import read_below
from ctxask.repo.look import Entry
from ctxask.rows import Failure, File, Note, Record, Text
from ctxask.runs.failures import failures, symbol_of
from ctxask.runs.model import Results, Run
from ctxask.runs.observed import Files, Lines
from ctxask.runs.runs import LATEST, Runs, open_runs

REPORT_BYTES = 256 << 20  # of a report that is read
PRINTED_BYTES = 4 << 20  # of what a run printed, from its end, that is compared with another's
_ID = re.compile(r"run:[0-9a-f]{1,16}|[0-9a-f]{4,16}|latest")
_INTERRUPTED = (130, 143)  # exit codes after SIGINT and SIGTERM
_NOTHING_COLLECTED = 5  # pytest's
_CAPTURE = "ctx run -- python -m pytest"


class Taken(NamedTuple):
    """A run that a question stands on."""

    name: str  # `run:` and its id, or the path of a report
    results: Results
    stamp: Mapping[str, str]  # path -> content id of what it ran on; empty where that is not known
    snapshot: str

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """What the run stood for."""
        return (("run", self.name),)


class Captured:
    """The runs of one work tree for one request, each read once."""

    def __init__(self, ground: Ground, languages: Mapping[str, str]) -> None:
        self._ground = ground
        self._languages = languages
        self._taken: dict[str, Taken] = {}
        self._runs: Runs | None = None

    def take(self, run: str | None) -> Taken:
        """The run of an id, `latest` or a report below the root; raises Stop with a lesson where there is none."""
        key = run or LATEST
        if key not in self._taken:
            self._taken[key] = self._stored(key) if _ID.fullmatch(key) else self._report(key)
        return self._taken[key]

    def run(self, command: Sequence[str], timeout: int) -> tuple[Record, tuple[Note, ...]]:
        """Captures a command at the root; the request's questions then mean its run by default."""
        from ctxask.runs.capture import capture
        from ctxask.runs.home import not_begun
        from ctxask.runs.stamp import contents_of, stamp_of

        place, runs = self._ground.place, self._open()
        stamp = stamp_of(self._ground.snapshot)
        try:
            captured = capture(place, runs, command, place.root, stamp, timeout)
        except OSError as error:
            if error.filename is None:
                raise
            raise Stop(not_begun(error)) from error
        if captured.exit in _INTERRUPTED:
            raise KeyboardInterrupt
        made = captured.run
        self._taken[LATEST] = Taken(made.id, runs.results(made), contents_of(stamp.contents) or {}, stamp.snapshot)
        return _record(made, command, captured.failed_to_start), _notes(self._taken[LATEST])

    def failures(self, run: str | None) -> tuple[tuple[Failure, ...], tuple[Note, ...]]:
        """The failures of a run, and what must be known of it."""
        taken = self.take(run)
        rows = tuple(map(self._relative, failures(taken.results)))
        return rows, (*_notes(taken), *self._staleness(taken))

    def _relative(self, failure: Failure) -> Failure:
        """The failure with paths below the root as answers write them, also where messages hold them."""
        root = f"{self._ground.place.root}/"
        raised = tuple((kind, said.replace(root, ""), link, parent) for kind, said, link, parent in failure.raised)
        return failure._replace(message=failure.message.replace(root, ""), raised=raised)

    def outcomes(self, run: str | None) -> tuple[Record, ...]:
        """Every result of a run, in the order in which they were reported."""
        return tuple(
            Record(
                "test",
                (
                    ("outcome", test.outcome),
                    ("subtest", test.subtest),
                    ("symbol", symbol_of(test.id)),
                    ("test", test.id),
                ),
            )
            for test in self.take(run).results.tests
        )

    def observed(self, run: str | None, paths: Sequence[str]) -> tuple[str, tuple[Record, ...]]:
        """The run with coverage, and what each of its tests executed in the files; nothing where none is meant.

        A run that does not say which files it ran on tells of no line.
        """
        found = self._with_coverage(run)
        if found is None:
            return "", ()
        seen = self._open().observed(found)
        rows = []
        for test, files in sorted(seen.tests.items()):
            symbol = symbol_of(test)
            values = {"blind": seen.blind.get(test, ""), "files": _in(files, paths), "symbol": symbol, "test": test}
            rows.append(Record("observed", tuple(values.items())))
        for function, count in sorted(seen.counts.items()):
            rows.append(Record("parametrised", (("symbol", symbol_of(function)), ("tests", count))))
        if seen.shared is not None:
            rows.append(Record("shared", (("files", _in(seen.shared, paths)),)))
        return found.id, tuple(rows)

    def has_coverage(self) -> bool:
        """Whether any run has coverage that says on which files."""
        return self._with_coverage(None) is not None

    def _with_coverage(self, run: str | None) -> Run | None:
        try:
            found = self._open().latest_observed() if run is None else self._open().find(run)
        except Stop:
            if run is None:  # runs cannot be kept here, so there is none
                return None
            raise
        return found if isinstance(found, Run) and found.stamp else None

    def printed(self, run: str | None) -> tuple[tuple[Text, ...], tuple[Note, ...]]:
        """The last of what a run printed, by line, and how much stands before that."""
        from ctxask.runs.output import tail

        name = self.take(run).name
        if not name.startswith("run:"):
            return (), (Note("report_without_output", 1, name),)
        found = self._open().find(name)
        if isinstance(found, Lesson):
            raise Stop(found)
        end = tail(self._open().pieces(found, "stdout"), PRINTED_BYTES)
        lines = end.data.decode("utf-8", "backslashreplace").split("\n")
        before = end.lines_before
        rows = [
            Text(f"{name}:stdout", number, number, "", text.removesuffix("\r"))
            for number, text in enumerate(lines, before + 1)
        ]
        return tuple(rows), (Note("earlier_output_not_compared", before, name),) if before else ()

    def since(self, run: str | None) -> tuple[File, ...]:
        """The files that are not as they were when the run was made, by path."""
        stamp = self.take(run).stamp
        entries = self._ground.snapshot.entries
        if not stamp:
            return ()
        rows = [
            File(path, language_of(path, self._languages), entry.content, entry.size, _kind(stamp.get(path)))
            for path, entry in entries.items()
            if stamp.get(path) != entry.content
        ]
        gone = [path for path in stamp if path not in entries]
        rows += [File(path, language_of(path, self._languages), stamp[path], 0, "deleted") for path in gone]
        return tuple(sorted(rows, key=lambda row: row.path))

    def moved(self, run: str | None, base: Mapping[str, Entry]) -> tuple[str, ...]:
        """The files that are neither now nor in the base as they were when the run was made, by path."""
        stamp = self.take(run).stamp
        before = {path: entry.content for path, entry in base.items()}
        return tuple(row.path for row in self.since(run) if stamp.get(row.path) != before.get(row.path))

    def _staleness(self, taken: Taken) -> tuple[Note, ...]:
        """That a run was made on other files than those that the answer is about."""
        if not taken.snapshot:
            return (Note("unstamped_run", 1, f"{taken.name} does not say which files it ran on"),)
        if taken.snapshot == self._ground.snapshot.id:
            return ()
        rows = self.since(taken.name)
        told = f"{rows[0].path} and more" if len(rows) > 1 else rows[0].path if rows else "another snapshot"
        return (Note("stale_run", 1, f"it ran on other files: {told}; run it again: ctx run -- COMMAND"),)

    def _open(self) -> Runs:
        if self._runs is None:
            self._runs = open_runs(self._ground.place)
        return self._runs

    def _stored(self, name: str) -> Taken:
        runs = self._open()
        found = runs.find(name)
        if isinstance(found, Lesson):
            raise Stop(_how_to_capture(found) if found.code == "no_run" else found)
        stamp = runs.stamped(found) if found.snapshot else {}
        return Taken(found.id, runs.results(found), stamp, found.snapshot)

    def _report(self, path: str) -> Taken:
        """A report of a test runner that stands below the root."""
        from ctxask.runs.sources import read_report, tree

        parts = path.split("/")
        if path.startswith("/") or ".." in parts or "\0" in path:
            message = f"{path!r} is neither the id of a run nor a file below {self._ground.place.root.name}"
            raise Stop(Lesson("bad_run", message, f"ctx runs import {path}"))
        data = read_below(self._ground.place.root, canon.path_bytes(os.path.normpath(path)), REPORT_BYTES)
        if data is None:
            raise Stop(
                Lesson("no_run", f"there is no run and no report {path}", "ctx runs list", (), EXIT["no_symbol"])
            )
        results = read_report(data, path, tree(self._ground.place.root, self._ground.snapshot.entries))
        if isinstance(results, Lesson):
            raise Stop(results)
        return Taken(path, results, {}, "")


def _in(files: Files, paths: Sequence[str]) -> tuple[tuple[str, Lines], ...]:
    return tuple((path, files[path]) for path in paths if path in files)


def _record(run: Run, command: Sequence[str], not_started: str) -> Record:
    """A run as a row: how it ended, and what its tests came to."""
    values: dict[str, Any] = {
        "run": run.id,
        "command": tuple(command),
        "ended": run.ended,
        "status": run.status,
        "outcome": "pass" if run.ended == "exited" and run.status == 0 else "fail",
        **{f"{outcome}_tests": count for outcome, count in run.counts},
    }
    if not_started:
        values["reason"] = not_started
    elif run.status == _NOTHING_COLLECTED and run.source == "pytest":
        values["reason"] = "no test was collected"
    return Record("run", tuple(sorted(values.items())))


def _kind(before: str | None) -> str:
    return "added" if before is None else "modified"


def _notes(taken: Taken) -> tuple[Note, ...]:
    """How much of a run there is: who says so, how many results of each outcome, what was lost."""
    results = taken.results
    counts = Counter(test.outcome for test in results.tests)
    found = [Note(f"{outcome}_tests", counts[outcome]) for outcome in sorted(counts)]
    ran = sum(counts[outcome] for outcome in ("passed", "failed", "xfailed", "xpassed"))
    collected = sum(test.phase == "collect" for test in results.tests)
    if collected and not ran:
        found.append(Note("no_test_ran", 0, "0 tests ran; what could not be collected is unknown, not passing"))
    if results.source == "printed":
        found.append(Note("printed_output", 1, "read from what the runner printed, the last resort"))
    if not results.whole:
        found.append(Note("unfinished_run", 1, "the runner did not come to its end"))
    return (*found, *(Note("run_note", 1, text) for text in results.notes))


def _how_to_capture(lesson: Lesson) -> Lesson:
    return lesson._replace(hint=_CAPTURE if not lesson.candidates else lesson.hint)
