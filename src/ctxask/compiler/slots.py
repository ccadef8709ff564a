"""Slots of an intent: what may be given, and the value that a given thing is."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from ctxask.plan.problems import is_text
from ctxask.plan.words import NAMES_LENGTH, NAMES_LIMIT, TEXT_LIMIT, Value

SlotType = Literal["subject", "text", "path", "integer", "choice", "flag"]
TYPES: tuple[SlotType, ...] = ("subject", "text", "path", "integer", "choice", "flag")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class Slot(NamedTuple):
    """One typed slot of an intent."""

    name: str
    type: SlotType
    doc: str
    required: bool = False
    default: Value | None = None
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    lesson: str = ""  # what to say when it is missing

    @property
    def flag(self) -> str:
        """How it is given on the command line."""
        return "--" + self.name.replace("_", "-")

    def expects(self) -> str:
        """What a value must be, as the end of a sentence."""
        match self.type:
            case "integer":
                return f"a whole number from {self.low} to {self.high}"
            case "choice":
                return f"one of {', '.join(self.choices)}"
            case "flag":
                return "true or false"
            case "path":
                return "a path below the root, with / between folders"
            case "subject":
                return f"one or several subjects, not empty, at most {NAMES_LIMIT}"
            case _:
                return f"a text of 1 to {TEXT_LIMIT} characters"

    def sample(self) -> Value:
        """A value that fits, to check a template with."""
        match self.type:
            case "integer":
                return self.low
            case "choice":
                return self.choices[0]
            case "flag":
                return True
            case _:
                return "a"


def slot_value(slot: Slot, given: Any) -> Value | None:
    """The value that was given, in the slot's type, or None when it does not fit; a number may be given as text."""
    match slot.type:
        case "integer":
            if isinstance(given, str):
                given = int(given) if _WHOLE.fullmatch(given) else None
            return given if type(given) is int and slot.low <= given <= slot.high else None
        case "choice":
            return given if isinstance(given, str) and given in slot.choices else None
        case "flag":
            return given if isinstance(given, bool) else None
        case "subject":
            return _subjects(given)
        case "text" | "path":
            return given if given and is_text(given, TEXT_LIMIT) else None


def _subjects(given: Any) -> Value | None:
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not 1 <= len(names) <= NAMES_LIMIT:
        return None
    if not all(is_text(name, TEXT_LIMIT) and name.strip() for name in names) or sum(map(len, names)) > NAMES_LENGTH:
        return None
    names = tuple(dict.fromkeys(name.strip() for name in names))
    return names if len(names) > 1 else str(names[0])
