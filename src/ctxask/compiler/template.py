"""Intent templates: what a TOML file says."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ctxask.compiler.fill import fill, named_slots
from ctxask.compiler.slots import TYPES, Slot, slot_value
from ctxask.lesson import Lesson
from ctxask.plan.nearest import listed
from ctxask.plan.problems import Problems, is_text
from ctxask.plan.words import ID, Value

FIELDS = ("question", "summary", "words", "examples", "slots", "steps", "sections", "max_bytes")
SLOT_FIELDS = ("type", "doc", "required", "default", "low", "high", "choices", "lesson")


class Template(NamedTuple):
    """An intent: a plan with typed slots."""

    name: str
    question: str  # canonical form: {slot} takes the value, [a part] goes with its slots
    summary: str
    words: tuple[str, ...]  # of questions that look like this intent
    examples: tuple[str, ...]  # what may follow `ctx NAME`
    slots: tuple[Slot, ...]
    steps: tuple[Mapping[str, Any], ...]
    sections: Mapping[str, Any]
    max_bytes: int = 0  # of a page, where it is not what plans have

    def document(self, values: Mapping[str, Value]) -> dict[str, Any]:
        """The plan document that these values make of it."""
        made = fill(self.name, self.question, self.steps, self.sections, values)
        return {**made, "budget": {"max_bytes": self.max_bytes}} if self.max_bytes else made

    def slot(self, name: str) -> Slot | None:
        """The slot of that name."""
        return next((slot for slot in self.slots if slot.name == name), None)


def read_template(name: str, text: str) -> Template | Lesson:
    """The template in a TOML text, or a lesson with everything that is wrong with its form."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return bad_intent(name, [f"it is not TOML: {error}"])
    problems = Problems()
    problems.unknown_fields(document, FIELDS, "")
    for field in ("question", "summary"):
        if not is_text(document.get(field), 500) or not document[field]:
            problems.add("bad_schema", field, f"{field} is a text")
    for field in ("words", "examples"):
        texts = document.setdefault(field, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            problems.add("bad_schema", field, f"{field} is a list of texts")
    slots = _slots(document.get("slots", {}), problems)
    steps = document.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        problems.add("bad_schema", "steps", "steps is an array of tables: [[steps]]")
    sections = document.get("sections", {})
    if not isinstance(sections, dict):
        problems.add("bad_schema", "sections", "sections is a table of lists of step and view")
    if type(document.get("max_bytes", 0)) is not int:
        problems.add("bad_schema", "max_bytes", "max_bytes is a whole number")
    if not problems:
        _check_names(document, slots, problems)
    if problems:
        return bad_intent(name, [problem.line() for problem in problems.all()])
    words, examples = tuple(document["words"]), tuple(document["examples"])
    return Template(
        name,
        document["question"],
        document["summary"],
        words,
        examples,
        slots,
        tuple(document["steps"]),
        sections,
        document.get("max_bytes", 0),
    )


def _check_names(document: Mapping[str, Any], slots: Sequence[Slot], problems: Problems) -> None:
    known = [slot.name for slot in slots]
    for place, name in named_slots(document["question"], document["steps"]):
        if name not in known:
            problems.add("bad_args", place, f"there is no slot {name!r}; slots: {listed(known) or 'none'}")


def _slots(value: Any, problems: Problems) -> tuple[Slot, ...]:
    if not isinstance(value, dict):
        problems.add("bad_schema", "slots", "slots is a table: [slots.symbol]")
        return ()
    return tuple(slot for name, table in value.items() if (slot := _slot(name, table, f"slots.{name}", problems)))


def _slot(name: str, table: Any, where: str, problems: Problems) -> Slot | None:
    """The slot that a table declares; None with the problems noted."""
    before = len(problems.found)
    if not ID.fullmatch(name):
        problems.add("bad_id", where, "a slot's name is a lower-case word")
    if not isinstance(table, dict):
        problems.add("bad_schema", where, "a slot is a table with type and doc")
        return None
    problems.unknown_fields(table, SLOT_FIELDS, where)
    if table.get("type") not in TYPES:
        problems.add("bad_schema", f"{where}.type", f"type is one of {', '.join(TYPES)}")
    for field, kind, word in (("doc", str, "a text"), ("lesson", str, "a text"), ("required", bool, "true or false")):
        if not isinstance(table.get(field, kind()), kind):
            problems.add("bad_schema", f"{where}.{field}", f"{field} is {word}")
    if table.get("type") == "integer" and not (
        type(table.get("low")) is type(table.get("high")) is int and table["low"] <= table["high"]
    ):
        problems.add("bad_schema", where, "an integer has bounds: low and high")
    choices = table.get("choices", [])
    if (table.get("type") == "choice") != bool(choices) or not (
        isinstance(choices, list) and all(isinstance(c, str) for c in choices)
    ):
        problems.add("bad_schema", f"{where}.choices", "a choice, and only a choice, has a list of choices")
    if len(problems.found) > before:
        return None
    slot = Slot(name, **{**table, "doc": table.get("doc", ""), "choices": tuple(choices)})
    if slot.default is not None and slot_value(slot, slot.default) is None:
        problems.add("bad_schema", f"{where}.default", f"the default is {slot.expects()}")
    return slot


def bad_intent(name: str, lines: list[str]) -> Lesson:
    """The lesson about a template that cannot be used."""
    return Lesson("bad_intent", f"the intent {name!r} is not usable: {lines[0]}", "ctx schema intent", tuple(lines))
