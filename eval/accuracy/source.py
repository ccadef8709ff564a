"""The classes and functions that a package's sources really define, read with the standard library's parser."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path


class Source:
    """Definitions by file, and who inherits from whom by name."""

    def __init__(self, root: Path) -> None:
        self._defined: dict[str, set[str]] = {}
        self._bases: dict[str, set[str]] = defaultdict(set)
        for path in sorted(root.rglob("*.py")):
            if ".git" not in path.parts:
                self._defined[path.relative_to(root).as_posix()] = self._read(path)

    def defines(self, path: str, name: str) -> bool:
        """Whether a file defines a qualified name."""
        return name in self._defined.get(path, ())

    def ancestors(self, name: str) -> set[str]:
        """The names of all classes above the classes of a name."""
        seen: set[str] = set()
        todo = [name]
        while todo:
            fresh = self._bases.get(todo.pop(), set()) - seen
            seen |= fresh
            todo += fresh
        return seen

    def _read(self, path: Path) -> set[str]:
        found: set[str] = set()
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            return found
        stack: list[tuple[ast.AST, str]] = [(tree, "")]
        while stack:
            node, prefix = stack.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.ClassDef):
                    self._bases[child.name] |= {base for base in map(_called, child.bases) if base}
                if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    found.add(prefix + child.name)
                    stack.append((child, f"{prefix}{child.name}."))
                else:
                    stack.append((child, prefix))
        return found


def _called(base: ast.expr) -> str:
    """The last name of a base class's expression."""
    plain = base.value if isinstance(base, ast.Subscript) else base
    if isinstance(plain, ast.Attribute):
        return plain.attr
    return plain.id if isinstance(plain, ast.Name) else ""
