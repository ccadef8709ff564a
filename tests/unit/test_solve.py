"""Asking: one request from slots to digest, over a World in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ctxask
from ctxask.answer import Request, Scope, answer, compile_request, continuation
from ctxask.compiler.compile import Compiled
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.plan.model import Plan

LOCATE = Request("locate", (("symbol", "load"),))


def asked(world: Any, request: Request, opened: list[Any] | None = None) -> Any:
    def opener(root: Path, scope: Scope, check: Any) -> Any:
        if opened is not None:
            opened.append(scope)
        return world

    return answer(Path(), request, opener)


def digest(world: Any, request: Request) -> Digest:
    reply = asked(world, request)
    assert isinstance(reply.answer, Digest), reply.answer
    reply.finish()
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
    compiled = compile_request(LOCATE)
    assert isinstance(compiled, Compiled)
    by_hand = digest(world, Request(plan=compiled.plan)).document
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
        (Request("diagnose"), "unknown_intent", 2),
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


def test_scope_reaches_the_snapshot(world: Any) -> None:
    opened: list[Any] = []
    scope = Scope(("src/**",), ("*.md",), "only")
    asked(world, Request("locate", (("symbol", "load"),), scope=scope), opened)
    assert opened == [scope]


def test_a_continuation_is_a_command_that_says_the_same() -> None:
    request = Request("impact", (("depth", "2"), ("symbol", ("a.b", "--x"))), scope=Scope(("src",), (), "only"))
    compiled = compile_request(request)
    assert isinstance(compiled, Compiled)
    assert continuation(request, compiled) == (
        *("impact", "a.b", "--depth", "2", "--symbol=--x"),
        *("--include=src", "--tests=only"),
    )
    inferred = Request("locate", (), "where is load_it?")
    compiled = compile_request(inferred)
    assert isinstance(compiled, Compiled)
    assert continuation(inferred, compiled) == ("locate", "load_it")


def test_the_public_names_load_when_they_are_used() -> None:
    assert set(ctxask.__all__) <= {*dir(ctxask), "ask", "run_plan", "Digest", "Lesson", "Stop"}
    assert ctxask.run_plan.__name__ == "run_plan"
    with pytest.raises(AttributeError):
        _ = ctxask.nothing
    with pytest.raises(ctxask.Stop) as stop:
        ctxask.run_plan(".", {"version": "ctx.plan/v1"})
    assert (stop.value.lesson.code, stop.value.lesson.exit) == ("plan_rejected", 5)
    compiled = compile_request(LOCATE)
    assert isinstance(compiled, Compiled) and isinstance(compiled.plan, Plan)
