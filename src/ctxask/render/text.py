"""Plain text, for people first: grouped like a good grep, every place as `path:line:col`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxask.digest.model import Digest, Json
from ctxask.lesson import Lesson
from ctxask.render.formats import Options
from ctxask.render.layout import page
from ctxask.render.page import Block, Fact, Page, Row
from ctxask.render.style import Line, paint, visible

PLACE_WIDTH = 56  # columns are aligned up to here; what is wider pushes its own row only
WHAT_WIDTH = 44
LABEL_WIDTH = 12


def render(answer: Digest | Lesson, options: Options) -> str:
    """The answer's lines."""
    lines = lesson(answer) if isinstance(answer, Lesson) else digest(answer.document, options)
    return "".join(paint(line, options.color) + "\n" for line in lines)


def digest(document: Json, options: Options) -> Iterator[Line]:
    """The lines of a digest."""
    shown = page(document)
    yield from head(document, shown, options)
    yield from rest(shown)


def head(document: Json, shown: Page, options: Options) -> Iterator[Line]:
    """The lines that say how the question was read."""
    yield ("title", shown.title), ("quiet", f"  ({shown.read_as})")
    if options.verbose:
        yield (("quiet", f"{document['plan']} {document['snapshot']}"),)


def rest(shown: Page) -> Iterator[Line]:
    """The lines below the head: blocks, sources, facts."""
    for block in shown.blocks:
        yield ()
        yield from _block(block)
    for address, source in shown.sources:
        yield ()
        yield (("quiet", f"source {address}"),)
        yield from ((("", f"| {line}"),) for line in source.split("\n"))
    yield ()
    for fact in shown.facts:
        yield from _fact(fact)


def _block(block: Block) -> Iterator[Line]:
    indent = "" if block.defined else "  "
    if block.defined:
        yield ("place", block.defined.at), ("title", f"  {block.defined.text}")
    elif block.title:
        yield (("title", block.title),)
    yield from ((("", sentence),) for sentence in block.says)
    if block.rows and block.defined:
        yield ()
    yield from _rows(block.rows, indent)
    if block.left:
        yield (("quiet", f"{indent}… {block.left} more"),)


def _rows(rows: Sequence[Row], indent: str) -> Iterator[Line]:
    places = [visible(row.at) for row in rows]
    whats = [visible(row.what) for row in rows]
    place_width = min(max(map(len, places), default=0), PLACE_WIDTH)
    what_width = min(max(map(len, whats), default=0), WHAT_WIDTH)
    for place, what, row in zip(places, whats, rows, strict=True):
        yield (
            ("place", indent + place.ljust(place_width)),
            ("", "  " + what.ljust(what_width)),
            ("quiet", f"  {row.text}" if row.text else ""),
        )
        if row.because:
            yield (("quiet", f"{indent}  because {row.because}"),)


def _fact(fact: Fact) -> Iterator[Line]:
    yield ("quiet", fact.label.ljust(LABEL_WIDTH)), ("", fact.says)
    yield from ((("", " " * LABEL_WIDTH + line),) for line in fact.lines)


def lesson(answer: Lesson) -> Iterator[Line]:
    """The lines of a lesson: what is wrong, what there is instead, what to type."""
    yield (("title", f"{answer.message}"),)
    yield from ((("", f"  {candidate}"),) for candidate in answer.candidates)
    if answer.hint:
        yield ("quiet", "try  "), ("", answer.hint)
