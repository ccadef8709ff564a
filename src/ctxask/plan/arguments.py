"""Arguments of a step against its operator's declaration."""

from __future__ import annotations

from typing import Any

from ctxask.plan.declare import FIELD_ALIASES, FIELDS, Argument, Operator, split_condition
from ctxask.plan.problems import Problems, is_text
from ctxask.plan.words import NAMES_LENGTH, NAMES_LIMIT, TEXT_LIMIT, Value
from ctxask.rows import RowKind

ITEM = "{item}"  # in a foreach step: the value that the step runs for


def checked_arguments(
    operator: Operator, value: Any, fed: bool, kind: RowKind | None, each: bool, where: str, problems: Problems
) -> tuple[tuple[str, Value], ...]:
    """The arguments by name with defaults filled in, problems noted; `fed` when the operator gets rows."""
    if not isinstance(value, dict):
        problems.add("bad_args", where, "args is an object")
        return ()
    declared = {argument.name: argument for argument in operator.args}
    for name in sorted(set(value) - set(declared), key=str):
        takes = f"it takes {', '.join(declared)}" if declared else "it takes none"
        problems.add("bad_args", where, f"{operator.name} has no argument {ascii(name)[:66]}; {takes}")
    out: dict[str, Value] = {}
    for name, argument in sorted(declared.items()):
        if name not in value:
            if argument.required and not (fed and argument.source_only):
                without = " when it has no input" if argument.source_only and operator.inputs else ""
                problems.add("bad_args", f"{where}.{name}", f"{operator.name} needs {name}{without}: {argument.doc}")
            elif argument.default is not None and not (fed and argument.source_only):
                out[name] = argument.default
        elif fed and argument.source_only:
            problems.add("bad_args", f"{where}.{name}", f"{operator.name} takes {name} only without an input")
        elif each and value[name] == ITEM and argument.type in ("text", "names"):
            out[name] = ITEM
        else:
            checked = check(argument, value[name], kind)
            if checked is None:
                problems.add("bad_args", f"{where}.{name}", f"{name} is {expected(argument, kind)}")
            else:
                out[name] = checked
    return tuple(sorted(out.items()))


def check(argument: Argument, value: Any, kind: RowKind | None) -> Value | None:
    """The value as the plan keeps it, or None when the declaration does not allow it."""
    match argument.type:
        case "integer":
            return value if type(value) is int and argument.low <= value <= argument.high else None
        case "flag":
            return value if isinstance(value, bool) else None
        case "choice":
            return value if isinstance(value, str) and value in argument.choices else None
        case "names":
            return _names(value)
        case "field":
            return _field(value, kind)
        case "condition":
            parts = split_condition(value) if is_text(value, TEXT_LIMIT) else None
            fits = parts is not None and _field(parts[0], kind) is not None
            return f"{parts[0]} {parts[1]} {parts[2]}" if parts is not None and fits else None
        case "text":
            return value if is_text(value, TEXT_LIMIT) and value else None


def _names(value: Any) -> Value | None:
    if isinstance(value, str):
        return value if value and is_text(value, TEXT_LIMIT) else None
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= NAMES_LIMIT:
        return None
    if not all(name and is_text(name, TEXT_LIMIT) for name in value) or sum(map(len, value)) > NAMES_LENGTH:
        return None
    names = tuple(dict.fromkeys(value))
    return names if len(names) > 1 else str(names[0])  # one name is one name, however it is written


def _field(value: Any, kind: RowKind | None) -> str | None:
    if not is_text(value, 64) or not value:
        return None
    name = FIELD_ALIASES.get(value, str(value))
    fields = FIELDS.get(kind) if kind is not None else None
    return name if fields is None or name in fields else None


def expected(argument: Argument, kind: RowKind | None) -> str:
    """What the argument must be, with the fields of the rows where it names one."""
    fields = FIELDS.get(kind) if kind is not None and argument.type in ("field", "condition") else None
    return argument.expects() + (f"; fields: {', '.join(fields)}" if fields else "")
