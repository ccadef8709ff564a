"""Declarators as C writes them: the name stands inside, under pointers, arrays, parameters and qualifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node


class Declared(NamedTuple):
    """What a declarator declares."""

    name: Node
    qualifiers: tuple[Node, ...]  # outermost first
    callable: bool


def declared(node: Node, rules: Mapping[str, Sequence[str]]) -> Declared | None:
    """Follows a declarator inwards by the kinds that `[declarators]` of the language lists; None without a name."""
    qualifiers: list[Node] = []
    calls = False
    inner: Node | None = node
    while inner is not None:
        kind = inner.type
        if kind in rules["names"]:
            return Declared(inner, tuple(qualifiers), calls)
        if kind in rules["nameless"]:
            return None
        if kind in rules["callable"]:
            calls = True
        elif kind in rules["pointer"]:
            calls = False
        if kind in rules["qualified"]:
            scope = inner.child_by_field_name("scope")
            qualifiers += [scope] if scope is not None else []
            inner = inner.child_by_field_name("name")
        else:
            inner = inner.child_by_field_name("declarator") or _only_child(inner)
    return None


def _only_child(node: Node) -> Node | None:
    return node.named_children[-1] if node.named_child_count else None
