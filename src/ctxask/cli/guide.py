"""`ctx guide`: a SKILL.md that teaches an agent when and how to ask."""

from __future__ import annotations

import click

from ctxask.cli.intents import summaries
from ctxask.cli.say import write

GUIDE = """\
---
name: ctxask
description: Answers questions about a repository with evidence. Use before grep or reading files to find where a name \
is defined and used, who calls it, what breaks if it changes, which tests to run, why tests fail, or where something \
is done.
---

# Asking a repository

Ask when you would search for a name, read files to follow calls, or claim that something is unused. Read a file \
yourself when you know which one and want all of it. There is nothing to index; an edit is seen by the next command.

| question | command |
| --- | --- |
{intents}
| where is something done, when no name is known? | `ctx explore "QUESTION"` |

## How to ask

```
ctx locate NAME                  also Class.method, path::name, dotted.path, path:line; as exact as you know it
ctx locate NAME --explain        why each site was confirmed, ruled out or left undecided
ctx impact NAME --depth 2        before you change something
ctx trace NAME --to OTHER        how one reaches the other
ctx outline FILE                 what a file or folder defines, with lines and signatures
ctx hierarchy CLASS              bases, subclasses, implementers; of a method its overrides, both ways
ctx unused FILE                  what nothing uses: proven, by tests alone, or no use found
ctx find NAME                    symbols called like it; also 'get_*', --kind class
ctx explore "QUESTION"           places to read, the best first
ctx get ADDRESS                  the exact lines behind an address, also after they moved
ctx affected                     what your edit broke
ctx tests --format lines         which tests to run, for a runner
ctx review --no-run              what is risky and untested, without starting anything
ctx locate NAME --json           one JSON document, also for errors
ctx locate NAME --plan           more than one step: change the plan, then ctx plan run FILE
```

To know why tests fail: `ctx run -- python -m pytest`, then `ctx diagnose`.

## How to read an answer

- Confirmed sites are proven; likely ones stand on a name alone and are shown apart.
- "not sure" could be hits: look at them before you claim "all callers". "not it" is the same name of somebody else.
- `completeness.set` complete and no site at all: it is unused. Otherwise "none found" is not "none".
- Omissions count what a page leaves out; the lines under `next` are commands that go on.

## When it goes wrong

Exit 2: the question is not complete, and the error names the flag. 3: no such subject, the closest names are \
candidates. 4: several fit, ask again with one. 5: the plan is rejected, every problem has a place. 6: the budget is \
too small, the error names the minimum.
"""


@click.command("guide")
def command() -> int:
    """Prints a SKILL.md that tells an agent when and how to ask, in one page.

    \b
    ctx guide > .claude/skills/ctxask/SKILL.md
    """
    write(GUIDE.format(intents="\n".join(f"| {summary} | `ctx {name}` |" for name, summary in summaries())).encode())
    return 0
