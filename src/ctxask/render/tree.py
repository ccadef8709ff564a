"""A tree for a terminal: who stands on whom, every branch with the place that an editor opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import TYPE_CHECKING

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render import text
from ctxask.render.dependents import TITLES
from ctxask.render.formats import Options
from ctxask.render.layout import page
from ctxask.render.nodes import BETWEEN, DOUBTFUL, FURTHER, ROOT, Node, nodes
from ctxask.render.page import Block
from ctxask.render.style import Line, Style, paint, visible
from ctxask.render.words import count, groups

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

UNBOUNDED = 100_000  # columns where nobody said how wide it may be
GUIDE = 4  # columns of a level
TESTS = TITLES["tests"]  # they are told by file
STRAY = "on any of these"
STYLES: dict[Style, str] = {"title": "bold", "place": "cyan", "quiet": "dim", "": ""}


def render(answer: Digest | Lesson, options: Options) -> str:
    """The answer's lines with a tree in the place of rows; as text where nothing hangs together."""
    found = () if isinstance(answer, Lesson) else nodes(answer.document)
    if isinstance(answer, Lesson) or not found:
        return text.render(answer, options)
    shown = page(answer.document)
    totals = answer.document.get("totals", {})
    told = [says for block in shown.blocks if block.drawn for says in _told(block, bool(totals))]
    above = [*text.head(answer.document, shown, options), *((("", says),) for says in told), ()]
    below = text.rest(shown._replace(blocks=tuple(block for block in shown.blocks if not block.drawn)))
    tree = _drawn([node for node in found if node.group != DOUBTFUL], totals, options)
    return _lines(above, options) + tree + _lines(below, options)


def _told(block: Block, counted: bool) -> Iterator[str]:
    """What a block says besides its rows, which the tree shows; counted: the tree tells what is on other pages."""
    left = [f"{block.left} more on other pages"] if block.left and not counted else []
    lead = f"{block.title}: " if block.title else ""
    yield from (lead + says for says in (*block.says, *left))


def _lines(lines: Iterable[Line], options: Options) -> str:
    return "".join(paint(line, options.color) + "\n" for line in lines)


def _drawn(found: list[Node], totals: Mapping[str, int], options: Options) -> str:
    """The trees as lines no wider than the terminal, but for a place that is wider by itself."""
    from rich.console import Console

    deepest = max(node.hop for node in found)
    widest = max(len(visible(node.at)) for node in found) + GUIDE * (deepest + 2)
    out = StringIO()
    console = Console(
        file=out,
        force_terminal=options.color,
        color_system="standard" if options.color else None,
        width=max(options.width, widest) if options.width else UNBOUNDED,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        _environ={},  # what the environment says of width and colour was heard before
    )
    for tree in _trees(found, totals):
        console.print(tree)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _trees(found: list[Node], totals: Mapping[str, int]) -> Iterator[Tree]:
    """A tree for each first node, and one for what hangs on none of them."""
    from rich.tree import Tree

    hanging: dict[int, list[int]] = {}
    for index, node in enumerate(found):
        if node.hop:
            hanging.setdefault(_trunk(found, node), []).append(index)
    first = [index for index, node in enumerate(found) if not node.hop]
    made = [(index, Tree(_label(found[index]), guide_style="dim")) for index in first]
    made += [(ROOT, Tree(_text(("title", STRAY)), guide_style="dim"))] if ROOT in hanging else []
    queue = list(made)
    for index, branch in queue:  # it grows on the way
        for title, here in _by_group(found, hanging.get(index, ())).items():
            headed = index == ROOT or not found[index].hop or title == TESTS
            heading = branch.add(_text(("title", title), ("quiet", f"  {len(here)}"))) if headed else branch
            if title == TESTS:
                for label in _by_file(found[member] for member in here):
                    heading.add(label)
            else:
                queue += [(member, heading.add(_label(found[member]))) for member in here]
    left = _left(found, totals)
    if left:
        made[-1][1].add(_text(("quiet", f"… {groups(left)} on other pages")))
    yield from (tree for _, tree in made)


def _trunk(found: list[Node], node: Node) -> int:
    """On what a node hangs: tests, however far, on the first one where the ways to them are not told."""
    on = node.on
    while node.group == TESTS and on != ROOT and found[on].hop and found[on].group != BETWEEN:
        on = found[on].on
    return on


def _by_group(found: list[Node], members: Iterable[int]) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for member in members:
        out.setdefault(found[member].group, []).append(member)
    return out


def _by_file(tests: Iterable[Node]) -> Iterator[Text]:
    """A line for each file of tests, with the place of its first one."""
    out: dict[str, list[Node]] = {}
    for node in tests:
        out.setdefault(node.symbol.partition("::")[0] or node.at, []).append(node)
    for same in out.values():
        top = min(same, key=lambda node: [int(part) for part in node.at.split(":")[1:] if part.isdigit()])
        yield _label(top) if len(same) == 1 else _text(("", count(len(same), "test")), ("place", f"  {top.at}"))


def _left(found: list[Node], totals: Mapping[str, int]) -> dict[str, int]:
    """How many of each kind are not on this page."""
    titles = {**TITLES, "further": FURTHER}
    shown = Counter(node.group for node in found)
    left = {name: number - shown[titles.get(name, name)] for name, number in totals.items() if name != "changes"}
    return {name: number for name, number in left.items() if number > 0}


def _label(node: Node) -> Text:
    more = f" and {count(node.more, 'more site')}" if node.more else ""
    asked = not node.hop and not node.group  # the signature is enough
    name = node.says if asked and node.says else node.name
    said = f", {node.says}" if node.says and not asked else ""
    place = f"  {node.at}" if node.at else ""
    style: Style = "" if node.hop else "title"
    return _text((style, name), ("quiet", said), ("place", place), ("quiet", more))


def _text(*spans: tuple[Style, str]) -> Text:
    from rich.text import Text

    return Text.assemble(*((visible(says), STYLES[style]) for style, says in spans))
