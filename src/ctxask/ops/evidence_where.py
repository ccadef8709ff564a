"""evidence.where: the rows that meet a condition."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ctxask.ops.fields import Field, field, spelled
from ctxask.plan.declare import Argument, Operator, split_condition
from ctxask.rows import Row
from ctxask.world import Answer, World

_ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def run(world: World, args: Mapping[str, Any], rows: Sequence[Row]) -> Answer[Row]:
    """The rows that meet the condition, in their order."""
    parts = split_condition(args["cond"])
    assert parts is not None  # the plan was validated
    name, comparison, wanted = parts
    return Answer(tuple(row for row in rows if meets(field(row, name), comparison, wanted)), engine="rows@1")


def meets(value: Field, comparison: str, wanted: str) -> bool:
    """Whether a value compares so: as numbers where both are, else as text by code point; `~` is "contains"."""
    text = spelled(value)
    if comparison == "==":
        return text == wanted
    if comparison == "!=":
        return text != wanted
    if comparison == "~":
        return wanted in text
    if type(value) is int and wanted.isdecimal() and len(wanted) <= 18:
        return _ORDERED[comparison](value, int(wanted))
    return _ORDERED[comparison](text, wanted)


OPERATOR = Operator(
    "evidence.where",
    "rows that meet a condition",
    run,
    output="same",
    inputs=("symbols", "sites", "files", "failures", "records"),
    args=(Argument("cond", "condition", "field, comparison and value, such as role == call", required=True),),
)
