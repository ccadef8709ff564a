"""Lines for scripts: `path:line:col: role in symbol: source`, one confirmed place each; of tests alone, their ids."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render import text
from ctxask.render.formats import Options
from ctxask.render.layout import page
from ctxask.render.style import visible

EVERYTHING = "."  # for a runner: all tests


def render(answer: Digest | Lesson, options: Options) -> str:
    """The places, and nothing else."""
    if isinstance(answer, Lesson):
        return text.render(answer, options)
    return "".join(visible(line) + "\n" for line in _lines(answer))


def _lines(answer: Digest) -> Iterator[str]:
    candidates = answer.document["candidates"]
    if candidates and all("test" in candidate and candidate["group"] == "tests" for candidate in candidates):
        ids = [candidate["test"] for candidate in candidates if candidate.get("evidence") != "name"]
        yield from dict.fromkeys([EVERYTHING] if EVERYTHING in ids else ids)
        return
    for block in page(answer.document).blocks:
        if block.sure:
            rows = (*((block.defined,) if block.defined else ()), *block.rows)
            yield from (f"{row.at}: {row.edge}: {row.text}" for row in rows if row.edge)
