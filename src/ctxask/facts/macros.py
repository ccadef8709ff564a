"""Arguments of macros read as code: source where their calls are written as calls of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ctxask.facts import grammar
from ctxask.facts.guard import MOST_NESTED

if TYPE_CHECKING:
    from tree_sitter import Node, Tree


class Opened(NamedTuple):
    """A tree whose macros' arguments are code where they can be."""

    tree: Tree
    source: bytes
    macros: frozenset[int]  # where names of macros that are called begin


def opened(source: bytes, language: str) -> Opened:
    """The tree of a file with the arguments of macros as expressions, wherever they parse as such."""
    from tree_sitter import QueryCursor

    parser = grammar.parser(language)
    tree = parser.parse(source)
    cursor = QueryCursor(grammar.query(language, "macros"))
    cursor.set_max_start_depth(MOST_NESTED)
    calls = [(c["macro"][0], c["arguments"][0]) for _, c in cursor.matches(tree.root_node)]
    macros = frozenset(name.start_byte for name, _ in calls)
    spans = [(name, tokens) for name, tokens in calls if source[name.end_byte : name.end_byte + 1] == b"!"]
    skipped: set[int] = set()
    for _ in range(4):  # each round gives up the macros whose arguments are no expressions
        changed = _as_calls(source, [(n, t) for n, t in spans if n.start_byte not in skipped])
        again = parser.parse(changed)
        bad = _damaged(again.root_node, [(n, t) for n, t in spans if n.start_byte not in skipped])
        if not bad:
            return Opened(again, changed, macros)
        skipped |= bad
    return Opened(tree, source, macros)


def _as_calls(source: bytes, calls: list[tuple[Node, Node]]) -> bytes:
    written = bytearray(source)
    for name, tokens in calls:
        written[name.end_byte] = 0x20
        written[tokens.start_byte] = 0x28
        written[tokens.end_byte - 1] = 0x29
        for child in tokens.children:
            if child.type == ";":
                written[child.start_byte] = 0x2C
    return bytes(written)


def _damaged(root: Node, calls: list[tuple[Node, Node]]) -> set[int]:
    """The names of the outermost calls that hold damage, or lie in it."""
    if not root.has_error:
        return set()
    errors = _errors(root)
    bad: set[int] = set()
    for name, tokens in calls:
        if any(first < tokens.end_byte and name.start_byte < last for first, last in errors):
            bad.add(name.start_byte)
    return bad


def _errors(root: Node) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    work = [root]
    while work:
        node = work.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, max(node.end_byte, node.start_byte + 1)))
        elif node.has_error:
            work += node.children
    return found
