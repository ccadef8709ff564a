"""Arm B: one operator at a time, each as a plan of one step or fed by the symbol alone, and `ctx get` for bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from eval.referee.arms import LESSONS, Arm, Claims, answers
from eval.referee.model import Question
from eval.referee.session import LINES, Document, Session

DEEP = 6  # calls of a way, as the intent follows them
BUDGET = {"wall_seconds": 60, "max_nodes": 24, "max_fanout": 64, "max_bytes": 16384}
Step = dict[str, Any]


def run(session: Session, steps: Sequence[Step], view: str, lines: bool = True, form: Sequence[str] = ()) -> Document:
    """What a plan's last step says, with the source lines of its rows where those are places."""
    last = steps[-1]["id"]
    read = [{"id": "lines", "op": "code.context", "input": last, "args": {"mode": "line"}}] if lines else []
    plan: dict[str, Any] = {
        "version": "ctx.plan/v1",
        "objective": {"kind": "operators", "question": "one operator"},
        "budget": BUDGET,
        "steps": [*steps, *read],
        "emit": {"sections": {"candidates": [{"step": last, "view": view}]}},
    }
    shown = "plan run " + " | ".join(f"{step['op']} {json.dumps(step.get('args', {}))}" for step in plan["steps"])
    return session.ctx(["plan", "run", "-"], shown, json.dumps(plan), form)


def target(session: Session, given: str) -> tuple[str, Document]:
    """The one symbol that is meant, and what code.symbols said of it; a lesson is followed."""
    page = run(session, [{"id": "target", "op": "code.symbols", "args": {"symbol": given}}], "rows", False)
    offered = answers.meant(page, given)
    if offered:
        page = run(session, [{"id": "target", "op": "code.symbols", "args": {"symbol": offered}}], "rows", False)
    found = [candidate["symbol"] for candidate in page.get("candidates", ())]
    return (found or [given])[0], page


def locate(session: Session, question: Question) -> Claims:
    """Who is meant, its body, and its sites."""
    symbol, page = target(session, question.given)
    addresses = answers.addresses(page)
    if addresses:
        session.bytes(addresses)
    refs = {"id": "refs", "op": "code.refs", "args": {"symbol": symbol}}
    sites = run(session, [refs], "definitions")
    return Claims((*answers.places(page), *answers.places(sites)))


def impact(session: Session, question: Question) -> Claims:
    """Who is meant, its dependents, and the tests."""
    symbol, _ = target(session, question.given)
    walk = {"id": "dependents", "op": "code.impact", "args": {"symbol": symbol, "depth": 2}}
    page = run(session, [walk], "dependents")
    steps: list[Step] = [
        {"id": "target", "op": "code.symbols", "args": {"symbol": symbol}},
        {"id": "tests", "op": "code.related_tests", "input": "target"},
    ]
    tests = run(session, steps, "tests")
    told, by_tests = answers.dependents(page), answers.dependents(tests)
    return Claims((*told.direct, *by_tests.direct), (*told.further, *by_tests.further))


def trace(session: Session, question: Question) -> Claims:
    """Who is meant, and the ways from there; a lesson may be about the end."""
    symbol, _ = target(session, question.given)
    begin = {"id": "target", "op": "code.symbols", "args": {"symbol": symbol}}
    to = question.to
    found: tuple[str, ...] = ()
    for _ in range(LESSONS):
        args = {"to": to, "depth": DEEP}
        page = run(session, [begin, {"id": "paths", "op": "code.paths", "input": "target", "args": args}], "paths")
        found, offered = answers.way(page), answers.meant(page, to)
        if found or not offered:
            break
        to = offered
    return Claims(found)


CHANGES: Step = {"id": "changes", "op": "repo.changed"}
CHANGED: list[Step] = [CHANGES, {"id": "changed", "op": "code.symbols", "input": "changes"}]


def affected(session: Session, question: Question) -> Claims:
    """Which definitions changed, what that left without a target, and who depends on them."""
    run(session, CHANGED, "changes", False)
    broken = {"id": "broken", "op": "code.refs", "input": "changed", "args": {"broken": True}}
    left = answers.consequences(run(session, [*CHANGED, broken], "changes"))
    walk = {"id": "dependents", "op": "code.impact", "input": "changed", "args": {"depth": 2}}
    told = answers.dependents(run(session, [*CHANGED, walk], "dependents"))
    return Claims((*left.direct, *told.direct), (*left.further, *told.further))


def tests(session: Session, question: Question) -> Claims:
    """Which definitions changed, and the tests that may reach the changes."""
    run(session, CHANGED, "changes", False)
    wide = {"id": "tests", "op": "code.related_tests", "input": "changes", "args": {"wide": True}}
    return Claims(answers.selected(run(session, [CHANGES, wide], "tests", False, LINES)))


def diagnose(session: Session, question: Question) -> Claims:
    """The failures of a captured run, which definitions changed, both joined, and the body of the likeliest."""
    session.capture()
    run(session, [{"id": "failures", "op": "evidence.failures"}], "runs", False)
    run(session, CHANGED, "changes", False)
    join = {"id": "join", "op": "evidence.join", "args": {"on": "failing_in_changed"}}
    page = run(session, [join], "culprits", False)
    if found := answers.addresses(page)[:1]:
        session.bytes(found)
    return Claims(answers.culprits(page))


SCRIPTS = {
    "locate": locate,
    "impact": impact,
    "trace": trace,
    "affected": affected,
    "tests": tests,
    "diagnose": diagnose,
}
ARM = Arm("B", "single operators and `ctx get`", SCRIPTS)
