"""The verdict on a change: how much of it is bad, by the words that `--fail-on` takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxask.digest.joined import Joined
from ctxask.rows import Failure, Record, Result, Site

_EXECUTED = ("passed", "failed", "error", "xfailed", "xpassed")
_UNSEEN = frozenset(  # notes after which something of the change, or of its tests, is not known
    {
        "base_unavailable",
        "changes_unknown",
        "damaged_files",
        "merge_base_unknown",
        "missing",
        "unfinished_run",
        "unmerged_files",
        "unreadable_files",
    }
)


def verdict(joined: Joined, heads: Sequence[Mapping[str, object]], undecided: int) -> dict[str, int] | None:
    """Counts by word; None for an answer that shows neither changes nor runs, and so judges nothing.

    failed: failures, runs that ended badly without any, and runs of tests that gave no result
    broken: references that lost their target, calls that do not fit any more, files that no longer parse
    untested: changed symbols that no test is known to reach, and a change for which there is no test to run
    undecided: sites that could be anybody's
    incomplete: steps without rows, and kinds of things that could not be looked at
    """
    shown = list(joined.shown("candidates"))
    if not any((view == "changes" and result.kind == "sites") or result.op == "test.run" for view, result in shown):
        return None
    results = list(joined.results.values())
    return {
        "failed": _failed(results) + _unproven(joined),
        "broken": sum(isinstance(row, Site) for view, result in shown if view == "changes" for row in result.rows)
        + len({note for result in results for note in result.notes if note.code == "no_longer_parses"}),
        "untested": sum("no test is known to reach it" in _risks(head) for head in heads) + _nothing_to_run(results),
        "undecided": undecided,
        "incomplete": sum(result.state in ("incomplete", "failed") for result in results) + len(_holes(joined)),
    }


def _unproven(joined: Joined) -> int:
    """Runs of selected tests that ended well and have no result of any test: they prove nothing."""
    runs = [
        dict(row.values)
        for step in joined.plan.steps
        if step.op == "test.run" and step.input
        for row in joined.results[step.id].rows
        if isinstance(row, Record)
    ]
    return sum(run["outcome"] == "pass" and not any(run.get(f"{word}_tests") for word in _EXECUTED) for run in runs)


def _nothing_to_run(results: Sequence[Result]) -> int:
    return sum(note.code == "no_test_to_run" for result in results for note in result.notes)


def _holes(joined: Joined) -> set[str]:
    """What was not looked at, of the change or of the run, by code."""
    told = [*joined.notes, *(note for result in joined.results.values() for note in result.notes)]
    return {note.code for note in told if note.code in _UNSEEN}


def _failed(results: Sequence[Result]) -> int:
    failures = sum(isinstance(row, Failure) for result in results for row in result.rows)
    runs = [
        dict(row.values) for result in results for row in result.rows if isinstance(row, Record) and row.kind == "run"
    ]
    return failures or sum(run["outcome"] == "fail" for run in runs)


def _risks(head: Mapping[str, object]) -> Sequence[str]:
    found = head.get("risks", ())
    return found if isinstance(found, list) else ()
