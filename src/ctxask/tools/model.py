"""What a tool is, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from ctxask.lesson import Lesson, Stop


class Input(BaseModel):
    """What a tool is given; a field that it does not know is an error."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Said(NamedTuple):
    """An answer as a document, and the same as text for people."""

    document: dict[str, Any]
    text: Callable[[], str]  # made when it is wanted
    finish: Callable[[], None]  # keeps what was computed, once the answer is out


class Tool(NamedTuple):
    """A question that can be asked with a JSON value."""

    name: str
    summary: str
    input: type[Input]
    run: Callable[[Path, Any, Callable[[], None] | None], Said]  # over a root; the last is called between files
    default: bool = True  # whether an agent is offered it without asking for all

    def said(self, root: Path, value: Any, check: Callable[[], None] | None = None) -> Said:
        """The answer to a JSON value; raises Stop with a lesson, for a value that is no input as well."""
        try:
            given = self.input.model_validate(value)
        except ValidationError as error:
            raise Stop(self._lesson(error)) from None
        return self.run(root, given, check)

    def _lesson(self, error: ValidationError) -> Lesson:
        problems = tuple(_problem(entry["loc"], entry["msg"]) for entry in error.errors())
        known = ", ".join(self.input.model_fields)
        return Lesson("bad_input", f"this is no input of {self.name}", f"its fields are {known}", problems)


def _problem(where: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, where)) or 'the value'}: {message[:1].lower()}{message[1:]}"


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema without what says nothing: titles, defaults, the null of what may be left out."""
    made = {name: value for name, value in schema.items() if name not in ("title", "default", "description", "$defs")}
    if "properties" in made:
        made["properties"] = {name: _compacted(value) for name, value in made["properties"].items()}
    return made


def _compacted(field: dict[str, Any]) -> dict[str, Any]:
    made = {name: value for name, value in field.items() if name not in ("title", "default")}
    choices = [choice for choice in made.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        del made["anyOf"]
        made = {**choices[0], **made}
    elif choices:
        made["anyOf"] = choices
    return made
