"""What to say about a question that cannot be compiled: what is missing, which flag supplies it, what works."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.compiler.infer import identifiers
from ctxask.compiler.slots import Slot
from ctxask.compiler.template import Template
from ctxask.lesson import Lesson
from ctxask.plan.nearest import nearest

_WORD = re.compile(r"[a-z]+")


def unknown_intent(given: str, menu: Mapping[str, str]) -> Lesson:
    """For an intent that is not there: the closest one, and the menu with what each answers."""
    close = nearest(given, menu)
    hint = f"did you mean --intent {close}?" if close else f"intents: {', '.join(menu)}"
    return Lesson("unknown_intent", f"there is no intent {_shown(given)}", hint, _menu(menu))


def missing_intent(question: str, templates: Sequence[Template]) -> Lesson:
    """For a question without an intent: the one that it looks like, as advice; nothing was run."""
    menu = _menu({template.name: template.summary for template in templates})
    words = set(_WORD.findall(question.lower()))
    ranked = sorted(templates, key=lambda template: (-len(words & set(template.words)), template.name))
    if not ranked or not words & set(ranked[0].words):
        return Lesson(
            "missing_intent", "the intent is missing: nothing was run", "add --intent with one of the candidates", menu
        )
    likely = ranked[0].name
    named = identifiers(question)
    subject = f" --symbol {shlex.quote(named[0])}" if len(named) == 1 else " and --symbol with the subject"
    command = f"ctx ask --intent {likely}{subject}" if len(named) == 1 else f"add --intent {likely}{subject}"
    return Lesson(
        "missing_intent", f"the intent is missing: the question looks like {likely}; nothing was run", command, menu
    )


def missing_slot(template: Template, slot: Slot, question: str, named: Sequence[str]) -> Lesson:
    """For a slot that must be given: the flag, the slot's own lesson, and the tokens that could be meant."""
    lead = f"{template.name} needs {slot.flag}: {slot.lesson or slot.doc}"
    if not named:
        return Lesson(
            "missing_slot", lead, f"add {slot.flag} {slot.name.upper()}; ctx {template.name} --help shows examples"
        )
    message = f"{lead}; the question names {len(named)} that could be meant"
    hint = f"ctx {template.name} {shlex.quote(named[0])}"
    return Lesson("missing_slot", message, hint, tuple(named))


def unknown_slot(template: Template, name: str) -> Lesson:
    """For a slot that the intent does not have."""
    flags = [slot.flag for slot in template.slots]
    flag = "--" + name.replace("_", "-")
    close = nearest(flag, flags)
    hint = f"did you mean {close}?" if close else f"{template.name} takes {', '.join(flags) or 'no slots'}"
    return Lesson("unknown_slot", f"{template.name} takes no {flag}", hint, tuple(flags))


def bad_slot(slot: Slot, given: Any) -> Lesson:
    """For a value that its slot does not take."""
    return Lesson(
        "bad_slot", f"{slot.flag} is {slot.expects()}, not {_shown(given)}", slot.lesson or slot.doc, slot.choices
    )


def _menu(menu: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}: {summary}" for name, summary in menu.items())


def _shown(given: Any) -> str:
    """A given value on one line, whatever it is."""
    text = given if isinstance(given, str) else repr(given)
    shown = repr(text[:80]) if isinstance(given, str) else text[:80]
    return f"{shown}…" if len(text) > 80 else shown
