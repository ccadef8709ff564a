"""Where results are kept: a JSON document beside the page that is written from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"


def write(name: str, document: dict[str, Any], page: Callable[[dict[str, Any]], str]) -> None:
    """Keeps a result under a name, and prints the page that is made of it."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    write_page(name, page(document))  # only now: what took minutes to measure is kept by then


def write_page(name: str, page: str) -> None:
    """Keeps a page, and prints it."""
    (RESULTS / f"{name}.md").write_text(page)
    print(page)


def write_rows(
    name: str,
    head: dict[str, Any],
    rows: Sequence[dict[str, Any]],
    page: Callable[[dict[str, Any], Sequence[dict[str, Any]]], str],
) -> None:
    """Keeps a result as JSON lines, what it was made with first, and prints the page that is made of it."""
    RESULTS.mkdir(exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in (head, *rows))
    (RESULTS / f"{name}.jsonl").write_text("".join(lines))
    write_page(name, page(head, rows))


def read_rows(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A result that is kept as JSON lines: what it was made with, and its rows; nothing when there is none."""
    kept = RESULTS / f"{name}.jsonl"
    head, *rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else [{}]
    return head, rows


def read(name: str) -> dict[str, Any]:
    """A kept result; nothing when there is none."""
    kept = RESULTS / f"{name}.json"
    document = json.loads(kept.read_text()) if kept.exists() else {}
    assert isinstance(document, dict)
    return document
