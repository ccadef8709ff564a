"""`ctx ask`: any intent, named by a flag."""

from __future__ import annotations

from typing import Any

import click

from ctxask.cli.answering import answer_request
from ctxask.cli.options import OUTPUT, PLAN_ONLY, SCOPE, add, slots_of

SLOTS = ("symbol", "file", "to", "depth", "base", "run", "against", "command", "no_run", "explain", "kind")


@click.command(
    "ask",
    epilog="An intent is never guessed: without --intent the answer is advice, and nothing runs. "
    "The subject is --symbol, or the question's only identifier.",
)
@click.argument("question", nargs=-1)
@click.option("--intent", default="", metavar="INTENT", help="What is asked: locate, diagnose, …, or one of your own.")
@click.option("--symbol", multiple=True, metavar="SUBJECT", help="The subject; may be repeated.")
@click.option("--file", metavar="PATH", help="Only definitions in this file.")
@click.option("--to", metavar="SUBJECT", help="Where the paths of trace end.")
@click.option("--depth", metavar="N", help="How many hops to follow.")
@click.option("--kind", metavar="KIND", help="Only definitions of this kind.")
@click.option("--base", metavar="REV", help="The revision to compare with.")
@click.option("--run", metavar="RUN", help="A captured run's id, or a report below the root.")
@click.option("--against", metavar="RUN", help="The run to compare it with.")
@click.option("--command", metavar="CMD", help="What to run beside the tests.")
@click.option("--no-run", is_flag=True, help="Start nothing; look at the latest captured run.")
@click.option("--explain", is_flag=True, help="Say for each site why it was confirmed, ruled out or left undecided.")
@add((PLAN_ONLY, *SCOPE, *OUTPUT))
@click.pass_context
def command(context: click.Context, /, question: tuple[str, ...], intent: str, **given: Any) -> int:
    """Answers a typed question about the repository.

    \b
    ctx ask "where is url_for used?" --intent locate
    ctx ask --intent impact --symbol src/app.py::load --depth 2
    ctx ask "why does it fail?" --intent diagnose --run junit.xml
    """
    slots = slots_of({name: given.pop(name) for name in SLOTS})
    return answer_request(context, intent, slots, " ".join(question), **given)
