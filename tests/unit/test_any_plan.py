"""Whatever validates runs: random plans over a World in memory, computed and kept, with the same results."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxask import engine
from ctxask.ops import OPERATORS
from ctxask.plan.declare import FIELDS, Argument, Operator
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate

WORDS = st.sampled_from(["load", "save", "nope", "a.py::load"])


def argument(draw: st.DrawFn, declared: Argument, kind: Any, each: bool) -> Any:
    fields = FIELDS.get(kind, ("count", "value"))
    match declared.type:
        case "integer":
            return draw(st.integers(declared.low, min(declared.high, 9)))
        case "flag":
            return draw(st.booleans())
        case "choice":
            return draw(st.sampled_from(declared.choices))
        case "names":
            return draw(WORDS | st.lists(WORDS, min_size=1, max_size=3))
        case "field":
            return draw(st.sampled_from(fields))
        case "condition":
            return f"{draw(st.sampled_from(fields))} {draw(st.sampled_from(['==', '<', '~', '!=']))} {draw(WORDS)}"
        case "text":
            return draw(WORDS | st.just("{item}")) if each else draw(WORDS)


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    kinds: dict[str, Any] = {}
    for index in range(draw(st.integers(1, 6))):
        name = f"s{index}"
        operator: Operator = OPERATORS[draw(st.sampled_from(sorted(OPERATORS)))]
        step: dict[str, Any] = {"id": name, "op": operator.name}
        fits = [
            other
            for other, kind in kinds.items()
            if kind in operator.inputs or (not operator.inputs and kind != "text")
        ]
        kind: Any = None
        each = bool(fits) and draw(st.booleans())
        if fits and (each or (operator.inputs and (not operator.source or draw(st.booleans())))):
            step["input"] = draw(st.sampled_from(fits))
            kind = kinds[step["input"]]
        elif not operator.source:
            continue
        if each:
            step["foreach"] = draw(st.sampled_from(FIELDS.get(kind, ("count", "value"))))
            step["cap"] = draw(st.integers(1, 3))
        fed = "input" in step and bool(operator.inputs)
        args = {
            a.name: argument(draw, a, kind, each)
            for a in operator.args
            if not (fed and a.source_only) and (a.required or draw(st.booleans()))
        }
        step |= {"args": args} if args else {}
        if "s0" in kinds and draw(st.booleans()):
            step["when"] = draw(st.sampled_from(["s0.count > 0", "s0.count < 2", "s0.outcome == fail"]))
        step["on_missing"] = draw(st.sampled_from(["fail", "skip", "degrade"]))
        step["on_error"] = draw(st.sampled_from(["fail", "skip_dependents"]))
        steps.append(step)
        kinds[name] = operator.gives(kind)
    steps = steps or [{"id": "s0", "op": "repo.files"}]
    return {"version": "ctx.plan/v1", "objective": {"kind": "any", "question": "?"}, "steps": steps}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plans())
def test_a_plan_that_validates_runs(world: Any, document: dict[str, Any]) -> None:
    plan = validate(document, OPERATORS)
    assert isinstance(plan, Plan), plan
    fresh = copy.deepcopy(world)
    outcome = engine.run(plan, fresh, fresh)
    assert [result.id for result in outcome.results] == [step.id for step in plan.steps]
    for result, step in zip(outcome.results, plan.steps, strict=True):
        assert result.kind == step.kind
        assert result.state == "ok" or (result.rows == () and result.why)
    fresh.remember(outcome)
    again = engine.run(plan, fresh, fresh)
    assert again.results == outcome.results and again.lesson == outcome.lesson
    assert engine.run(plan, copy.deepcopy(world)).results == outcome.results
