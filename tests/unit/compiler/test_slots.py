"""Slots: which given things fit, and the value that they are."""

from __future__ import annotations

from typing import Any

import pytest

from ctxask.compiler.slots import TYPES, Slot, slot_value
from ctxask.plan.words import NAMES_LENGTH, NAMES_LIMIT, TEXT_LIMIT

DEPTH = Slot("how_deep", "integer", "", low=1, high=6)
SIDE = Slot("side", "choice", "", choices=("last", "only"))
FLAG, TEXT, FILE, SYMBOL = (Slot("x", kind, "") for kind in ("flag", "text", "path", "subject"))


@pytest.mark.parametrize(
    ("slot", "given", "value"),
    [
        (DEPTH, 1, 1),
        (DEPTH, "6", 6),
        (DEPTH, "+2", 2),
        (DEPTH, 7, None),
        (DEPTH, 0, None),
        (DEPTH, True, None),
        (DEPTH, "0000000002", None),
        (SIDE, "only", "only"),
        (SIDE, "first", None),
        (SIDE, ["only"], None),
        (FLAG, False, False),
        (FLAG, "true", None),
        (FLAG, 1, None),
        (TEXT, "a" * TEXT_LIMIT, "a" * TEXT_LIMIT),
        (TEXT, "a" * (TEXT_LIMIT + 1), None),
        (TEXT, "", None),
        (TEXT, " ", " "),
        (FILE, "src/a.py", "src/a.py"),
        (FILE, "a\0b", None),
        (FILE, "\ud800", None),
        (SYMBOL, " load ", "load"),
        (SYMBOL, ["load"], "load"),
        (SYMBOL, ("b", "a", " b"), ("b", "a")),
        (SYMBOL, [" "], None),
        (SYMBOL, ["a", ""], None),
        (SYMBOL, ["a", 3], None),
        (SYMBOL, [], None),
        (SYMBOL, {"a": 1}, None),
        (SYMBOL, ["a"] * NAMES_LIMIT, "a"),
        (SYMBOL, ["a"] * (NAMES_LIMIT + 1), None),
        (SYMBOL, ["a" * (NAMES_LENGTH // 4)] * 4, "a" * (NAMES_LENGTH // 4)),
        (SYMBOL, ["a" * (NAMES_LENGTH // 4)] * 4 + ["b"], None),
    ],
)
def test_values(slot: Slot, given: Any, value: Any) -> None:
    found = slot_value(slot, given)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("kind", TYPES)
def test_a_sample_fits_its_own_slot(kind: Any) -> None:
    slot = Slot("x", kind, "", low=3, high=5, choices=("one", "two"))
    assert slot_value(slot, slot.sample()) == slot.sample()


def test_each_type_says_what_it_takes() -> None:
    assert DEPTH.expects() == "a whole number from 1 to 6"
    assert SIDE.expects() == "one of last, only"
    assert FLAG.expects() == "true or false"
    assert FILE.expects() == "a path below the root, with / between folders"
    assert SYMBOL.expects() == f"one or several subjects, not empty, at most {NAMES_LIMIT}"
    assert TEXT.expects() == f"a text of 1 to {TEXT_LIMIT} characters"
    assert DEPTH.flag == "--how-deep"
