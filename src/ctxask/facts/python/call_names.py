"""Where the name stands under which each call of a Python file calls."""

from __future__ import annotations

from ctxask.facts.grammar import parser

Span = tuple[int | None, int | None]  # first byte, and the one behind the last


def call_names(source: bytes) -> dict[Span, int]:
    """The whole span of each call -> the start of the name that is called; calls of anything else are left out."""
    found: dict[Span, int] = {}
    waiting = [parser("python").parse(source).root_node]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        called = node.child_by_field_name("function") if node.type == "call" else None
        if called is not None and called.type == "attribute":
            called = called.child_by_field_name("attribute")
        if called is not None and called.type == "identifier":
            found[node.start_byte, node.end_byte] = called.start_byte
    return found
