"""Batches: several questions in one document, each with references into the answers before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from ctxask import canon
from ctxask.lesson import Lesson, Stop
from ctxask.repo import place
from ctxask.tools import TOOLS
from ctxask.tools.model import Input

VERSION = "ctx.batch/v1"
MOST_BYTES = 1 << 20  # of the document
MOST_STEPS = 64
MOST_ANSWERS = 16 << 20  # bytes of all answers together
SECONDS = 300
_DEEPEST = 64
_REFERENCE = "#/steps/"


class Step(Input):
    """One question."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")
    request: str = Field(description="ask, explore, get or plan")
    input: dict[str, Any] = Field({}, description='its input; {"$ref": "#/steps/ID/…"} stands for a part of an answer')


class Batch(Input):
    """Questions about one root, answered in their order."""

    version: str = Field(pattern=r"^ctx\.batch/v1$")
    root: str | None = Field(None, description="must be the root that is asked about")
    steps: list[Step] = Field(min_length=1)


class Failed(Stop):
    """A step that failed, and with it the batch."""

    def __init__(self, lesson: Lesson, step: str) -> None:
        super().__init__(lesson)
        self.step = step


def json_schema() -> dict[str, Any]:
    """The schema of a batch."""
    return Batch.model_json_schema()


def read(value: Any, root: Path) -> Batch:
    """The batch that a JSON value is, checked as a whole before anything runs; raises Stop with every problem."""
    try:
        batch = Batch.model_validate(value)
    except ValidationError as error:
        problems = tuple(f"{'.'.join(map(str, e['loc'])) or 'the value'}: {e['msg']}" for e in error.errors())
        raise Stop(Lesson("bad_batch", "the document is no batch", "ctx schema batch", problems)) from None
    if len(batch.steps) > MOST_STEPS:
        message = f"the batch has {len(batch.steps)} steps; {MOST_STEPS} are allowed"
        raise Stop(Lesson("too_many_steps", message, "two batches"))
    problems = tuple(_problems(batch))
    if problems:
        raise Stop(Lesson("bad_batch", "the document is no batch that can run", "ctx schema batch", problems))
    for given in (batch.root, *(step.input.get("root") for step in batch.steps)):
        _same_root(given, root)
    return batch


def run(value: Any, root: Path, progress: Callable[[], None] | None = None) -> dict[str, Any]:
    """The answers to a batch; raises Failed with the lesson of the first step that has none."""
    batch = read(value, root)
    check = _clock(progress)
    answers: dict[str, Any] = {}
    size = 0
    for step in batch.steps:
        try:
            given = {name: _resolved(part, answers) for name, part in step.input.items() if name != "root"}
            said = TOOLS[step.request].said(root, given, check)
            said.finish()
        except Stop as stop:
            raise Failed(stop.lesson, step.id) from None
        size += len(canon.encode(said.document))
        if size > MOST_ANSWERS:
            message = f"the answers are longer than {MOST_ANSWERS} bytes"
            raise Failed(Lesson("batch_too_long", message, "smaller budgets, or two batches"), step.id)
        answers[step.id] = said.document
    steps = [{"id": step.id, "request": step.request, "answer": answers[step.id]} for step in batch.steps]
    return {"version": VERSION, "steps": steps}


def _problems(batch: Batch) -> list[str]:
    found: list[str] = []
    before: set[str] = set()
    for step in batch.steps:
        if step.id in before:
            found.append(f"{step.id}: an earlier step has this id")
        if step.request not in TOOLS:
            found.append(f"{step.id}: {step.request!r} is none of {', '.join(TOOLS)}")
        for reference in _references(step.input):
            named = reference.removeprefix(_REFERENCE).partition("/")[0]
            if not reference.startswith(_REFERENCE) or named not in before:
                found.append(f"{step.id}: {reference!r} points to no earlier step")
        before.add(step.id)
    return found


def _references(value: Any) -> list[str]:
    """Every reference in a value; raises Stop for one that is nested too deeply."""
    found, waiting = [], [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        if depth > _DEEPEST:
            raise Stop(Lesson("bad_batch", "the input of a step is nested too deeply", "ctx schema batch"))
        if isinstance(part, dict) and set(part) == {"$ref"}:
            found.append(str(part["$ref"]))
        elif isinstance(part, dict | list):
            parts = part.values() if isinstance(part, dict) else part
            waiting += [(inner, depth + 1) for inner in parts]
    return sorted(found)


def _resolved(value: Any, answers: Mapping[str, Any]) -> Any:
    """The value with every reference replaced by what it points to."""
    if isinstance(value, dict):
        if set(value) == {"$ref"}:
            return _pointed_at(str(value["$ref"]), answers)
        return {name: _resolved(part, answers) for name, part in value.items()}
    return [_resolved(part, answers) for part in value] if isinstance(value, list) else value


def _pointed_at(reference: str, answers: Mapping[str, Any]) -> Any:
    """What a JSON pointer into the answers means; raises Stop where there is nothing."""
    found: Any = answers
    for part in reference.removeprefix(_REFERENCE).split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        else:
            message = f"{reference!r} points to nothing: there is no {name!r}"
            raise Stop(Lesson("bad_reference", message, "ctx schema digest"))
    return found


def _same_root(given: Any, root: Path) -> None:
    """Raises Stop where a root is given that is another one, real paths compared."""
    if given is None:
        return
    if not isinstance(given, str) or place.find(root / given).root != place.find(root).root:
        message = "the batch names another root than the one that is asked about"
        raise Stop(Lesson("other_root", message, "leave root out, or ask there with -C DIR"))


def _clock(progress: Callable[[], None] | None) -> Callable[[], None]:
    end = time.monotonic() + SECONDS

    def check() -> None:
        if time.monotonic() > end:
            raise Stop(Lesson("batch_deadline", f"the batch took longer than {SECONDS} seconds", "two batches"))
        if progress is not None:
            progress()

    return check
