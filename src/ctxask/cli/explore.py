"""`ctx explore`: where a question in plain words is answered."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ctxask import canon
from ctxask.cli.options import SCOPE, add
from ctxask.cli.progress import Progress
from ctxask.cli.say import aside, tell, wants_color, write
from ctxask.explore.answer import MOST_TURNS, TURNS, Question, Reply, answer
from ctxask.explore.citing import LINES
from ctxask.lesson import EXIT, Lesson
from ctxask.request import Scope


@click.command("explore")
@click.argument("question")
@click.option(
    "--max-turns",
    "turns",
    type=click.IntRange(1, MOST_TURNS),
    default=TURNS,
    show_default=True,
    help="Looks at most so often; a turn follows what the best places name and call.",
)
@click.option(
    "--lines",
    type=click.IntRange(1),
    default=LINES,
    show_default=True,
    help="Lines to read at most, over all places.",
)
@click.option("--citation", is_flag=True, help="Only the block of places.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, with scores, turns and channels.")
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
@add(SCOPE)
@click.pass_context
def command(
    context: click.Context,
    /,
    question: str,
    turns: int,
    lines: int,
    citation: bool,
    as_json: bool,
    quiet: bool,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    tests: str,
) -> int:
    """Says where a question in plain words is answered: places to read, the best first.

    For when no name is known yet; with a name, ask `ctx locate`. Places are found by the words of the question in
    names, docstrings and code, ranked in whole numbers: the same files give the same answer.

    \b
    ctx explore "how does a session decide whether to strip the authorization header"
    ctx explore "where are connection pools created" --citation
    ctx explore "what retries a failed request" --include 'src/**' --json
    """
    root, color = context.find_root().obj
    asked = Question(question, turns, lines, Scope(include, exclude, tests))
    reply = _waited_for(Path(root), asked, sys.stderr.isatty() and not quiet)
    if isinstance(reply.answer, Lesson):
        code = tell(reply.answer, as_json)
    else:
        from ctxask.render import explored

        made = canon.encode(reply.answer) + b"\n" if as_json else explored.block(reply.answer) if citation else b""
        write(made or explored.render(reply.answer, wants_color(color)))
        code = EXIT["answered"]
    if not quiet:
        aside(reply.remarks)
    reply.finish()
    return code


def _waited_for(root: Path, question: Question, shows: bool) -> Reply:
    """The reply, with a sign of life while it is made."""
    if not shows:
        return answer(root, question)
    progress = Progress()
    try:
        return answer(root, question, progress)
    finally:
        progress.clear()
