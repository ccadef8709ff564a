"""Answering: the story of one request, the same for the command line and for Python."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from ctxask import digest as digests
from ctxask import engine
from ctxask.compiler.compile import Compiled, compile_question
from ctxask.compiler.template import Template
from ctxask.digest.model import Digest, Meta
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan, Step
from ctxask.plan.validate import validate
from ctxask.repo.snapshot import MovedTree
from ctxask.rows import Note
from ctxask.templates import Catalogue
from ctxask.world import Deadline

RESTARTS = 3  # of a plan whose tree moved under it


@dataclass(frozen=True, slots=True)
class Scope:
    """What a question covers, as the person narrows it."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: str = "last"  # last, only, without


@dataclass(frozen=True, slots=True)
class Request:
    """One question: an intent with its slots, or a plan; and how much of the answer to show."""

    intent: str = ""
    slots: tuple[tuple[str, Any], ...] = ()
    question: str = ""  # the person's phrasing: at most a subject is read from it
    plan: Plan | None = None  # instead of an intent
    source: str = "-"  # the file that the plan came from
    scope: Scope = Scope()
    budget: int | None = None  # bytes of the page; 0 for no bound, None for the plan's own
    cursor: str = ""


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
    def remarks(self) -> tuple[str, ...]:
        """What to say beside the answer, such as why nothing can be kept; no part of it."""

    @property
    def nodes(self) -> engine.Nodes | None:
        """Where results of nodes are kept."""

    def close(self) -> None:
        """Keeps what was computed; called after the answer is out."""


Opener = Callable[[Path, Scope, Callable[[], None]], Opened]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, or the lesson instead of one; `finish` keeps what was computed once the answer is out."""

    answer: Digest | Lesson
    finish: Callable[[], None]
    remarks: tuple[str, ...] = ()


def compile_request(request: Request) -> Compiled | Lesson:
    """The plan that a request asks for; nothing is run."""
    if request.plan is not None:
        return Compiled(request.plan, "", "plan")
    catalogue = Catalogue()
    try:
        template = catalogue.get(request.intent)
        return _teach_intent(request, catalogue) if template is None else _compiled(request, template)
    except Stop as stop:
        return stop.lesson


def _compiled(request: Request, template: Template) -> Compiled | Lesson:
    return compile_question(template, dict(request.slots), request.question, OPERATORS)


def _teach_intent(request: Request, catalogue: Catalogue) -> Lesson:
    from ctxask.compiler import lessons  # only a request that fails pays for it

    if not request.intent:
        return lessons.missing_intent(request.question, catalogue.usable())
    menu = {known.name: known.summary for known in catalogue.usable()}
    return lessons.unknown_intent(request.intent, menu, _arguments(request.slots))


def answer(
    root: Path, request: Request, opener: Opener | None = None, progress: Callable[[], None] | None = None
) -> Reply:
    """The reply to a request: one handler for every way to ask."""
    compiled = compile_request(request)
    if isinstance(compiled, Lesson):
        return Reply(compiled, _nothing)
    try:
        return _run(root, request, compiled, opener or open_world, progress)
    except Stop as stop:
        return Reply(stop.lesson, _nothing)


def _run(
    root: Path, request: Request, compiled: Compiled, opener: Opener, progress: Callable[[], None] | None
) -> Reply:
    plan = compiled.plan
    clock = _Clock(plan.budget.wall_seconds, progress)
    opened, nodes, outcome = _settled(root, request.scope, plan, opener, clock)

    def finish() -> None:
        if nodes is not None:
            for node in outcome.fresh:
                nodes.put_node(*node)
        opened.close()

    if outcome.lesson is not None:
        return Reply(_corrected(request, plan.step(outcome.taught), outcome.lesson), finish, opened.remarks)
    meta = Meta(
        compiled.given, compiled.how, opened.snapshot, opened.inputs, opened.notes, continuation(request, compiled)
    )
    budget = plan.budget.max_bytes if request.budget is None else request.budget
    page = digests.build(plan, outcome.results, meta, budget or None, request.cursor or None)
    return Reply(page, finish, opened.remarks)


def _settled(
    root: Path, scope: Scope, plan: Plan, opener: Opener, clock: _Clock
) -> tuple[Opened, engine.Nodes | None, engine.Outcome]:
    """The plan's outcome over one snapshot; begun again while the tree moves, until what moved stays unknown."""
    for left in range(RESTARTS, -1, -1):
        try:
            opened = opener(root, scope, clock)
        except MovedTree:
            continue
        clock.start()
        nodes = opened.nodes if os.environ.get("CTXASK_NODE_CACHE") != "0" else None
        outcome = engine.run(plan, opened, nodes, opened.salt)
        if not (outcome.moved and left):
            return opened, nodes, outcome
        opened.close()
    raise Stop(Lesson("moving_tree", "the files change faster than they can be read", "ask again when they rest"))


def open_world(root: Path, scope: Scope, check: Callable[[], None]) -> Opened:
    """The repository around root as it is now; raises Stop with a lesson, MovedTree while files change."""
    from ctxask import world_view  # the facts' engines load when something is asked

    return world_view.open_world(root, scope.include, scope.exclude, scope.tests, check)


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

    def __call__(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise Deadline
        if self._progress is not None:
            self._progress()


def _nothing() -> None:
    """What is left to do after a lesson that ran nothing."""


def continuation(request: Request, compiled: Compiled) -> tuple[str, ...]:
    """The request as a command line, without budget and cursor: what a further page is asked with."""
    scope = [f"--{name}={glob}" for name in ("include", "exclude") for glob in getattr(request.scope, name)]
    scope += [f"--tests={request.scope.tests}"] if request.scope.tests != "last" else []
    if request.plan is not None:
        return ("plan", "run", request.source, *scope)
    inferred = (("symbol", compiled.given),) if compiled.how == "question" else ()
    return (request.intent, *_arguments((*request.slots, *inferred)), *scope)


def _arguments(slots: tuple[tuple[str, Any], ...]) -> tuple[str, ...]:
    """Slots as arguments of a short command: subjects first, the others as options."""
    subjects: list[str] = []
    options: list[str] = []
    for name, value in sorted(slots):
        flag = "--" + name.replace("_", "-")
        for given in value if isinstance(value, list | tuple) else (value,):
            text = str(given)
            if given is True:
                options.append(flag)
            elif text.startswith("-"):
                options.append(f"{flag}={text}")
            elif name == "symbol":
                subjects.append(text)
            else:
                options += [flag, text]
    return (*subjects, *options)


def _corrected(request: Request, step: Step, lesson: Lesson) -> Lesson:
    """The lesson with the request itself as its hint, the first candidate in place of the subject that is not there."""
    slot = next((name for name in ("symbol", "to") if name in dict(step.args)), "")
    if not lesson.candidates or not isinstance(dict(request.slots).get(slot), str):
        return lesson
    from shlex import join

    dropped = (slot, "file") if slot == "symbol" else (slot,)
    kept = tuple((name, value) for name, value in request.slots if name not in dropped)
    return replace(lesson, hint=join(("ctx", request.intent, *_arguments((*kept, (slot, lesson.candidates[0]))))))


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
    checked = plan if isinstance(plan, Plan) else validate(plan, OPERATORS)
    if isinstance(checked, tuple):
        raise Stop(rejected(checked))
    return _digest(answer(Path(root), Request(plan=checked, budget=budget, cursor=cursor)))


def rejected(rejections: tuple[Any, ...]) -> Lesson:
    """The lesson about a plan that is none: every problem is one candidate."""
    lines = tuple(rejection.line() for rejection in rejections)
    count = "1 problem" if len(lines) == 1 else f"{len(lines)} problems"
    return Lesson("plan_rejected", f"the plan has {count}", "ctx schema plan", lines, EXIT["plan_rejected"])


def _digest(reply: Reply) -> Digest:
    reply.finish()
    if isinstance(reply.answer, Lesson):
        raise Stop(reply.answer)
    return reply.answer
