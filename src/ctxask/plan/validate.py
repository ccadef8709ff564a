"""Validation: any JSON value becomes a plan, or every reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from ctxask.plan.arguments import checked_arguments
from ctxask.plan.declare import FIELD_ALIASES, FIELDS, Operator
from ctxask.plan.emit import checked_sections
from ctxask.plan.model import Budget, Class, Guard, Plan, Step
from ctxask.plan.nearest import listed, nearest
from ctxask.plan.problems import Problems, is_text
from ctxask.plan.words import ID, KIND, QUESTION_LIMIT, VERSION, Rejection, Value
from ctxask.rows import RowKind

Operators = Mapping[str, Operator]

BOUNDS = {
    "wall_seconds": (1, 3600),
    "max_nodes": (1, 24),
    "max_fanout": (1, 64),
    "max_bytes": (0, 2**31),  # 0: no bound
}
GUARD = re.compile(r"\s*([a-z][a-z0-9_]{0,31})\.(count|outcome)\s*(==|!=|<=|>=|<|>)\s*(\d{1,9}|pass|fail)\s*", re.ASCII)
TOP_FIELDS = ("version", "objective", "budget", "steps", "emit")
STEP_FIELDS = ("id", "op", "args", "input", "after", "foreach", "cap", "when", "on_error", "on_missing")


def validate(value: Any, operators: Operators, tier: Class = "execute") -> Plan | tuple[Rejection, ...]:
    """The plan that a JSON value is, or its rejections in document order; never an exception."""
    problems = Problems()
    if not isinstance(value, dict):
        problems.add("bad_schema", "", "a plan is a JSON object with version, objective and steps")
        return problems.all()
    problems.unknown_fields(value, TOP_FIELDS, "")
    if value.get("version") != VERSION:
        problems.add("bad_schema", "version", f'the version is "{VERSION}"')
    kind, question = _objective(value.get("objective"), problems)
    budget = _budget(value.get("budget", {}), problems)
    steps = _steps(value.get("steps"), budget, operators, tier, problems)
    sections = checked_sections(value.get("emit", {}), steps, operators, problems)
    if problems:
        return problems.all()
    whole = tuple(step for step in steps.values() if step is not None)
    starts = any(operators[step.op].tier == "execute" for step in whole)
    return Plan(kind, question, whole, sections, budget, "execute" if starts else "observe")


def _objective(value: Any, problems: Problems) -> tuple[str, str]:
    if not isinstance(value, dict):
        problems.add(
            "bad_objective", "objective", 'the objective is an object such as {"kind": "locate", "question": "…"}'
        )
        return "", ""
    problems.unknown_fields(value, ("kind", "question"), "objective")
    kind, question = value.get("kind"), value.get("question")
    if not (isinstance(kind, str) and KIND.fullmatch(kind)):
        problems.add("bad_objective", "objective.kind", "the kind is a lower-case word such as locate")
    if not (isinstance(question, str) and is_text(question, QUESTION_LIMIT) and question.strip()):
        problems.add(
            "bad_objective", "objective.question", f"the question is a text of 1 to {QUESTION_LIMIT} characters"
        )
    return str(kind), str(question)


def _budget(value: Any, problems: Problems) -> Budget:
    if not isinstance(value, dict):
        problems.add("bad_budget", "budget", 'the budget is an object such as {"wall_seconds": 60}')
        return Budget()
    problems.unknown_fields(value, tuple(BOUNDS), "budget")
    given: dict[str, int] = {}
    for name, (low, high) in BOUNDS.items():
        if name not in value:
            continue
        number = _whole(value[name])
        if number is None or not low <= number <= high:
            problems.add("bad_budget", f"budget.{name}", f"{name} is a whole number from {low} to {high}")
        else:
            given[name] = number
    return Budget(**given)


def _whole(value: Any) -> int | None:
    """The whole number that a JSON number is: 60 and 60.0, as some writers print it."""
    if type(value) is int:
        return value
    return int(value) if type(value) is float and value.is_integer() else None


def _steps(value: Any, budget: Budget, operators: Operators, tier: Class, problems: Problems) -> dict[str, Step | None]:
    """Steps by id in their order; None for one that cannot be built but that others may name."""
    if not isinstance(value, list) or not value:
        problems.add("bad_schema", "steps", "steps is a list of at least one step")
        return {}
    if len(value) > budget.max_nodes:
        problems.add("node_budget_exceeded", "steps", f"{len(value)} steps, and the budget allows {budget.max_nodes}")
    out: dict[str, Step | None] = {}
    for index, document in enumerate(value):
        where = f"steps[{index}]"
        if not isinstance(document, dict):
            problems.add(
                "bad_schema", where, 'a step is an object such as {"id": "refs", "op": "code.refs", "input": "target"}'
            )
            continue
        problems.unknown_fields(document, STEP_FIELDS, where)
        name = document.get("id")
        if not (isinstance(name, str) and ID.fullmatch(name)):
            problems.add(
                "bad_id", f"{where}.id", "an id is a lower-case word of up to 32 letters, digits and underscores"
            )
            name = ""
        elif name in out:
            problems.add("duplicate_id", f"{where}.id", f"{name} names an earlier step already")
            name = ""
        step = _step(name, document, where, out, budget, operators, tier, problems)
        if name:
            out[name] = step
    return out


def _step(
    name: str,
    document: dict[str, Any],
    where: str,
    earlier: dict[str, Step | None],
    budget: Budget,
    operators: Operators,
    tier: Class,
    problems: Problems,
) -> Step | None:
    """The step, or None when it has problems."""
    before = len(problems.found)
    operator = _operator(document.get("op"), f"{where}.op", operators, tier, problems)
    source = _earlier(document.get("input"), f"{where}.input", earlier, problems) if "input" in document else ""
    taken = earlier.get(source)
    foreach, cap = _foreach(document, where, source, taken, budget, problems)
    if operator is not None:
        _input_fits(operator, document, where, taken, foreach, problems)
    after = document.get("after", [])
    names = [after] if isinstance(after, str) else after
    if not isinstance(names, list):
        problems.add("bad_schema", f"{where}.after", "after is a list of earlier ids")
        names = []
    order = tuple(_earlier(other, f"{where}.after[{i}]", earlier, problems) for i, other in enumerate(names))
    guard = _guard(document["when"], f"{where}.when", earlier, problems) if "when" in document else None
    on_error = _choice(document, "on_error", ("skip_dependents", "fail"), "skip_dependents", where, problems)
    on_missing = _choice(document, "on_missing", ("fail", "degrade", "skip"), "fail", where, problems)
    args: tuple[tuple[str, Value], ...] = ()
    if operator is not None:
        kind = taken.kind if taken is not None else None
        fed = source != "" and bool(operator.inputs)
        args = checked_arguments(
            operator, document.get("args", {}), fed, kind, bool(foreach), f"{where}.args", problems
        )
    if operator is None or len(problems.found) > before:
        return None
    return Step(
        name,
        operator.name,
        operator.gives(taken.kind if taken is not None else None),
        args,
        source,
        tuple(dict.fromkeys(order)),
        foreach,
        cap,
        guard,
        cast(Literal["skip_dependents", "fail"], on_error),
        cast(Literal["degrade", "skip", "fail"], on_missing),
    )


def _operator(value: Any, where: str, operators: Operators, tier: Class, problems: Problems) -> Operator | None:
    if not isinstance(value, str):
        problems.add("bad_schema", where, "op is the name of an operator, such as code.refs")
        return None
    operator = operators.get(value)
    if operator is None:
        family = [name for name in operators if name.partition(".")[0] == value.partition(".")[0]]
        close = nearest(value, family) or nearest(value, operators, cutoff=0, parts=True)
        problems.add("unknown_op", where, f"there is no operator {value[:64]!r}; the nearest is {close}")
    elif operator.tier == "execute" and tier == "observe":
        problems.add("execute_on_observe_tier", where, f"{value} starts a program; here a plan may only observe")
    return operator


def _earlier(value: Any, where: str, earlier: Mapping[str, Step | None], problems: Problems) -> str:
    """The id of an earlier step, or the empty string with a problem noted."""
    if isinstance(value, str) and value in earlier:
        return value
    known = listed(earlier) or "none"
    shown = repr(value[:64]) if isinstance(value, str) else "this"
    problems.add("forward_reference", where, f"{shown} is no earlier step; earlier steps: {known}")
    return ""


def _input_fits(
    operator: Operator, document: dict[str, Any], where: str, taken: Step | None, foreach: str, problems: Problems
) -> None:
    has_input = "input" in document
    kinds: tuple[RowKind, ...] = operator.inputs
    if not has_input and not operator.source:
        problems.add("input_required", where, f"{operator.name} needs an input of {' or '.join(kinds)}")
    elif has_input and not kinds and not foreach:
        problems.add(
            "source_takes_no_input", f"{where}.input", f"{operator.name} takes no input; use after for order alone"
        )
    elif taken is not None and taken.kind == "text":
        problems.add(
            "text_is_terminal",
            f"{where}.input",
            f"{taken.id} gives text, and no step takes text; take its input instead",
        )
    elif taken is not None and kinds and taken.kind not in kinds:
        problems.add(
            "kind_mismatch",
            f"{where}.input",
            f"{operator.name} takes {' or '.join(kinds)}, and {taken.id} gives {taken.kind}",
        )


def _foreach(
    document: dict[str, Any], where: str, source: str, taken: Step | None, budget: Budget, problems: Problems
) -> tuple[str, int]:
    """The field to go by and the cap; both empty without foreach."""
    if "foreach" not in document:
        if "cap" in document:
            problems.add("unknown_field", f"{where}.cap", "cap belongs to foreach, and this step has none")
        return "", 0
    if "input" not in document:
        problems.add("input_required", where, "foreach goes over the rows of an input")
    field = document["foreach"]
    field = FIELD_ALIASES.get(field, field) if isinstance(field, str) else ""
    fields = FIELDS.get(taken.kind) if taken is not None else None
    if not is_text(field, 64) or not field or (fields is not None and field not in fields):
        names = f": {listed(fields)}" if fields else ""
        problems.add("bad_args", f"{where}.foreach", f"foreach names a field of the input's rows{names}")
    cap = _whole(document.get("cap"))
    if "cap" not in document:
        problems.add("fanout_uncapped", where, f"foreach needs a cap from 1 to {budget.max_fanout}")
    elif cap is None or not 1 <= cap <= budget.max_fanout:
        problems.add("fanout_cap_exceeded", f"{where}.cap", f"cap is a whole number from 1 to {budget.max_fanout}")
    return field, cap or 0


def _guard(value: Any, where: str, earlier: Mapping[str, Step | None], problems: Problems) -> Guard | None:
    found = GUARD.fullmatch(value) if isinstance(value, str) else None
    if found is not None:
        name, measure, comparison, wanted = found.groups()
        counts = measure == "count"
        if counts == wanted.isdigit() and (counts or comparison in ("==", "!=")):
            _earlier(name, where, earlier, problems)
            return Guard(
                name, cast(Literal["count", "outcome"], measure), comparison, int(wanted) if counts else wanted
            )
    problems.add(
        "guard_grammar",
        where,
        "write `<id>.count > 0` (== != < <= > >=) or `<id>.outcome == pass` (== != and pass or fail)",
    )
    return None


def _choice(
    document: dict[str, Any], name: str, choices: tuple[str, ...], default: str, where: str, problems: Problems
) -> str:
    value = document.get(name, default)
    if value in choices if isinstance(value, str) else False:
        return str(value)
    problems.add(f"bad_{name}", f"{where}.{name}", f"{name} is one of {', '.join(choices)}")
    return default
