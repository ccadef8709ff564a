"""A place that is not true scores wrong, one that is not said is missed, and a claim against the truth is false."""

from __future__ import annotations

from typing import Any

import pytest

from eval.accuracy.oracle import Case, Place
from eval.accuracy.page import figures, references
from eval.accuracy.references import Score, score
from eval.figures import share

TRUTH = frozenset({("a.py", 5, 1), ("b.py", 2, 7)})
CASE = Case("p", "f", "function", "a.py", 1, TRUTH, frozenset({("c.py", 9, 9)}))


def _answer(
    confirmed: list[Place], likely: tuple[Place, ...] = (), ruled_out: tuple[Place, ...] = ()
) -> dict[str, Any]:
    return {
        "candidates": [{"files": _groups(confirmed), "likely": _groups(likely)}],
        "counterevidence": [{"kind": "ruled_out", "files": _groups(ruled_out)}],
    }


def _groups(places: Any) -> list[dict[str, Any]]:
    return [{"path": path, "sites": [{"line": line, "col": column}]} for path, line, column in places]


def _counts(found: Score) -> tuple[int, int, int]:
    return found.right, found.wrong, found.missed


def test_all_true_places_and_no_other_is_perfect() -> None:
    found = score(CASE, _answer(sorted(TRUTH)))
    assert _counts(found) == (2, 0, 0) and found.f1 == 1 and not found.shown


@pytest.mark.parametrize("wrong", [("a.py", 5, 2), ("b.py", 5, 1), ("d.py", 1, 1)])
def test_another_place_is_wrong(wrong: Place) -> None:
    found = score(CASE, _answer([*sorted(TRUTH), wrong]))
    assert _counts(found) == (2, 1, 0) and found.f1 == 0.8
    assert found.shown == (f"wrong {wrong[0]}:{wrong[1]}:{wrong[2]}",)


def test_what_is_disputed_and_the_definition_count_neither_way() -> None:
    assert _counts(score(CASE, _answer([*sorted(TRUTH), ("c.py", 9, 9), ("a.py", 1, 5)]))) == (2, 0, 0)


def test_what_is_only_likely_or_ruled_out_is_missed() -> None:
    found = score(CASE, _answer([], (("a.py", 5, 1),), (("b.py", 2, 7),)))
    assert _counts(found) == (0, 0, 2) and (found.likely, found.ruled_out, found.f1) == (1, 1, 0)
    assert "ruled out b.py:2:7" in found.shown


def test_what_leads_there_through_a_base_is_undecided() -> None:
    answer = _answer([("a.py", 5, 1)])
    answer["counterevidence"].append({"kind": "dispatch", "files": _groups([("b.py", 2, 7)])})
    found = score(CASE, answer)
    assert (found.undecided, found.unsettled, found.sites) == (1, 1, 2)


def test_nothing_said_and_an_error_miss_all() -> None:
    found = score(CASE, {"error": {"code": "AMBIGUOUS"}})
    assert _counts(found) == (0, 0, 2) and found.error == "AMBIGUOUS"


def test_a_claim_against_the_truth_is_false() -> None:
    told = _answer([("a.py", 5, 1)])
    told["candidates"][0]["claim"] = {"state": "proven"}
    told["completeness"] = {"set": "complete"}
    found = score(CASE, told)
    assert found.false_proven and found.false_complete
    whole = score(CASE, {**_answer(sorted(TRUTH)), "completeness": {"set": "complete"}})
    assert not whole.false_complete


def test_the_figures_of_the_symbols_add_up_to_those_of_all() -> None:
    scores = [score(CASE, _answer(sorted(TRUTH))), score(Case("p", "g", "x", "z.py", 1, TRUTH, frozenset()), {})]
    document = references(scores)
    drawn = figures({"references": document})
    for name in ("precision", "recall", "macro f1"):
        assert share(drawn[f"references: {name}"].values()) == document["all"][name.replace(" ", "_")]
