"""From a request to what is printed and the exit code: what every command that answers does."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from ctxask.answer import Reply, answer
from ctxask.cli.progress import Progress
from ctxask.cli.say import aside, tell, wants_color, write, write_page
from ctxask.lesson import EXIT, Lesson
from ctxask.request import Request, Scope
from ctxask.world import Permit

if TYPE_CHECKING:
    from ctxask.digest.model import Digest
    from ctxask.plan.model import Plan

WHOLE = ("github", "sarif", "lines", "tree", "html")  # formats that are read as all there is


def answer_request(
    context: click.Context,
    intent: str,
    slots: tuple[tuple[str, Any], ...],
    question: str,
    *,
    plan: Plan | None = None,
    source: str = "-",
    plan_only: bool = False,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    tests: str,
    form: str | None,
    as_json: bool,
    budget: int | None,
    cursor: str,
    verbose: bool,
    timing: bool,
    quiet: bool,
    fail_on: tuple[str, ...],
    allow_repo_command: bool,
) -> int:
    """Answers, prints and keeps what was computed; the exit code."""
    begin = time.perf_counter()
    root, color = context.find_root().obj
    form = "json" if as_json else form
    terminal = sys.stdout.isatty()
    if budget is None and (terminal or form in WHOLE):
        budget = 0  # nobody pays by the byte for what scrolls by; what a tool keeps track of has no pages
    request = Request(intent, slots, question, plan, source, Scope(include, exclude, tests), budget, cursor)
    if plan_only:
        return _print_plan(request, form == "json")
    permit = Permit(_announce, allow_repo_command)
    reply = _waited_for(Path(root), request, permit, sys.stderr.isatty() and not quiet)
    if isinstance(reply.answer, Lesson):
        code = tell(reply.answer, form == "json")
    else:
        from ctxask.render import render

        colored = wants_color(color)
        width = get_terminal_size().columns if terminal else 0
        form = form or _by_itself(reply.answer, terminal)
        made = render(reply.answer, form, color=colored, verbose=verbose, width=width)
        if terminal and form != "json":
            write_page(made, colored)
        else:
            write(made)
        verdict = reply.answer.document.get("verdict", {})
        code = EXIT["verdict" if any(verdict.get(word) for word in fail_on) else "answered"]
    answered = time.perf_counter()
    if not quiet:
        aside(reply.remarks)
    reply.finish()
    if timing:
        kept = time.perf_counter() - answered
        aside([f"answered in {answered - begin:.3f} s, kept what was computed in {kept:.3f} s"])
    return code


def _by_itself(answer: Digest, terminal: bool) -> str:
    """The format where none was asked for: a person would rather look at who stands on a subject."""
    return "tree" if terminal and answer.document["subject"].get("definitions") else "text"


def _announce(command: tuple[str, ...]) -> None:
    """Shows a command before it starts."""
    from ctxask.digest.onward import line

    aside([f"runs: {line(command)}"])


def _waited_for(root: Path, request: Request, permit: Permit, shows: bool) -> Reply:
    """The reply, with a sign of life while it is made."""
    if not shows:
        return answer(root, request, permit=permit)
    progress = Progress()
    try:
        return answer(root, request, progress, permit)
    finally:
        progress.clear()


def _print_plan(request: Request, as_json: bool) -> int:
    import json

    from ctxask.solve import compiled

    made = compiled(request)
    if isinstance(made, Lesson):
        return tell(made, as_json)
    write(json.dumps(made.plan.document(), indent=2, ensure_ascii=False).encode() + b"\n")
    return EXIT["answered"]
