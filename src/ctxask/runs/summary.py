"""What is told of a run: a document, whole, or the most important of it in so many bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ctxask.runs.model import Frame, Raised, Results, Run, Test

VERSION = "ctx.run/v1"
BAD = ("failed", "error")
_LINE = 160  # characters of a message or a line that are shown where room is short; a longer one is told by its size
_ARGUMENTS = 200  # bytes of the command's arguments there


def whole(run: Run, results: Results, onward: Sequence[str]) -> dict[str, Any]:
    """Everything that is known of a run but its output and the tests that went well."""
    failures = [{**_failure(test), "reason": test.reason, "raised": _chain(test)} for test in _bad(results)]
    return {
        **_head(run, results),
        "command": list(run.command),
        "failures": {"total": len(failures), "shown": failures},
        "next": list(onward),
        "notes": [*run.notes, *results.notes],
        "last": [],
    }


def short(
    run: Run, results: Results, last: Sequence[str], onward: Sequence[str], fits: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """The outcome, the first failures, the last lines and the way on: as much as fits."""
    failures = _bad(results)
    shown: list[dict[str, Any]] = []
    document = {
        **_head(run, results),
        **_command(run.command),
        "failures": {"total": len(failures), "shown": shown},
        "next": list(onward),
        "notes": [],
        "last": [],
    }
    _admit(document, "notes", [_told(note, "a note") for note in (*run.notes, *results.notes)], fits)
    for test in failures:
        shown.append(_failure(test))
        if not fits(document):
            shown.pop()
            if len(shown) > 1:
                break  # else it is a monster, and the next one may be none
    kept: list[str] = []
    for line in reversed(last):
        kept.insert(0, _told(line, "a line"))
        if not fits({**document, "last": kept}):
            kept.pop(0)
            break
    return {**document, "last": kept}


def _admit(document: dict[str, Any], key: str, values: Sequence[str], fits: Callable[[dict[str, Any]], bool]) -> None:
    for value in values:
        document[key].append(value)
        if not fits(document):
            document[key].pop()


def _head(run: Run, results: Results) -> dict[str, Any]:
    return {
        "version": VERSION,
        "run": run.id,
        "ended": run.ended,
        "status": run.status,
        "snapshot": run.snapshot,
        "stdout_bytes": run.stdout_bytes,
        "stderr_bytes": run.stderr_bytes,
        "tests": {"source": results.source, "whole": results.whole, "counts": dict(run.counts)},
    }


def _command(command: tuple[str, ...]) -> dict[str, Any]:
    """The first arguments, whole, and how many there are besides."""
    room, shown = _ARGUMENTS, []
    for argument in command:
        room -= len(argument.encode()) + 3
        if room < 0:
            break
        shown.append(argument)
    left = len(command) - len(shown)
    return {"command": shown, **({"arguments_omitted": left} if left else {})}


def _bad(results: Results) -> list[Test]:
    return [test for test in results.tests if test.outcome in BAD]


def _failure(test: Test) -> dict[str, Any]:
    name = f"{test.id} [{test.subtest}]" if test.subtest else test.id
    at = _place(test)
    return {
        "id": name,
        "outcome": test.outcome,
        **({"phase": test.phase} if test.phase != "call" else {}),
        **({"at": f"{at.path}:{at.line}" if at.line else at.path} if at else {}),
        "message": _message(test),
    }


def _place(test: Test) -> Frame | None:
    """Where it failed: the last frame inside the repository, of the exception that was reported first."""
    for raised in test.raised:
        for frame in reversed(raised.frames):
            if frame.inside:
                return frame
    return None


def _message(test: Test) -> str:
    if not test.raised:
        return _told(test.reason.partition("\n")[0], "a message")
    raised = test.raised[0]
    said = _told(raised.message.partition("\n")[0], "a message")
    return f"{raised.kind}: {said}" if raised.kind and said else raised.kind or said


def _told(text: str, what: str) -> str:
    """The text, or how long it is: nothing is cut in its middle."""
    return text if len(text) <= _LINE else f"({what} of {len(text)} characters)"


def _chain(test: Test) -> list[dict[str, Any]]:
    return [_raised(raised) for raised in test.raised]


def _raised(raised: Raised) -> dict[str, Any]:
    return {**raised._asdict(), "frames": [frame._asdict() for frame in raised.frames]}
