"""Markdown: the same page with headings and lists, repository text fenced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render.formats import Options
from ctxask.render.layout import page
from ctxask.render.page import Block
from ctxask.render.style import visible


def render(answer: Digest | Lesson, options: Options) -> str:
    """The answer as Markdown."""
    lines = _lesson(answer) if isinstance(answer, Lesson) else _digest(answer)
    return "".join(f"{line}\n" for line in lines)


def _digest(answer: Digest) -> Iterator[str]:
    shown = page(answer.document)
    yield f"# {plain(shown.title)}"
    yield ""
    yield plain(shown.read_as)
    for block in shown.blocks:
        yield ""
        yield from _block(block)
    for address, source in shown.sources:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", source)), default=0))
        yield from ("", code(address), "", fence, *map(visible, source.split("\n")), fence)
    yield ""
    for fact in shown.facts:
        yield f"- {fact.label or 'or'}: {plain(fact.says)}"
        yield from (f"  - {plain(line)}" for line in fact.lines)


def _block(block: Block) -> Iterator[str]:
    if block.title or block.defined:
        yield f"## {code(block.defined.at) + ' ' + code(block.defined.text) if block.defined else plain(block.title)}"
        yield ""
    yield from (f"{plain(sentence)}\n" for sentence in block.says)
    for row in block.rows:
        yield f"- {code(row.at) + ' ' if row.at else ''}{plain(row.what)}" + (f" {code(row.text)}" if row.text else "")
        if row.because:
            yield f"  - because {plain(row.because)}"
    if block.left:
        yield f"- … {block.left} more"


def _lesson(answer: Lesson) -> Iterator[str]:
    yield plain(answer.message)
    yield from ("", *(f"- {code(candidate)}" for candidate in answer.candidates)) if answer.candidates else ()
    if answer.hint:
        yield from ("", f"Try {code(answer.hint)}")


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", visible(text))


def code(text: str) -> str:
    """Text as a code span, whatever backticks it holds."""
    shown = visible(text)
    ticks = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"
