"""Compiled plans: frozen values that only validation makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ctxask import canon
from ctxask.plan.words import VERSION, Value
from ctxask.rows import RowKind

Class = Literal["observe", "execute"]


class Budget(NamedTuple):
    """The bounds that a plan sets itself."""

    wall_seconds: int = 60
    max_nodes: int = 24
    max_fanout: int = 64
    max_bytes: int = 16384


class Guard(NamedTuple):
    """A condition over an earlier step: `refs.count > 0`, `tests.outcome == fail`."""

    step: str
    measure: Literal["count", "outcome"]
    comparison: str  # ==, !=, <, <=, >, >=
    value: int | str

    def text(self) -> str:
        """The guard as a plan writes it."""
        return f"{self.step}.{self.measure} {self.comparison} {self.value}"


class Step(NamedTuple):
    """One operator with its arguments, and what it stands on."""

    id: str
    op: str
    kind: RowKind  # of its rows
    args: tuple[tuple[str, Value], ...] = ()  # sorted by name, defaults filled in
    input: str = ""
    after: tuple[str, ...] = ()
    foreach: str = ""  # a field of the input's rows: the step runs once for each of its values
    cap: int = 0
    when: Guard | None = None
    on_error: Literal["skip_dependents", "fail"] = "skip_dependents"
    on_missing: Literal["degrade", "skip", "fail"] = "fail"

    def document(self) -> dict[str, Any]:
        """The step's JSON: what differs from an empty step."""
        out: dict[str, Any] = {"id": self.id, "op": self.op}
        if self.args:
            out["args"] = {name: list(value) if isinstance(value, tuple) else value for name, value in self.args}
        if self.input:
            out["input"] = self.input
        if self.after:
            out["after"] = list(self.after)
        if self.foreach:
            out["foreach"], out["cap"] = self.foreach, self.cap
        if self.when is not None:
            out["when"] = self.when.text()
        if self.on_error != "skip_dependents":
            out["on_error"] = self.on_error
        if self.on_missing != "fail":
            out["on_missing"] = self.on_missing
        return out


class View(NamedTuple):
    """What a section of the digest shows of a step."""

    step: str
    view: str  # one of VIEWS


VIEWS: dict[str, tuple[RowKind, ...]] = {
    "definitions": ("symbols", "sites"),
    "dependents": ("symbols",),
    "paths": ("records",),
    "tests": ("symbols",),
    "changes": ("files", "symbols", "sites"),
    "culprits": ("records",),
    "runs": ("failures", "records"),
    "outline": ("symbols",),
    "found": ("symbols",),
    "hierarchy": ("symbols",),
    "unused": ("records",),
    "rows": ("symbols", "sites", "files", "failures", "records"),
}


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Plan:
    """A question compiled to steps; two equal plans over equal facts give equal bytes."""

    kind: str  # the intent, or what a foreign plan calls its objective
    question: str  # the canonical form; a person's phrasing is never in it
    steps: tuple[Step, ...]
    sections: tuple[tuple[str, tuple[View, ...]], ...]  # sorted by name
    budget: Budget = DEFAULT_BUDGET
    tier: Class = "observe"  # computed from the steps

    def document(self) -> dict[str, Any]:
        """The canonical `ctx.plan/v1` document."""
        budget = self.budget
        return {
            "version": VERSION,
            "objective": {"kind": self.kind, "question": self.question},
            "budget": {
                "wall_seconds": budget.wall_seconds,
                "max_nodes": budget.max_nodes,
                "max_fanout": budget.max_fanout,
                "max_bytes": budget.max_bytes,
            },
            "steps": [step.document() for step in self.steps],
            "emit": {
                "sections": {name: [{"step": v.step, "view": v.view} for v in views] for name, views in self.sections}
            },
        }

    @property
    def id(self) -> str:
        """`plan:` and the hash over the canonical document."""
        return canon.address("plan", self.document())

    def step(self, name: str) -> Step:
        """The step of that id; KeyError when there is none."""
        for step in self.steps:
            if step.id == name:
                return step
        raise KeyError(name)
