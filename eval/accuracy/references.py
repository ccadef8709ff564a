"""Scores what locate says about symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from eval.accuracy.oracle import Case, Place

OPEN = ("undecided", "dispatch")  # counterevidence of sites that are undecided
SHOWN = 3  # faults of each sort that a result names


@dataclass(frozen=True, slots=True)
class Score:
    """One symbol's sites, counted: a true one stands in exactly one bucket or is missing from all."""

    case: Case
    right: int  # confirmed and true
    wrong: int  # confirmed and neither true nor disputed
    missed: int  # true and not confirmed; of these:
    likely: int
    undecided: int
    ruled_out: int
    guessed: int  # sites shown as likely, true or not; disputed ones are left out
    unsettled: int  # sites shown as likely or undecided, whatever they are
    excluded: int  # sites ruled out, whatever they are
    sites: int  # all sites in any bucket
    false_proven: bool  # "proven unused", and yet there are uses
    false_complete: bool  # the set is claimed complete, and yet uses are missing
    open: tuple[tuple[str, str, bool], ...]  # of each unsettled site: the bucket, the mechanism, whether it is true
    error: str
    shown: tuple[str, ...]  # some of the faults, as "what path:line:column"

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 when there is nothing to find and nothing is said."""
        wanted = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / wanted if wanted else 1.0


def score(case: Case, answer: dict[str, Any]) -> Score:
    """Counts an answer's sites against the truth; the definition's own line counts neither way."""
    candidates = answer.get("candidates", [])
    said = _places(case, (group for c in candidates for group in c["files"]))
    likely = _places(case, (group for c in candidates for group in c["likely"])) - said
    undecided = _places(case, _counter(answer, *OPEN)) - said - likely
    ruled_out = _places(case, _counter(answer, "ruled_out")) - said - likely - undecided
    truth = {place for place in case.references if not _defines(case, place)}
    missed = truth - said
    proven = any(c.get("claim", {}).get("state") == "proven" for c in candidates)
    return Score(
        case,
        right=len(said & truth),
        wrong=len(said - truth - case.disputed),
        missed=len(missed),
        likely=len(likely & truth),
        undecided=len(undecided & truth),
        ruled_out=len(ruled_out & truth),
        guessed=len(likely - case.disputed),
        unsettled=len(likely | undecided),
        excluded=len(ruled_out),
        sites=len(said | likely | undecided | ruled_out),
        false_proven=proven and bool(truth),
        false_complete=answer.get("completeness", {}).get("set") == "complete" and bool(missed),
        open=_open(case, answer, likely, undecided, truth),
        error=answer.get("error", {}).get("code", ""),
        shown=(
            *_some("wrong", said - truth - case.disputed),
            *_some("ruled out", ruled_out & truth),
            *_some("missed", missed - ruled_out),
        ),
    )


def _open(
    case: Case, answer: dict[str, Any], likely: set[Place], undecided: set[Place], truth: set[Place]
) -> tuple[tuple[str, str, bool], ...]:
    """What every site that is likely or undecided hangs on; one that only its name tells has no mechanism."""
    guessed = (group for c in answer.get("candidates", []) for group in c["likely"])
    found: dict[Place, tuple[str, str, bool]] = {}
    for bucket, kept, groups in (("likely", likely, guessed), ("undecided", undecided, _counter(answer, *OPEN))):
        for group in groups:
            for site in group.get("sites", ()):
                place = (group["path"], site["line"], site["col"])
                if place in kept:
                    found[place] = bucket, site.get("mechanism", ""), place in truth
    return tuple(found[place] for place in sorted(found))


def _some(what: str, places: Iterable[Place]) -> list[str]:
    return [f"{what} {path}:{line}:{column}" for path, line, column in sorted(places)[:SHOWN]]


def _counter(answer: dict[str, Any], *kinds: str) -> Iterable[dict[str, Any]]:
    return (group for c in answer.get("counterevidence", []) if c["kind"] in kinds for group in c["files"])


def _places(case: Case, groups: Iterable[dict[str, Any]]) -> set[Place]:
    found = {(group["path"], site["line"], site["col"]) for group in groups for site in group.get("sites", ())}
    return {place for place in found if not _defines(case, place)}


def _defines(case: Case, place: Place) -> bool:
    return place[:2] == (case.path, case.line)
