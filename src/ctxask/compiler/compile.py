"""The compiler: an intent and its slots become a frozen plan, or a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ctxask.compiler.infer import identifiers
from ctxask.compiler.slots import Slot, slot_value
from ctxask.compiler.template import Template, bad_intent
from ctxask.lesson import Lesson
from ctxask.plan.declare import Operator
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate
from ctxask.plan.words import Value


class Compiled(NamedTuple):
    """A plan and how its subject was obtained: the interpretation that stands above the answer."""

    plan: Plan
    given: str  # the subject as it was given; several are joined by a comma and a blank
    how: str  # the slot that gave it, or `question` when it is the question's only identifier


def compile_question(
    template: Template, slots: Mapping[str, Any], question: str, operators: Mapping[str, Operator]
) -> Compiled | Lesson:
    """The plan for these slots; total, pure, blind to their order and to the phrasing beyond an inferred subject."""
    values: dict[str, Value] = {}
    for name in sorted(slots):
        slot = template.slot(name)
        value = slot_value(slot, slots[name]) if slot is not None else None
        if slot is None or value is None:
            return _teach(template, slot, name, slots[name])
        values[name] = value
    how = ""
    for slot in template.slots:
        if slot.name in values:
            how = how or (slot.name if slot.type == "subject" else "")
        elif slot.default is not None:
            values[slot.name] = slot.default
        elif slot.required:
            named = identifiers(question) if slot.type == "subject" else ()
            inferred = slot_value(slot, named[0]) if len(named) == 1 else None
            if inferred is None:
                return _teach_missing(template, slot, named)
            values[slot.name], how = inferred, "question"
    outcome = validate(template.document(values), operators)
    if isinstance(outcome, tuple):  # the template's fault: what was given fits its slots
        return bad_intent(template.name, [rejection.line() for rejection in outcome])
    return Compiled(outcome, _given(template, values), how)


def _teach(template: Template, slot: Slot | None, name: str, value: Any) -> Lesson:
    from ctxask.compiler import lessons  # only a request that fails pays for it

    return lessons.unknown_slot(template, name) if slot is None else lessons.bad_slot(template, slot, value)


def _teach_missing(template: Template, slot: Slot, named: tuple[str, ...]) -> Lesson:
    from ctxask.compiler import lessons

    return lessons.missing_slot(template, slot, named)


def _given(template: Template, values: Mapping[str, Value]) -> str:
    subject = next((slot.name for slot in template.slots if slot.type == "subject"), "")
    value = values.get(subject, "")
    return ", ".join(value) if isinstance(value, tuple) else str(value)
