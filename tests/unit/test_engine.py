"""The engine: order, guards, fan-out, what is missing, what is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ctxask import engine
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate
from ctxask.rows import Note, Record, Result, Row
from ctxask.world import Answer, Deadline


def plan(*steps: dict[str, Any]) -> Plan:
    document = {"version": "ctx.plan/v1", "objective": {"kind": "t", "question": "?"}, "steps": list(steps)}
    outcome = validate(document, OPERATORS)
    assert isinstance(outcome, Plan), outcome
    return outcome


TARGET = {"id": "target", "op": "code.symbols", "args": {"symbol": "load"}}
REFS = {"id": "refs", "op": "code.refs", "input": "target"}
LINES = {"id": "lines", "op": "code.context", "input": "refs"}
NOTHING = {"id": "nothing", "op": "code.symbols", "args": {"symbol": "nope"}}


def states(outcome: engine.Outcome) -> dict[str, tuple[str, str]]:
    return {result.id: (result.state, result.why) for result in outcome.results}


def result(outcome: engine.Outcome, name: str) -> Result:
    return next(result for result in outcome.results if result.id == name)


def test_rows_flow_from_step_to_step(world: Any) -> None:
    outcome = engine.run(plan(TARGET, REFS, LINES), world)
    found = [(r.state, r.kind, len(r.rows)) for r in outcome.results]
    assert found == [("ok", "symbols", 2), ("ok", "sites", 6), ("ok", "text", 3)]
    assert outcome.lesson is None


@pytest.mark.parametrize(
    ("guard", "runs"),
    [
        ("target.count > 0", True),
        ("target.count == 2", True),
        ("target.count < 2", False),
        ("target.outcome == pass", True),
        ("target.outcome != pass", False),
        ("nothing.count == 0", False),
        ("nothing.outcome == fail", True),
        ("skipped.outcome == fail", False),
    ],
)
def test_guards(world: Any, guard: str, runs: bool) -> None:
    skipped = {"id": "skipped", "op": "code.refs", "input": "nothing"}
    outcome = engine.run(plan(TARGET, NOTHING, skipped, {"id": "files", "op": "repo.files", "when": guard}), world)
    expected = ("ok", "") if runs else ("skipped", f"not so: {guard}")
    assert states(outcome)["files"] == expected


def test_what_stands_on_a_failed_step_is_skipped_and_says_so(world: Any) -> None:
    below = {"id": "below", "op": "code.refs", "input": "nothing"}
    outcome = engine.run(plan(NOTHING, below, TARGET), world)
    assert states(outcome) == {
        "nothing": ("failed", "there is no symbol 'nope'"),
        "below": ("skipped", "input nothing is failed"),
        "target": ("ok", ""),
    }
    assert outcome.lesson is None


def test_a_plan_in_which_nothing_ran_answers_with_the_lesson(world: Any) -> None:
    outcome = engine.run(plan(NOTHING, {"id": "refs", "op": "code.refs", "input": "nothing"}), world)
    assert outcome.lesson is not None
    assert (outcome.lesson.code, outcome.lesson.exit) == ("no_symbol", 3)


def test_on_error_fail_ends_the_plan(world: Any) -> None:
    outcome = engine.run(plan(TARGET, {**NOTHING, "on_error": "fail"}, REFS), world)
    assert states(outcome)["refs"] == ("skipped", "nothing ended the plan")
    assert outcome.lesson is not None


@pytest.mark.parametrize(("policy", "state"), [("degrade", "ok"), ("skip", "skipped"), ("fail", "failed")])
def test_on_missing(world: Any, policy: str, state: str) -> None:
    outcome = engine.run(plan(TARGET, {**NOTHING, "on_missing": policy}), world)
    missing = result(outcome, "nothing")
    assert (missing.state, missing.rows) == (state, ())
    said = "there is no symbol 'nope'"
    assert missing.notes == ((Note("missing", 1, said),) if policy == "degrade" else ())
    assert missing.why == ("" if policy == "degrade" else said)


def test_foreach_runs_once_a_value_up_to_its_cap(world: Any) -> None:
    files = {"id": "files", "op": "repo.files"}
    each = {
        "id": "each",
        "op": "code.search",
        "input": "files",
        "foreach": "file",
        "cap": 1,
        "args": {"pattern": "{item}"},
    }
    capped = result(engine.run(plan(files, each), world), "each")
    assert [call for call in world.calls if call.startswith("search")] == ["search a.py"]
    assert (capped.omitted, capped.notes[0].code, capped.notes[0].count) == (1, "fanout_cap", 1)
    whole = result(engine.run(plan(files, {**each, "cap": 2}), world), "each")
    assert (whole.omitted, whole.notes, len(whole.rows)) == (0, (), 4)


def test_foreach_gives_an_operator_the_rows_of_each_value(world: Any) -> None:
    each = {"id": "each", "op": "code.symbols", "input": "files", "foreach": "path", "cap": 8}
    outcome = engine.run(plan({"id": "files", "op": "repo.files"}, each), world)
    assert world.calls == ["files", "symbols_in", "symbols_in"]
    assert len(result(outcome, "each").rows) == 2


def test_the_deadline_leaves_nodes_without_rows(world: Any) -> None:
    left = 2

    def expired() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Deadline

    world.expired = expired
    outcome = engine.run(plan(TARGET, REFS, LINES, {"id": "files", "op": "repo.files"}), world, world)
    assert states(outcome) == {
        "target": ("ok", ""),
        "refs": ("ok", ""),
        "lines": ("incomplete", "deadline"),
        "files": ("incomplete", "deadline"),
    }
    assert result(outcome, "lines").rows == ()
    assert len(outcome.fresh) == 2


def test_a_tree_that_moves_is_told(world: Any) -> None:
    world.moves = 1
    outcome = engine.run(plan(TARGET, REFS), world, world)
    assert outcome.moved
    assert states(outcome) == {
        "target": ("incomplete", "moving_tree"),
        "refs": ("skipped", "input target is incomplete"),
    }
    assert outcome.fresh == ()


def test_a_kept_node_and_a_computed_one_are_equal(world: Any) -> None:
    compiled = plan(TARGET, REFS, LINES, {"id": "paths", "op": "code.paths", "input": "target", "args": {"to": "load"}})
    first = engine.run(compiled, world, world)
    world.remember(first)
    world.calls.clear()
    second = engine.run(compiled, world, world)
    assert world.calls == []
    assert second.results == first.results == engine.run(compiled, world).results
    assert second.fresh == ()


def test_only_what_read_a_changed_file_is_computed_again(world: Any) -> None:
    compiled = plan(TARGET, REFS, {"id": "files", "op": "repo.files"})
    world.remember(engine.run(compiled, world, world))
    world.calls.clear()
    world.contents["a.py"] = "3"  # the target is looked for in a.py; its rows stay equal, so what stands above stays
    world.remember(engine.run(compiled, world, world))
    assert world.calls == ["find"]
    world.calls.clear()
    world.contents["a.py"] = "1"
    engine.run(compiled, world, world)
    assert world.calls == [], "an older result is found again when its files are back"


def test_engines_versions_and_arguments_tell_nodes_apart(world: Any) -> None:
    world.remember(engine.run(plan(TARGET), world, world, "scope@1"))
    world.calls.clear()
    engine.run(plan(TARGET), world, world, "scope@2")
    engine.run(plan({**TARGET, "args": {"symbol": "load", "file": "a.py"}}), world, world, "scope@1")
    assert world.calls == ["find", "find"]


def test_what_no_read_set_holds_is_not_kept(world: Any) -> None:
    compiled = plan(TARGET, {"id": "changes", "op": "repo.changed"})
    first = engine.run(compiled, world, world)
    assert len(first.fresh) == 1 and not first.lasting
    world.remember(first)
    world.calls.clear()
    again = engine.run(compiled, world, world)
    assert world.calls == ["changed"] and again.results == first.results
    assert result(again, "changes").inputs == (("base", "tree:0"),)


@pytest.mark.parametrize("policy", ["degrade", "skip", "fail"])
def test_what_is_missing_today_and_in_no_read_set_is_not_kept_whole(world: Any, policy: str) -> None:
    changes = {"id": "changes", "op": "repo.changed", "args": {"base": "gone"}, "on_missing": policy}
    assert not engine.run(plan(TARGET, changes), world, world).lasting
    assert engine.run(plan(TARGET, {**NOTHING, "on_missing": policy}), world, world).lasting


def test_every_result_says_whose_it_is(world: Any) -> None:
    below = {"id": "below", "op": "code.refs", "input": "nothing"}
    degraded = {**NOTHING, "id": "degraded", "on_missing": "degrade"}
    skipped = {**NOTHING, "id": "gone", "on_missing": "skip"}
    steps = plan(TARGET, NOTHING, below, degraded, skipped, {"id": "files", "op": "repo.files"})
    world.moves = 1  # the first step
    found = engine.run(steps, world, world)
    world.expired = expired
    late = engine.run(steps, world, world)
    assert {r.state for outcome in (found, late) for r in outcome.results} == {"ok", "skipped", "failed", "incomplete"}
    for outcome in (found, late):
        assert [(r.id, r.op, r.kind) for r in outcome.results] == [(s.id, s.op, s.kind) for s in steps.steps]


def expired() -> None:
    raise Deadline


def operators(name: str, run: Any) -> dict[str, Any]:
    """The operators, one of which does what is given."""
    return {**OPERATORS, name: replace(OPERATORS[name], run=run)}


@pytest.mark.parametrize(
    ("ran", "outcome"), [(("pass",), "pass"), (("pass", "fail", "pass"), "fail"), (("unknown",), "pass")]
)
def test_a_step_that_ran_programs_comes_to_what_they_came_to(world: Any, ran: tuple[str, ...], outcome: str) -> None:
    rows = tuple(Record("run", (("outcome", one),)) for one in ran)
    other = Record("count", (("outcome", "fail"),))  # no program
    runs = operators("repo.files", lambda *_: Answer((*rows, other)))
    for said in ("pass", "fail"):
        guarded = {**TARGET, "when": f"files.outcome == {said}"}
        found = engine.run(plan({"id": "files", "op": "repo.files"}, guarded), world, operators=runs)
        assert result(found, "target").state == ("ok" if said == outcome else "skipped")


def test_foreach_adds_up_what_its_answers_say(world: Any) -> None:
    def search(_: Any, args: dict[str, Any], rows: tuple[Row, ...] | None) -> Answer[Row]:
        same = Record("same", (("n", 1),))
        note = Note("seen", 1, "once")
        return Answer((same, Record("own", (("of", args["pattern"]),))), (note,), 2, "engine@1", ())

    files = {"id": "files", "op": "repo.files"}
    args = {"pattern": "{item}", "regex": False}
    each = {"id": "each", "op": "code.search", "input": "files", "foreach": "path", "cap": 2, "args": args}
    whole = result(engine.run(plan(files, each), world, operators=operators("code.search", search)), "each")
    assert [dict(row.values) for row in whole.rows if isinstance(row, Record)] == [
        {"n": 1},
        {"of": "a.py"},
        {"of": "b.py"},
    ]
    assert (whole.omitted, whole.engine, whole.notes) == (4, "engine@1", (Note("seen", 1, "once"),))
