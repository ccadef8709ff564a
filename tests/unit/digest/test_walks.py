"""Pages of real answers: at every budget they add up, name their minimum, and what they propose is enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxask import answer as answering
from ctxask import solve
from ctxask.digest import build
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.request import Request
from eval.walks.walk import Page, faults

REPOS = sorted((Path(__file__).parents[2] / "repos").rglob("*.txt"))
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("locate", {}),
    ("impact", {}),
    ("trace", {}),
    ("trace", {"spines": True}),
    ("tests", {}),
)
SUBJECTS = 2  # of each repository


def written(case: Path, root: Path) -> list[str]:
    """Writes a repository of its text, and returns symbols that it defines."""
    text = case.read_text(encoding="utf-8")
    named = re.findall(r"#: (?:.*; )?def ([\w.]+)", text)
    parts = re.split(r"(?m)^-- (\S+) --\n", re.sub(r"(?m)[ \t]*#: .*$", "", text))
    for path, body in zip(parts[1::2], parts[2::2], strict=True):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(body, encoding="utf-8")
    return list(dict.fromkeys(named))[:SUBJECTS]


def pages(root: Path, intent: str, monkeypatch: pytest.MonkeyPatch, **slots: Any) -> Page | None:
    """What gives the pages of an answer, worked out once; nothing where a lesson is the answer."""
    made: list[Any] = []

    def heard(plan: Any, results: Any, meta: Any, budget: int | None, at: str | None) -> Digest | Lesson:
        made.append((plan, results, meta))
        return build(plan, results, meta, budget, at)

    monkeypatch.setattr(solve, "build", heard)
    reply = answering.answer(root, Request(intent, tuple(sorted(slots.items()))))
    reply.finish()
    if isinstance(reply.answer, Lesson):
        return None
    plan, results, meta = made[0]
    return lambda budget, cursor: build(plan, results, meta, budget, cursor)


def told(root: Path, names: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    for name in names:
        for intent, slots in QUESTIONS:
            page = pages(root, intent, monkeypatch, symbol=(name,), **slots)
            if page is not None:
                yield [f"{intent} {name}: {fault}" for fault in faults(page, (3500, 4096))]


def test_pages_of_real_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CTXASK_NODE_CACHE", "0")
    answers = 0
    for number, case in enumerate(REPOS):
        root = tmp_path / str(number)
        for found in told(root, written(case, root), monkeypatch):
            answers += 1
            assert found == [], case.name
    assert answers >= 100
