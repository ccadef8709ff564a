"""Where the parts of a picture stand: bands by hop, cards by file, a row for each node, in whole pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from ctxask.render.dependents import TITLES
from ctxask.render.nodes import ROOT, Node
from ctxask.render.page import MODULE

CARD, LINE, HEAD, TITLE = 264, 19, 24, 30  # a card's width, and heights of its rows, its head, a group's heading
GAP, ALLEY, BETWEEN, MARGIN = 10, 14, 84, 24  # between cards, columns, bands; around all
LONGEST = 14  # rows of a card; the others are counted in its last one
TESTS = TITLES["tests"]  # they have the last band
BY_FILE = (TESTS, TITLES["support"])  # groups that have a row a file


class Line(NamedTuple):
    """A row of a card: one node, a file of tests, or how many more there are."""

    nodes: tuple[int, ...]
    name: str
    number: str = ""  # what is written at its end, where it stands for several


class Card(NamedTuple):
    """A file, and what stands in it."""

    title: str
    lines: tuple[Line, ...]

    @property
    def height(self) -> int:
        """Its height."""
        return HEAD + LINE * len(self.lines) + 6


class Group(NamedTuple):
    """Cards under one heading."""

    title: str
    number: int
    cards: tuple[Card, ...]


class Placed(NamedTuple):
    """A card or a heading, and where its upper left corner is."""

    x: int
    y: int
    what: Card | Group


class Picture(NamedTuple):
    """Everything that is drawn, and how large that is."""

    width: int
    height: int
    placed: tuple[Placed, ...]


Band = tuple[Group, ...]


def picture(found: Sequence[Node]) -> Picture:
    """The parts of a picture, about twice as wide as it is high where there is enough of them."""
    bands = list(_bands(found))
    heights: dict[tuple[int, int], int] = {}
    for high in count(400, 100):
        columns = [_columns(number, band, high, heights) for number, band in enumerate(bands)]
        width = sum(_width(wide) for wide in columns) + BETWEEN * (len(bands) - 1)
        if width <= 2 * high or all(wide == 1 for wide in columns):
            break
    tallest = max(heights[number, wide] for number, wide in enumerate(columns))
    placed: list[Placed] = []
    left = MARGIN
    for number, (band, wide) in enumerate(zip(bands, columns, strict=True)):
        top = MARGIN + (tallest - heights[number, wide]) // 2
        placed += _packed(band, wide, left, top)[0]
        left += _width(wide) + BETWEEN
    return Picture(width + 2 * MARGIN, tallest + 2 * MARGIN, tuple(placed))


def _width(columns: int) -> int:
    return columns * (CARD + ALLEY) - ALLEY


def _columns(number: int, band: Band, high: int, heights: dict[tuple[int, int], int]) -> int:
    """The fewest columns in which a band is no higher than that, as far as there are cards for them."""
    most = max(len(group.cards) for group in band)
    for wide in range(1, most + 1):
        if (number, wide) not in heights:
            heights[number, wide] = _packed(band, wide, 0, 0)[1]
        if heights[number, wide] <= high:
            return wide
    return most


def _packed(band: Band, wide: int, left: int, top: int) -> tuple[list[Placed], int]:
    """A band's groups one below the other, the cards of each in the shortest column, tall ones first; their height."""
    placed: list[Placed] = []
    y = top
    for group in band:
        placed.append(Placed(left, y, group))
        ends = [y + (TITLE if group.title else 0)] * wide
        for card in group.cards if wide == 1 else sorted(group.cards, key=lambda card: -card.height):
            column = ends.index(min(ends))
            placed.append(Placed(left + column * (CARD + ALLEY), ends[column], card))
            ends[column] += card.height + GAP
        y = max(ends) + GAP
    return placed, y - top - 2 * GAP


def _bands(found: Sequence[Node]) -> Iterator[Band]:
    """The groups of each hop, what comes in first, tests last."""
    bands: dict[tuple[bool, int], dict[str, list[int]]] = {}
    for index, node in enumerate(found):
        last = node.group == TESTS
        bands.setdefault((last, 0 if last else node.hop), {}).setdefault(node.group, []).append(index)
    for key in sorted(bands):
        yield tuple(Group(title, len(here), tuple(_cards(found, here, title))) for title, here in bands[key].items())


def _cards(found: Sequence[Node], members: Iterable[int], group: str) -> Iterator[Card]:
    """A card for each file; tests, and files of which there is no more to say, have a row each on their folder's."""
    files: dict[str, list[int]] = {}
    for member in members:
        files.setdefault(_file(found[member]), []).append(member)
    folders: dict[str, list[Line]] = {}
    for path, here in files.items():
        if group not in BY_FILE and any(found[member].name != MODULE for member in here):
            yield _card(path, [_line(member, found[member]) for member in here])
        else:
            folder, _, name = path.rpartition("/")
            number = str(len(here)) if group in BY_FILE or len(here) > 1 else ""
            folders.setdefault(folder or ".", []).append(Line(tuple(here), name, number))
    for folder, lines in folders.items():
        yield _card(folder, lines)


def _line(index: int, node: Node) -> Line:
    return Line((index,), node.name, f"×{node.more + 1}" if node.more else "")


def _card(title: str, lines: list[Line]) -> Card:
    if len(lines) <= LONGEST:
        return Card(title, tuple(lines))
    rest = tuple(member for line in lines[LONGEST - 1 :] for member in line.nodes)
    return Card(title, (*lines[: LONGEST - 1], Line(rest, f"… {len(lines) - LONGEST + 1} more")))


def _file(node: Node) -> str:
    """The file in which a node stands: that of its symbol, else that of its place."""
    if "::" in node.symbol and node.group == "":
        return node.symbol.partition("::")[0]
    path = node.at
    for _ in range(2):  # line and column
        head, _, tail = path.rpartition(":")
        path = head if head and tail.isdigit() else path
    return path.partition("::")[0]


def roots(found: Sequence[Node]) -> list[int]:
    """The nodes that stand on nothing and come first."""
    return [index for index, node in enumerate(found) if node.on == ROOT and not node.hop]
