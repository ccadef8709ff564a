"""HTML: one page that holds everything it needs, to be looked at, printed and kept."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from ctxask import __version__, canon
from ctxask.digest.model import Digest, Json
from ctxask.digest.onward import line
from ctxask.lesson import Lesson
from ctxask.render.formats import Options
from ctxask.render.html.draw import drawn
from ctxask.render.layout import page
from ctxask.render.nodes import nodes
from ctxask.render.page import Block, Fact, Page, Row
from ctxask.render.style import visible


def render(answer: Digest | Lesson, options: Options) -> str:
    """The page; it loads nothing, and nothing in it runs but the script that came with ctx."""
    style, script = (files(__name__).joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    allowed = f"default-src 'none'; style-src '{canon.integrity(style)}'; script-src '{canon.integrity(script)}'"
    if isinstance(answer, Lesson):
        title, body = answer.message, [f"<header><h1>{shown(answer.message)}</h1><p>{shown(answer.hint)}</p></header>"]
    else:
        made = page(answer.document)
        title, body = made.title, list(_body(answer.document, made))
    head = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"{allowed}; base-uri 'none'; form-action 'none'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="ctxask {__version__}">',
        f"<title>{shown(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
    ]
    return "".join(f"{part}\n" for part in (*head, *body, f"<script>{script}</script>", "</body>", "</html>"))


def shown(text: str) -> str:
    """Text in which nothing is markup, and nothing can hide or reorder what stands beside it."""
    return escape(visible(text))


def _body(document: Json, made: Page) -> Iterator[str]:
    intent, _, subject = made.title.partition(" ")
    yield "<header>"
    yield f"<h1><span>{shown(intent)}</span> {shown(subject)}</h1>"
    yield f'<p class="quiet">{shown(made.read_as)}</p>'
    top = made.blocks[0] if made.blocks and made.blocks[0].defined and not made.blocks[0].rows else None
    if top:
        yield from _block(top, 0, 0)
    yield "</header>"
    numbers = _numbers(made)
    found = nodes(document)
    if found:
        yield from drawn(found, numbers)
    yield '<dl class="facts">'
    for fact in made.facts:
        yield from _fact(fact)
    yield "</dl>"
    yield '<nav aria-label="parts of the answer">'
    yield '<input id="filter" type="search" placeholder="filter by name or path" aria-label="filter by name or path">'
    titled = [(number, block) for number, block in enumerate(made.blocks) if block.title and block.rows]
    for number, block in titled:
        yield f'<a href="#b{number}">{shown(block.title)} <b>{_number(block)}</b></a>'
    yield "</nav>"
    yield "<main>"
    first = 0
    for number, block in enumerate(made.blocks):
        if block is not top:
            yield from _block(block, number, first)
        first += len(_rows(block))
    for address, source in made.sources:
        yield from _source(address, source)
    yield "</main>"
    yield f'<footer class="quiet">{shown(document["snapshot"])} {shown(document["plan"])}</footer>'


def _rows(block: Block) -> tuple[Row, ...]:
    return (*((block.defined,) if block.defined else ()), *block.rows)


def _number(block: Block) -> int:
    """How many it is that the rows speak of: several may be of one symbol."""
    return len({row.symbol or row.at for row in block.rows}) + block.left


def _numbers(made: Page) -> dict[str, list[int]]:
    """The numbers of the rows of each symbol, and of each place."""
    out: dict[str, list[int]] = {}
    for number, row in enumerate(row for block in made.blocks for row in _rows(block)):
        for key in {row.symbol, row.at} - {""}:
            out.setdefault(key, []).append(number)
    return out


def _block(block: Block, number: int, first: int) -> Iterator[str]:
    yield f'<section id="b{number}">'
    if block.title:
        total = f" <b>{_number(block)}</b>" if block.rows else ""
        yield f"<h2>{shown(block.title)}{total}</h2>"
    for index, row in enumerate(_rows(block), first):
        yield from _row(row, index, row is block.defined)
        if row is block.defined:
            yield from (f'<p class="says">{shown(says)}</p>' for says in block.says)
    if not block.defined:
        yield from (f'<p class="says">{shown(says)}</p>' for says in block.says)
    if block.left:
        yield f'<p class="quiet">… {block.left} more, on other pages</p>'
    yield "</section>"


def _row(row: Row, index: int, defined: bool) -> Iterator[str]:
    """A row that opens: its place, what is there, its line; inside, what can be copied."""
    kind = ' class="defined"' if defined else ""
    what = f'<span class="what">{shown(row.what)}</span>' if row.what else ""
    text = f'<code class="text">{shown(row.text)}</code>' if row.text else ""
    yield f'<details id="r{index}"{kind}>'
    yield f'<summary><code class="at">{shown(row.at)}</code>{what}{text}</summary>'
    yield '<dl class="more">'
    if row.symbol:
        yield _copied("symbol", row.symbol)
    if row.at:
        yield _copied("place", row.at)
    if row.address:
        yield _copied("source", line(("ctx", "get", row.address)))
    if row.because:
        yield f"<div><dt>because</dt><dd>{shown(row.because)}</dd></div>"
    yield "</dl></details>"


def _copied(label: str, text: str) -> str:
    """A labelled text with a button that copies it."""
    button = f'<button class="copy" data-copy="{shown(text)}">copy</button>'
    return f"<div><dt>{label}</dt><dd><code>{shown(text)}</code> {button}</dd></div>"


def _source(address: str, source: str) -> Iterator[str]:
    spans = address.rpartition("@")[0] or address
    first = spans.rpartition(":")[2].partition("-")[0]
    number = int(first) if first.isdigit() else 1
    lines = source.split("\n")
    yield '<section class="source">'
    yield f'<h2>{shown(address)} <button class="copy" data-copy="{shown(address)}">copy</button></h2>'
    yield "<pre>" + "\n".join(f"<i>{number + i}</i>{shown(text)}" for i, text in enumerate(lines)) + "</pre>"
    yield "</section>"


def _fact(fact: Fact) -> Iterator[str]:
    yield f"<div><dt>{shown(fact.label or 'or')}</dt><dd>{shown(fact.says)}"
    if fact.lines:
        yield "<ul>" + "".join(f"<li>{shown(text)}</li>" for text in fact.lines) + "</ul>"
    yield "</dd></div>"
