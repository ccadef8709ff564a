"""Pages of one answer: cursors, commands that go on, what an incomplete node forbids."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import Any

import pytest

from ctxask import digest
from ctxask.digest.onward import line
from ctxask.lesson import Lesson
from ctxask.plan.model import Plan, Step, View
from ctxask.rows import File, Note, Result, Site, Symbol

RUN = Symbol("a.py", "run", "function", 3, 5, 3, 9, "12345678", "def run()")
STEPS = (Step("target", "code.symbols", "symbols"), Step("refs", "code.refs", "sites", input="target"))
SHOWN = (("candidates", (View("refs", "definitions"),)), ("counterevidence", (View("refs", "rows"),)))
PLAN = Plan("locate", "where is run defined and used?", STEPS, SHOWN)
TARGET = Result("target", "code.symbols", "symbols", rows=(RUN,))
META = digest.Meta("run", "symbol", "snap:0", command=("locate", "run"))


def sites(count: int, **more: Any) -> tuple[Site, ...]:
    return tuple(Site(RUN.id, "b.py", row, 1, "run", "call", "confirmed", **more) for row in range(1, count + 1))


def build(rows: tuple[Site, ...], budget: int, cursor: str = "", plan: Plan = PLAN) -> digest.Digest | Lesson:
    refs = Result("refs", "code.refs", "sites", rows=rows)
    return digest.build(plan, (TARGET, refs), META, budget, cursor)


def document(answer: digest.Digest | Lesson) -> digest.model.Json:
    assert isinstance(answer, digest.Digest), answer
    return answer.document


def test_a_cursor_continues_and_the_commands_say_so() -> None:
    first = document(build(sites(40), 2500))
    assert first["completeness"]["page"] == "partial"
    assert first["next"][-1] == f"ctx locate run --budget 2500 --cursor {first['cursor']}"
    second = document(build(sites(40), 2500, first["cursor"]))
    assert {"position"} <= set(second["completeness"]["reasons"])
    assert second["candidates"][0]["symbol"] == RUN.id and "counts" not in second["candidates"][0]


def test_the_whole_answer_fits_into_the_bytes_that_next_names() -> None:
    first = document(build(sites(40), 2500))
    needed = int(first["next"][1].rpartition(" ")[2])
    whole = document(build(sites(40), needed))
    assert whole["completeness"]["page"] == "complete" and whole["cursor"] is None
    assert needed - 20 <= whole["budget"]["used_bytes"] <= needed


@pytest.mark.parametrize("changed", [sites(39), sites(40, within="f")])
def test_other_rows_end_a_cursor(changed: tuple[Site, ...]) -> None:
    cursor = document(build(sites(40), 2500))["cursor"]
    lesson = build(changed, 2500, cursor)
    assert isinstance(lesson, Lesson) and lesson.code == "ROWS_CHANGED"


def test_another_plan_ends_a_cursor() -> None:
    cursor = document(build(sites(40), 2500))["cursor"]
    lesson = build(sites(40), 2500, cursor, replace(PLAN, question="else?"))
    assert isinstance(lesson, Lesson) and lesson.code == "ROWS_CHANGED"


@pytest.mark.parametrize("cursor", ["x", "c1.0.0123456789abcdef", "c1.3", "c1.٣.0123456789abcdef"])
def test_what_is_no_cursor(cursor: str) -> None:
    lesson = build(sites(40), 2500, cursor)
    assert isinstance(lesson, Lesson) and lesson.code == "bad_cursor"


def test_the_smallest_budget_is_small_enough_and_no_smaller_one_is() -> None:
    lesson = build(sites(40), 10)
    assert isinstance(lesson, Lesson) and lesson.exit == 6
    least = int(lesson.hint.split()[1])
    assert isinstance(build(sites(40), least), digest.Digest)
    assert isinstance(build(sites(40), least - 1), Lesson)


def test_an_incomplete_node_gives_no_cursor() -> None:
    late = Result("late", "code.impact", "symbols", state="incomplete", why="deadline")
    plan = replace(PLAN, steps=(*STEPS, Step("late", "code.impact", "symbols", input="target")))
    refs = Result("refs", "code.refs", "sites", rows=sites(40))
    made = document(digest.build(plan, (TARGET, refs, late), META, 2500, ""))
    assert made["cursor"] is None and not any("--cursor" in command for command in made["next"])
    assert made["completeness"]["set"] == "unknown" and "deadline" in made["completeness"]["reasons"]
    assert made["omissions"]["incomplete"] == 1 and made["omissions"]["reasons"]["deadline"] == 1


def test_nothing_found_is_proven_only_without_blockers() -> None:
    def claim(rows: tuple[Site, ...] = (), notes: tuple[Note, ...] = (), **more: Any) -> digest.model.Json:
        refs = Result("refs", "code.refs", "sites", rows=rows, notes=notes)._replace(**more)
        found = digest.build(PLAN, (TARGET, refs), META, None, "")
        value: digest.model.Json = document(found)["candidates"][0]["claim"]
        return value

    undecided = tuple(row._replace(bucket="undecided", subject="") for row in sites(3))
    assert claim() == {"state": "proven", "blockers": {}}
    assert claim(undecided) == {"state": "none_found", "blockers": {"undecided_sites": 3}}
    assert claim(notes=(Note("damaged_files", 2, "x.py"),)) == {"state": "none_found", "blockers": {"damaged_files": 2}}
    assert claim(notes=(Note("links_not_followed", 2),))["state"] == "proven"
    assert claim(omitted=4) == {"state": "none_found", "blockers": {"omitted_rows": 4}}
    assert claim(state="incomplete", why="deadline")["state"] == "unknown"


@pytest.mark.parametrize("words", [("a b", "it's", "$x"), ("new\nline.py", "tab\t'q'", "\\n"), ("-x", "", "ü")])
def test_a_shell_reads_proposed_commands_back(words: tuple[str, ...]) -> None:
    said = subprocess.run(["bash", "-c", f"printf '%s\\0' {line(words)}"], capture_output=True, check=True).stdout
    assert said.decode().split("\0")[:-1] == list(words)


def test_what_is_enough_for_the_first_page_is_enough_for_pages_of_equal_units() -> None:
    files = Result("files", "repo.files", "files", rows=tuple(File(f"{n}.py", "python", "0", 1) for n in range(1, 10)))
    plan = Plan("files", "?", (Step("files", "repo.files", "files"),), (("candidates", (View("files", "rows"),)),))

    def page(budget: int, cursor: str = "") -> digest.Digest | Lesson:
        return digest.build(plan, (files,), META, budget, cursor)

    lesson = page(10)
    assert isinstance(lesson, Lesson)
    least, cursor, walked = int(lesson.hint.split()[1]), "", 0
    while cursor is not None:
        made = document(page(least, cursor))
        walked += len(made["candidates"])
        cursor = made["cursor"]
    assert walked == 9


def test_the_lesson_about_a_later_page_leads_to_that_page() -> None:
    cursor = document(build(sites(40), 2500))["cursor"]
    lesson = build(sites(40), 10, cursor)
    assert isinstance(lesson, Lesson)
    flag, budget, *at = lesson.hint.split()
    assert (flag, at) == ("--budget", ["--cursor", cursor])
    assert document(build(sites(40), int(budget), cursor))["budget"]["used_bytes"] <= int(budget)
    assert isinstance(build(sites(40), int(budget) - 1, cursor), Lesson)


@pytest.mark.parametrize("count", [1, 2])
def test_a_whole_answer_may_be_the_smallest_page(count: int) -> None:
    lesson = build(sites(count), 10)
    assert isinstance(lesson, Lesson)
    least = int(lesson.hint.split()[1])
    assert isinstance(build(sites(count), least), digest.Digest)
    assert isinstance(build(sites(count), least - 1), Lesson)
