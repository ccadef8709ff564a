"""Solving: one request from slots to digest, over a World in memory."""

from __future__ import annotations

from typing import Any

import pytest

import ctxask
from ctxask.compiler.compile import Compiled
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.plan.model import Plan
from ctxask.request import Request, Scope
from ctxask.solve import compiled, solve

LOCATE = Request("locate", (("symbol", "load"),))


def asked(world: Any, request: Request, opened: list[Any] | None = None) -> Any:
    def opener(check: Any) -> Any:
        if opened is not None:
            opened.append(check)
        return world

    return solve(request, opener)


def digest(world: Any, request: Request) -> Digest:
    reply = asked(world, request)
    assert isinstance(reply.answer, Digest), reply.answer
    reply.keep()
    return reply.answer


def test_a_question_becomes_a_digest(world: Any) -> None:
    document = digest(world, LOCATE).document
    assert document["question"] == "where is load defined and used?"
    assert document["subject"]["given"] == "load" and document["subject"]["how"] == "symbol"
    assert [candidate["symbol"] for candidate in document["candidates"]] == ["a.py::load", "b.py::load"]
    assert world.closed == 1 and len(world.kept) == 4


def test_kept_and_computed_nodes_give_the_same_bytes(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = digest(world, LOCATE)
    world.calls.clear()
    assert digest(world, LOCATE).encoded == first.encoded and world.calls == []
    monkeypatch.setenv("CTXASK_NODE_CACHE", "0")
    assert digest(world, LOCATE).encoded == first.encoded and world.calls


def test_the_phrasing_does_not_reach_the_digest(world: Any) -> None:
    request = Request("locate", (("symbol", "load"),), "hey, who the heck uses load?")
    assert digest(world, request).encoded == digest(world, LOCATE).encoded


def test_a_compiled_plan_run_by_hand_gives_the_same_rows(world: Any) -> None:
    made = compiled(LOCATE)
    assert isinstance(made, Compiled)
    by_hand = digest(world, Request(plan=made.plan)).document
    by_intent = digest(world, LOCATE).document
    assert by_hand["plan"] == by_intent["plan"]
    assert by_hand["candidates"] == by_intent["candidates"]


def test_a_plan_over_a_moving_tree_is_begun_again_three_times(world: Any) -> None:
    opened: list[Any] = []
    world.moves = 3
    reply = asked(world, LOCATE, opened)
    assert len(opened) == 4 and isinstance(reply.answer, Digest)
    assert reply.answer.document["completeness"]["set"] != "unknown"
    world.moves = 99
    unsettled = digest(world, LOCATE).document
    assert unsettled["completeness"]["set"] == "unknown" and unsettled["cursor"] is None
    assert "moving_tree" in unsettled["completeness"]["reasons"]


@pytest.mark.parametrize(
    ("request_", "code", "exit_"),
    [
        (Request("locate", (("symbol", "nope"),)), "no_symbol", 3),
        (Request("impact", (("symbol", "load"),)), "ambiguous", 4),
        (Request("impct", (("symbol", "load"),)), "unknown_intent", 2),
        (Request("diagnose", (("run", "nope"),)), "no_run", 3),
        (Request("affected", (("base", "gone"),)), "bad_base", 2),
        (Request("", (), "what breaks if save_all changes?"), "missing_intent", 2),
        (Request("locate"), "missing_slot", 2),
        (Request("locate", (("depth", 3), ("symbol", "load"))), "unknown_slot", 2),
        (Request("impact", (("depth", 9), ("symbol", "load"))), "bad_slot", 2),
        (Request("locate", (("symbol", "load"),), budget=100), "BUDGET_TOO_SMALL", 6),
        (Request("locate", (("symbol", "load"),), cursor="x"), "bad_cursor", 2),
    ],
)
def test_lessons(world: Any, request_: Request, code: str, exit_: int) -> None:
    reply = asked(world, request_)
    assert isinstance(reply.answer, Lesson), reply.answer
    assert (reply.answer.code, reply.answer.exit) == (code, exit_)


def test_a_request_is_a_command_that_says_the_same() -> None:
    request = Request("impact", (("depth", "2"), ("symbol", ("a.b", "--x"))), scope=Scope(("src",), (), "only"))
    assert request.command("") == ("impact", "a.b", "--depth", "2", "--symbol=--x", "--include=src", "--tests=only")
    assert Request("locate", (), "where is load_it?").command("load_it") == ("locate", "load_it")


def test_only_what_stands_on_the_snapshot_alone_lasts(world: Any) -> None:
    assert asked(world, LOCATE).lasting
    assert not asked(world, Request("impact", (("symbol", "save"),))).lasting, "a base is no part of the snapshot"
    world.moves = 99
    assert not asked(world, LOCATE).lasting


def test_the_public_names_load_when_they_are_used() -> None:
    assert set(ctxask.__all__) <= {*dir(ctxask), "ask", "run_plan", "Digest", "Lesson", "Stop"}
    assert ctxask.run_plan.__name__ == "run_plan"
    with pytest.raises(AttributeError):
        _ = ctxask.nothing
    with pytest.raises(ctxask.Stop) as stop:
        ctxask.run_plan(".", {"version": "ctx.plan/v1"})
    assert (stop.value.lesson.code, stop.value.lesson.exit) == ("plan_rejected", 5)
    made = compiled(LOCATE)
    assert isinstance(made, Compiled) and isinstance(made.plan, Plan)
