"""What a plan asks to show: sections of the digest, and the view that each gives of a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.plan.model import VIEWS, Step, View
from ctxask.plan.problems import Problems, is_text

Sections = tuple[tuple[str, tuple[View, ...]], ...]

FILLED = ("candidates", "counterevidence")  # sections that a plan fills; the others follow from what it ran
ALWAYS = ("coverage", "context", "next")
ALIASES = {"conclusion_candidates": "candidates"}  # the word for it in plans that other tools write
WITNESSES = ("code.refs", "code.callers")  # whose rows say what was ruled out or stayed undecided


def checked_sections(
    value: Any, steps: Mapping[str, Step | None], operators: Mapping[str, Operator], problems: Problems
) -> Sections:
    """The sections by name, problems noted; a plan that gives only names, or none, gets the view of each operator."""
    if not isinstance(value, dict):
        problems.add(
            "bad_section",
            "emit",
            'emit is an object such as {"sections": {"candidates": [{"step": "refs", "view": "rows"}]}}',
        )
        return ()
    problems.unknown_fields(value, ("sections", "rank_by"), "emit")
    rank = value.get("rank_by", [])  # other tools' plans carry it; an answer has one order, so it changes nothing
    if not isinstance(rank, list) or not all(is_text(name, 64) for name in rank):
        problems.add("bad_section", "emit.rank_by", "rank_by is a list of names")
    sections = value.get("sections", [])
    if isinstance(sections, list):
        _check_names(sections, problems)
        return _usual(steps, operators)
    if not isinstance(sections, dict):
        problems.add(
            "bad_section", "emit.sections", "sections is an object of lists of step and view, or a list of names"
        )
        return ()
    out = {}
    for name in sorted(sections, key=str):
        where = f"emit.sections.{name}" if name in FILLED else "emit.sections"
        if name not in FILLED:
            problems.add("bad_section", where, f"a plan fills {' and '.join(FILLED)}; the others are always there")
        elif not isinstance(sections[name], list):
            problems.add("bad_section", where, "a section is a list of step and view")
        else:
            found = [_view(view, f"{where}[{i}]", steps, problems) for i, view in enumerate(sections[name])]
            out[name] = tuple(view for view in found if view is not None)
    return tuple(sorted(out.items()))


def _check_names(names: list[Any], problems: Problems) -> None:
    known = (*FILLED, *ALWAYS, *ALIASES)
    for index, name in enumerate(names):
        if not isinstance(name, str) or name not in known:
            problems.add("bad_section", f"emit.sections[{index}]", f"sections: {', '.join((*FILLED, *ALWAYS))}")


def _view(value: Any, where: str, steps: Mapping[str, Step | None], problems: Problems) -> View | None:
    if not isinstance(value, dict):
        problems.add("bad_section", where, 'an entry is an object such as {"step": "refs", "view": "rows"}')
        return None
    problems.unknown_fields(value, ("step", "view"), where)
    name, view = value.get("step"), value.get("view")
    if not isinstance(name, str) or name not in steps:
        problems.add("bad_section", f"{where}.step", f"no such step; steps: {', '.join(steps)}")
        return None
    if not isinstance(view, str) or view not in VIEWS:
        problems.add("bad_section", f"{where}.view", f"a view is one of {', '.join(VIEWS)}")
        return None
    step = steps[name]
    if step is not None and step.kind not in VIEWS[view]:
        problems.add(
            "bad_section", f"{where}.view", f"{view} shows {' or '.join(VIEWS[view])}, and {name} gives {step.kind}"
        )
    return View(name, view)


def _usual(steps: Mapping[str, Step | None], operators: Mapping[str, Operator]) -> Sections:
    """Every step that ends a chain or has a view of its own among the candidates, and what speaks against them."""
    whole = [step for step in steps.values() if step is not None]
    inner = {step.input for step in whole if step.kind != "text"}
    shown = [
        View(step.id, view)
        for step in whole
        if step.kind != "text" and ((view := operators[step.op].view) != "rows" or step.id not in inner)
    ]
    against = [View(step.id, "rows") for step in whole if step.op in WITNESSES]
    return (("candidates", tuple(shown)), ("counterevidence", tuple(against)))
