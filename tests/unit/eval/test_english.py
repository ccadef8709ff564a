"""Suggested intents: another one, and none, are wrong; and both halves of the suite are there."""

from __future__ import annotations

from collections import Counter

import pytest

from eval.english.command import intent, questions
from eval.english.page import Asked, markdown, share


def test_another_intent_and_none_are_wrong() -> None:
    asked = Asked("who calls f", "locate", "kept", 0)
    told = [asked.told(suggested) for suggested in ("locate", "impact", "", "locate")]
    assert share(told) == 0.5
    page = markdown({"command": "c", "versions": {}}, [one.row() for one in told])
    assert "| kept | 4 | 50.00 % |" in page and "| locate | 2 | 1 |" in page.replace("  ", " ")


def test_the_intent_is_that_of_the_command_to_type() -> None:
    told = {"code": "missing_intent", "message": "the question looks like trace", "hint": "ctx trace f"}
    assert intent(told) == "trace"
    assert intent({**told, "message": "--intent is missing", "hint": "ctx guide"}) == ""
    with pytest.raises(SystemExit):
        intent({**told, "code": "unknown_intent"})


def test_the_suite_has_two_hundred_questions_half_of_them_kept_out_of_tuning() -> None:
    every = questions()
    assert len(every) >= 200 and len({one.question for one in every}) == len(every)
    assert len({one.intent for one in every}) == 9
    counts = Counter((one.intent, one.half) for one in every)
    assert set(counts.values()) == {12}
