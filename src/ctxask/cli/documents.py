"""Documents that a command is given: the JSON value in a file, or on stdin."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from ctxask.lesson import Lesson, Stop


def json_value(file: str, what: str, limit: int, large: Lesson, bad: Callable[[str], Lesson]) -> Any:
    """The value in a file that holds `what`, or on stdin for `-`; raises Stop with a lesson for what is none.

    `large` is the lesson about more than limit bytes, `bad` makes the one about what is no JSON from the reason.
    """
    try:
        if file == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with click.open_file(file, "rb") as stream:
                data = stream.read(limit + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Stop(Lesson("no_file", f"{file}: {reason}", f"give a file that holds {what}, or - for stdin")) from error
    if len(data) > limit:
        raise Stop(large)
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Stop(bad(f"this is no JSON: {why}")) from error
