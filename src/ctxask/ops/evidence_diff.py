"""evidence.diff: what one run printed and another did not, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.between import changed_lines
from ctxask.ops.joining import RUN
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Text
from ctxask.world import Answer, World

SHOWN = 40  # lines of each run; the others are counted


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Text]:
    """Lines whose template only one of the two has, those of the run before those of the other."""
    outputs = [world.printed(run) for run in (args.get("run"), args["against"])]
    out: list[Text] = []
    omitted = 0
    for number, answer in enumerate(outputs):
        other = [row.text for row in outputs[1 - number].rows]
        found = list(changed_lines([row.text for row in answer.rows], other))
        omitted += max(0, len(found) - SHOWN)
        name = answer.rows[0].path if answer.rows else ""
        out += _blocks(name, found[:SHOWN], answer.rows[0].first_line - 1 if answer.rows else 0)
    notes = tuple(dict.fromkeys(note for answer in outputs for note in answer.notes))
    return Answer(tuple(out), notes, omitted, "runs@1")


def _blocks(name: str, lines: Sequence[tuple[int, str]], before: int) -> list[Text]:
    """Lines that follow each other as one text; `before` lines stand above the first that is compared."""
    out: list[Text] = []
    for number, text in lines:
        line = number + before
        if out and out[-1].last_line == line - 1:
            out[-1] = out[-1]._replace(last_line=line, text=f"{out[-1].text}\n{text}")
        else:
            out.append(Text(name, line, line, "", text, f"only in {name.rpartition(':')[0]}"))
    return out


OPERATOR = Operator(
    "evidence.diff",
    "lines that only one of two runs printed",
    run,
    output="text",
    source=True,
    args=(RUN, Argument("against", "text", "the run to compare with", required=True)),
)
