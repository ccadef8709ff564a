"""The runs of a work tree, for whoever reads them: which there are, what they came to, what they ran on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress

from ctxask.lesson import Lesson, Stop
from ctxask.repo.place import Place
from ctxask.runs import observed, output, sources
from ctxask.runs.blobs import Damaged
from ctxask.runs.home import home
from ctxask.runs.model import Results, Run, Test
from ctxask.runs.observed import Observed
from ctxask.runs.paths import Tree
from ctxask.runs.stamp import contents_of
from ctxask.runs.store import InProgress, Part, Store

LATEST = "latest"
MOST_PARSED = 16 << 20  # bytes of stdout, from its end, in which test results are looked for
_CANDIDATES = 5
_CAPTURE = "ctx run -- pytest"
_ID = re.compile(r"(?:run:)?([0-9a-f]{1,16})")
_UNDECIDED = ("running", "incomplete")  # what they came to is not written down yet


class Runs:
    """The runs of one work tree, those of no other. Reading them changes nothing."""

    def __init__(self, place: Place, store: Store) -> None:
        self._place = place
        self.store = store
        self._results: dict[str, Results] = {}
        self._observed: dict[str, Observed] = {}
        self._now: frozenset[str] | None = None  # files that are there now

    def list(self) -> tuple[Run, ...]:
        """All runs, the newest first; damaged ones too, with the reason in their notes."""
        return tuple(reversed(self.store.runs()))

    def latest(self) -> Run | None:
        """The newest that has ended, or was killed, and has test results."""
        for run in self.list():
            if run.counts or (run.ended == "incomplete" and self.results(run).tests):
                return run
        return None

    def find(self, text: str) -> Run | Lesson:
        """The run that `run:…`, a unique beginning of its id, or `latest` names; else the lesson."""
        if text == LATEST:
            return self.latest() or self._missing("no run here has test results")
        match = _ID.fullmatch(text)
        if match is None:
            return Lesson("bad_run", f"{text!r} is no id of a run", "ctx runs list", self._candidates())
        found = [run for run in self.list() if run.id.startswith(f"run:{match[1]}")]
        if len(found) > 1:
            ids = tuple(run.id for run in found)
            return Lesson("ambiguous_run", f"{len(found)} runs begin with {text}", f"ctx runs show {ids[0]}", ids, 4)
        return found[0] if found else self._missing(f"there is no run {text} of this work tree")

    def results(self, run: Run) -> Results:
        """What its tests came to, as far as it is known; raises Stop for a run that is damaged."""
        if run.id in self._results:
            return self._results[run.id]
        records = self.whole(run, "records")
        if run.ended == "imported":
            read = sources.read_report(records, run.id, self.tree(run))
            found = Results(notes=(read.message,)) if isinstance(read, Lesson) else read
        else:
            printed = output.tail(self.pieces(run, "stdout"), MOST_PARSED)
            found = sources.results_of(records, printed.data, self.tree(run))
            if printed.lines_before:
                found = found._replace(tests=tuple(_shifted(test, printed.lines_before) for test in found.tests))
        if run.ended != "running":
            self._results[run.id] = found
        return found

    def is_observed(self, run: Run) -> bool:
        """Whether it has coverage: a record of what a test executed."""
        kept = run.coverage or run.ended in _UNDECIDED
        return bool(kept) and observed.any_test(self.pieces(run, "coverage"))

    def observed(self, run: Run) -> Observed:
        """What its tests executed; read when it is asked for.

        Empty where the run has no coverage. Raises Stop for a run that is damaged.
        """
        if run.id not in self._observed:
            data = self.whole(run, "coverage")
            self._observed[run.id] = observed.read(data, self.tree(run)) if data else Observed()
        return self._observed[run.id]

    def observed_notes(self, run: Run) -> tuple[str, ...]:
        """What must be known of coverage that was asked for."""
        return observed.notes(self.pieces(run, "coverage"))

    def latest_observed(self) -> Run | None:
        """The newest run that has ended, or was killed, and has coverage; a damaged one has none."""
        for run in self.list():
            with suppress(Stop):
                if run.ended != "running" and self.is_observed(run):
                    return run
        return None

    def tree(self, run: Run | None = None) -> Tree:
        """The files that a report can be about: those that the run was made on, else those that are there now."""
        if run is not None and run.stamp:
            return sources.tree(self._place.root, self.stamped(run), run.folder)
        if self._now is None:
            from ctxask.repo.snapshot import open_snapshot

            self._now = frozenset(open_snapshot(self._place).entries)
        return sources.tree(self._place.root, self._now)

    def stamped(self, run: Run) -> Mapping[str, str]:
        """Content id by path of every file that it ran on; empty for an import; raises Stop for a damaged run."""
        try:
            found = contents_of(self.store.blobs.whole(run.stamp))
        except Damaged:
            found = None
        if found is None:
            raise Stop(_damaged(run))
        return found

    def pieces(self, run: Run, part: Part) -> Iterator[bytes]:
        """What it printed, exactly, piece by piece; raises Stop for a run that is damaged."""
        if run.ended == "damaged":
            raise Stop(_damaged(run))
        try:
            yield from self.store.pieces(run, part)
        except Damaged as error:
            raise Stop(_damaged(run)) from error

    def whole(self, run: Run, part: Part) -> bytes:
        """The same at once."""
        return b"".join(self.pieces(run, part))

    def counted(self, run: Run) -> Run:
        """The run with who speaks of its tests and how many results of each outcome there are."""
        if run.source or run.ended not in _UNDECIDED:
            return run
        results = self.results(run)
        counts = Counter(test.outcome for test in results.tests)
        return run._replace(source=results.source, counts=tuple(sorted(counts.items())))

    def remove(self, run: Run) -> Lesson | None:
        """Forgets a run; the lesson where it is still going on."""
        try:
            self.store.remove(run)
        except InProgress:
            return Lesson("run_in_progress", f"{run.id} is still going on", f"ctx runs show {run.id}")
        return None

    def _missing(self, message: str) -> Lesson:
        candidates = self._candidates()
        return Lesson("no_run", message, _CAPTURE if not candidates else "ctx runs list", candidates, 3)

    def _candidates(self) -> tuple[str, ...]:
        return tuple(run.id for run in self.list()[:_CANDIDATES])


def open_runs(place: Place) -> Runs:
    """The runs of a place; raises Stop with a lesson where they cannot be kept anywhere."""
    return Runs(place, Store(home(place)))


def _shifted(test: Test, lines: int) -> Test:
    first, last = test.lines
    return test._replace(lines=(first + lines, last + lines)) if first else test


def _damaged(run: Run) -> Lesson:
    why = run.notes[0] if run.ended == "damaged" and run.notes else "what was kept of it is not whole"
    return Lesson("damaged_run", f"{run.id} cannot be read: {why}", f"ctx runs rm {run.id}")
