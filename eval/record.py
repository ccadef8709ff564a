"""Where results are kept: a JSON document beside the page that is written from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_COUNTS = re.compile(r"(?<=\[)\n[\s\d.,-]+(?=\])")  # a list of numbers stands on one line
RESULTS = Path(__file__).resolve().parent / "results"


def write(file: Path, document: dict[str, Any], page: Callable[[dict[str, Any]], str]) -> None:
    """Keeps a result as `file`.json, and prints the page that is made of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    printed = _COUNTS.sub(lambda found: " ".join(found[0].split()), json.dumps(document, indent=1, ensure_ascii=False))
    file.with_suffix(".json").write_text(printed + "\n")
    write_page(file, page(document))  # only now: what took minutes to measure is kept by then


def write_page(file: Path, page: str) -> None:
    """Keeps a page as `file`.md, and prints it."""
    file.with_suffix(".md").write_text(page)
    print(page)


def write_rows(
    file: Path,
    head: dict[str, Any],
    rows: Sequence[dict[str, Any]],
    page: Callable[[dict[str, Any], Sequence[dict[str, Any]]], str],
) -> None:
    """Keeps a result as JSON lines, what it was made with first, and prints the page that is made of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in (head, *rows))
    file.with_suffix(".jsonl").write_text("".join(lines))
    write_page(file, page(head, rows))


def kept(file: Path) -> tuple[Any, ...]:
    """What a page is made of, as it is kept under `file`: a document, or its head and rows; empty where nothing is."""
    document, lines = file.with_suffix(".json"), file.with_suffix(".jsonl")
    if lines.exists():
        return read_rows(lines.read_text())
    return (json.loads(document.read_text()),) if document.exists() else ()


def read_rows(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """JSON lines: what a result was made with, and its rows."""
    head, *rows = map(json.loads, text.splitlines())
    return head, rows
