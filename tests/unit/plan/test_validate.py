"""Validation: every rejection by code and place, and no value that it cannot take."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask import canon
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate
from ctxask.plan.words import CODES

LOCATE: dict[str, Any] = {
    "version": "ctx.plan/v1",
    "objective": {"kind": "locate", "question": "where is Context.invoke defined and used?"},
    "budget": {"wall_seconds": 60, "max_nodes": 24, "max_fanout": 64, "max_bytes": 16384},
    "steps": [
        {"id": "target", "op": "code.symbols", "args": {"symbol": "Context.invoke"}},
        {"id": "refs", "op": "code.refs", "input": "target"},
        {"id": "lines", "op": "code.context", "input": "refs", "args": {"mode": "line"}},
    ],
    "emit": {"sections": {"candidates": [{"step": "refs", "view": "definitions"}]}},
}


def changed(path: str, value: Any) -> Any:
    """The plan with the value at a path such as `steps.1.op`; `…` takes the field away."""
    document = json.loads(json.dumps(LOCATE))
    *parents, last = path.split(".")
    at: Any = document
    for name in parents:
        at = at[int(name)] if isinstance(at, list) else at.setdefault(name, {})
    key: Any = int(last) if isinstance(at, list) else last
    if value is ...:
        del at[key]
    elif isinstance(at, list) and key == len(at):
        at.append(value)
    else:
        at[key] = value
    return document


def plan(document: Any, **more: Any) -> Plan:
    outcome = validate(document, OPERATORS, **more)
    assert isinstance(outcome, Plan), outcome
    return outcome


CASES = [
    ("version", "ctx.plan/v2", "bad_schema", "version"),
    ("version", ..., "bad_schema", "version"),
    ("steps", [], "bad_schema", "steps"),
    ("steps", {}, "bad_schema", "steps"),
    ("steps.0", "code.symbols", "bad_schema", "steps[0]"),
    ("steps.0.op", 3, "bad_schema", "steps[0].op"),
    ("steps.1.after", 3, "bad_schema", "steps[1].after"),
    ("objective", None, "bad_objective", "objective"),
    ("objective.kind", "Locate it", "bad_objective", "objective.kind"),
    ("objective.question", "  ", "bad_objective", "objective.question"),
    ("objective.question", "\ud800", "bad_objective", "objective.question"),
    ("budget", [], "bad_budget", "budget"),
    ("budget.wall_seconds", 0, "bad_budget", "budget.wall_seconds"),
    ("budget.wall_seconds", True, "bad_budget", "budget.wall_seconds"),
    ("budget.max_nodes", 25, "bad_budget", "budget.max_nodes"),
    ("budget.max_bytes", 1.5, "bad_budget", "budget.max_bytes"),
    ("budget.max_digest_tokens", 900, "unknown_field", "budget.max_digest_tokens"),
    ("budget.max_nodes", 2, "node_budget_exceeded", "steps"),
    ("steps.0.id", "Target", "bad_id", "steps[0].id"),
    ("steps.1.id", "target", "duplicate_id", "steps[1].id"),
    ("note", "x", "unknown_field", "note"),
    ("steps.1.inputs", "target", "unknown_field", "steps[1].inputs"),
    ("steps.1.cap", 3, "unknown_field", "steps[1].cap"),
    ("steps.1.op", "code.references", "unknown_op", "steps[1].op"),
    ("steps.1.input", "refs", "forward_reference", "steps[1].input"),
    ("steps.1.input", "lines", "forward_reference", "steps[1].input"),
    ("steps.1.after", ["nothing"], "forward_reference", "steps[1].after[0]"),
    ("steps.2.input", ..., "input_required", "steps[2]"),
    ("steps.3", {"id": "all", "op": "repo.files", "input": "refs"}, "source_takes_no_input", "steps[3].input"),
    ("steps.3", {"id": "p", "op": "code.paths", "input": "refs"}, "kind_mismatch", "steps[3].input"),
    ("steps.3", {"id": "n", "op": "evidence.count", "input": "lines"}, "text_is_terminal", "steps[3].input"),
    ("steps.2.foreach", "path", "fanout_uncapped", "steps[2]"),
    ("steps.1.when", "target.count > many", "guard_grammar", "steps[1].when"),
    ("steps.1.when", "target.outcome > pass", "guard_grammar", "steps[1].when"),
    ("steps.1.when", 1, "guard_grammar", "steps[1].when"),
    ("steps.1.when", "later.count > 0", "forward_reference", "steps[1].when"),
    ("steps.0.args", [], "bad_args", "steps[0].args"),
    ("steps.0.args", {}, "bad_args", "steps[0].args.symbol"),
    ("steps.0.args.symbol", "", "bad_args", "steps[0].args.symbol"),
    ("steps.0.args.symbols", "x", "bad_args", "steps[0].args"),
    ("steps.1.args", {"symbol": "x"}, "bad_args", "steps[1].args.symbol"),
    ("steps.2.args.mode", "page", "bad_args", "steps[2].args.mode"),
    ("emit", [], "bad_section", "emit"),
    ("emit.sections", "candidates", "bad_section", "emit.sections"),
    ("emit.sections", ["candidates", "magic"], "bad_section", "emit.sections[1]"),
    ("emit.sections.candidates", {}, "bad_section", "emit.sections.candidates"),
    ("emit.sections.coverage", [], "bad_section", "emit.sections"),
    ("emit.sections.candidates.0.step", "nothing", "bad_section", "emit.sections.candidates[0].step"),
    ("emit.sections.candidates.0.view", "tests", "bad_section", "emit.sections.candidates[0].view"),
    ("emit.sections.candidates.0.view", "list", "bad_section", "emit.sections.candidates[0].view"),
    ("emit.sections.candidates.0.view", "culprits", "bad_section", "emit.sections.candidates[0].view"),
    ("emit.order", 1, "unknown_field", "emit.order"),
    ("steps.1.on_error", "ignore", "bad_on_error", "steps[1].on_error"),
    ("steps.1.on_missing", [], "bad_on_missing", "steps[1].on_missing"),
]


@pytest.mark.parametrize(("path", "value", "code", "place"), CASES)
def test_a_rejection_says_what_and_where(path: str, value: Any, code: str, place: str) -> None:
    outcome = validate(changed(path, value), OPERATORS)
    assert isinstance(outcome, tuple)
    found = [rejection for rejection in outcome if (rejection.code, rejection.path) == (code, place)]
    assert found, outcome
    assert found[0].message and "\n" not in found[0].message


@pytest.mark.parametrize(("cap", "code"), [(3, ""), (65, "fanout_cap_exceeded"), ("3", "fanout_cap_exceeded")])
def test_a_cap_stays_inside_the_budget(cap: Any, code: str) -> None:
    document = changed("steps.2.foreach", "path")
    document["steps"][2]["cap"] = cap
    outcome = validate(document, OPERATORS)
    assert (outcome[0].code if isinstance(outcome, tuple) else "") == code


def test_every_problem_is_reported_at_once() -> None:
    outcome = validate({"version": 1, "steps": [{"id": 1, "op": "x", "extra": 0}], "emit": 3}, OPERATORS)
    assert isinstance(outcome, tuple)
    assert [r.code for r in outcome] == [
        "bad_schema",
        "bad_objective",
        "unknown_field",
        "bad_id",
        "unknown_op",
        "bad_section",
    ]


def test_a_broken_step_does_not_break_those_that_name_it() -> None:
    outcome = validate(changed("steps.0.op", "code.symbol"), OPERATORS)
    assert isinstance(outcome, tuple)
    assert [(r.code, r.path) for r in outcome] == [("unknown_op", "steps[0].op")]
    assert "code.symbols" in outcome[0].message


def test_a_name_that_is_no_word_cannot_pose_as_a_path() -> None:
    outcome = validate({**LOCATE, "steps[0].op: fine\nok": 1}, OPERATORS)
    assert isinstance(outcome, tuple)
    assert outcome[0].path == "['steps[0].op: fine\\nok']"


def test_observing_excludes_what_starts_programs() -> None:
    from dataclasses import replace

    starts = replace(OPERATORS["repo.files"], name="test.run", tier="execute")
    document = changed("steps.3", {"id": "run", "op": "test.run"})
    operators = {**OPERATORS, "test.run": starts}
    assert plan_of(document, operators).tier == "execute"
    outcome = validate(document, operators, "observe")
    assert isinstance(outcome, tuple)
    assert [r.code for r in outcome] == ["execute_on_observe_tier"]


def plan_of(document: Any, operators: Any) -> Plan:
    outcome = validate(document, operators)
    assert isinstance(outcome, Plan)
    return outcome


def test_a_plan_is_its_own_canonical_document() -> None:
    compiled = plan(LOCATE)
    assert plan(compiled.document()) == compiled
    assert plan(json.loads(canon.dumps(compiled.document()))).id == compiled.id
    assert compiled.id.startswith("plan:") and len(compiled.id) == len("plan:") + canon.ID_DIGITS


def test_defaults_and_field_order_make_no_difference() -> None:
    written = {**LOCATE, "steps": [dict(reversed(step.items())) for step in LOCATE["steps"]]}
    written["steps"][2]["args"] = {}
    written["budget"] = {"wall_seconds": 60.0}
    assert plan(written).id == plan(LOCATE).id


def test_names_of_sections_give_each_operator_its_view() -> None:
    compiled = plan({**LOCATE, "emit": {"sections": ["conclusion_candidates", "counterevidence", "coverage"]}})
    assert compiled.document()["emit"]["sections"] == {
        "candidates": [{"step": "refs", "view": "definitions"}],
        "counterevidence": [{"step": "refs", "view": "rows"}],
    }
    assert plan({key: value for key, value in LOCATE.items() if key != "emit"}) == compiled


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PATHS = [path for path, *_ in CASES if not path.startswith("steps.3")]


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_any_value_is_judged(value: Any) -> None:
    assert isinstance(validate(value, OPERATORS), Plan | tuple)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(sorted(set(PATHS))), JSON, st.sampled_from(sorted(set(PATHS))), JSON)
def test_any_value_anywhere_in_a_plan_is_judged(first: str, value: Any, second: str, other: Any) -> None:
    document = changed(first, value)
    try:
        at = document
        for name in second.split(".")[:-1]:
            at = at[int(name)] if isinstance(at, list) else at[name]
        at[int(second.rpartition(".")[2]) if isinstance(at, list) else second.rpartition(".")[2]] = other
    except (KeyError, TypeError, IndexError, ValueError, AttributeError):
        pass
    outcome = validate(document, OPERATORS)
    if isinstance(outcome, Plan):
        assert plan(outcome.document()) == outcome
        canon.encode(outcome.document())
    else:
        assert outcome
        assert all(rejection.code in CODES for rejection in outcome)
        canon.encode([rejection.document() for rejection in outcome])
