"""What an answer may claim: of one page, of the whole set, and of nothing found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ctxask.digest.model import Json
from ctxask.rows import GUARDED, Note, Result

# Notes that speak of what is no part of the question's files, or was read all the same; every other note is a blocker.
HARMLESS = frozenset(
    {
        "binary_files",
        "by_checker",
        "changed_since_indexed",
        "checker_against_scope",
        "clean_tree",
        "covered_files",
        "git_absent",
        "git_failed",
        "git_refused",
        "index_damaged",
        "judged",
        "links_not_followed",
        "missing_files",
        "nested_repositories",
        "no_git_repository",
        "not_indexed",
        "no_language",
        "not_utf8",
        "observed_tests",
        "store_in_memory",
        "store_replaced",
        "submodules",
        "tests_within",
        *(
            f"{outcome}_tests{when}"
            for outcome in ("error", "failed", "passed", "skipped", "xfailed", "xpassed")
            for when in ("", "_before")
        ),
    }
)

# Notes that leave room for a use which no site names: they weigh where nothing was found, and nowhere else.
OPENINGS = frozenset(
    {
        "decorated",
        "handed_out",
        "held_by_heir",
        "made_up_name",
        "mentioned_in_config",
        "mentioned_in_string",
        "mentioned_in_template",
        "name_level",
        "not_imported",
        "outside_base",
        "protocol_method",
        "public",
        "registered",
        "run_by_tests",
        "undecided_uses",
        "used_as_value",
    }
)

EVIDENCE = frozenset({"symbols", "sites", "failures", "records"})  # row kinds without which an answer is unknown


def claim(
    results: Sequence[Result],
    likely: int,
    undecided: int,
    notes: Iterable[Note] = (),
    beside: Mapping[str, int] | None = None,
) -> Json:
    """What "nothing found" is worth: proven, none_found with the counted blockers, or unknown."""
    blockers: Counter[str] = Counter(beside or {})
    blockers["likely"] += likely
    blockers["undecided_sites"] += undecided
    for result in results:
        if result.kind in EVIDENCE:
            blockers["omitted_rows"] += result.omitted
            blockers["unfinished_steps"] += result.state != "ok"
            notes = (*notes, *result.notes)
    for note in blocking(notes):
        blockers[note.code] += max(1, note.count)
    found = {code: count for code, count in blockers.items() if count}
    state = "unknown" if "unfinished_steps" in found else "none_found" if found else "proven"
    return {"state": state, "blockers": found}


def blocking(notes: Iterable[Note]) -> list[Note]:
    """The notes after which something could have been missed, each once."""
    return [note for note in dict.fromkeys(notes) if note.code not in HARMLESS]


def of_set(results: Iterable[Result], undecided: int, notes: Iterable[Note]) -> tuple[str, list[str]]:
    """complete, partial or unknown for everything that all pages show together, with the reasons."""
    reasons = {note.code for note in blocking(notes)}
    state = "complete"
    for result in results:
        reasons.update(note.code for note in blocking(result.notes) if note.code not in OPENINGS)
        if result.omitted:
            reasons.add("bounds")
        if result.state != "ok" and not result.why.startswith(GUARDED):
            state = "unknown" if result.kind in EVIDENCE else state
            reasons.add(unfinished(result))
    if undecided:
        reasons.add("undecided_sites")
    if reasons and state == "complete":
        state = "partial"
    return state, sorted(reasons)


def unfinished(result: Result) -> str:
    """The reason for a node without rows, as one word."""
    if result.state != "incomplete":
        return result.state
    return result.why.partition(":")[0].strip().replace(" ", "_") or "incomplete"


def of_page(first: bool, last: bool) -> tuple[str, list[str]]:
    """complete or partial for this page, with the reasons."""
    reasons = ([] if last else ["budget"]) + ([] if first else ["position"])
    return ("partial" if reasons else "complete"), reasons
