"""`ctx guide`: how an agent should ask."""

from __future__ import annotations

import click

from ctxask.cli.intents import summaries
from ctxask.cli.say import write

GUIDE = """\
ctx answers typed questions about a repository. Ask it before you grep.

Questions
{intents}

How to ask
  ctx locate NAME [--file PATH]        a name, Class.method, path::name, dotted.path, path:line
  ctx impact NAME --depth 2            before you change something
  ctx trace NAME --to OTHER            how one reaches the other
  Add --explain to know why each site was confirmed, ruled out or left undecided.
  Add --json for one JSON document, also for errors. Nothing needs an index first.

How to read an answer
  confirmed sites are proven; likely ones stand on a name alone and are shown apart.
  undecided sites could be hits: look at them before you claim "all callers".
  ruled out: the same name, but somebody else's.
  completeness.set complete and no site at all: it is unused. Otherwise "none found" is not "none".
  omissions count what a page leaves out; cursor and next tell how to go on.
  ctx get ADDRESS prints the exact lines behind an address, also after they moved.

When it goes wrong
  exit 2  the question is not complete: the error names the flag
  exit 3  no such subject: the closest names are candidates
  exit 4  several fit: ask again with one of the candidates
  exit 5  the plan is rejected: every problem has a code and a place
  exit 6  the budget is too small: the error names the minimum

More than one step: ctx INTENT … --plan prints the plan; change it, then ctx plan run FILE.
"""


@click.command("guide")
def command() -> int:
    """Tells an agent how to ask, in one page."""
    rows = summaries()
    width = max(len(name) for name, _ in rows)
    intents = "\n".join(f"  {name:<{width}}  {summary}" for name, summary in rows)
    write(GUIDE.format(intents=intents).encode())
    return 0
