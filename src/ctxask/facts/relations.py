"""What a file says about its types beside their definitions: what they extend, and what a name is known to be where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ctxask.facts.outline import Extends, Known

if TYPE_CHECKING:
    from tree_sitter import Node

    from ctxask.facts.terms import Terms

Captures = dict[str, "list[Node]"]
Matches = list[tuple[int, Captures]]


def extends(matches: Matches, terms: Terms) -> tuple[Extends, ...]:
    """One row for what a type embeds, implements or derives, by place; the base is empty for what it just adds to."""
    found: set[Extends] = set()
    for _, captures in matches:
        for node in captures.get("extends", ()):
            found.update(_extends(node, captures, terms))
        for node in captures.get("derives", ()):
            found.update(_derived(node, captures, terms))
    return tuple(sorted(found))


def known(matches: Matches, terms: Terms) -> tuple[Known, ...]:
    """One row for a name that is of a type within a range only: narrowed, bounded, or a part without a name (`#0`)."""
    found: set[Known] = set()
    for _, captures in matches:
        for node in captures.get("known", ()):
            types = captures.get("type", ())
            names = [terms.term(name) for name in captures.get("name", ())]
            for name in names:
                found.update(Known(name, node.start_byte, node.end_byte, terms.term(kind)) for kind in types)
            if not names:
                found.update(_part(node, kind, terms) for kind in types)
    return tuple(sorted(found))


def _part(whole: Node, kind: Node, terms: Terms) -> Known:
    beside = kind.parent.children_by_field_name("type") if kind.parent is not None else []
    return Known(f"#{beside.index(kind)}", whole.start_byte, whole.end_byte, terms.term(kind))


def _extends(node: Node, captures: Captures, terms: Terms) -> Iterator[Extends]:
    subject = terms.term(captures["type"][0])
    for base in captures.get("base", ()):
        yield Extends(node.start_byte, node.end_byte, subject, terms.term(base))
    if not captures.get("base"):
        yield Extends(node.start_byte, node.end_byte, subject, "")


def _derived(node: Node, captures: Captures, terms: Terms) -> Iterator[Extends]:
    """What an attribute before an item makes of it; the row is marked, for no source says what members it gets."""
    item: Node | None = node.next_named_sibling
    while item is not None and (item.type == node.type or item.is_extra):
        item = item.next_named_sibling
    name = item.child_by_field_name("name") if item is not None else None
    if item is not None and name is not None:
        for base in captures.get("base", ()):
            yield Extends(item.start_byte, item.end_byte, terms.term(name), "derive::" + terms.term(base))
