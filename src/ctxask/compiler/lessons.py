"""What to say about a question that cannot be compiled: what is missing, which flag supplies it, what works."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ctxask.compiler.infer import identifiers
from ctxask.compiler.slots import Slot
from ctxask.compiler.template import Template
from ctxask.lesson import Lesson
from ctxask.plan.nearest import nearest

_WORD = re.compile(r"[a-z]+")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|(?<!s)s|e)$")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")  # as in running
_WEIGHT = 60  # of a word that one intent has; also of a subject, where the intent takes what the question names


def unknown_intent(given: str, menu: Mapping[str, str], rest: Sequence[str]) -> Lesson:
    """For an intent that is not there: the same question with the closest one, and the menu with what each answers."""
    close = nearest(given, menu)
    hint = shlex.join(("ctx", close, *rest)) if close else "ctx guide"
    return Lesson("unknown_intent", f"there is no intent {_shown(given)}", hint, _menu(menu))


def missing_intent(question: str, templates: Sequence[Template]) -> Lesson:
    """For a question without an intent: the one that it looks like, as advice; nothing was run."""
    menu = _menu({template.name: template.summary for template in templates})
    named = identifiers(question)
    likely = _looks_like(question, named, templates)
    if not likely:
        return Lesson("missing_intent", "nothing was run: --intent is missing", "ctx guide", menu)
    command = ("ctx", likely, named[0]) if len(named) == 1 else ("ctx", likely, "--help")
    message = f"nothing was run: --intent is missing, and the question looks like {likely}"
    return Lesson("missing_intent", message, shlex.join(command), menu)


def _looks_like(question: str, named: Sequence[str], templates: Sequence[Template]) -> str:
    """The intent whose words the question has in any form, a word counting less the more intents have it; of those that
    take a subject where the question names one. Empty where it has no intent's word."""
    words = _stems(_WORD.findall(" ".join(word for word in question.split() if not identifiers(word)).lower()))
    having = {template.name: words & _stems(template.words) for template in templates}
    shared = Counter(word for found in having.values() for word in found)

    def weight(template: Template) -> int:
        subject = [slot for slot in template.slots if slot.type == "subject"]
        fits = subject if named else not any(slot.required for slot in subject)
        return sum(_WEIGHT // shared[word] for word in having[template.name]) + (_WEIGHT if fits else 0)

    fitting = [template for template in templates if having[template.name]]
    return min(fitting, key=lambda template: (-weight(template), template.name)).name if fitting else ""


def _stems(words: Iterable[str]) -> set[str]:
    """Words without their endings: `breaks` and `breaking` are `break`."""
    return {_DOUBLED.sub(r"\1", _ENDING.sub("", word)) for word in words}


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
