"""Declarations of operators: everything that validation, documentation and schemas know of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ctxask.plan.model import Class
from ctxask.plan.words import Value
from ctxask.rows import RowKind

Type = Literal["text", "names", "integer", "flag", "choice", "field", "condition"]
Cost = Literal["lookup", "scan", "walk", "process"]  # of facts kept · of files that hold a name · of files hop by hop

FIELDS: dict[RowKind, tuple[str, ...]] = {
    "symbols": (
        "path",
        "symbol",
        "name",
        "kind",
        "line",
        "hop",
        "role",
        "evidence",
        "target",
        "of",
        "is_test",
        "change",
        "old",
    ),
    "sites": ("path", "subject", "name", "line", "role", "bucket", "within", "evidence", "target", "mechanism"),
    "files": ("path", "language", "size", "change"),
    "failures": ("path", "test", "type"),
}
FIELD_ALIASES = {"file": "path"}  # the word for it in plans that other tools write

COMPARISONS = ("==", "!=", "<=", ">=", "<", ">", "=", "~")
_CONDITION = re.compile(r"\s*([a-z_]+)\s*(==|!=|<=|>=|<|>|=|~)\s*(.*?)\s*", re.DOTALL)


class Argument(NamedTuple):
    """One argument of an operator."""

    name: str
    type: Type
    doc: str
    required: bool = False
    default: Value | None = None
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    source_only: bool = False  # says what the input says otherwise: for a step without one

    def expects(self) -> str:
        """What a value must be, as the end of a sentence."""
        match self.type:
            case "integer":
                return f"a whole number from {self.low} to {self.high}"
            case "flag":
                return "true or false"
            case "choice":
                return f"one of {', '.join(self.choices)}"
            case "names":
                return "a text, or a list of texts"
            case "field":
                return "a field of the input's rows"
            case "condition":
                return "a condition such as role == call (comparisons: " + " ".join(COMPARISONS) + ")"
            case _:
                return "a text"


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: what it takes and gives, what it costs, and the function that runs it."""

    name: str
    doc: str
    run: Callable[..., Any]  # (world, arguments, rows of the input or None) -> Answer
    output: RowKind | Literal["same"]
    source: bool = False  # can stand without input
    inputs: tuple[RowKind, ...] = ()
    args: tuple[Argument, ...] = ()
    tier: Class = "observe"
    cost: Cost = "lookup"
    version: int = 1  # raised when equal facts give other rows: kept results of earlier versions end
    view: str = "rows"  # how a digest shows it unless the plan says

    def gives(self, taken: RowKind | None) -> RowKind:
        """The kind of its rows, for an input of that kind."""
        if self.output == "same":
            return taken or "records"
        return self.output


def split_condition(text: str) -> tuple[str, str, str] | None:
    """(field, comparison, value) of a condition, or None where it is none."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        return None
    field, comparison, value = found.groups()
    return FIELD_ALIASES.get(field, field), "==" if comparison == "=" else comparison, value
