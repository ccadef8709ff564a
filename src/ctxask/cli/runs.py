"""`ctx runs`: the captured runs of this work tree."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ctxask import canon
from ctxask.cli.onward import of_run
from ctxask.cli.say import write
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place
from ctxask.repo.files import read_regular
from ctxask.runs.model import Run
from ctxask.runs.runs import Runs, open_runs

MOST_REPORT = 256 << 20  # bytes of a report
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document; errors are JSON as well.")


@click.group("runs")
def command() -> None:
    """Looks at captured runs, imports a report, tends the store. A run is made by `ctx run`.

    \b
    ctx runs list
    ctx runs show latest
    ctx runs import junit.xml
    """


@command.command("list")
@_JSON
@click.pass_context
def list_(context: click.Context, /, as_json: bool) -> int:
    """Lists the runs of this work tree, the newest first; also those that were killed, and damaged ones.

    \b
    ctx runs list
    ctx runs list --json
    """
    runs = _open(context)
    found = [_row(runs, run) for run in runs.list()]
    if as_json:
        return _json({"version": "ctx.runs/v1", "runs": found})
    from ctxask.render.run import listed

    write(listed(found))
    return EXIT["answered"]


@command.command("show")
@click.argument("run", metavar="RUN")
@_JSON
@click.pass_context
def show(context: click.Context, /, run: str, as_json: bool) -> int:
    """Shows a run whole but for its output: how it ended, its failures, and what has changed since it began.

    RUN is an id, the beginning of one, or `latest`: the newest run that has test results.

    \b
    ctx runs show latest
    ctx runs show run:1f2e3d4c5b6a7988 --json
    """
    from ctxask.runs.summary import whole

    runs = _open(context)
    found = runs.counted(_found(runs, run))
    results = runs.results(found)
    document = whole(found, results, of_run(found, context.find_root().obj[0], bool(results.tests)))
    document |= {"folder": found.folder, "head": found.head, "started": _time(found)}
    if runs.is_observed(found):
        document["observed_tests"] = len(runs.observed(found).tests)
    if found.snapshot:
        document["changed_since"] = _changed(_root(context), runs.stamped(found))
    if as_json:
        return _json(document)
    from ctxask.render.run import shown

    write(shown(document))
    return EXIT["answered"]


@command.command("rm")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@_JSON
@click.pass_context
def rm(context: click.Context, /, runs: tuple[str, ...], as_json: bool) -> int:
    """Removes runs; never one that is still going on.

    \b
    ctx runs rm run:1f2e3d4c5b6a7988
    """
    kept = _open(context)
    gone = []
    for run in [_found(kept, text) for text in runs]:
        refused = kept.remove(run)
        if refused is not None:
            raise Stop(refused)
        gone.append(run.id)
    return _told(gone, kept.store.sweep(), as_json)


@command.command("gc")
@click.option("--keep", type=click.IntRange(0), default=50, show_default=True, help="Runs that are kept at most.")
@click.option("--days", type=click.IntRange(0), default=14, show_default=True, help="Days that a run is kept at most.")
@click.option(
    "--bytes", "size", type=click.IntRange(0), default=2 << 30, show_default=True, help="Bytes on disk at most."
)
@_JSON
@click.pass_context
def gc(context: click.Context, /, keep: int, days: int, size: int, as_json: bool) -> int:
    """Removes runs over the limits, the oldest first, and those of work trees that are gone. Every run does it as well.

    \b
    ctx runs gc
    ctx runs gc --keep 10 --days 2
    """
    from ctxask.runs.retain import Limits, forget_gone, retain

    runs = _open(context)
    removed = retain(runs.store, limits=Limits(keep, days * 24 * 3600, size))
    forget_gone(runs.store)
    return _told(list(removed.runs), removed.freed, as_json)


@command.command("import")
@click.argument("file", metavar="FILE|-")
@_JSON
@click.pass_context
def import_(context: click.Context, /, file: str, as_json: bool) -> int:
    """Imports a report of test results as a run: JUnit XML of any test runner, or what pytest printed.

    \b
    ctx runs import junit.xml
    pytest | ctx runs import -
    """
    from ctxask.runs.imported import import_report

    where = place.find(_root(context))
    runs = open_runs(where)
    run = import_report(runs, _report(file), file)
    if isinstance(run, Lesson):
        raise Stop(run)
    from ctxask.render.run import listed

    row = _row(runs, run)
    if as_json:
        return _json({"version": "ctx.runs/v1", "runs": [row]})
    write(listed([row]))
    return EXIT["answered"]


def _report(file: str) -> bytes:
    if file == "-":
        data = sys.stdin.buffer.read(MOST_REPORT + 1)
    else:
        try:
            data = read_regular(Path(file), MOST_REPORT)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Stop(
                Lesson("no_file", f"{file}: {why}", "give a file that holds a report, or - for stdin")
            ) from error
    if len(data) > MOST_REPORT:
        raise Stop(Lesson("bad_report", f"the report is larger than {MOST_REPORT >> 20} MiB", "import it in parts"))
    return data


def _root(context: click.Context) -> Path:
    return Path(context.find_root().obj[0])


def _open(context: click.Context) -> Runs:
    return open_runs(place.find(_root(context)))


def _found(runs: Runs, text: str) -> Run:
    run = runs.find(text)
    if isinstance(run, Lesson):
        raise Stop(run)
    return run


def _row(runs: Runs, run: Run) -> dict[str, Any]:
    run = runs.counted(run)
    return {
        "run": run.id,
        "started": _time(run),
        "ended": run.ended,
        "status": run.status,
        "counts": dict(run.counts),
        "command": list(run.command),
        "folder": run.folder,
        "snapshot": run.snapshot,
        "stdout_bytes": run.stdout_bytes,
        "stderr_bytes": run.stderr_bytes,
        "notes": list(run.notes),
    }


def _time(run: Run) -> str:
    """When it began, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(run.started))


def _changed(root: Path, stamped: Mapping[str, str]) -> list[str]:
    """Paths of files that are not as they were when the run began; new and deleted ones as well."""
    from ctxask.facts.store import open_store
    from ctxask.repo.snapshot import open_snapshot

    where = place.find(root)
    now = {path: entry.content for path, entry in open_snapshot(where, open_store(where)).entries.items()}
    return sorted(path for path in {*now, *stamped} if now.get(path) != stamped.get(path))


def _told(gone: list[str], freed: int, as_json: bool) -> int:
    if as_json:
        return _json({"version": "ctx.runs/v1", "removed": gone, "freed_bytes": freed})
    write("".join(f"{line}\n" for line in (*(f"removed {run}" for run in gone), f"{freed} bytes freed")).encode())
    return EXIT["answered"]


def _json(document: Mapping[str, Any]) -> int:
    write(canon.encode(document) + b"\n")
    return EXIT["answered"]
