"""test.run: runs tests, or a command, and keeps all that it said."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.lesson import Lesson, Stop
from ctxask.plan.declare import Argument, Operator
from ctxask.plan.runner import test_id
from ctxask.rows import Note, Record, Symbol
from ctxask.world import Answer, World

MOST_IDS = 400  # tests that are named one by one; more are named by their files, and more files not at all
LONGEST = 86_400  # seconds


def run(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Record]:
    """One record a run: its id, the command, how it ended, its tests by outcome; none where no test is to be run."""
    if rows is None and "command" not in args:
        raise Stop(Lesson("usage", "nothing says what to run", "--command 'python -m pytest'"))
    command = _words(args["command"]) if "command" in args else world.test_command
    ids = named(rows) if rows is not None else ()
    if rows is not None and not ids:
        return Answer((), (Note("no_test_to_run", 1, "no test reaches what changed"),), engine="runs@1")
    everything = ids == (".",)
    return world.run((*command, *(() if everything else ids)), args["timeout"])


def named(tests: Sequence[Symbol]) -> tuple[str, ...]:
    """What a runner is told: ids, or files where there are too many; `.` for everything."""
    sure = [row for row in tests if row.evidence != "name"]
    if any(row.path == "." for row in sure):
        return (".",)
    ids = tuple(dict.fromkeys(test_id(row) for row in sure))
    if len(ids) > MOST_IDS:
        ids = tuple(dict.fromkeys(row.path for row in sure))
    return ids if len(ids) <= MOST_IDS else (".",)


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise Stop(
            Lesson("usage", f"the command cannot be split into words: {error}", "--command 'make check'")
        ) from None
    if not words:
        raise Stop(Lesson("usage", "the command is empty", "--command 'make check'"))
    return words


OPERATOR = Operator(
    "test.run",
    "runs tests, or a command, and keeps what it said",
    run,
    output="records",
    source=True,
    inputs=("symbols",),
    args=(
        Argument("command", "text", "the command, in words; by default pytest, with the tests of the input"),
        Argument("timeout", "integer", "seconds after which it is ended", default=3600, low=1, high=LONGEST),
    ),
    tier="execute",
    cost="process",
    view="runs",
)
