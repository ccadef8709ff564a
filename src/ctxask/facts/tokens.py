"""What a file says to the machine: its words line by line, without comments, docstrings and layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ctxask.facts import grammar
from ctxask.facts.guard import is_hostile

if TYPE_CHECKING:
    from tree_sitter import Node

Token = tuple[int, bytes]  # 1-based line, text

_OPEN, _CLOSE = b"\0{", b"\0}"  # a block whose bounds are layout; no source has such words
_LAYOUT_BLOCKS = frozenset({"block"})
_WHOLE = frozenset({"string_content", "format_specifier"})  # their children are only the special parts of their text


def tokens(source: bytes, language: str) -> list[Token]:
    """The words of UTF-8 source in their order; whole lines where no parser should look or there is none."""
    source = source.replace(b"\r\n", b"\n")
    if not grammar.languages()[language].grammar or is_hostile(source):
        return [(number, line.strip()) for number, line in enumerate(source.split(b"\n"), 1) if line.strip()]
    return list(_words(grammar.parser(language).parse(source).root_node, source))


def first_statements(said: Iterable[Token]) -> dict[int, int]:
    """Where the first statement of a block stands, by the line of what it is the block of; Python's bounds are layout.

    A bare string before it is no statement.
    """
    found: dict[int, int] = {}
    opened: list[int] = []
    for line, word in said:
        if word == _OPEN:
            opened.append(line)
        elif word != _CLOSE:
            for of in opened:
                found.setdefault(of, line)
            opened = []
        elif opened:
            opened.pop()
    return found


def _words(root: Node, source: bytes) -> Iterator[Token]:
    """The leaves below a node, comments and bare strings left out, blocks by indentation marked."""
    cursor = root.walk()
    open_blocks: list[tuple[int, int]] = []  # the depth of each, and the line of what it is the block of
    depth, entering = 0, True
    told = 0  # bytes up to here; what a tree leaves out between two leaves is a word too
    while True:
        node = cursor.node
        assert node is not None
        if entering and not _is_silent(node):
            if node.type in _LAYOUT_BLOCKS and not source.startswith(b"{", node.start_byte):
                line = (node.parent or node).start_point[0] + 1  # its own is the first definition's in it
                open_blocks.append((depth, line))
                yield line, _OPEN
            if node.type not in _WHOLE and cursor.goto_first_child():
                depth += 1
                continue
            if gap := source[told : node.start_byte].strip():
                yield node.start_point[0] + 1, gap
            if node.end_byte > node.start_byte:
                yield node.start_point[0] + 1, source[node.start_byte : node.end_byte]
            told = max(told, node.end_byte)
        elif entering:
            told = max(told, node.end_byte)
        if open_blocks and open_blocks[-1][0] == depth:
            yield open_blocks.pop()[1], _CLOSE
        if cursor.goto_next_sibling():
            entering = True
        elif cursor.goto_parent():
            depth -= 1
            entering = False
        else:
            break
    if rest := source[told:].strip():
        yield source.count(b"\n", 0, told) + 1, rest


def _is_silent(node: Node) -> bool:
    """Whether nothing below the node does anything: a comment, or a string that is a Python statement by itself."""
    if node.type in ("string", "concatenated_string"):
        bare = node.parent is not None and node.parent.type in ("block", "module")
        return bare and not any(child.type == "interpolation" for child in _parts(node))
    return "comment" in node.type or node.type == "line_continuation"


def _parts(string: Node) -> list[Node]:
    """The parts of a string, those of its pieces where it is written in several."""
    return [part for child in string.children for part in (child, *child.children)]
