"""Solving: compiles a request, runs its plan over a World, and composes the digest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ctxask import engine
from ctxask.compiler.compile import Compiled, compile_question
from ctxask.compiler.template import Template
from ctxask.digest.compose import build
from ctxask.digest.model import Digest, Meta
from ctxask.lesson import EXIT, Lesson, Stop, moving
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan, Step
from ctxask.plan.validate import validate
from ctxask.plan.words import Rejection
from ctxask.repo.snapshot import MovedTree
from ctxask.request import Request, arguments
from ctxask.rows import Note
from ctxask.templates import Catalogue
from ctxask.world import Deadline

RESTARTS = 3  # of a plan whose tree moved under it


class Opened(engine.RecordedWorld, Protocol):
    """A snapshot opened for one request."""

    @property
    def snapshot(self) -> str:
        """`snap:` and its hash."""

    @property
    def salt(self) -> str:
        """What kept results depend on besides what they read: versions of the engines, effective configuration."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What to know about the snapshot as a whole."""

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """Effective configuration that is not the default one."""

    @property
    def nodes(self) -> engine.Nodes | None:
        """Where results of nodes are kept."""

    def keep(self) -> None:
        """Keeps the facts that were worked out, once the answer is out."""


class Solved(NamedTuple):
    """An answer, and what to do once it is out."""

    answer: Digest | Lesson
    keep: Callable[[], None]
    lasting: bool = False  # an equal request over an equal snapshot has this answer


def compiled(request: Request) -> Compiled | Lesson:
    """The plan that a request asks for; nothing is run."""
    if request.plan is not None:
        return Compiled(request.plan, "", "plan")
    catalogue = Catalogue()
    try:
        template = catalogue.get(request.intent)
        return _teach(request, catalogue) if template is None else _filled(request, template)
    except Stop as stop:
        return stop.lesson


def _filled(request: Request, template: Template) -> Compiled | Lesson:
    return compile_question(template, dict(request.slots), request.question, OPERATORS)


def _teach(request: Request, catalogue: Catalogue) -> Lesson:
    from ctxask.compiler import lessons  # only a request that fails pays for it

    if not request.intent:
        return lessons.missing_intent(request.question, catalogue.usable())
    menu = {known.name: known.summary for known in catalogue.usable()}
    return lessons.unknown_intent(request.intent, menu, arguments(request.slots))


def solve(
    request: Request, opener: Callable[[Callable[[], None]], Opened], progress: Callable[[], None] | None = None
) -> Solved:
    """The answer to a request; `opener` opens the repository as it is now, and is given the check for the deadline."""
    made = compiled(request)
    if isinstance(made, Lesson):
        return Solved(made, _nothing)
    plan = made.plan
    opened, nodes, outcome = _settled(plan, opener, _Clock(plan.budget.wall_seconds, progress))

    def keep() -> None:
        if nodes is not None:
            for node in outcome.fresh:
                nodes.put_node(*node)
        opened.keep()

    if outcome.lesson is not None:
        return Solved(_corrected(request, plan.step(outcome.taught), outcome.lesson), keep)
    command = request.command(made.given if made.how == "question" else "")
    meta = Meta(made.given, made.how, opened.snapshot, opened.inputs, opened.notes, command)
    budget = plan.budget.max_bytes if request.budget is None else request.budget
    page = build(plan, outcome.results, meta, budget or None, request.cursor or None)
    return Solved(page, keep, isinstance(page, Digest) and outcome.lasting)


def _settled(
    plan: Plan, opener: Callable[[Callable[[], None]], Opened], clock: _Clock
) -> tuple[Opened, engine.Nodes | None, engine.Outcome]:
    """The plan's outcome over one snapshot; begun again while the tree moves, until what moved stays unknown."""
    for left in range(RESTARTS, -1, -1):
        try:
            opened = opener(clock)
        except MovedTree:
            continue
        clock.start()
        nodes = opened.nodes if os.environ.get("CTXASK_NODE_CACHE") != "0" else None
        outcome = engine.run(plan, opened, nodes, opened.salt)
        if not (outcome.moved and left):
            return opened, nodes, outcome
        opened.keep()
    raise Stop(moving())


class _Clock:
    """The check that raises Deadline once a started plan has used up its seconds."""

    def __init__(self, seconds: int, progress: Callable[[], None] | None) -> None:
        self._seconds = seconds
        self._progress = progress
        self._end: float | None = None

    def start(self) -> None:
        """Begins to count: opening the snapshot is no part of a node."""
        if self._end is None:
            self._end = time.monotonic() + self._seconds

    def forgive(self, seconds: float) -> None:
        """Leaves out of the count what a started program took."""
        if self._end is not None:
            self._end += seconds

    def __call__(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise Deadline
        if self._progress is not None:
            self._progress()


def _nothing() -> None:
    """What is left to do after a lesson that ran nothing."""


def _corrected(request: Request, step: Step, lesson: Lesson) -> Lesson:
    """The lesson with the request itself as its hint, the first candidate in place of the subject that is not there."""
    slot = next((name for name in ("symbol", "to") if name in dict(step.args)), "")
    if not lesson.candidates or not isinstance(dict(request.slots).get(slot), str):
        return lesson
    from shlex import join

    dropped = (slot, "file") if slot == "symbol" else (slot,)
    kept = tuple((name, value) for name, value in request.slots if name not in dropped)
    return lesson._replace(hint=join(("ctx", request.intent, *arguments((*kept, (slot, lesson.candidates[0]))))))


def plan_of(document: Any) -> Plan:
    """The plan that a JSON value is; raises Stop with every rejection."""
    outcome = validate(document, OPERATORS)
    if isinstance(outcome, tuple):
        raise Stop(rejected(outcome))
    return outcome


def rejected(rejections: tuple[Rejection, ...]) -> Lesson:
    """The lesson about a plan that is none: every problem is one candidate."""
    lines = tuple(rejection.line() for rejection in rejections)
    count = "1 problem" if len(lines) == 1 else f"{len(lines)} problems"
    return Lesson("plan_rejected", f"the plan has {count}", "ctx schema plan", lines, EXIT["plan_rejected"])
