"""The definitions of a source: functions and classes, each with the lines and the syntax that are its own."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Definition:
    """A function with all that it holds, or a class without the functions and classes of its body."""

    name: str  # qualified
    first: int  # line, decorators counted in
    last: int
    lines: frozenset[int]
    syntax: str  # without docstrings, comments and layout


def definitions(source: str) -> list[Definition]:
    """In the order of the lines; a SyntaxError where the source has another syntax than this Python's."""
    found = []
    left: list[tuple[str, ast.AST]] = [("", ast.parse(source))]
    while left:
        prefix, node = left.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function | ast.ClassDef):
                found.append(_definition(f"{prefix}{child.name}", child))
            if isinstance(child, ast.ClassDef):
                left.append((f"{prefix}{child.name}.", child))
            elif isinstance(child, ast.If | ast.Try | ast.With | ast.ExceptHandler):
                left.append((prefix, child))
    return sorted(found, key=lambda one: (one.first, one.last, one.name))


def changed(before: str, after: str) -> list[Definition]:
    """The definitions of a source that are gone or say something else afterwards."""
    kept = Counter((one.name, one.syntax) for one in definitions(after))
    found = []
    for one in definitions(before):
        if kept[one.name, one.syntax]:
            kept[one.name, one.syntax] -= 1
        else:
            found.append(one)
    return found


def _definition(name: str, node: Function | ast.ClassDef) -> Definition:
    first, last = _span(node)
    inner = [child for child in node.body if isinstance(child, Function | ast.ClassDef)]
    apart = inner if isinstance(node, ast.ClassDef) else []
    lines = frozenset(range(first, last + 1)).difference(*(range(a, b + 1) for a, b in map(_span, apart)))
    body = [child for child in node.body if child not in apart]
    parts = [*node.decorator_list, *_head(node), *body[_is_text(body) :]]
    return Definition(name, first, last, lines, " ".join(_told(part) for part in parts))


def _head(node: Function | ast.ClassDef) -> list[ast.AST]:
    """What stands between the name and the body."""
    if isinstance(node, ast.ClassDef):
        return [*node.bases, *node.keywords]
    return [node.args, *([node.returns] if node.returns else [])]


def _told(node: ast.AST) -> str:
    """The syntax, without the docstrings of functions inside."""
    for inner in ast.walk(node):
        if isinstance(inner, Function | ast.ClassDef):
            inner.body = inner.body[_is_text(inner.body) :]
    return ast.dump(node)


def _is_text(body: list[ast.stmt]) -> bool:
    """Whether a body begins with a docstring."""
    if not body or not isinstance(body[0], ast.Expr):
        return False
    return isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str)


def _span(node: Function | ast.ClassDef) -> tuple[int, int]:
    """The first and the last line, decorators counted in."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return first, node.end_lineno or node.lineno
