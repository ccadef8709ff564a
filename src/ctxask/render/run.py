"""A captured run as text: its outcome, its failures, and how to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.digest.onward import line
from ctxask.render.style import visible
from ctxask.render.words import count

_OUTCOMES = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")
_ENDED = {
    "incomplete": "incomplete: the capture was killed",
    "running": "still going on",
    "imported": "imported",
    "damaged": "damaged",
}


def text(document: dict[str, Any]) -> bytes:
    """The document of a run as a few lines."""
    return "".join(f"{visible(row)}\n" for row in _rows(document)).encode()


def shown(document: dict[str, Any]) -> bytes:
    """A run whole, with where and on what it ran."""
    rows = [f"began {document['started']}" + (f" in {document['folder']}" if document["folder"] else "")]
    changed = document.get("changed_since")
    if changed is None:
        rows.append("on files that are not known")
    elif changed:
        rows.append(f"on {document['snapshot']}; {count(len(changed), 'file')} changed since: {', '.join(changed)}")
    else:
        rows.append(f"on {document['snapshot']}, which is how the files are now")
    if "observed_tests" in document:
        rows.append(f"with coverage: the lines that each of {count(document['observed_tests'], 'test')} executed")
    first, second, *rest = _rows(document)
    return "".join(f"{visible(row)}\n" for row in (first, second, *rows, *rest)).encode()


def listed(runs: list[dict[str, Any]]) -> bytes:
    """One line a run."""
    out = []
    for run in runs:
        said = counted(run["counts"]) or outcome(run["ended"], run["status"])
        if run["counts"] and run["ended"] not in ("exited", "imported"):
            said = f"{said}; {outcome(run['ended'], run['status'])}"
        what = line(run["command"]) or "; ".join(run["notes"])
        out.append(f"{run['run']}  {run['started']}  {said}  {what}".rstrip())
    return "".join(f"{visible(row)}\n" for row in out or ["no runs yet: ctx run -- CMD makes one"]).encode()


def outcome(ended: str, status: int) -> str:
    """How a command ended, in words."""
    if ended in _ENDED:
        return _ENDED[ended]
    if ended == "timeout":
        return f"timed out, and was ended (status {status})"
    if ended == "signal":
        return f"ended by signal {status - 128} (status {status})"
    if ended == "not_started":
        return f"not started (status {status})"
    return "passed" if status == 0 else f"failed (exit status {status})"


def counted(counts: dict[str, int]) -> str:
    """`2 failed, 14 passed`."""
    return ", ".join(
        count(counts[name], name, f"{name}s" if name == "error" else name) for name in _OUTCOMES if name in counts
    )


def _rows(document: dict[str, Any]) -> Iterator[str]:
    tests = document["tests"]
    said = outcome(document["ended"], document["status"])
    yield f"{said}: {counted(tests['counts'])}" if tests["counts"] else said
    more = document.get("arguments_omitted", 0)
    command = line(document["command"]) + (f" … and {count(more, 'more argument')}" if more else "")
    yield f"{document['run']}  {command}".rstrip()
    if tests["source"] and not tests["whole"]:
        yield "the tests did not come to their end"
    yield from document["notes"]
    yield from _failures(document["failures"])
    if document["last"]:
        yield ""
        yield from (f"  | {printed}" for printed in document["last"])
    if document["next"]:
        yield ""
        yield from document["next"]


def _failures(failures: dict[str, Any]) -> Iterator[str]:
    if not failures["total"]:
        return
    yield ""
    for failure in failures["shown"]:
        what = f"{failure['outcome']} in {failure['phase']}" if "phase" in failure else failure["outcome"]
        place = f"{failure['at']}: " if "at" in failure else ""
        yield f"{place}{what} {failure['id']}"
        yield from _message(failure)
    left = failures["total"] - len(failures["shown"])
    if left:
        yield f"… and {count(left, 'further failure')}"


def _message(failure: dict[str, Any]) -> Iterator[str]:
    """The message; where the document holds the chain, every exception with the frames inside the repository."""
    if "raised" not in failure:
        if failure["message"]:
            yield f"    {failure['message']}"
        return
    if not failure["raised"]:
        yield from (f"    {row}" for row in failure["reason"].splitlines())
    for raised in failure["raised"]:
        link = f"{raised['link']}: " if raised["link"] else ""
        first, *rest = f"{link}{raised['kind']}: {raised['message']}".splitlines() or [""]
        yield f"    {first}"
        yield from (f"      {row}" for row in rest)
        frames = [frame for frame in raised["frames"] if frame["inside"]]
        yield from (f"      {frame['path']}:{frame['line']} in {frame['function'] or 'the module'}" for frame in frames)
