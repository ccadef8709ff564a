"""Where test results come from: the runner's own records, else what it printed; or a report that was given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ctxask import canon
from ctxask.lesson import Lesson
from ctxask.repo.files import read_below
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree

_QUOTED_BYTES = 1 << 20  # of a file that is read to compare what a report quotes


def environment(folder: Path, observed: str = "") -> Mapping[str, str]:
    """What a command's environment gets in addition, so that a pytest in it writes records into the run's folder.

    `observed` is the root below which it also writes down which lines each test executes.
    """
    from ctxask.runs.inject import environment

    return environment(folder / "plugin", folder / "records", os.environ, observed)


def tree(root: Path, files: Iterable[str], folder: str = "") -> Tree:
    """The files that a report can be about; `folder` is where its command ran, relative to the root."""

    def read(path: str) -> bytes | None:
        return read_below(root, canon.path_bytes(path), _QUOTED_BYTES)

    return Tree(str(root), frozenset(files), read, folder)


def results_of(records: bytes, stdout: bytes, about: Tree) -> Results:
    """What the tests of a captured command came to; total: what cannot be read is a note."""
    from ctxask.runs import printed, reported, standing

    if records:
        return standing.located(reported.read(records, about), stdout)
    return printed.read(stdout, about)


def read_report(report: bytes, name: str, about: Tree) -> Results | Lesson:
    """What a report of a test runner says, or why it is none that can be read; `name` is what it is called."""
    from ctxask.runs import recognise

    return recognise.read(report, name, about)
