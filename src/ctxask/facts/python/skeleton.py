"""Finds a file's scopes and attribute assignments with one query, without walking its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.positions import identifier
from ctxask.facts.python.model import Scope, Skeleton

if TYPE_CHECKING:
    from tree_sitter import Node, Tree


def skeleton(tree: Tree, source: bytes) -> Skeleton:
    """The skeleton of a parsed file."""
    from tree_sitter import QueryCursor

    from ctxask.facts.grammar import query

    found: list[tuple[int, int, Node, Node]] = []
    attributes: list[tuple[int, str, int]] = []
    declared: list[tuple[int, str]] = []
    damage = 0
    for _, captures in QueryCursor(query("python", "skeleton")).matches(tree.root_node):
        if "scope" in captures:
            node, name = captures["scope"][0], captures["name"][0]
            parent = node.parent
            outer = parent if parent is not None and parent.type == "decorated_definition" else node
            found.append((outer.start_byte, -node.end_byte, node, name))
        elif "attribute" in captures:
            name, thing = captures["attribute"][0], captures["object"][0]
            attributes.append((name.start_byte, text(source, name), thing.start_byte))
        elif "global" in captures:
            declared.append((captures["global"][0].start_byte, text(source, captures["global"][0])))
        else:
            damage += 1
    found.sort(key=lambda item: item[:2])
    scopes = [Scope("module", "", -1, 0, 0, len(source))]
    open_scopes = [0]
    for start, negative_end, node, name in found:
        while scopes[open_scopes[-1]].end <= start and open_scopes[-1] > 0:
            open_scopes.pop()
        kind = "class" if node.type == "class_definition" else "function"
        scopes.append(Scope(kind, text(source, name), open_scopes[-1], name.start_byte, start, -negative_end))
        open_scopes.append(len(scopes) - 1)
    result = Skeleton(scopes, [], damage or int(tree.root_node.has_error))
    for start, attribute, thing_start in sorted(set(attributes)):
        index = result.at(start)
        if scopes[index].kind == "function":
            result.attributes.append((index, attribute, start, thing_start))
    result.globals = [(result.at(start), name) for start, name in sorted(declared)]
    return result


def text(source: bytes, node: Node) -> str:
    """The node's source as a name."""
    return identifier(source, node.start_byte, node.end_byte)
