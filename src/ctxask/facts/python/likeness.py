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
    inside = _of_functions(tree)
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                setattr(node, field, _statements(block, id(node) in inside))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        _plain_sums(function)
        _without_unused(function)
        _joined_returns(function)
    for number, function in enumerate(functions):
        _numbered(function, number)
    return ast.dump(tree)


def _of_functions(tree: ast.AST) -> set[int]:
    """The nodes whose blocks bind locals of a function, by identity: all below one, but for classes in it."""
    found: set[int] = set()
    waiting = [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            inside = not isinstance(node, ast.ClassDef)
        if inside:
            found.add(id(node))
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]
    return found


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
    if isinstance(statement, ast.AnnAssign) and in_function and isinstance(statement.target, ast.Name):
        if statement.value is None:
            return statement
        return ast.Assign([statement.target], statement.value, lineno=0)
    if isinstance(statement, ast.If):
        return _choice(statement)
    return statement


def _plain_sums(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """`n += 1` as `n = n + 1` for a local that holds nothing but numbers: others may change in place."""
    nodes = _own(function)
    numbers = _numbers(nodes)
    for node in nodes:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [_plain_sum(statement, numbers) for statement in block])


def _numbers(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are only ever assigned number constants, and sums of themselves with such."""
    stores = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    plain: list[str] = []
    for node in nodes:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        target = node.target if isinstance(node, ast.AugAssign) else target
        if isinstance(target, ast.Name) and isinstance(node, ast.Assign | ast.AugAssign):
            value = node.value
            own = isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == target.id
            added = value.right if isinstance(value, ast.BinOp) and own else value
            plain += [target.id] if _is_number(added) else []
    others = _shared(nodes) | _bound_otherwise(nodes) | {node.arg for node in nodes if isinstance(node, ast.arg)}
    return {name for name in plain if stores.count(name) == plain.count(name)} - others


def _is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def _plain_sum(statement: Any, numbers: set[str]) -> Any:
    if not (isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)):
        return statement
    if statement.target.id not in numbers:
        return statement
    left = ast.Name(statement.target.id, ast.Load())
    return ast.Assign([statement.target], ast.BinOp(left, statement.op, statement.value), lineno=0)


def _choice(statement: ast.If) -> ast.stmt:
    """`if c: x = a else: x = b` as `x = a if c else b`, and the same of returns."""
    if len(statement.body) != 1 or len(statement.orelse) != 1:
        return statement
    first, second = statement.body[0], statement.orelse[0]
    if isinstance(first, ast.Return) and isinstance(second, ast.Return) and first.value and second.value:
        return ast.Return(ast.IfExp(statement.test, first.value, second.value))
    if isinstance(first, ast.Assign) and isinstance(second, ast.Assign) and len(first.targets) == 1:
        same = [ast.dump(target) for target in first.targets] == [ast.dump(target) for target in second.targets]
        if same and _is_plain(first.targets[0]):
            return ast.Assign(first.targets, ast.IfExp(statement.test, first.value, second.value), lineno=0)
    return statement


def _is_plain(target: ast.expr) -> bool:
    """Whether to assign to a target asks nothing that could depend on when: a name, or an attribute of one."""
    return isinstance(target, ast.Name) or (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name))


def _own(function: ast.AST) -> list[Any]:
    """The nodes of a function, those of functions and classes inside it included."""
    return list(ast.walk(function))


def _shared(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are declared to be somebody else's."""
    return {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}


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
    shared = _shared(nodes)
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
    shared = _shared(nodes)
    reads: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in shared:
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


def _bound_otherwise(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that handlers, imports and patterns bind: those nodes say them as text, which keeps them as they are."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            found |= {node.name} if node.name else set()
        elif isinstance(node, ast.MatchMapping):
            found |= {node.rest} if node.rest else set()
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


def _numbered(function: ast.FunctionDef | ast.AsyncFunctionDef, number: int) -> None:
    """Names that only the function binds become numbers, in the order in which they turn up."""
    nodes = _own(function)
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    shared = _shared(nodes)
    if any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LOOKS for node in nodes):
        return
    definitions = [n for n in nodes[1:] if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    inner = {node.name for node in definitions} | _attributes(definitions) | _bound_otherwise(nodes)
    names: dict[str, str] = {}
    for node in nodes:
        bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del)
        if bound and node.id not in arguments | shared | inner:
            names.setdefault(node.id, f"{number}:{len(names)}")
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]
