"""The sources of a package as questions are made from them: definitions, occurrences of names, what holds a line."""

from __future__ import annotations

import ast
import io
import re
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
    body: int  # the line of the first statement after the docstring; 0 where there is none below the head
    bases: tuple[str, ...]  # of a class, the last names of what it inherits from

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
        self.prose: list[tuple[str, int, str]] = []  # comments and strings, line by line: path, line and text
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

    def overridden(self, symbol: Definition) -> set[str]:
        """The methods of its name in classes that a method's class inherits from, as the names of bases say."""
        waiting, seen, found = [symbol.name.rpartition(".")[0].rpartition(".")[2]], set[str](), set[str]()
        while waiting:
            for cls in (one for one in self.by_leaf[waiting.pop()] if not one.function):
                if cls.id not in seen:
                    seen.add(cls.id)
                    found.add(f"{cls.id}.{symbol.leaf}")
                    waiting += cls.bases
        return found - {symbol.id}

    def spoken(self, name: str) -> set[tuple[str, int]]:
        """Path and line of comments and strings that speak of a name; a string that may stand for it is none."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        alone = re.compile(rf"[\w.]*{re.escape(name)}")
        code = {place[:2] for place in self.occurrences[name]}
        spoken = {
            (path, line)
            for path, line, text in self.prose
            if word.search(text) and not alone.fullmatch(text.strip("\"'"))
        }
        return spoken - code

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
            elif token.type in (tokenize.COMMENT, tokenize.STRING):
                texts = enumerate(token.string.split("\n"), token.start[0])
                self.prose += [(path, line, text) for line, text in texts]
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
                    self.definitions.append(
                        Definition(
                            path, child.lineno, end, name, told, first, inner, not is_class, _body(child), _bases(child)
                        )
                    )
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


def _body(node: Function | ast.ClassDef) -> int:
    statements = node.body[ast.get_docstring(node, clean=False) is not None :]
    plain = [one.lineno for one in statements if not isinstance(one, Function | ast.ClassDef)][:1]
    return plain[0] if plain and plain[0] > node.lineno else 0


def _bases(node: Function | ast.ClassDef) -> tuple[str, ...]:
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return tuple(ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in bases)
