"""The sources of a package as questions are made from them: definitions, occurrences of names, what holds a line."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from eval.accuracy.oracle import Place

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, class or method."""

    path: str
    line: int
    last: int
    name: str  # qualified
    within: str  # the functions that hold it and itself, joined by dots; of a class outside functions its own name
    first: int  # with decorators
    inner: bool  # in the body of a function
    function: bool

    @property
    def id(self) -> str:
        """As answers name it."""
        return f"{self.path}::{self.name}"

    @property
    def leaf(self) -> str:
        """The name that is written."""
        return self.name.rpartition(".")[2]


class Sources:
    """All Python files of a package, read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.definitions: list[Definition] = []
        self.occurrences: dict[str, list[Place]] = defaultdict(list)  # of a name, wherever it is code
        self.imports: dict[str, set[int]] = defaultdict(set)  # lines of import statements, by path
        self.assigned: dict[str, dict[int, str]] = defaultdict(dict)  # names that statements assign, by path and line
        for path in sorted(root.rglob("*.py")):
            self._read(path.relative_to(root).as_posix(), path.read_bytes())
        self.by_path: dict[str, list[Definition]] = defaultdict(list)
        self.by_leaf: dict[str, list[Definition]] = defaultdict(list)
        for one in self.definitions:
            self.by_path[one.path].append(one)
            self.by_leaf[one.leaf].append(one)

    @property
    def functions(self) -> set[str]:
        """The functions and methods among the definitions."""
        return {one.id for one in self.definitions if one.function}

    def holder(self, place: Place) -> str:
        """What holds a place: path::functions from outside in; outside functions path::class, with the name that the
        statement assigns, where it does; else the path. Without a class an assigned name stands behind a dot."""
        path, line, _ = place
        holding = [one for one in self.by_path[path] if one.first <= line <= one.last]
        inner = max(holding, key=lambda one: one.first, default=None)
        if inner is not None and (inner.function or inner.inner):
            return f"{path}::{inner.within}"
        held = inner.within if inner else ""
        name = self.assigned[path].get(line)
        return f"{path}::{held}.{name}" if name else f"{path}::{held}" if held else path

    def _read(self, path: str, content: bytes) -> None:
        try:
            tree = ast.parse(content)
            tokens = list(tokenize.tokenize(io.BytesIO(content).readline))
        except (SyntaxError, ValueError, tokenize.TokenError):
            return
        for token in tokens:
            if token.type == tokenize.NAME:
                self.occurrences[token.string].append((path, token.start[0], token.start[1] + 1))
        stack: list[tuple[ast.AST, str, tuple[str, ...], bool]] = [(tree, "", (), False)]
        while stack:
            node, prefix, functions, inner = stack.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, Function | ast.ClassDef):
                    is_class = isinstance(child, ast.ClassDef)
                    within = functions if is_class else (*functions, child.name)
                    told = ".".join(within) or child.name
                    end = child.end_lineno or child.lineno
                    name = prefix + child.name
                    first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
                    self.definitions.append(Definition(path, child.lineno, end, name, told, first, inner, not is_class))
                    stack.append((child, f"{name}.", within, inner or not is_class))
                else:
                    lines = range(getattr(child, "lineno", 0), (getattr(child, "end_lineno", 0) or 0) + 1)
                    if isinstance(child, ast.Import | ast.ImportFrom):
                        self.imports[path] |= set(lines)
                    elif isinstance(child, ast.Assign | ast.AnnAssign):
                        target = child.target if isinstance(child, ast.AnnAssign) else child.targets[0]
                        if isinstance(target, ast.Name):
                            self.assigned[path] |= dict.fromkeys(lines, target.id)
                    stack.append((child, prefix, functions, inner))
