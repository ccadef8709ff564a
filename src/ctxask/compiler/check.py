"""Checking a template: that every filling of it is a valid plan."""

from __future__ import annotations

from collections.abc import Mapping

from ctxask.compiler.template import Template, bad_intent
from ctxask.lesson import Lesson
from ctxask.plan.declare import Operator
from ctxask.plan.validate import validate
from ctxask.plan.words import Rejection


def check_template(template: Template, operators: Mapping[str, Operator]) -> Lesson | None:
    """A lesson where a filling of the template is no valid plan: with no optional slot, with each, and with all."""
    required = {slot.name: slot.sample() for slot in template.slots if slot.required or slot.default is not None}
    optional = [slot for slot in template.slots if slot.name not in required]
    fillings = [required, *({**required, slot.name: slot.sample()} for slot in optional)]
    fillings.append({**required, **{slot.name: slot.sample() for slot in optional}})
    lines: dict[str, None] = {}
    for values in fillings:
        outcome = validate(template.document(values), operators)
        if isinstance(outcome, tuple):
            lines.update(dict.fromkeys(_in_template(rejection) for rejection in outcome))
    return bad_intent(template.name, list(lines)) if lines else None


def _in_template(rejection: Rejection) -> str:
    """A plan's rejection in the words of the template, where steps are tables and sections stand alone."""
    path = rejection.path.removeprefix("emit.").replace("objective.question", "question")
    return f"{rejection.code} at {path or 'the template'}: {rejection.message}"
