"""Plans in the form that other tools' agents write: run where they use our operators, else the nearest is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxask import engine
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate

PLANS = Path(__file__).parents[2] / "plans"
NAMES = sorted(file.stem for file in PLANS.glob("*.json") if not file.stem.endswith(".expected"))


@pytest.mark.parametrize("name", NAMES)
def test_foreign_plan(name: str, world: Any) -> None:
    expected = json.loads((PLANS / f"{name}.expected.json").read_text())
    outcome = validate(json.loads((PLANS / f"{name}.json").read_text()), OPERATORS)
    if not isinstance(outcome, Plan):
        assert [(r.code, r.path) for r in outcome] == [tuple(entry[:2]) for entry in expected["rejections"]]
        for rejection, (_, _, says) in zip(outcome, expected["rejections"], strict=True):
            assert says in rejection.message
        return
    results = engine.run(outcome, world).results
    assert {result.id: result.state for result in results} == expected["runs"]
    assert {view.step: view.view for view in dict(outcome.sections)["candidates"]} == expected["candidates"]
