"""Spells expressions and types as nested lists, by the shapes that a language's `names.toml` gives kinds of nodes.

`[shapes]` says for a kind: an operation, then slots: `field` the child's term, `=field` its text, `*field` the terms of
its children, `'word` the word; a number stands for the child at that place, nothing for the node itself. A kind with an
operator after it is for nodes with that operator. An empty operation stands for its only slot. Null stands for a child
that is not there.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node

Shapes = Mapping[str, Sequence[str]]

UNKNOWN = "?"

_MOST_NODES = 300
_LONGEST_LIST = 64


def spelled(node: Node, shapes: Shapes) -> Any:
    """The term of an expression or a type: a list, or `?` where no shape says what it is and deep inside."""
    root: list[Any] = [node]
    work: deque[tuple[list[Any], int]] = deque([(root, 0)])
    room = _MOST_NODES
    while work:
        into, at = work.popleft()
        item = into[at] = _shaped(into[at], shapes) if room > 0 else UNKNOWN
        room -= 1
        for part in (item, *(one for one in item if isinstance(one, list))) if isinstance(item, list) else ():
            work += ((part, place) for place, inner in enumerate(part) if not isinstance(inner, str | list | None))
    return root[0]


def text(term: Any) -> str:
    """The term as it is kept."""
    return json.dumps(term, ensure_ascii=False, separators=(",", ":"))


def _shaped(node: Node, shapes: Shapes) -> Any:
    """The list for one node, whose parts may be nodes still."""
    while True:
        shape = _shape(node, shapes)
        if shape is None:
            return UNKNOWN
        if shape[0]:
            return [shape[0], *(_slot(node, slot) for slot in shape[1:])]
        inner = _child(node, shape[1])
        if inner is None:
            return UNKNOWN
        node = inner


def _shape(node: Node, shapes: Shapes) -> Sequence[str] | None:
    operator = node.child_by_field_name("operator")
    return (shapes.get(f"{node.type} {operator.type}") if operator is not None else None) or shapes.get(node.type)


def _slot(node: Node, slot: str) -> Any:
    if slot.startswith("'"):
        return slot[1:]
    if slot.startswith("="):
        child = _child(node, slot[1:])
        return (child.text or b"").decode("utf-8", "replace") if child is not None else None
    if slot.startswith("*"):
        whole = _child(node, slot[1:])
        children = [child for child in whole.named_children if not child.is_extra] if whole is not None else []
        return list(children[:_LONGEST_LIST])
    return _child(node, slot)


def _child(node: Node, which: str) -> Node | None:
    if not which:
        return node
    if which.lstrip("-").isdigit():
        children = [child for child in node.named_children if not child.is_extra]
        place = int(which)
        return children[place] if -len(children) <= place < len(children) else None
    return node.child_by_field_name(which)
