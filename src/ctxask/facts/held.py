"""What names hold, in languages whose `names.toml` has `[terms]`: each name of a match with the term of its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ctxask.facts.terms import UNKNOWN, Terms
from ctxask.facts.uses import prefixes

if TYPE_CHECKING:
    from tree_sitter import Node

Captures = dict[str, "list[Node]"]

MACRO = "!"  # ends the receiver of a macro's name
PATH = "::"  # ends the receiver of a name behind a path

_LITERALS = {"composite_literal": "type", "struct_expression": "name", "struct_pattern": "type"}  # kind -> its type
_NAMES = ("identifier", "self", "crate", "super", "metavariable")  # tokens
_NESTED = "literal_value"  # in one of its own kind: an element of what the outer one is


def terms(source: bytes, details: Mapping[str, Any]) -> Terms | None:
    """Writes terms in the language of a file; None where the language has no templates."""
    templates = details.get("terms")
    return Terms(source, templates, details.get("patterns", {})) if templates else None


def named(captures: Captures, written: Terms) -> Iterator[tuple[Node, str]]:
    """Every name that a match defines, with the term of what it holds; empty where the match does not say."""
    value = _value(captures, written)
    for node in captures.get("name", ()):
        yield node, value + _position(node) if value and "value" in captures and "type" not in captures else value
    for node in captures.get("pattern", ()):
        given = value or _given(node, written) or UNKNOWN
        yield from written.within(node, given)


def receivers(captures: Captures, written: Terms) -> dict[int, str]:
    """Start of a member's name -> the term of what stands before it, or of the literal whose field it is."""
    found: dict[int, str] = {}
    for node in captures.get("receiver", ()):
        whole, separator = node.parent, node.next_sibling
        if whole is None or separator is None:
            continue
        member = whole.child_by_field_name("field") or whole.child_by_field_name("name")
        if member is not None and member != node:
            found[member.start_byte] = written.term(node) + (PATH if separator.type == PATH else "")
    for node in captures.get("token", ()):
        found[node.start_byte] = _tokens(node)
    for node in captures.get("keyed", ()):
        found[node.start_byte] = _literal(node, written)
    for node in captures.get("use", ()):
        found.update((place.start_byte, before + PATH) for place, before in prefixes(node))
    return found


def _tokens(member: Node) -> str:
    """What stands before a name among tokens that were not parsed: names and dots, or nothing that is known."""
    parts: list[str] = []
    node: Node | None = member
    while node is not None and node.prev_sibling is not None and node.prev_sibling.type in (".", PATH):
        parts.insert(0, node.prev_sibling.type)
        node = node.prev_sibling.prev_sibling
        if node is None or node.type not in _NAMES:
            return UNKNOWN
        parts.insert(0, (node.text or b"").decode("utf-8", "replace"))
    return "".join(parts[:-1]) + (PATH if parts[-1] == PATH else "") if parts else UNKNOWN


def _literal(key: Node, written: Terms) -> str:
    """The term of the literal, or the pattern, that a key stands in."""
    depth = -1
    node = key.parent
    while node is not None:
        depth += node.type == _NESTED
        if node.type in _LITERALS:
            kind = node.child_by_field_name(_LITERALS[node.type])
            return ":" + written.term(kind) + "[]" * max(depth, 0) if kind is not None else UNKNOWN
        node = node.parent
    return UNKNOWN


def _value(captures: Captures, written: Terms) -> str:
    if "type" in captures:
        return ":" + written.term(captures["type"][0])
    if "variadic" in captures:
        return f":[]<{written.term(captures['variadic'][0])}>"
    if "value" in captures:
        return written.term(captures["value"][0])
    return written.term(captures["each"][0]) + "@" if "each" in captures else ""


def _position(name: Node) -> str:
    """Which of several values the name takes, where a declaration lists names and values."""
    beside = name.parent.children_by_field_name("name") if name.parent else []
    return f"#{beside.index(name)}" if len(beside) > 1 else ""


def _given(pattern: Node, written: Terms) -> str:
    """What a closure's parameter is given, in terms of the callee that takes the closure."""
    parameters = pattern.parent
    closure = parameters.parent if parameters is not None else None
    arguments = closure.parent if closure is not None else None
    call = arguments.parent if arguments is not None else None
    if parameters is None or closure is None or arguments is None or call is None:
        return ""
    callee = call.child_by_field_name("function")
    if not parameters.type.startswith("closure") or callee is None:
        return ""
    places = [child for child in arguments.named_children if not child.is_extra]
    names = [child for child in parameters.named_children if not child.is_extra]
    return f"{written.term(callee)}^{places.index(closure)},{names.index(pattern)}"
