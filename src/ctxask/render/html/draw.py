"""The picture as SVG: bands from left to right, a link for each row, edges under the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from unicodedata import east_asian_width

from ctxask.render.html.picture import CARD, HEAD, LINE, TESTS, Card, Group, Line, Picture, picture, roots
from ctxask.render.nodes import ROOT, Node
from ctxask.render.style import visible

COLUMNS = 34  # characters that a row has room for
Spot = tuple[int, int, int]  # left, right, and the middle's height

HINT = (
    "Drag to move, ctrl and wheel or + and − to zoom, 0 for all of it. A click or Enter shows the source. "
    "What is slanted or dashed is not exact; its row says why."
)


def drawn(found: Sequence[Node], numbers: Mapping[str, list[int]]) -> Iterator[str]:
    """The figure: what is drawn, its buttons, and the panel for what is chosen."""
    made = picture(found)
    spots = dict(_spots(made))
    width, height = made.width, made.height
    yield '<figure id="picture" tabindex="0" aria-label="who stands on whom">'
    yield f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group">'
    yield '<g class="edges">'
    yield from _edges(found, made, spots)
    yield "</g>"
    for x, y, what in made.placed:
        yield from _heading(what, x, y) if isinstance(what, Group) else _card(what, x, y, found, numbers)
    yield '<g id="lit"></g>'
    yield "</svg>"
    yield '<aside id="panel" hidden aria-live="polite"></aside>'
    yield "<figcaption>"
    yield '<button id="closer" title="closer (+)">+</button>'
    yield '<button id="away" title="further away (−)">−</button>'
    yield '<button id="whole" title="all of it (0)">all</button>'
    yield f"{HINT}</figcaption>"
    yield "</figure>"


def _spots(made: Picture) -> Iterator[tuple[int, Spot]]:
    """Where the row of each node is."""
    for x, y, what in made.placed:
        if isinstance(what, Card):
            for number, row in enumerate(what.lines):
                middle = y + HEAD + LINE * number + LINE // 2
                yield from ((node, (x, x + CARD, middle)) for node in row.nodes)


def _edges(found: Sequence[Node], made: Picture, spots: Mapping[int, Spot]) -> Iterator[str]:
    """An edge to each group that stands on the one first node; else from node to node."""
    first = roots(found)
    only = first[0] if len(first) == 1 else ROOT
    if only != ROOT:
        for x, y, what in made.placed:
            if isinstance(what, Group) and what.title and what.cards:
                members = [node for card in what.cards for row in card.lines for node in row.nodes]
                if any(found[node].on == only for node in members):
                    yield _edge(spots[only], (x - 4, x + CARD, y + 13), "trunk")
    told: set[tuple[int, Spot]] = set()
    for index, node in enumerate(found):
        if node.on == ROOT or (node.on, spots[index]) in told:
            continue
        told.add((node.on, spots[index]))
        kinds = [
            "quiet" if node.on == only or node.group == TESTS else "",
            "" if node.sure else "unsure",
            "alarm" if node.alarm else "",
        ]
        yield _edge(
            spots[node.on], spots[index], " ".join(filter(None, kinds)), f' data-a="{node.on}" data-b="{index}"'
        )


def _edge(one: Spot, other: Spot, kind: str, more: str = "") -> str:
    begin, end = (one[1], other[0]) if one[0] < other[0] else (one[0], other[1])
    bend = max(abs(end - begin) // 2, 24) * (1 if begin <= end else -1)
    path = f"M{begin} {one[2]}C{begin + bend} {one[2]} {end - bend} {other[2]} {end} {other[2]}"
    return f'<path class="{kind}" d="{path}"{more}/>'


def _heading(group: Group, x: int, y: int) -> Iterator[str]:
    if group.title:
        number = f'<tspan dx="8">{group.number}</tspan>'
        yield f'<text class="heading" x="{x}" y="{y + 17}">{_safe(group.title)}{number}</text>'


def _card(card: Card, x: int, y: int, found: Sequence[Node], numbers: Mapping[str, list[int]]) -> Iterator[str]:
    kind = "card" if found[card.lines[0].nodes[0]].hop else "card first"
    title = f"{_safe(_fitting(card.title, COLUMNS + 2))}<title>{_safe(card.title)}</title>"
    yield f'<g class="{kind}"><rect x="{x}" y="{y}" width="{CARD}" height="{card.height}" rx="6"/>'
    yield f'<text class="file" x="{x + 10}" y="{y + 16}">{title}</text>'
    for number, row in enumerate(card.lines):
        yield _line(row, x, y + HEAD + LINE * number, found, numbers)
    yield "</g>"


def _line(row: Line, x: int, y: int, found: Sequence[Node], numbers: Mapping[str, list[int]]) -> str:
    """A row, which leads to what the list says of it."""
    nodes = [found[node] for node in row.nodes]
    known = dict.fromkeys(number for node in nodes for number in numbers.get(node.symbol, numbers.get(node.at, [])))
    kinds = ["line", *(["unsure"] if not all(node.sure for node in nodes) else [])]
    kinds += ["alarm"] if any(node.alarm for node in nodes) else []
    room = COLUMNS - (len(row.number) + 1 if row.number else 0)
    number = f'<text class="number" x="{x + CARD - 10}" y="{y + 13}">{row.number}</text>' if row.number else ""
    return "".join(
        (
            f'<a class="{" ".join(kinds)}" href="#{f"r{next(iter(known))}" if known else "picture"}"',
            f' data-n="{_ids(row.nodes)}" data-on="{_ids(dict.fromkeys(node.on for node in nodes))}"',
            f' data-rows="{_ids(known)}"><title>{_safe(_says(row, nodes))}</title>',
            f'<rect x="{x + 1}" y="{y}" width="{CARD - 2}" height="{LINE}"/>',
            f'<text x="{x + 10}" y="{y + 13}">{_safe(_fitting(row.name, room))}</text>{number}</a>',
        )
    )


def _says(row: Line, nodes: Sequence[Node]) -> str:
    """What a row is, in words."""
    if len(nodes) > 1:
        return f"{row.name}: {len(nodes)}"
    return ", ".join(part for part in (nodes[0].name, nodes[0].says, nodes[0].at) if part)


def _ids(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _safe(text: str) -> str:
    return escape(visible(text))


def _fitting(text: str, columns: int) -> str:
    """What there is room for of a text, the end of a name or the start of a sentence; the whole is in its title."""
    told = visible(text)
    wide = [2 if east_asian_width(character) in "WF" else 1 for character in told]
    if sum(wide) <= columns:
        return told
    sentence = " " in told
    kept, room = 0, columns - 1
    for width in wide if sentence else reversed(wide):
        room -= width
        if room < 0:
            break
        kept += 1
    return f"{told[:kept]}…" if sentence else f"…{told[len(told) - kept :]}"
