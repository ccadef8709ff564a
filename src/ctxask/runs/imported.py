"""Importing a report: a run that nobody captured here."""

from __future__ import annotations

import time
from collections import Counter

from ctxask.lesson import Lesson
from ctxask.runs import sources
from ctxask.runs.model import Run
from ctxask.runs.retain import retain
from ctxask.runs.runs import Runs


def import_report(runs: Runs, report: bytes, name: str) -> Run | Lesson:
    """The run that a report of that name becomes, or why it cannot be read; raises OSError where it cannot be kept."""
    results = sources.read_report(report, name, runs.tree())
    if isinstance(results, Lesson):
        return results
    counts = tuple(sorted(Counter(test.outcome for test in results.tests).items()))
    begun = runs.store.begin(Run("", 0, int(time.time())))
    (begun.folder / "records").write_bytes(report)
    run = runs.store.finish(begun, begun.run._replace(ended="imported", source=results.source, counts=counts))
    retain(runs.store, run)
    return run
