"""A module's source: its syntax tree, where nodes stand in its bytes, and edits of these bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

Change = tuple[int, int, str]  # bytes from and to, and what stands there instead
Function = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Source:
    """A file of a package, as it was released."""

    path: str
    content: bytes

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.content)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes whose positions can be trusted, in the order of the source."""
        return [node for node in ast.walk(self.tree) if node not in self._untrusted]

    @cached_property
    def trusted(self) -> frozenset[ast.AST]:
        """The same as a set."""
        return frozenset(self.nodes)

    @cached_property
    def _untrusted(self) -> set[ast.AST]:
        """What stands in an f-string has no positions of its own before Python 3.12; annotations mean nothing here."""
        out: set[ast.AST] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.JoinedStr):
                out |= set(ast.walk(node))
            for field in ("annotation", "returns"):
                if isinstance(part := getattr(node, field, None), ast.AST):
                    out |= set(ast.walk(part))
            if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node, False) is not None:
                out |= set(ast.walk(node.body[0]))
        return out

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """Every node's parent."""
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.content.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return starts

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The bytes of a node."""
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        return self._starts[first - 1] + node.col_offset, self._starts[last - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        """What is written for a node."""
        start, end = self.span(node)
        return self.content[start:end].decode()

    def between(self, start: int, end: int) -> str:
        """What is written from one byte to another."""
        return self.content[start:end].decode()

    def line_start(self, line: int) -> int:
        """The first byte of a line, counted from 1."""
        return self._starts[line - 1]

    def owner(self, node: ast.AST) -> ast.AST | None:
        """The innermost definition that holds a node in its body or head; nothing at module level."""
        above: ast.AST | None = self.parents.get(node)
        while above is not None and not isinstance(above, _DEFINITIONS):
            above = self.parents.get(above)
        return above

    def name(self, node: ast.AST | None) -> str:
        """A definition's qualified name; empty for the module."""
        parts: list[str] = []
        while node is not None:
            if isinstance(node, _DEFINITIONS):
                parts.append(node.name)
            node = self.parents.get(node)
        return ".".join(reversed(parts))

    @cached_property
    def functions(self) -> list[Function]:
        """All functions and methods."""
        return [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    def function(self, node: ast.AST) -> Function | None:
        """The innermost function that a node belongs to."""
        above: ast.AST | None = node
        while above is not None and not isinstance(above, Function):
            above = self.parents.get(above)
        return above


def own(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of definitions in it."""
    todo: list[ast.AST] = list(reversed(function.body))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (*_DEFINITIONS, ast.Lambda)):
            todo.extend(reversed(list(ast.iter_child_nodes(node))))


def body_lines(function: Function) -> set[int]:
    """The lines of a function's statements, without those of definitions in it and without its docstring."""
    first = function.body[0]
    skipped = first if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None
    return {
        node.lineno
        for node in own(function)
        if isinstance(node, ast.stmt) and node is not skipped and not isinstance(node, _DEFINITIONS)
    }


def applied(content: bytes, changes: Iterable[Change]) -> bytes:
    """The bytes after changes, which do not overlap."""
    for start, end, new in sorted(changes, reverse=True):
        content = content[:start] + new.encode() + content[end:]
    return content


def differs(content: bytes, changes: Iterable[Change]) -> bool:
    """Whether changes leave a module that still compiles and is another one."""
    try:
        return ast.dump(ast.parse(applied(content, changes))) != ast.dump(ast.parse(content))
    except (SyntaxError, ValueError):
        return False


def compiles(content: bytes) -> bool:
    """Whether bytes are a module, with all that only the compiler checks."""
    try:
        compile(content, "module", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
