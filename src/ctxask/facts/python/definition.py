"""What stands around the suite of a class or function: decorators, bases, parameters, annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python.builder import BODY, OUTER, Builder
from ctxask.facts.python.model import ANNOTATION, BASE, DECORATOR, READ

if TYPE_CHECKING:
    from tree_sitter import Node


def definition_parts(b: Builder, definition: Node) -> None:
    """Everything of a class or function that stands outside or inside its suite."""
    outer = definition.parent
    if outer is not None and outer.type == "decorated_definition":
        for decorator in (n for n in outer.children if n.type == "decorator"):
            b.segment.decorators += b.add_all(decorator.named_children, DECORATOR, OUTER)
    b.segment.is_async = any(n.type == "async" for n in definition.children)
    if parameters := definition.child_by_field_name("type_parameters"):
        type_parameters(b, parameters, OUTER)
    if bases := definition.child_by_field_name("superclasses"):
        _bases(b, bases)
    if parameters := definition.child_by_field_name("parameters"):
        _parameters(b, parameters)
    if returns := definition.child_by_field_name("return_type"):
        b.segment.annotation = b.add(returns, ANNOTATION, OUTER)
    if body := definition.child_by_field_name("body"):
        b.statements(body.children, BODY)


def _bases(b: Builder, bases: Node) -> None:
    for base in bases.named_children:
        if base.type == "keyword_argument":
            name, value = base.child_by_field_name("name"), base.child_by_field_name("value")
            if name is not None and value is not None:
                b.segment.keywords.append([b.text(name), b.add(value, READ, OUTER)])
                b.segment.words.append([b.text(name), name.start_byte, "keyword"])
        elif base.type != "comment":
            b.segment.bases.append(b.add(base, BASE, OUTER))


def type_parameters(b: Builder, parameters: Node, block: int) -> None:
    """Binds type parameters in a block; each row leads to what bounds the parameter."""
    default = False  # `T = int` parses as an error that holds T, then a type
    for part in parameters.named_children:
        name = part
        bounds: list[Node] = []
        while name.type in _AROUND and (inner := [n for n in name.named_children if n.type != "comment"]):
            name, bounds = inner[0], [*inner[1:], *bounds]
        bound = b.add_all(bounds, ANNOTATION, block)
        if name.type == "identifier" and not default:
            b.bind(b.text(name), "typevar", name.start_byte, block, bound[0] if bound else -1)
            b.segment.words.append([b.text(name), name.start_byte, "parameter"])
        else:
            b.add(name, ANNOTATION, block)
        default = part.type == "ERROR"


_AROUND = {"type", "constrained_type", "splat_type", "ERROR"}


def _parameters(b: Builder, parameters: Node) -> None:
    only_keyword = False
    for part in parameters.named_children:
        kind = "k" if only_keyword else "p"
        if part.type == "keyword_separator":
            only_keyword = True
            continue
        annotation, default = part.child_by_field_name("type"), part.child_by_field_name("value")
        name = part if part.type == "identifier" else part.child_by_field_name("name")
        if name is None and part.named_children:
            name = part.named_children[0]
        if name is None or part.type in ("comment", "positional_separator"):
            continue
        if name.type in ("list_splat_pattern", "dictionary_splat_pattern"):
            kind = "*" if name.type.startswith("list") else "**"
        elif part.type in ("list_splat_pattern", "dictionary_splat_pattern"):
            kind = "*" if part.type.startswith("list") else "**"
        only_keyword = only_keyword or kind == "*"
        while name.type != "identifier" and name.named_children:
            name = name.named_children[0]
        _parameter(b, name, kind, annotation, default)


def _parameter(b: Builder, name: Node, kind: str, annotation: Node | None, default: Node | None) -> None:
    noted = b.add(annotation, ANNOTATION, OUTER) if annotation is not None else -1
    worth = b.add(default, READ, OUTER) if default is not None else -1
    text = b.text(name)
    b.bind(text, "param", name.start_byte, BODY, noted, [len(b.segment.params), worth, kind])
    b.segment.params.append([text, kind, noted, worth])
    b.segment.words.append([text, name.start_byte, "parameter"])
