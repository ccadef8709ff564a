"""The story of one capture: a run begins, its command runs to its end, and what it printed is kept."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ctxask import canon
from ctxask.repo.place import Place
from ctxask.runs import sources
from ctxask.runs.attend import Attendance, Ending, Signals, listening
from ctxask.runs.keeper import Keeper, Kept, start_keeper
from ctxask.runs.live import Live
from ctxask.runs.model import Run
from ctxask.runs.retain import retain
from ctxask.runs.runs import Runs
from ctxask.runs.stamp import Stamp
from ctxask.runs.start import NotStarted, start
from ctxask.runs.store import PARTS, Open


class Captured(NamedTuple):
    """A run that was made, and what the capture leaves with."""

    run: Run
    exit: int
    failed_to_start: str = ""  # why, where the command is not there or cannot be executed
    new_line: bool = False  # what was shown did not end its line


def capture(
    place: Place,
    runs: Runs,
    command: Sequence[str],
    folder: Path,
    stamp: Stamp,
    timeout: float | None = None,
    shows: bool = False,
    notes: tuple[str, ...] = (),
) -> Captured:
    """Runs a command in a folder of the place and keeps all of it; raises OSError where no run can begin.

    `shows` lets what it prints go to our stdout and stderr while it runs. Signals that reach us go to the command,
    which is why this has to be the main thread.
    """
    with listening() as signals:
        begun = runs.store.begin(_begin(place, command, folder, stamp, notes), stamp.contents)
        live = Live(begun.folder) if shows else None
        ended = _command(begun, command, folder, signals, timeout, live)
        if live is not None:
            live.finish(is_over=lambda: bool(signals.new()))
        run = _finished(runs, begun, ended)
    new_line = live is not None and live.last != b"\n"
    if isinstance(ended, NotStarted):
        return Captured(run, ended.status, ended.why, new_line)
    return Captured(run, ended.exit, "", new_line)


def _begin(place: Place, command: Sequence[str], folder: Path, stamp: Stamp, notes: tuple[str, ...]) -> Run:
    """What is known of a run before its command starts."""
    inside = folder.relative_to(place.root).as_posix()
    return Run(
        id="",
        sequence=0,
        started=int(time.time()),
        command=tuple(canon.path_text(os.fsencode(part)) for part in command),
        folder="" if inside == "." else canon.path_text(os.fsencode(inside)),
        snapshot=stamp.snapshot,
        head=stamp.head,
        notes=notes,
    )


def _command(
    begun: Open, command: Sequence[str], folder: Path, signals: Signals, timeout: float | None, live: Live | None
) -> Ending | NotStarted:
    """Starts the command between two pipes that the keeper empties, and attends to it."""
    keeper, writing = _kept_pipes(begun)
    try:
        started = start(command, folder, sources.environment(begun.folder), *writing)
    finally:
        for descriptor in writing:
            os.close(descriptor)
    if isinstance(started, NotStarted):
        keeper.settle()
        return started
    return Attendance(started, keeper, signals, timeout, live).to_its_end()


def _kept_pipes(begun: Open) -> tuple[Keeper, list[int]]:
    """A keeper for new pipes to the run's files, and the ends to write into."""
    pipes = [os.pipe() for _ in range(2)]
    files = [os.open(begun.folder / part, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC) for part in PARTS[:2]]
    try:
        keeper = start_keeper({reading: file for (reading, _), file in zip(pipes, files, strict=True)})
    finally:
        for descriptor in (*files, *(reading for reading, _ in pipes)):
            os.close(descriptor)
    return keeper, [writing for _, writing in pipes]


def _finished(runs: Runs, begun: Open, ended: Ending | NotStarted) -> Run:
    """The run as it is kept; where the disk takes no more it stays as it came, and says so."""
    if isinstance(ended, NotStarted):
        run = begun.run._replace(ended="not_started", status=ended.status, notes=(*begun.run.notes, ended.why))
    else:
        notes = (*begun.run.notes, *_remarks(ended))
        counted = runs.counted(begun.run)
        run = counted._replace(ended=ended.ended, status=ended.status, notes=notes)
    try:
        run = runs.store.finish(begun, run)
        retain(runs.store, run)
    except OSError as error:
        run = run._replace(notes=(*run.notes, f"kept as it came, not packed: {error.strerror or error}"))
    return run


def _remarks(ended: Ending) -> list[str]:
    kept: Kept = ended.kept
    out = []
    if kept.why == -1:
        out.append("what took down its output was killed: the end of it may be missing")
    elif kept.lost:
        out.append(f"{kept.lost} bytes of its output could not be kept: {os.strerror(kept.why)}")
    if not kept.ended:
        out.append("what it left running in the background may print more, which is not kept")
    if ended.exit in (129, 130, 131, 143) and ended.exit != ended.status:
        out.append("it was interrupted")
    return out
