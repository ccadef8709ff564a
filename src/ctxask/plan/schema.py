"""The JSON Schema of `ctx.plan/v1`: its shape; what depends on other steps is for validation to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from ctxask.plan.declare import Argument, Operator
from ctxask.plan.emit import ALIASES, ALWAYS, FILLED
from ctxask.plan.model import VIEWS, Budget
from ctxask.plan.validate import BOUNDS, GUARD
from ctxask.plan.words import ID, KIND, QUESTION_LIMIT, TEXT_LIMIT, VERSION

Name = Annotated[str, Field(pattern=f"^{ID.pattern}$")]
Text = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]


class Part(BaseModel):
    """A part of the document; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Objective(Part):
    """What the plan is for."""

    kind: Annotated[str, Field(pattern=f"^{KIND.pattern}$")]
    question: Annotated[str, Field(min_length=1, max_length=QUESTION_LIMIT)]


class Emitted(Part):
    """What a section shows of a step."""

    step: Name
    view: Literal[tuple(VIEWS)]  # type: ignore[valid-type]


class Sections(Part):
    """The sections that a plan fills."""

    candidates: list[Emitted] = []
    counterevidence: list[Emitted] = []


class Emit(Part):
    """What is shown; names alone give each operator its usual view."""

    sections: Sections | list[Literal[(*FILLED, *ALWAYS, *ALIASES)]] = []  # type: ignore[valid-type]
    rank_by: list[Annotated[str, Field(max_length=64)]] = Field([], description="accepted; an answer has one order")


def json_schema(operators: Mapping[str, Operator]) -> dict[str, Any]:
    """The JSON Schema of a plan that uses these operators."""
    return document_model(operators).model_json_schema()


def document_model(operators: Mapping[str, Operator]) -> type[BaseModel]:
    """The model of a plan document."""
    bounds: dict[str, Any] = {name: _bounded(name, low, high) for name, (low, high) in BOUNDS.items()}
    budget = create_model("Budget", __base__=Part, **bounds)
    step: Any = Annotated[_union([_step(operator) for operator in operators.values()]), Field(discriminator="op")]
    fields: dict[str, Any] = {
        "version": (Literal[VERSION], ...),
        "objective": (Objective, ...),
        "budget": (budget, budget()),
        "steps": (Annotated[list[step], Field(min_length=1, max_length=BOUNDS["max_nodes"][1])], ...),
        "emit": (Emit, Emit(sections=[], rank_by=[])),
    }
    return create_model("Plan", __base__=Part, **fields)


def _bounded(name: str, low: int, high: int) -> Any:
    return Annotated[int, Field(ge=low, le=high)], getattr(Budget(), name)


def _step(operator: Operator) -> type[BaseModel]:
    title = "".join(word.capitalize() for word in operator.name.replace("_", ".").split("."))
    declared: dict[str, Any] = {argument.name: _argument(argument) for argument in operator.args}
    args = create_model(f"{title}Args", __base__=Part, **declared)
    needs = any(argument.required and not argument.source_only for argument in operator.args)
    fields: dict[str, Any] = {
        "id": (Name, ...),
        "op": (Literal[operator.name], ...),
        "args": (args, ... if needs else None),
        "input": (Name, None if operator.source else ...),
        "after": (Name | list[Name], []),
        "foreach": (Annotated[str, Field(max_length=64)], None),
        "cap": (Annotated[int, Field(ge=1, le=BOUNDS["max_fanout"][1])], None),
        "when": (Annotated[str, Field(pattern=f"^{GUARD.pattern}$")], None),
        "on_error": (Literal["skip_dependents", "fail"], "skip_dependents"),
        "on_missing": (Literal["fail", "degrade", "skip"], "fail"),
    }
    return create_model(title, __base__=Part, __doc__=operator.doc, **fields)


def _argument(argument: Argument) -> tuple[Any, Any]:
    kinds: dict[str, Any] = {
        "text": Text,
        "field": Annotated[str, Field(min_length=1, max_length=64)],
        "condition": Text,
        "names": Text | Annotated[list[Text], Field(min_length=1, max_length=64)],
        "flag": bool,
        "choice": Literal[argument.choices or ("",)],
        "integer": Annotated[int, Field(ge=argument.low, le=argument.high)],
    }
    required = argument.required and not argument.source_only
    return Annotated[kinds[argument.type], Field(description=argument.doc)], ... if required else argument.default


def _union(kinds: list[Any]) -> Any:
    out = kinds[0]
    for kind in kinds[1:]:
        out = out | kind
    return out
