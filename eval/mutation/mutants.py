"""What mutmut generated, read from its folder: which mutants there are, what became of each, and what it changed."""

from __future__ import annotations

import ast
import json
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

STATES = {0: "survived", 1: "killed", 3: "killed", 5: "no tests", 33: "no tests"}  # by pytest's exit code
TIMEOUT = "timeout"  # every other: a signal, or what mutmut ends
MARK = "__mutmut_"
Function = ast.FunctionDef | ast.AsyncFunctionDef
OPERATORS = (ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
PLACED = (ast.expr, ast.stmt)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant that was tried."""

    path: str
    function: str  # qualified
    line: int
    state: str
    kind: str
    before: str
    after: str


class Module:
    """The mutants of one file."""

    def __init__(self, folder: Path, meta: Path) -> None:
        self._generated = meta.with_suffix("")
        self.path = self._generated.relative_to(folder / "mutants").as_posix()
        self._source = folder / self.path
        self.codes: dict[str, int | None] = json.loads(meta.read_text())["exit_code_by_key"]

    def tried(self, names: Container[str]) -> Iterator[Mutant]:
        """Those of the named mutants that have an outcome."""
        for name, code in sorted(self.codes.items()):
            if code is not None and name in names:
                yield self._mutant(name.rpartition(".")[2], STATES.get(code, TIMEOUT))

    def _mutant(self, name: str, state: str) -> Mutant:
        mangled = name.rpartition(MARK)[0]
        function = mangled.removeprefix("xǁ").replace("ǁ", ".") if "ǁ" in mangled else mangled.removeprefix("x_")
        original, mutated = self._functions[f"{mangled}{MARK}orig"], self._functions[name]
        before, after = differing(original, mutated)
        place = next((node.lineno for node in ast.walk(before) if isinstance(node, PLACED)), original.lineno)
        line = self._lines[function] + place - original.lineno
        return Mutant(self.path, function, line, state, kind(before, after), _text(before), _text(after))

    @cached_property
    def _functions(self) -> dict[str, Function]:
        tree = ast.parse(self._generated.read_text())
        return {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}

    @cached_property
    def _lines(self) -> dict[str, int]:
        """Where each function begins in the source, by qualified name."""
        found = {}
        left: list[tuple[str, ast.AST]] = [("", ast.parse(self._source.read_text()))]
        while left:
            prefix, node = left.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, Function):
                    found[f"{prefix}{child.name}"] = child.lineno
                elif isinstance(child, ast.ClassDef):
                    left.append((f"{prefix}{child.name}.", child))
                else:
                    left.append((prefix, child))
        return found


def modules(folder: Path) -> list[Module]:
    """Every mutated file of a folder in which mutmut ran."""
    return [Module(folder, meta) for meta in sorted((folder / "mutants").rglob("*.py.meta"))]


def differing(before: ast.AST, after: ast.AST) -> tuple[ast.AST, ast.AST]:
    """The smallest nodes that differ, of two trees that differ in one place; an operator is shown with its operands."""
    if isinstance(before, Function) and isinstance(after, Function):
        after.name = before.name
    while type(before) is type(after):
        old, new = list(ast.iter_child_nodes(before)), list(ast.iter_child_nodes(after))
        unlike = [pair for pair in zip(old, new, strict=False) if ast.dump(pair[0]) != ast.dump(pair[1])]
        if len(unlike) != 1 or len(old) != len(new) or isinstance(unlike[0][0], OPERATORS):
            break
        before, after = unlike[0]
    return before, after


def kind(before: ast.AST, after: ast.AST) -> str:
    """What was done, in a word or two."""
    if isinstance(after, ast.Constant) and after.value is None:
        return "None for a value"
    if isinstance(before, ast.Constant) and isinstance(before.value, str):
        return "text" if " " in before.value.strip() or not any(map(str.isalnum, before.value)) else "word"
    if isinstance(before, ast.Constant):
        return "True or False" if isinstance(before.value, bool) else "number"
    if isinstance(before, ast.Call | ast.keyword) or isinstance(after, ast.Call):
        return "argument or call"
    if isinstance(before, ast.Compare):
        return "comparison"
    if isinstance(before, ast.BoolOp | ast.UnaryOp) or isinstance(after, ast.BoolOp | ast.UnaryOp):
        return "condition"
    if isinstance(before, ast.BinOp | ast.AugAssign):
        return "operator"
    if isinstance(before, ast.Attribute):
        return "method"
    if isinstance(before, ast.Break | ast.Continue | ast.Return | ast.Match):
        return "way through"
    return "other"


def _text(node: ast.AST) -> str:
    """A node on one line, cut where it is long."""
    told = " ".join(ast.unparse(node).split())
    return told if len(told) <= 120 else f"{told[:119]}…"
