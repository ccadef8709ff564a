"""`ctx run`: a command is run, everything that it prints is kept, and what it came to is told in a few lines."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from ctxask import canon
from ctxask.cli.onward import of_run
from ctxask.cli.say import tell, write
from ctxask.cli.streams import drop_stdout
from ctxask.facts.store import open_store
from ctxask.lesson import Lesson, Stop
from ctxask.repo import place
from ctxask.repo.snapshot import MovedTree, open_snapshot
from ctxask.runs.capture import Captured, capture
from ctxask.runs.home import not_begun
from ctxask.runs.runs import Runs, open_runs
from ctxask.runs.stamp import Stamp, stamp_of
from ctxask.runs.start import NOT_EXECUTABLE
from ctxask.runs.store import Part

MOST_BYTES = 2048  # of what is told, in any form
LONGEST = 10**7  # seconds of a timeout
_ATTEMPTS = 3


@click.command("run", context_settings={"allow_interspersed_args": False})
@click.option("--timeout", type=float, metavar="S", help="Seconds; then it is ended, and the exit code is 124.")
@click.option("--coverage", is_flag=True, help="Also record which lines each test of pytest executes.")
@click.option("--json", "as_json", is_flag=True, help="What it came to as one JSON document.")
@click.argument("command", metavar="-- CMD...", nargs=-1, required=True, type=click.UNPROCESSED)
@click.pass_context
def command(
    context: click.Context, /, timeout: float | None, coverage: bool, as_json: bool, command: tuple[str, ...]
) -> int:
    """Runs a command, keeps everything that it prints, and tells in at most 2 KiB what it came to.

    The exit code is the command's own: 128 and the signal that ended it, 124 after the timeout, 126 and 127 for what
    cannot be executed or is not there. No shell is between; `sh -c` is one. At a terminal its output is shown while it
    runs. Test results of pytest are taken from pytest itself. The run is kept outside the work tree, with the snapshot
    that it ran on.

    With --coverage the command's own coverage.py tells which lines of files below the root each test executes: `ctx
    diagnose` then ranks changes by it, and `ctx tests` adds tests that were seen to execute what changed. Where it
    cannot, a note says why. It costs time, and takes the place of a debugger or another tracer in the tests.

    \b
    ctx run -- pytest -x tests
    ctx run --coverage -- python -m pytest
    ctx run --timeout 600 -- make check
    ctx run -- sh -c 'build/app < input.txt'
    """
    if timeout is not None and not 0 < timeout <= LONGEST:
        raise click.BadParameter(f"give seconds, more than 0 and at most {LONGEST}", context, param_hint="--timeout")
    given = context.find_root().obj[0]
    shows = sys.stdout.isatty() and not as_json
    runs, captured = _captured(Path(given), command, timeout, shows, coverage)
    if captured.failed_to_start:
        tell(_not_started(command, captured), as_json)
        return captured.exit
    _say(runs, captured, given, as_json)
    return captured.exit


def _captured(
    root: Path, command: tuple[str, ...], timeout: float | None, shows: bool, coverage: bool
) -> tuple[Runs, Captured]:
    """The run, stamped with the snapshot that it begins on; raises Stop where none can begin."""
    where = place.find(root)
    runs = open_runs(where)
    stamp, notes = _stamp(where)
    try:
        return runs, capture(where, runs, command, root.resolve(), stamp, timeout, shows, notes, coverage)
    except OSError as error:
        if error.filename is None:
            raise
        raise Stop(not_begun(error)) from error


def _stamp(where: place.Place) -> tuple[Stamp, tuple[str, ...]]:
    """The stamp of the files as they are now; none, and a note, where they do not rest."""
    store = open_store(where)
    try:
        for _ in range(_ATTEMPTS):
            with suppress(MovedTree):
                return stamp_of(open_snapshot(where, store)), ()
    finally:
        store.flush()
        store.close()
    return Stamp(), ("files were changing when it began: it is not known on which it ran",)


def _say(runs: Runs, captured: Captured, given: str, as_json: bool) -> None:
    """Prints what the run came to; that nobody can read it changes nothing for the command."""
    from ctxask.render.run import text
    from ctxask.runs.summary import short

    def made(document: dict[str, object]) -> bytes:
        return canon.encode(document) + b"\n" if as_json else text(document)

    run = captured.run
    results = runs.results(run)
    last = [] if results.source else _last_lines(runs, captured)
    onward = of_run(run, given, any(name in ("failed", "error") for name, _ in run.counts))
    document = short(run, results, last, onward, lambda document: len(made(document)) <= MOST_BYTES)
    try:
        write((b"\n" if captured.new_line else b"") + made(document))
    except OSError:
        drop_stdout()


def _last_lines(runs: Runs, captured: Captured) -> list[str]:
    """The last lines that it printed: of its errors, where it failed and told any."""
    from ctxask.runs.output import tail

    run = captured.run
    part: Part = "stderr" if run.stderr_bytes and (run.status or not run.stdout_bytes) else "stdout"
    end = tail(runs.pieces(run, part), MOST_BYTES).data
    return end.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n") if end else []


def _not_started(command: tuple[str, ...], captured: Captured) -> Lesson:
    from shutil import which

    from ctxask.digest.onward import line

    program, why = command[0], captured.failed_to_start
    if captured.exit == NOT_EXECUTABLE:
        return Lesson("not_executable", why, line(("ls", "-ld", program)), (), captured.exit)
    words = program.split()
    if len(command) == 1 and len(words) > 1 and which(words[0]):
        hint = line(("ctx", "run", "--", "sh", "-c", program))
        return Lesson("no_command", f"{why}; a command is given as words", hint, (), captured.exit)
    close = _like(program) if "/" not in program else ""
    if close:
        return Lesson("no_command", why, line(("ctx", "run", "--", close, *command[1:])), (close,), captured.exit)
    hint = "name a program in PATH or a path to one; sh -c '...' for what only a shell knows"
    return Lesson("no_command", why, hint, (), captured.exit)


def _like(program: str) -> str:
    """The command of PATH that is written most like it, if one is."""
    import os

    from ctxask.plan.nearest import nearest

    names = set()
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        try:
            names |= {entry.name for entry in os.scandir(folder or ".")}
        except OSError:
            continue
    return nearest(program, names, cutoff=80)
