"""Imports written as trees: `use a::{self, b::{c as d, e::*}}`, one row for each name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node


class Use(NamedTuple):
    """A name that a tree of imports brings."""

    module: str
    name: str  # `*` for everything
    alias: str  # empty where everything is spilled
    place: Node


def uses(root: Node) -> Iterator[Use]:
    """The names that the tree brings, in no order."""
    work: list[tuple[str, Node]] = [("", root)]
    while work:
        before, node = work.pop()
        path, name, alias = (node.child_by_field_name(field) for field in ("path", "name", "alias"))
        match node.type:
            case "use_list":
                work += [(before, child) for child in node.named_children]
            case "scoped_use_list":
                inner = node.child_by_field_name("list")
                work += [(_joined(before, path), inner)] if inner is not None else []
            case "use_wildcard":
                inner = node.named_children[0] if node.named_children else None  # `{a, *}` has the star alone
                yield Use(_joined(before, inner) if inner is not None else before, "*", "", inner or node)
            case "use_as_clause" if path is not None and alias is not None:
                module, last = _split(_joined(before, path))
                yield Use(module, last, _text(alias), alias)
            case "scoped_identifier" if name is not None:
                module, last = _split(_joined(before, node))
                yield Use(module, last, last, name)
            case "self":
                module, last = _split(before)
                yield Use(module, last, last, node)
            case "identifier":
                yield Use(before, _text(node), _text(node), node)


def prefixes(root: Node) -> Iterator[tuple[Node, str]]:
    """Every name in the tree that stands behind a path, with the path."""
    work: list[tuple[str, Node]] = [("", root)]
    while work:
        before, node = work.pop()
        path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        if node.type in ("identifier", "self") and before:
            yield node, before
        elif node.type == "scoped_identifier" and name is not None:
            yield name, _joined(before, path)
            work += [(before, path)] if path is not None else []
        elif node.type == "scoped_use_list":
            inner = node.child_by_field_name("list")
            work += [(before, path)] if path is not None else []
            work += [(_joined(before, path), inner)] if inner is not None else []
        elif node.type == "use_as_clause" and path is not None:
            work.append((before, path))
        elif node.type in ("use_list", "use_wildcard"):
            work += [(before, child) for child in node.named_children]


def _joined(before: str, path: Node | None) -> str:
    text = "".join(_text(path).split()) if path is not None else "::"  # `::{a, b}` has no path
    return f"{before}::{text}" if before and before != "::" else text


def _split(path: str) -> tuple[str, str]:
    module, _, last = path.rpartition("::")
    return (module or "::") if "::" in path else "", last


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
