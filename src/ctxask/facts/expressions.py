"""Expressions in one form for all languages, short enough to keep: how syntax is written in it, and how it is read.

A head (`name`, `"String"` a literal of that type, `<T>` something cast to T, `new<T>(…)`, `\\7:e` a function whose body
at byte 7 is e, `?` anything else) and what follows it: `.name`, `::name`, `(a,b)`, `[]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST = 600  # characters; what is longer is `?`
_LONGEST_ARGUMENT = 120  # bytes of syntax

_TOKEN = re.compile(r"\.(?P<member>[\w$#]+)|::(?P<reference>[\w$]+)|(?P<mark>[(),]|\[\])|(?P<name>[\w$#]+)(?![\w$#<])")
_LITERAL = re.compile(r'"([^"]*)"')
_FUNCTION = re.compile(r"\\(?:(\d+):)?")
_SPACE = re.compile(r"\s*([^\w\s?])\s*|\s+")
_NESTED = re.compile(r"\s+|<.*>")
_ANNOTATION = re.compile(r"@[\w.]+(?:\([^()]*\))?\s*")

Rules = Mapping[str, Mapping[str, Any]]


class Expression(NamedTuple):
    """An expression as it was read."""

    kind: str  # name, member, reference, call, index, new, cast, literal, function, unknown
    text: str = ""  # a name, or the type of what is made, cast or literal
    base: Expression | None = None
    arguments: tuple[Expression, ...] = ()
    at: int = 0  # of a function: where its body is


UNKNOWN = Expression("unknown")


def written(node: Node, rules: Rules, source: bytes) -> str:
    """The expression at a node by `[expressions]` of its language; `?` where that does not say what it is."""
    parts: list[str] = []
    stack: list[Node | str | None] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        else:
            stack += reversed(_parts(item, rules, source))
    return "?" if parts[0] == "?" else "".join(parts)


def written_arguments(node: Node, rules: Rules, source: bytes) -> str:
    """The list of arguments at a node: `(a,b)`."""
    return written(node, {**rules, node.type: {"list": True}}, source)


def type_text(text: str) -> str:
    """A type as it is written, without annotations and needless space."""
    return _SPACE.sub(lambda match: match[1] or " ", _ANNOTATION.sub("", text)).strip()


def _parts(node: Node | None, rules: Rules, source: bytes) -> list[Node | str | None]:
    """What an expression is made of, from left to right."""
    rule = rules.get(node.type) if node is not None else None
    if node is None or rule is None:
        return ["?"]
    if "same" in rule and _text(node.child_by_field_name("name"), source) not in rule.get("only", ()):
        return [_child(node, rule["same"])]
    if "literal" in rule:
        return [f'"{rule["literal"]}"']
    if "list" in rule:
        return ["(", *_separated(node), ")"]
    if "cast" in rule:
        text = _type(node, rule["cast"], source)
        text = text[1:-1] if text.startswith("<") else text
        return [f"<{rule['of']}<{text}>>" if "of" in rule else f"<{text}>"]
    if "body" in rule:
        body = _child(node, rule["body"])
        return ["\\"] if body is None or body.type not in rules else [f"\\{body.start_byte}:", body]
    parts: list[Node | str | None] = []
    if "new" in rule:
        parts.append(f"new<{_type(node, rule['new'], source)}>")
    base = _child(node, rule["base"]) if "base" in rule else None
    if base is not None:
        parts.append(base)
    if "reference" in rule:
        parts.append("::" + _text(_child(node, rule["reference"]), source))
    elif "name" in rule:
        name = _NESTED.sub("", _text(_child(node, rule["name"]), source)).replace("::", ".")
        parts.append(("." if base is not None else "") + name)
    if "suffix" in rule:
        parts += [".", _child(node, rule["suffix"])]
    if "index" in rule:
        parts.append("[]")
    if "arguments" in rule:
        arguments = _child(node, rule["arguments"])
        parts += ["(", *(_separated(arguments) if arguments is not None else ()), ")"]
    return parts or [_text(node, source)]


def _separated(arguments: Node) -> list[Node | str | None]:
    parts: list[Node | str | None] = []
    for child in arguments.named_children:
        if "comment" not in child.type:
            parts += [","] if parts else []
            parts.append(child if child.end_byte - child.start_byte <= _LONGEST_ARGUMENT else "?")
    return parts


def _child(node: Node, which: str | int) -> Node | None:
    """A child by the name of its field, or by its number among the named ones."""
    if isinstance(which, str):
        return node.child_by_field_name(which)
    children = node.named_children
    return children[which] if -len(children) <= which < len(children) else None


def _type(node: Node, which: str | int, source: bytes) -> str:
    return type_text(_text(_child(node, which), source))


def _text(node: Node | None, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else "?"


@lru_cache(4096)
def read(text: str) -> Expression:
    """The expression that `written` wrote; a list of arguments is a call of nothing."""
    calls: list[tuple[Expression | None, list[Expression]]] = []  # open ones: what is called, its arguments so far
    functions: list[tuple[int, int]] = []  # open ones: how many calls were open, where the body is
    here: Expression | None = None
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            here, place = _head(text, place, functions, len(calls))
            continue
        place = match.end()
        if match["mark"] == "(":
            calls.append((here, []))
            here = None
        elif match["mark"] in (",", ")"):
            here = _closed(here, functions, len(calls))
            if not calls:
                return UNKNOWN
            if here is not None:
                calls[-1][1].append(here)
            here = None
            if match["mark"] == ")":
                base, arguments = calls.pop()
                here = _called(base, tuple(arguments))
        elif match["mark"]:
            here = Expression("index", "", here)
        elif match["name"]:
            here = Expression("name", match["name"])
        else:
            kind = "member" if match["member"] else "reference"
            here = Expression(kind, match[kind], here)
    return _closed(here, functions, 0) or UNKNOWN


def _head(text: str, place: int, functions: list[tuple[int, int]], depth: int) -> tuple[Expression | None, int]:
    """What begins at a place, and where it ends."""
    literal = _LITERAL.match(text, place)
    if literal:
        return Expression("literal", literal[1]), literal.end()
    function = _FUNCTION.match(text, place)
    if function:
        if function[1] is None:
            return Expression("function"), function.end()
        functions.append((depth, int(function[1])))
        return None, function.end()
    made = text.startswith("new<", place)
    if made or text.startswith("<", place):
        first = text.index("<", place) + 1
        last, depth = first, 1
        while last < len(text) and depth:
            depth += {"<": 1, ">": -1}.get(text[last], 0)
            last += 1
        return Expression("new" if made else "cast", text[first : last - 1]), last
    return UNKNOWN, place + 1


def _called(base: Expression | None, arguments: tuple[Expression, ...]) -> Expression:
    if base is not None and base.kind == "new" and not base.arguments:
        return base._replace(arguments=arguments)
    if base is not None and base.kind == "cast":
        return base  # `static_cast<T>(a)`
    return Expression("call", "", base, arguments)


def _closed(here: Expression | None, functions: list[tuple[int, int]], depth: int) -> Expression | None:
    """The expression, with the functions around it whose body it is."""
    while functions and functions[-1][0] >= depth:
        here = Expression("function", "", here, (), functions.pop()[1])
    return here
