"""Whether two versions of a Python definition read the same but for names, notes and ways to write one thing."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from typing import Any

LONGEST = 1 << 16  # bytes of a definition that is compared in this way
_DEEPEST = 200  # levels of a tree; ast walks by recursion
_Block = list[ast.stmt]


def same_meaning(before: bytes, after: bytes) -> bool:
    """Whether both parse and come to the same normal form; False wherever that cannot be told."""
    if len(before) > LONGEST or len(after) > LONGEST:
        return False
    forms = [_normal(source) for source in (before, after)]
    return None not in forms and forms[0] == forms[1]


def _normal(source: bytes) -> str | None:
    """The definition with its local names numbered, its notes gone and its statements in one form."""
    try:
        tree = ast.parse(textwrap.dedent(source.decode("utf-8")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if _depth(tree) > _DEEPEST:
        return None
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                setattr(node, field, _statements(block, isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        _without_unused(function)
        _joined_returns(function)
    for number, function in enumerate(functions):
        _numbered(function, number)
    return ast.dump(tree)


def _depth(tree: ast.AST) -> int:
    deepest, waiting = 0, [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest


def _statements(block: _Block, in_function: bool) -> _Block:
    """The statements in one form, without those that do nothing."""
    out: _Block = []
    for statement in block:
        if isinstance(statement, ast.Pass) or _is_idle(statement):
            continue
        out.append(_one_form(statement, in_function))
    return out


def _is_idle(statement: ast.stmt) -> bool:
    """Whether a statement is a constant by itself, such as a docstring, or asserts one that is true."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Assert) and isinstance(statement.test, ast.Constant) and bool(statement.test.value)


def _one_form(statement: ast.stmt, in_function: bool) -> ast.stmt:
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        return _plain_sum(statement)
    if isinstance(statement, ast.AnnAssign) and in_function and isinstance(statement.target, ast.Name):
        if statement.value is None:
            return statement
        return ast.Assign([statement.target], statement.value, lineno=0)
    if isinstance(statement, ast.If):
        return _choice(statement)
    return statement


def _plain_sum(statement: ast.AugAssign) -> ast.stmt:
    """`x += c` as `x = x + c` for a constant that no object can add to itself in place."""
    value = statement.value
    target = statement.target
    assert isinstance(target, ast.Name)
    if not (isinstance(value, ast.Constant) and isinstance(value.value, int | float)):
        return statement
    return ast.Assign([target], ast.BinOp(ast.Name(target.id, ast.Load()), statement.op, value), lineno=0)


def _choice(statement: ast.If) -> ast.stmt:
    """`if c: x = a else: x = b` as `x = a if c else b`, and the same of returns."""
    if len(statement.body) != 1 or len(statement.orelse) != 1:
        return statement
    first, second = statement.body[0], statement.orelse[0]
    if isinstance(first, ast.Return) and isinstance(second, ast.Return) and first.value and second.value:
        return ast.Return(ast.IfExp(statement.test, first.value, second.value))
    if isinstance(first, ast.Assign) and isinstance(second, ast.Assign) and len(first.targets) == 1:
        same = [ast.dump(target) for target in first.targets] == [ast.dump(target) for target in second.targets]
        if same and isinstance(first.targets[0], ast.Name):
            return ast.Assign(first.targets, ast.IfExp(statement.test, first.value, second.value), lineno=0)
    return statement


def _own(function: ast.AST) -> list[Any]:
    """The nodes of a function, those of functions and classes inside it included."""
    return list(ast.walk(function))


def _attributes(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that classes among the nodes bind: others may ask for them."""
    inside = [node for cls in nodes if isinstance(cls, ast.ClassDef) for node in ast.walk(cls)]
    return {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _without_unused(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Drops assignments of constants and plain names to locals that nothing reads."""
    nodes = _own(function)
    read = _attributes(nodes) | {
        node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
    }
    shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    if any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LOOKS for node in nodes):
        return
    for node in nodes:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, ast.ClassDef):
                setattr(node, field, [s for s in block if not _is_unused(s, read | shared)])


_LOOKS = frozenset({"locals", "vars", "dir", "eval", "exec"})  # they see every local


def _is_unused(statement: Any, needed: set[str]) -> bool:
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Constant):
        return False
    return all(isinstance(target, ast.Name) and target.id not in needed for target in statement.targets)


def _joined_returns(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """`t = E; return t` as `return E`, where nothing else reads `t`."""
    nodes = _own(function)
    reads: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            reads[node.id] = reads.get(node.id, 0) + 1
    for node in nodes:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and len(block) >= 2:
                setattr(node, field, _joined(block, reads))


def _joined(block: list[Any], reads: dict[str, int]) -> list[Any]:
    last, before = block[-1], block[-2]
    if (
        isinstance(last, ast.Return)
        and isinstance(last.value, ast.Name)
        and isinstance(before, ast.Assign)
        and len(before.targets) == 1
        and isinstance(before.targets[0], ast.Name)
        and before.targets[0].id == last.value.id
        and reads.get(last.value.id) == 1
    ):
        return [*block[:-2], ast.Return(before.value)]
    return block


def _numbered(function: ast.FunctionDef | ast.AsyncFunctionDef, number: int) -> None:
    """Names that only the function binds become numbers, in the order in which they turn up."""
    nodes = _own(function)
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    if any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LOOKS for node in nodes):
        return
    definitions = [n for n in nodes[1:] if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    inner = {node.name for node in definitions} | _attributes(definitions)
    names: dict[str, str] = {}
    for node in nodes:
        bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del)
        if bound and node.id not in arguments | shared | inner:
            names.setdefault(node.id, f"{number}:{len(names)}")
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]
