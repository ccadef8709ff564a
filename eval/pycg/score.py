"""Edges of a call graph, from what is exported, against those that a snippet's truth lists."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Edge = tuple[str, str]  # caller and callee, dotted from the snippet's folder
Scopes = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda

NO_CLAIM = ("name", "syntax")  # evidence that confirms nothing
NOT_RUN = (
    "import",
    "re-export",
    "read",
    "write",
    "value",
    "base",
    "annotation",
    "override",
    "call",
)  # calls: see below


@dataclass(frozen=True, slots=True)
class Scored:
    """A snippet: the edges that are right, those that are wrong, those that are missed."""

    category: str
    name: str
    right: tuple[Edge, ...]
    wrong: tuple[Edge, ...]
    missed: tuple[Edge, ...]


def score(snippet: Path, calls: Iterable[Mapping[str, Any]], references: Iterable[Mapping[str, Any]]) -> Scored:
    """What the exported rows say of a snippet, beside its truth."""
    truth = set(true_edges(snippet))
    told = set(edges(snippet, calls, references))
    parts = (truth & told, told - truth, truth - told)
    return Scored(snippet.parent.name, snippet.name, *(tuple(sorted(part)) for part in parts))


def true_edges(snippet: Path) -> Iterator[Edge]:
    """The edges of the snippet's own file."""
    for caller, callees in json.loads((snippet / "callgraph.json").read_text()).items():
        for callee in callees:
            yield caller, callee


def edges(snippet: Path, calls: Iterable[Mapping[str, Any]], references: Iterable[Mapping[str, Any]]) -> Iterator[Edge]:
    """Calls of functions; constructors, decorators and what the syntax calls, which only references show.

    A class that is called is no edge, its constructor is. Where a call stands in a lambda, the lambda is the caller.
    """
    sources = {path.relative_to(snippet).as_posix(): Source(path) for path in sorted(snippet.rglob("*.py"))}
    for row in calls:
        if row["evidence"] not in NO_CLAIM:
            for callee in row["callees"]:
                yield from _edge(sources, row, callee["symbol"])
    for row in references:
        if row["bucket"] == "confirmed" and row["role"] not in NOT_RUN:
            yield from _edge(sources, row, row["symbol"])


def _edge(sources: Mapping[str, Source], row: Mapping[str, Any], symbol: str) -> Iterator[Edge]:
    path, _, name = symbol.partition("::")
    if name in sources[path].functions:
        caller = sources[row["path"]].around(row["line"], row["col"])
        yield _dotted(row["path"], caller), _dotted(path, name)


def _dotted(path: str, name: str) -> str:
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"{module}.{name}" if name else module


class Source:
    """A file's scopes: which one runs what stands at a place, and which names are functions."""

    def __init__(self, path: Path) -> None:
        self.functions: set[str] = set()
        self._spans: list[tuple[tuple[int, int], tuple[int, int], str]] = []  # outer scopes before inner ones
        self._lambdas: dict[str, int] = {}
        content = path.read_text()
        self._rows = content.split("\n")
        stack: list[tuple[ast.AST, str]] = [(ast.parse(content), "")]
        while stack:
            node, prefix = stack.pop()
            inner = prefix
            if isinstance(node, Scopes):
                inner = self._scope(node, prefix)
            stack += [(child, inner) for child in reversed(list(ast.iter_child_nodes(node)))]

    def around(self, line: int, column: int) -> str:
        """The qualified name of the scope whose code stands at a place; nothing for the module."""
        found = ""
        for begin, end, name in self._spans:
            if begin <= (line, column - 1) < end:
                found = name
        return found

    def _scope(self, node: Scopes, prefix: str) -> str:
        name = self._lambda(prefix) if isinstance(node, ast.Lambda) else node.name
        whole = f"{prefix}.{name}" if prefix else name
        if not isinstance(node, ast.ClassDef):
            self.functions.add(whole)
        first = node.body if isinstance(node, ast.Lambda) else node.body[0]
        assert node.end_lineno is not None and node.end_col_offset is not None
        # what stands before the body, decorators and defaults, runs around it
        self._spans.append(((first.lineno, first.col_offset), (node.end_lineno, node.end_col_offset), whole))
        return whole

    def _lambda(self, prefix: str) -> str:
        self._lambdas[prefix] = self._lambdas.get(prefix, 0) + 1
        return f"<lambda{self._lambdas[prefix]}>"
