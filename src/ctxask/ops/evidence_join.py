"""evidence.join: failures joined with what changed: what explains them, what nothing explains, what they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.lesson import Lesson, Stop
from ctxask.ops.between import Outcomes, between
from ctxask.ops.changed import BASE
from ctxask.ops.culprits import Cause, causes, culprits, untouched
from ctxask.ops.joining import NAMED, RUN, evidence, failures_of, suspects
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Record
from ctxask.world import Answer, World

ON = ("failing_in_changed", "untouched_failures", "shared_cause", "between_runs")


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Record]:
    """Culprits by likelihood and then suspects, or causes by the number of their failures."""
    if args["on"] == "between_runs":
        return _between(world, args)
    failures = failures_of(world, args)
    found = causes(failures.rows)
    if args["on"] == "shared_cause":
        return Answer(tuple(map(_cause, found)), engine=failures.engine)
    planes, about = evidence(world, args.get("run"), args.get("base"))
    settled = any(note.code == "clean_tree" for note in about.notes)
    planes = planes._replace(all_told="symbol" not in args and not settled)
    unexplained = untouched(found, planes)
    if args["on"] == "untouched_failures":
        rows_ = tuple(map(_cause, unexplained))
    else:
        rows_ = (*culprits(found, planes), *suspects(world, unexplained))
    return Answer(rows_, about.notes, about.omitted, failures.engine, (*failures.inputs, *about.inputs))


def _between(world: World, args: Mapping[str, Any]) -> Answer[Record]:
    """What is new, persists, is fixed or flaky in a run, seen from another one."""
    if "against" not in args:
        raise Stop(Lesson("no_run", "nothing says with which run to compare", "ctx runs list", (), 3))
    now, before = (world.failures(run) for run in (args.get("run"), args["against"]))
    tests = [
        Outcomes.of(failures.rows, world.outcomes(run).rows)
        for failures, run in ((now, args.get("run")), (before, args["against"]))
    ]
    inputs = (*now.inputs, *(("against", name) for _, name in before.inputs))
    notes = tuple(note._replace(code=f"{note.code}_before") for note in before.notes if note.code.endswith("_tests"))
    return Answer(between(*tests), (*now.notes, *notes), engine=now.engine, inputs=inputs)


def _cause(cause: Cause) -> Record:
    first = cause.failures[0]
    values: dict[str, Any] = {
        "cause": cause.id,
        "type": cause.type,
        "message": first.message.partition("\n")[0],
        "count": len(cause.failures),
        "tests": tuple(dict.fromkeys(failure.test for failure in cause.failures)),
    }
    if cause.path:
        values["at"] = f"{cause.path}:{cause.line}" + (f" in {cause.function}" if cause.function else "")
    through = [f"{path}:{line}" for number, path, line, _, inside in first.frames if inside and number == first.root]
    if through[:-1]:
        values["through"] = tuple(through[:-1])
    return Record("cause", tuple(sorted(values.items())))


OPERATOR = Operator(
    "evidence.join",
    "failures joined with what changed",
    run,
    output="records",
    source=True,
    args=(
        Argument(
            "on",
            "choice",
            "what explains failures, what nothing explains, what they share, what came since another run",
            True,
            choices=ON,
        ),
        RUN,
        BASE,
        NAMED,
        Argument("against", "text", "for between_runs: the run or report to compare with"),
    ),
    cost="walk",
    view="culprits",
)
