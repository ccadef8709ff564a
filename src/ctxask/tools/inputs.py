"""The inputs of the tools, as an agent fills them in."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from ctxask.tools.model import Input

BUDGET = 8192  # bytes of a page for an agent


class Scoped(Input):
    """What every question about files may narrow."""

    include: list[str] = Field([], description="only files that match these globs")
    exclude: list[str] = Field([], description="no files that match")
    tests: Literal["last", "only", "without"] = "last"


class AskInput(Scoped):
    """One typed question: an intent and its slots."""

    intent: str = Field(
        description="locate, impact, trace, affected, tests, diagnose, compare, review, outline, find, hierarchy, "
        "unused"
    )
    symbol: str | list[str] | None = Field(
        None, description="Class.method, path::name, dotted.path, path:line, a path; as exact as you know it"
    )
    file: str | None = Field(None, description="the file that defines it")
    to: str | None = Field(None, description="trace: where paths end")
    depth: int | None = None
    base: str | None = Field(None, description="revision to compare with")
    run: str | None = Field(None, description="run id, or latest")
    against: str | None = Field(None, description="compare: the other run")
    slots: dict[str, Any] = Field({}, description="other slots of the intent")
    question: str = ""
    budget: int | None = Field(None, ge=0, description="bytes of the page; 0 for all")
    cursor: str = Field("", description="where the former page ended")


class GetInput(Input):
    """Addresses to read."""

    addresses: list[str] = Field(min_length=1, max_length=64)


class ExploreInput(Scoped):
    """A question in plain words."""

    question: str
    lines: int = Field(300, ge=1, description="lines to read at most")
    turns: int = Field(3, ge=1, le=8)


class PlanInput(Scoped):
    """A plan, and how much of its answer to show."""

    plan: dict[str, Any]
    budget: int = Field(BUDGET, ge=0)
    cursor: str = ""
