"""Compilation: pure, total, blind to phrasing and order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.compiler.check import check_template
from ctxask.compiler.compile import Compiled, compile_question
from ctxask.compiler.infer import identifiers
from ctxask.lesson import Lesson
from ctxask.ops import OPERATORS
from ctxask.templates import Catalogue

CATALOGUE = Catalogue()


def compiled(intent: str, question: str = "", **slots: Any) -> Compiled:
    outcome = compile_question(CATALOGUE[intent], slots, question, OPERATORS)
    assert isinstance(outcome, Compiled), outcome
    return outcome


@pytest.mark.parametrize("name", ["locate", "impact", "trace"])
def test_shipped_intents_are_sound_and_observe(name: str) -> None:
    template = CATALOGUE[name]
    assert check_template(template, OPERATORS) is None
    assert template.summary and template.words and template.examples
    assert all(slot.doc for slot in template.slots)
    assert compiled(name, symbol="x").plan.tier == "observe"


def test_the_phrasing_is_not_in_the_plan() -> None:
    plain = compiled("locate", symbol="load_file")
    asked = compiled("locate", "so, where on earth is load_file used?")
    assert asked.plan == plain.plan and asked.plan.id == plain.plan.id
    assert (plain.how, asked.how) == ("symbol", "question")
    assert asked.plan.question == "where is load_file defined and used?"


def test_order_and_spelling_of_slots_make_no_difference() -> None:
    assert compiled("impact", depth="3", symbol=["a.b"]).plan.id == compiled("impact", symbol="a.b").plan.id
    assert compiled("locate", symbol=("a", "b", "a")).plan.id == compiled("locate", symbol=["a", "b"]).plan.id
    assert compiled("locate", symbol=("b", "a")).given == "b, a"


def test_absent_slots_leave_no_trace() -> None:
    steps = compiled("trace", symbol="main").plan.document()["steps"]
    assert [step["id"] for step in steps] == ["target", "callers", "callees", "paths", "lines_in", "lines_out"]
    assert "args" not in steps[3]
    assert compiled("trace", symbol="main", to="save", depth=2).plan.step("paths").args == (
        ("depth", 2),
        ("to", "save"),
    )
    for slots in ({"to": "save"}, {"spines": True}, {"to": "save", "spines": True}):  # one of several slots is enough
        assert [step.id for step in compiled("trace", symbol="main", **slots).plan.steps] == [
            "target",
            "paths",
            "lines_on",
        ]
    assert compiled("trace", symbol="main", to="save").plan.question.endswith("through main to save?")
    assert compiled("trace", symbol="main").plan.question == "how does control flow through main?"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("where is Context.invoke defined and used?", ["Context.invoke"]),
        ("who calls `load_file()`?", ["load_file"]),
        ("What is a CliRunner, e.g. in tests?", ["CliRunner"]),
        ("Where is it used in the API of HTTP clients?", []),
        ("does parse_args reach Command.main, or parse_args?", ["parse_args", "Command.main"]),
        ("why is __init__ slow in 3.11?", ["__init__"]),
        ("what about größe_in_mm and (ab.c)!", ["größe_in_mm", "ab.c"]),
        ("a_ _ __ x", []),
        ("is run_all(x)'s result the CliRunner's?", ["run_all", "CliRunner"]),
        ("what is in src/some_file.py?", []),
        ("", []),
    ],
)
def test_identifiers(question: str, found: list[str]) -> None:
    assert list(identifiers(question)) == found


@pytest.mark.parametrize("value", ["0", "7", "-1", "x", "", 1.5, True, None, "3" * 99, "３"])
def test_a_value_out_of_bounds_teaches_them(value: Any) -> None:
    outcome = compile_question(CATALOGUE["impact"], {"symbol": "x", "depth": value}, "", OPERATORS)
    assert isinstance(outcome, Lesson)
    assert (outcome.code, outcome.exit) == ("bad_slot", 2)
    assert "a whole number from 1 to 6" in outcome.message


ANY = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text(max_size=9), max_size=3)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["locate", "impact", "trace"]),
    st.dictionaries(st.sampled_from(["symbol", "file", "to", "depth", "base"]) | st.text(max_size=5), ANY, max_size=4),
    st.text(),
)
def test_compiling_is_total(intent: str, slots: dict[str, Any], question: str) -> None:
    outcome = compile_question(CATALOGUE[intent], slots, question, OPERATORS)
    again = compile_question(CATALOGUE[intent], dict(reversed(slots.items())), question, OPERATORS)
    assert outcome == again
    assert isinstance(outcome, Compiled) or outcome.code in ("bad_slot", "unknown_slot", "missing_slot")
