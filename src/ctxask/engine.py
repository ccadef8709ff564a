"""The engine: runs a plan over a World, each step to a whole result or to a state that says why there is none."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ctxask import canon
from ctxask.codec import FORMAT, decode_result, encode_result, encode_rows, rows_print
from ctxask.lesson import Lesson, Stop
from ctxask.ops import OPERATORS
from ctxask.ops.fields import field as row_field
from ctxask.plan.arguments import ITEM
from ctxask.plan.declare import Operator
from ctxask.plan.model import Guard, Plan, Step
from ctxask.repo.snapshot import MovedTree
from ctxask.rows import GUARDED, Note, Record, Result, Row
from ctxask.world import Deadline, Recorder, World

DEADLINE = "deadline"
MOVED = "moving_tree"


class RecordedWorld(World, Recorder, Protocol):
    """What the engine runs plans over."""


class Nodes(Protocol):
    """Where results of nodes are kept, under a key and with the read set that they stand on."""

    def get_nodes(self, key: str) -> Sequence[tuple[bytes, bytes]]:
        """(read set, result) of everything kept under the key, the latest first."""

    def put_node(self, key: str, reads: bytes, result: bytes) -> None:
        """Keeps a result."""


class Outcome(NamedTuple):
    """What a plan came to."""

    results: tuple[Result, ...]  # one a step, in the plan's order
    lesson: Lesson | None = None  # the answer instead of a digest: the subject is not there, or is several
    taught: str = ""  # the step that the lesson is about
    moved: bool = False  # the tree changed while it was read
    lasting: bool = False  # whole, and made of nothing but the snapshot: so it will be for this snapshot
    fresh: tuple[tuple[str, bytes, bytes], ...] = ()  # computed nodes, to be put after the answer is out


@dataclass(slots=True)
class _Run:
    """A run under way."""

    world: RecordedWorld
    nodes: Nodes | None
    operators: Mapping[str, Operator]
    salt: str
    results: dict[str, Result] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)  # step -> fingerprint of its rows
    lessons: list[tuple[str, Lesson]] = field(default_factory=list)  # by step, as they came
    fresh: list[tuple[str, bytes, bytes]] = field(default_factory=list)
    stopped: str = ""  # the step that ended the plan
    loose: bool = False  # a node stands on what no read set holds


def run(
    plan: Plan,
    world: RecordedWorld,
    nodes: Nodes | None = None,
    salt: str = "",
    operators: Mapping[str, Operator] = OPERATORS,
) -> Outcome:
    """The results of the plan's steps; nodes are looked up and offered only where a place for them is given.

    `salt` tells apart what no read set holds: the versions of the engines.
    """
    state = _Run(world, nodes, operators, salt)
    for step in plan.steps:  # edges point to earlier steps only: the plan's order is a dependency order
        state.results[step.id] = _node(state, step)
    results = tuple(state.results.values())
    answered = any(result.state == "ok" for result in results)
    moved = any(result.why == MOVED for result in results)
    taught = state.lessons[0] if state.lessons and (state.stopped or not answered) else ("", None)
    lasting = nodes is not None and not state.loose and all(r.state != "incomplete" for r in results)
    return Outcome(results, taught[1], taught[0], moved, lasting, tuple(state.fresh))


def _node(state: _Run, step: Step) -> Result:
    """The step's result: computed, found among the kept ones, or a state that says why there are no rows."""
    blocked = _blocked(state, step)
    if blocked:
        return Result(step.id, step.op, step.kind, "skipped", why=blocked)
    try:
        state.world.check()
        return _kept_or_computed(state, step)
    except Deadline:
        return Result(step.id, step.op, step.kind, "incomplete", why=DEADLINE)
    except MovedTree:
        return Result(step.id, step.op, step.kind, "incomplete", why=MOVED)
    except Stop as stop:
        return _missing(state, step, stop.lesson)


def _blocked(state: _Run, step: Step) -> str:
    """Why the step does not run at all; empty when it does."""
    if state.stopped:
        return f"{state.stopped} ended the plan"
    if step.input and state.results[step.input].state != "ok":
        return f"input {step.input} is {state.results[step.input].state}"
    if step.when is not None and not _holds(step.when, state.results[step.when.step]):
        return GUARDED + step.when.text()
    return ""


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _holds(guard: Guard, result: Result) -> bool:
    """Whether a guard is met; a step without a result meets none."""
    if guard.measure == "count":
        return result.state == "ok" and _COMPARE[guard.comparison](len(result.rows), guard.value)
    outcome = _outcome(result)
    return outcome is not None and _COMPARE[guard.comparison](outcome, guard.value)


def _outcome(result: Result) -> str | None:
    """pass or fail: of the programs that a step ran, else of the step itself; None where there is neither."""
    ran = [dict(row.values).get("outcome") for row in result.rows if isinstance(row, Record) and row.kind == "run"]
    if ran:
        return "fail" if "fail" in ran else "pass"
    return {"ok": "pass", "failed": "fail"}.get(result.state)


def _missing(state: _Run, step: Step, lesson: Lesson) -> Result:
    """The result of a step whose subject, file or revision is not there."""
    if step.on_missing == "degrade":
        return Result(step.id, step.op, step.kind, notes=(Note("missing", 1, lesson.message),))
    if step.on_missing == "skip":
        return Result(step.id, step.op, step.kind, "skipped", why=lesson.message)
    state.lessons.append((step.id, lesson))
    if step.on_error == "fail":
        state.stopped = step.id
    return Result(step.id, step.op, step.kind, "failed", why=lesson.message)


def _kept_or_computed(state: _Run, step: Step) -> Result:
    operator = state.operators[step.op]
    if state.nodes is None or operator.tier == "execute":
        state.loose = True
        return _compute(state, step, operator)
    key = _key(state, step, operator)
    for reads, encoded in state.nodes.get_nodes(key):
        if state.world.still(json.loads(reads)):
            state.prints[step.id] = rows_print(encoded)
            return decode_result(step.id, step.op, encoded)
    state.world.begin()
    try:
        result = _compute(state, step, operator)
    except Stop:
        state.loose = state.loose or state.world.reads() is None  # what is missing may come without a new snapshot
        raise
    encoded = encode_result(result)
    state.prints[step.id] = rows_print(encoded)
    reads = state.world.reads()
    if reads is None:
        state.loose = True
    else:
        state.fresh.append((key, canon.encode(reads), encoded))
    return result


def _key(state: _Run, step: Step, operator: Operator) -> str:
    """What a node is, apart from what it reads: equal rows below keep what stands above."""
    below = ""
    if step.input:
        if step.input not in state.prints:
            state.prints[step.input] = canon.fingerprint(encode_rows(state.results[step.input].rows))
        below = state.prints[step.input]
    args = [[name, value] for name, value in step.args]
    what = [FORMAT, state.salt, step.op, operator.version, args, step.foreach, step.cap, below]
    return canon.fingerprint(canon.encode(what))


def _compute(state: _Run, step: Step, operator: Operator) -> Result:
    """The operator's answer as a whole result."""
    rows = state.results[step.input].rows if step.input else None
    if step.foreach and rows is not None:
        return _each(state, step, operator, rows)
    answer = operator.run(state.world, dict(step.args), rows)
    return Result(
        step.id,
        step.op,
        step.kind,
        rows=answer.rows,
        omitted=answer.omitted,
        engine=answer.engine,
        notes=answer.notes,
        inputs=answer.inputs,
    )


def _each(state: _Run, step: Step, operator: Operator, rows: Sequence[Row]) -> Result:
    """The answers for each value of a field, one after the other, each row once; values over the cap are counted."""
    asks = any(given == ITEM for _, given in step.args)
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        value = row_field(row, step.foreach)
        if value != "" or not asks:  # nothing can be asked with an empty value
            groups.setdefault(value, []).append(row)
    out: dict[bytes, Row] = {}
    notes: dict[Note, None] = {}
    omitted, engine = max(0, len(groups) - step.cap), ""
    for value, members in list(groups.items())[: step.cap]:
        state.world.check()
        args = {name: str(value) if given == ITEM else given for name, given in step.args}
        answer = operator.run(state.world, args, tuple(members) if operator.inputs else None)
        for row in answer.rows:
            out.setdefault(encode_rows((row,)), row)
        notes.update(dict.fromkeys(answer.notes))
        omitted, engine = omitted + answer.omitted, engine or answer.engine
    whole = Result(
        step.id, step.op, step.kind, rows=tuple(out.values()), omitted=omitted, engine=engine, notes=tuple(notes)
    )
    if len(groups) > step.cap:
        note = Note("fanout_cap", len(groups) - step.cap, f"foreach stops at {step.cap} of {len(groups)}")
        return whole._replace(notes=(*whole.notes, note))
    return whole
