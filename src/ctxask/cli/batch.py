"""`ctx batch`: several questions in one document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ctxask import canon
from ctxask.batch import MOST_BYTES, Failed, run
from ctxask.cli.documents import json_value
from ctxask.cli.progress import Progress
from ctxask.cli.say import write
from ctxask.lesson import EXIT, Lesson, Stop


@click.command("batch")
@click.argument("file", metavar="FILE|-")
@click.option("--quiet", is_flag=True, help="No sign of life on a terminal.")
@click.pass_context
def command(context: click.Context, /, file: str, quiet: bool) -> int:
    """Answers the questions of a `ctx.batch/v1` document in their order, all or none.

    A step may take parts of earlier answers by reference. What comes out is one JSON document, also for an error,
    which names the step. Nothing is started but git.

    \b
    ctx batch questions.json
    echo '{"version": "ctx.batch/v1", "steps": [
      {"id": "where", "request": "ask", "input": {"intent": "locate", "symbol": "Config.covers"}},
      {"id": "lines", "request": "get",
       "input": {"addresses": [{"$ref": "#/steps/where/candidates/0/address"}]}}]}' | ctx batch -
    """
    progress = Progress() if sys.stderr.isatty() and not quiet else None
    try:
        made = run(_value(file), Path(context.find_root().obj[0]), progress)
    except Stop as stop:
        said = stop.lesson.document()
        if isinstance(stop, Failed):
            said["step"] = stop.step
        write(canon.encode(said) + b"\n")
        return stop.lesson.exit
    finally:
        if progress is not None:
            progress.clear()
    write(canon.encode(made) + b"\n")
    return EXIT["answered"]


def _value(file: str) -> Any:
    large = Lesson("batch_too_large", f"a batch has at most {MOST_BYTES} bytes", "two batches")
    return json_value(file, "a batch", MOST_BYTES, large, lambda why: Lesson("bad_batch", why, "ctx schema batch"))
