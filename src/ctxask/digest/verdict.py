"""The verdict on a change: how much of it is bad, by the words that `--fail-on` takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxask.digest.joined import Joined
from ctxask.rows import Failure, Record, Result, Site

WORDS = ("failed", "broken", "untested", "undecided", "incomplete")


def verdict(joined: Joined, heads: Sequence[Mapping[str, object]], undecided: int) -> dict[str, int] | None:
    """Counts by word; None for an answer that shows neither changes nor runs, and so judges nothing.

    failed: failures, and runs that ended badly without any; broken: references that lost their target; untested:
    changed symbols that no test reaches; undecided: sites that could be anybody's; incomplete: steps without rows.
    """
    shown = list(joined.shown("candidates"))
    if not any((view == "changes" and result.kind == "sites") or result.op == "test.run" for view, result in shown):
        return None
    results = list(joined.results.values())
    return {
        "failed": _failed(results),
        "broken": sum(isinstance(row, Site) for view, result in shown if view == "changes" for row in result.rows),
        "untested": sum("no test is known to reach it" in _risks(head) for head in heads),
        "undecided": undecided,
        "incomplete": sum(result.state in ("incomplete", "failed") for result in results),
    }


def _failed(results: Sequence[Result]) -> int:
    failures = sum(isinstance(row, Failure) for result in results for row in result.rows)
    runs = [
        dict(row.values) for result in results for row in result.rows if isinstance(row, Record) and row.kind == "run"
    ]
    return failures or sum(run["outcome"] == "fail" for run in runs)


def _risks(head: Mapping[str, object]) -> Sequence[str]:
    found = head.get("risks", ())
    return found if isinstance(found, list) else ()
