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


def unknown_intent(given: str, menu: Mapping[str, str], rest: Sequence[str]) -> Lesson:
    """For an intent that is not there: the same question with the closest one, and the menu with what each answers."""
    close = nearest(given, menu)
    hint = shlex.join(("ctx", close, *rest)) if close else "ctx guide"
    return Lesson("unknown_intent", f"there is no intent {_shown(given)}", hint, _menu(menu))


def missing_intent(question: str, templates: Sequence[Template]) -> Lesson:
    """For a question without an intent: the one that it looks like, as advice; nothing was run."""
    menu = _menu({template.name: template.summary for template in templates})
    words = set(_WORD.findall(question.lower()))
    ranked = sorted(templates, key=lambda template: (-len(words & set(template.words)), template.name))
    if not ranked or not words & set(ranked[0].words):
        return Lesson("missing_intent", "nothing was run: --intent is missing", "ctx guide", menu)
    likely = ranked[0].name
    named = identifiers(question)
    command = ("ctx", likely, named[0]) if len(named) == 1 else ("ctx", likely, "--help")
    message = f"nothing was run: --intent is missing, and the question looks like {likely}"
    return Lesson("missing_intent", message, shlex.join(command), menu)


def missing_slot(template: Template, slot: Slot, named: Sequence[str]) -> Lesson:
    """For a slot that must be given: the flag, the slot's own lesson, and the tokens that could be meant."""
    message = f"{template.name} needs {slot.flag}: {slot.lesson or slot.doc}"
    if not named:
        return Lesson("missing_slot", message, f"ctx {template.name} --help")
    message += f"; the question names {len(named)} that could be meant"
    return Lesson("missing_slot", message, shlex.join(("ctx", template.name, named[0])), tuple(named))


def unknown_slot(template: Template, name: str) -> Lesson:
    """For a slot that the intent does not have."""
    flags = [slot.flag for slot in template.slots]
    message = f"{template.name} takes no --{name.replace('_', '-')}"
    return Lesson("unknown_slot", message, f"ctx {template.name} --help", tuple(flags))


def bad_slot(template: Template, slot: Slot, given: Any) -> Lesson:
    """For a value that its slot does not take."""
    message = f"{slot.flag} is {slot.expects()}, not {_shown(given)}"
    return Lesson("bad_slot", message, f"ctx {template.name} --help", slot.choices)


def _menu(menu: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}: {summary}" for name, summary in menu.items())


def _shown(given: Any) -> str:
    """A given value on one line, whatever it is."""
    text = given if isinstance(given, str) else repr(given)
    shown = repr(text[:80]) if isinstance(given, str) else text[:80]
    return f"{shown}…" if len(text) > 80 else shown
