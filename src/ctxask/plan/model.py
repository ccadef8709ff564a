"""Compiled plans: frozen values that only validation makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ctxask import canon
from ctxask.rows import RowKind

VERSION = "ctx.plan/v1"

Class = Literal["observe", "execute"]
Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Budget:
    """The bounds that a plan sets itself."""

    wall_seconds: int = 60
    max_nodes: int = 24
    max_fanout: int = 64
    max_bytes: int = 16384


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition over an earlier step: `refs.count > 0`, `tests.outcome == fail`."""

    step: str
    measure: Literal["count", "outcome"]
    comparison: str  # ==, !=, <, <=, >, >=
    value: int | str

    def text(self) -> str:
        """The guard as a plan writes it."""
        return f"{self.step}.{self.measure} {self.comparison} {self.value}"


@dataclass(frozen=True, slots=True)
class Step:
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


@dataclass(frozen=True, slots=True)
class View:
    """What a section of the digest shows of a step."""

    step: str
    view: str  # one of VIEWS


VIEWS: dict[str, tuple[RowKind, ...]] = {
    "definitions": ("symbols", "sites"),
    "dependents": ("symbols",),
    "paths": ("records",),
    "culprits": ("records",),
    "tests": ("symbols",),
    "changes": ("files",),
    "runs": ("records",),
    "rows": ("symbols", "sites", "files", "failures", "records"),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A question compiled to steps; two equal plans over equal facts give equal bytes."""

    kind: str  # the intent, or what a foreign plan calls its objective
    question: str  # the canonical form; a person's phrasing is never in it
    steps: tuple[Step, ...]
    sections: tuple[tuple[str, tuple[View, ...]], ...]  # sorted by name
    budget: Budget = Budget()
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


@dataclass(frozen=True, slots=True)
class Rejection:
    """One problem of a plan document: a code of the closed vocabulary, where, and one line that teaches."""

    code: str
    path: str  # `steps[2].args.mode`; empty for the document as a whole
    message: str

    def document(self) -> dict[str, str]:
        """The rejection as JSON."""
        return {"code": self.code, "path": self.path, "message": self.message}

    def line(self) -> str:
        """The rejection as one line of text."""
        return f"{self.code} at {self.path or 'the document'}: {self.message}"


CODES: dict[str, str] = {
    "bad_schema": "the document or a part of it is not of the required JSON type, or not of this version",
    "bad_objective": "the objective has no usable kind or question",
    "bad_budget": "a budget is not a whole number within its bounds",
    "bad_id": "a step's id is not a lower-case word",
    "duplicate_id": "two steps have one id",
    "unknown_field": "a field that the format does not have",
    "unknown_op": "an operator that does not exist; the nearest one is named",
    "forward_reference": "a step refers to itself, to a later step or to none",
    "input_required": "the operator needs the rows of an earlier step",
    "source_takes_no_input": "the operator stands at the beginning and takes no rows",
    "kind_mismatch": "the operator does not take rows of that kind",
    "text_is_terminal": "text is read by people: no operator takes it as input",
    "node_budget_exceeded": "more steps than the budget allows",
    "fanout_uncapped": "foreach without a cap",
    "fanout_cap_exceeded": "a cap outside of the budget",
    "guard_grammar": "a condition that is neither `<id>.count <cmp> <int>` nor `<id>.outcome ==|!= pass|fail`",
    "bad_args": "an argument that is missing, unknown or out of its bounds",
    "bad_section": "emit names a section, step or view that does not fit",
    "bad_on_error": "on_error is neither skip_dependents nor fail",
    "bad_on_missing": "on_missing is none of degrade, skip, fail",
    "execute_on_observe_tier": "a step that starts a program, where only observing is allowed",
    "engine_unavailable": "on_missing is fail and the operator's engine is not installed here",
}
