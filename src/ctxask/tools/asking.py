"""Asking with a JSON value: an intent with its slots, or a plan; neither starts a program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ctxask.answer import answer
from ctxask.lesson import Lesson, Stop
from ctxask.render import render
from ctxask.request import Request, Scope
from ctxask.solve import compiled, plan_of
from ctxask.tools.inputs import BUDGET, AskInput, PlanInput, Scoped
from ctxask.tools.model import Said

_SLOTS = ("symbol", "file", "to", "depth", "base", "run", "against")
_FREE = {"review": {"no_run": True}}  # what makes an intent that may start programs one that only looks


def ask(root: Path, given: AskInput, check: Callable[[], None] | None) -> Said:
    """The digest that answers an intent."""
    named = {name: getattr(given, name) for name in _SLOTS if getattr(given, name) is not None}
    slots = {**_FREE.get(given.intent, {}), **given.slots, **named}
    symbol = slots.get("symbol")
    if isinstance(symbol, list):
        slots["symbol"] = tuple(symbol)
    pairs = tuple(sorted((name, value) for name, value in slots.items()))
    return _said(
        root, Request(given.intent, pairs, given.question, None, "-", _scope(given), given.budget, given.cursor), check
    )


def run_plan(root: Path, given: PlanInput, check: Callable[[], None] | None) -> Said:
    """The digest of a plan."""
    plan = plan_of(given.plan)
    return _said(root, Request(plan=plan, scope=_scope(given), budget=given.budget, cursor=given.cursor), check)


def _said(root: Path, request: Request, check: Callable[[], None] | None) -> Said:
    made = compiled(request)
    if isinstance(made, Lesson):
        raise Stop(made)
    if made.plan.tier == "execute":
        subject = f"the intent {request.intent}" if request.intent else "the plan"
        hint = f"in a shell: ctx {request.intent or 'plan run FILE'}"
        raise Stop(Lesson("observe_only", f"{subject} starts programs, and here questions may only look", hint))
    if request.budget is None:
        request = request._replace(budget=min(BUDGET, made.plan.budget.max_bytes))
    reply = answer(root, request, check)
    if isinstance(reply.answer, Lesson):
        raise Stop(reply.answer)
    digest = reply.answer
    return Said(digest.document, lambda: render(digest, "text").decode(), reply.finish)


def _scope(given: Scoped) -> Scope:
    return Scope(tuple(given.include), tuple(given.exclude), given.tests)
