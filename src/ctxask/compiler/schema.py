"""The JSON Schema of an intent template: what its TOML file may hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ctxask.compiler.slots import TYPES
from ctxask.plan.words import ID

Name = Annotated[str, Field(pattern=f"^{ID.pattern}$")]


class Part(BaseModel):
    """A part of a template; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Slot(Part):
    """A typed slot."""

    type: Literal[TYPES]  # type: ignore[valid-type]
    doc: str = ""
    required: bool = False
    default: str | int | bool | list[str] | None = None
    low: int = 0
    high: int = 0
    choices: list[str] = []
    lesson: str = Field("", description="what to say when it is missing")


Named = Annotated[str, Field(pattern=r"^\$[a-z][a-z0-9_]{0,31}$")]


class Step(BaseModel):
    """A step of a plan; an argument that is `$slot` takes its value, and `if = "$slot"` drops the step without it.

    `unless` drops it with the slot; of several slots one is enough.
    """

    model_config = ConfigDict(extra="allow", strict=True)

    id: Name
    op: str
    args: dict[str, Any] = {}
    condition: Annotated[Named | list[Named] | None, Field(alias="if")] = None
    unless: Named | list[Named] | None = None


class Template(Part):
    """An intent: a plan with typed slots."""

    question: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description="canonical form: {slot} takes the value, [a part in brackets] goes with its slots"
    )
    summary: Annotated[str, Field(min_length=1, max_length=500)]
    words: list[str] = Field([], description="of questions that look like this intent")
    examples: list[str] = Field([], description="what may follow `ctx NAME`")
    max_bytes: int = Field(0, description="bytes of a page, where it is not what plans have")
    slots: dict[Name, Slot] = {}
    steps: list[Step]
    sections: dict[Literal["candidates", "counterevidence"], list[dict[str, str]]] = {}


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a template."""
    return Template.model_json_schema(by_alias=True)
