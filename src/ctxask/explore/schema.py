"""The JSON Schema of `ctx.explore/v1`; pydantic loads with it, so only what asks for the schema imports it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Part(BaseModel):
    """A part of the document; later versions of v1 may add fields to it, and remove none."""

    model_config = ConfigDict(strict=True)


class Citation(Part):
    """Lines to read."""

    path: str
    first: int = Field(ge=1)
    last: int = Field(ge=1)
    symbol: str = Field(description="qualified name of the definition; empty for statements of the module")
    kind: str
    score: int = Field(description="in millionths of a rank; for order only, not to be compared between questions")
    turn: int = Field(ge=1)
    channels: list[Literal["words", "file", "named", "text", "called", "followed"]]
    address: str = Field(description="for ctx get")


class Omissions(Part):
    """What was left out."""

    places: int = Field(ge=0, description="places that were found and did not fit")


class Note(Part):
    """Something to know about the repository as a whole."""

    code: str
    count: int = 0
    text: str = ""


class Coverage(Part):
    """What was looked at."""

    files: int = Field(ge=0)
    holding: int = Field(ge=0, description="files that hold a word of the question")
    notes: list[Note]


class Explored(Part):
    """The answer to a question in plain words."""

    version: Literal["ctx.explore/v1"]
    snapshot: str
    terms: list[str] = Field(description="what was looked for")
    turns: int = Field(ge=1)
    citations: list[Citation] = Field(description="the best first")
    omissions: Omissions
    coverage: Coverage


def json_schema() -> dict[str, Any]:
    """The schema of the document that `ctx explore --json` prints."""
    return Explored.model_json_schema()
