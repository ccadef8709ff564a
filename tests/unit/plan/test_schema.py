"""The published schema and the validation: what validates is of the schema's shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.schema import document_model, json_schema
from ctxask.plan.validate import STEP_FIELDS, TOP_FIELDS, validate

PLANS = Path(__file__).parents[2] / "plans"
SHAPE = ("bad_schema", "bad_objective", "bad_budget", "unknown_field", "unknown_op", "bad_on_error", "bad_on_missing")


@pytest.fixture(scope="module")
def model() -> type[BaseModel]:
    return document_model(OPERATORS)


def fits(model: type[BaseModel], document: Any) -> bool:
    try:
        model.model_validate_json(json.dumps(document))
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", ["survey", "callers", "diagnose"])
def test_plans_and_schema_agree(model: type[BaseModel], name: str) -> None:
    document = json.loads((PLANS / f"{name}.json").read_text())
    outcome = validate(document, OPERATORS)
    assert fits(model, document) == isinstance(outcome, Plan)
    if isinstance(outcome, Plan):
        assert fits(model, outcome.document())


CHANGES: list[tuple[tuple[Any, ...], Any]] = [
    (("version",), "ctx.plan/v2"),
    (("extra",), 1),
    (("steps", 0, "extra"), 1),
    (("steps", 0, "op"), "repo.change"),
    (("steps", 0, "on_missing"), "ignore"),
    (("steps", 1, "on_error"), 1),
    (("steps", 1, "args", "regex"), "yes"),
    (("steps", 1, "args", "pattern"), ""),
    (("steps", 1, "args", "glob"), "*"),
    (("steps", 2, "when"), "sites.count"),
    (("budget", "wall_seconds"), 0),
    (("budget", "max_nodes"), "3"),
    (("objective", "kind"), "Two words"),
    (("emit", "sections"), ["magic"]),
    (("emit", "sections"), {"candidates": [{"step": "sites", "view": "all"}]}),
    (("steps",), []),
]


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_what_the_schema_rejects_validation_rejects(model: type[BaseModel], path: tuple[Any, ...], value: Any) -> None:
    document = json.loads((PLANS / "survey.json").read_text())
    at = document
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    assert not fits(model, document)
    assert isinstance(validate(document, OPERATORS), tuple)


def test_the_schema_knows_every_field_and_operator() -> None:
    schema = json_schema(OPERATORS)
    assert list(schema["properties"]) == list(TOP_FIELDS)
    mapping = schema["properties"]["steps"]["items"]["discriminator"]["mapping"]
    assert sorted(mapping) == sorted(OPERATORS)
    for reference in mapping.values():
        step = schema["$defs"][reference.rpartition("/")[2]]
        assert list(step["properties"]) == list(STEP_FIELDS)
        assert step["description"] and step["additionalProperties"] is False
