"""Answering: one handler for the command line and for Python; what was answered before is not worked out again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.digest.model import Digest
from ctxask.ground import Ground, open_ground
from ctxask.lesson import Lesson, Stop
from ctxask.repo.snapshot import MovedTree
from ctxask.request import Request, Scope
from ctxask.templates import Catalogue

if TYPE_CHECKING:
    from ctxask.solve import Opened
    from ctxask.world import Permit


class Reply(NamedTuple):
    """An answer, or the lesson instead of one; `finish` keeps what was computed once the answer is out."""

    answer: Digest | Lesson
    finish: Callable[[], None]
    remarks: tuple[str, ...] = ()


def answer(
    root: Path, request: Request, progress: Callable[[], None] | None = None, permit: Permit | None = None
) -> Reply:
    """The reply to a request about the repository around root; without a permit nothing is started."""
    try:
        ground = open_ground(root, request.scope.include, request.scope.exclude)
    except Stop as stop:
        return Reply(stop.lesson, _nothing)
    asked = _asked(request) if os.environ.get("CTXASK_NODE_CACHE") != "0" else None
    known = _known(ground, asked) if asked is not None else None
    if known is not None:
        return Reply(known, ground.close, ground.remarks)
    return _solved(root, ground, request, progress, permit, asked)


def _asked(request: Request) -> tuple[Request, str] | None:
    """The request with the text of its intent, which may be the person's own; None for an intent that is none."""
    if request.plan is not None:
        return request, ""
    try:
        text = Catalogue().text(request.intent)
    except Stop:
        return None
    return (request, text) if text is not None else None


def _known(ground: Ground, asked: tuple[Request, str]) -> Digest | None:
    """The digest that was kept for what is asked over this snapshot."""
    try:
        encoded = ground.kept_answer(asked)
    except MovedTree:
        return None
    return Digest(json.loads(encoded), encoded) if encoded is not None else None


def _solved(
    root: Path,
    ground: Ground,
    request: Request,
    progress: Callable[[], None] | None,
    permit: Permit | None,
    asked: tuple[Request, str] | None,
) -> Reply:
    from ctxask import solve, world_view  # compiler, engines and facts load where there is something to work out

    current, begun = ground, False

    def opener(check: Callable[[], None]) -> Opened:
        nonlocal current, begun
        if begun:  # the tree moved: as it is now
            current.close()
            current = open_ground(root, request.scope.include, request.scope.exclude)
        begun = True
        return world_view.over(current, request.scope.tests, check, permit)

    try:
        solved = solve.solve(request, opener, progress)
    except Stop as stop:
        return Reply(stop.lesson, _nothing)

    def finish() -> None:
        solved.keep()
        if asked is not None and solved.lasting and isinstance(solved.answer, Digest):
            current.keep_answer(asked, solved.answer.encoded)
        current.close()

    return Reply(solved.answer, finish, current.remarks)


def _nothing() -> None:
    """What is left to do after a lesson that ran nothing."""


def ask(
    root: str | os.PathLike[str],
    intent: str = "",
    question: str = "",
    *,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    tests: str = "last",
    budget: int = 0,
    cursor: str = "",
    **slots: Any,
) -> Digest:
    """The digest that answers an intent about the repository at root, whole unless a budget is given.

    Raises Stop with a lesson where the command line would print one.
    """
    given = tuple(sorted((name, value) for name, value in slots.items() if value is not None))
    request = Request(intent, given, question, None, "-", Scope(tuple(include), tuple(exclude), tests), budget, cursor)
    return _digest(answer(Path(root), request))


def run_plan(root: str | os.PathLike[str], plan: Any, *, budget: int | None = None, cursor: str = "") -> Digest:
    """The digest of a plan: a Plan, or the JSON value of a `ctx.plan/v1` document; raises Stop with a lesson."""
    from ctxask.plan.model import Plan
    from ctxask.solve import plan_of

    made = plan if isinstance(plan, Plan) else plan_of(plan)
    return _digest(answer(Path(root), Request(plan=made, budget=budget, cursor=cursor)))


def _digest(reply: Reply) -> Digest:
    reply.finish()
    if isinstance(reply.answer, Lesson):
        raise Stop(reply.answer)
    return reply.answer
