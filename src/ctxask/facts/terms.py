"""Terms: how a value or a type is come by, written as a short text that a resolver reads (`store.find(k).next`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

UNKNOWN = "?"

_LONGEST = 400  # characters; what is longer is no use of a name but a program
_MOST_NODES = 200
_SLOT = re.compile(r"\{([^}]*)\}")


class Terms:
    """Writes terms by the templates of one language: node kind -> text with `{field}` for a child's term.

    `{0}` is the first child, `{-1}` the last, `{*}` all, `{field*}` all children of a field, `{field.0}` one of them,
    `{}` the node's own text, `{span}` its bytes, `{@field}` the place at which a child's term is to be read. A kind
    with a word after it holds where the node's first token is that word. An empty template leaves the node out of
    lists; a kind without one is unknown. In patterns, a template is added to the value for each child, `{i}` being its
    place and `{of}` the kind that the pattern names; `name` binds, and so does `lower` where the name begins in lower
    case, for others are constants and variants.
    """

    def __init__(self, source: bytes, templates: Mapping[str, str], patterns: Mapping[str, str]) -> None:
        self._source = source
        self._templates = templates
        self._patterns = patterns

    def term(self, node: Node) -> str:
        """The term of an expression or a type; `?` where no template says what it is."""
        written: list[str] = []
        work: list[str | Node] = [node]
        for _ in range(_MOST_NODES):
            while work and isinstance(work[-1], str):
                written.append(str(work.pop()))
            if not work:
                break
            item = work.pop()
            assert not isinstance(item, str)
            work.extend(reversed(list(self._expanded(item))))
        text = "".join(written)
        return text if not work and len(text) <= _LONGEST else UNKNOWN

    def within(self, root: Node, value: str) -> Iterator[tuple[Node, str]]:
        """The names that a pattern binds, each with the term of its part of the value."""
        work = [(root, value)]
        while work:
            node, held = work.pop()
            template = self._patterns.get(node.type)
            if template is None:
                continue
            if template in ("name", "lower"):
                if self._text(node) != "_" and (template == "name" or not self._text(node)[:1].isupper()):
                    yield node, held
                continue
            known = node.child_by_field_name("type") or node.child_by_field_name("name")
            children = [child for child in node.named_children if not child.is_extra and child != known]
            if node.type == "field_pattern" and not any(child.type in self._patterns for child in children):
                children = [known] if known is not None else []  # `Foo { x }` binds by the field's own name
            kind = self._path(known) if known is not None else ""
            for position, child in enumerate(children):
                part = template.replace("{i}", str(position)).replace("{of}", kind)
                work.append((child, held + part if held != UNKNOWN else held))

    def _path(self, node: Node) -> str:
        return self._text(node) if node.type.endswith("field_identifier") else self.term(node)

    def _expanded(self, node: Node) -> Iterator[str | Node]:
        template = self._template(node)
        if template is None:
            yield UNKNOWN
            return
        for literal, slot in _pieces(template):
            if literal:
                yield literal
            if slot is not None:
                yield from self._slot(node, slot)

    def _slot(self, node: Node, slot: str) -> Iterator[str | Node]:
        if slot == "":
            yield self._text(node)
        elif slot.startswith("@"):
            inner = next((part for part in self._slot(node, slot[1:]) if not isinstance(part, str)), node)
            yield f"@{inner.start_byte}:"
        elif slot == "span":
            yield f"{node.start_byte}-{node.end_byte}"
        elif slot.endswith("*"):
            whole = node.child_by_field_name(slot[:-1]) if slot != "*" else node
            yield from self._listed(whole)
        else:
            field, _, place = slot.rpartition(".") if not _is_number(slot) else ("", "", slot)
            if _is_number(place) and (field or slot == place):
                whole = node.child_by_field_name(field) if field else node
                children = _children(whole)
                if -len(children) <= int(place) < len(children):
                    yield children[int(place)]
                return
            child = node.child_by_field_name(slot)
            if child is not None:
                yield child

    def _listed(self, whole: Node | None) -> Iterator[str | Node]:
        first = True
        for child in _children(whole):
            if self._template(child) == "":
                continue
            for _ in range(
                max(1, len(child.children_by_field_name("name")) if child.child_by_field_name("type") else 1)
            ):
                if not first:
                    yield ","
                first = False
                yield child

    def _template(self, node: Node) -> str | None:
        head = node.children[0] if node.child_count else None
        if head is not None and head.end_byte - head.start_byte <= 16:
            special = self._templates.get(f"{node.type} {self._text(head)}")
            if special is not None:
                return special
        return self._templates.get(node.type)

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _children(whole: Node | None) -> list[Node]:
    return [child for child in whole.named_children if not child.is_extra] if whole is not None else []


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None], ...]:
    """(text, slot after it) in turn."""
    parts = _SLOT.split(template)
    return tuple((parts[i], parts[i + 1] if i + 1 < len(parts) else None) for i in range(0, len(parts), 2))
