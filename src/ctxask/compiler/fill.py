"""Filling a template: slots become arguments, absent ones take with them what stands on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.words import VERSION, Value

CONDITIONS = {"if": True, "unless": False}  # words with which a step names a slot -> what must be so
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def fill(
    name: str,
    question: str,
    steps: Sequence[Mapping[str, Any]],
    sections: Mapping[str, Any],
    values: Mapping[str, Value],
) -> dict[str, Any]:
    """The plan document of a template with these values."""
    kept: list[dict[str, Any]] = []
    dropped: list[Any] = []
    for step in steps:
        wanted = all(_is_there(step[word], values) is holds for word, holds in CONDITIONS.items() if word in step)
        if not wanted or step.get("input") in dropped:
            dropped.append(step.get("id"))
            continue
        out = {key: value for key, value in step.items() if key not in CONDITIONS}
        if isinstance(out.get("args"), Mapping):
            out["args"] = _arguments(out["args"], values)
        if isinstance(out.get("after"), list):
            out["after"] = [other for other in out["after"] if other not in dropped]
        kept.append(out)
    shown = {
        section: [view for view in views if not (isinstance(view, Mapping) and view.get("step") in dropped)]
        if isinstance(views, list)
        else views
        for section, views in sections.items()
    }
    plan = {
        "version": VERSION,
        "objective": {"kind": name, "question": canonical_question(question, values)},
        "steps": kept,
    }
    return {**plan, "emit": {"sections": shown}} if sections else plan


def _is_there(condition: Any, values: Mapping[str, Value]) -> bool:
    """Whether a condition's slot, or one of its slots, was given, and is no flag that says no."""
    return any(values.get(slot.removeprefix("$"), False) is not False for slot in _slots(condition))


def _slots(condition: Any) -> list[str]:
    named = condition if isinstance(condition, list) else [condition]
    return [slot for slot in named if isinstance(slot, str)]


def _arguments(args: Mapping[str, Any], values: Mapping[str, Value]) -> dict[str, Any]:
    """Arguments with their slots' values; those of absent slots are left out."""
    out: dict[str, Any] = {}
    for name, value in args.items():
        if not (isinstance(value, str) and value.startswith("$")):
            out[name] = value
        elif value[1:] in values:
            given = values[value[1:]]
            out[name] = list(given) if isinstance(given, tuple) else given
    return out


def named_slots(question: str, steps: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """(place, slot) of everything in a template that names a slot."""
    out = [("question", name) for name in _PLACE.findall(question)]
    for index, step in enumerate(steps):
        args = step.get("args")
        named = {f"args.{name}": value for name, value in args.items()} if isinstance(args, Mapping) else {}
        for field, value in named.items():
            if isinstance(value, str) and value.startswith("$"):
                out.append((f"steps[{index}].{field}", value[1:]))
        for word in CONDITIONS:
            out += [(f"steps[{index}].{word}", slot.removeprefix("$")) for slot in _slots(step.get(word))]
    return tuple(out)


def canonical_question(form: str, values: Mapping[str, Value]) -> str:
    """The form with its slots' values; a part in brackets goes when one of its slots is absent."""

    def part(found: re.Match[str]) -> str:
        return found[1] if all(name in values for name in _PLACE.findall(found[1])) else ""

    def place(found: re.Match[str]) -> str:
        value = values.get(found[1], "")
        return ", ".join(value) if isinstance(value, tuple) else str(value)

    return _PLACE.sub(place, _OPTIONAL.sub(part, form))
