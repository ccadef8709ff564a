"""Edits of a function that leave its behaviour as it is, one kind a function, each with one place or none."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import pairwise
from random import Random

from eval.seeds.text import Change, Function, Source, own

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ClassDef, Function)
_DYNAMIC = {"locals", "vars", "eval", "exec", "dir", "globals", "super"}


def edits(source: Source, function: Function, hard: bool = False) -> dict[str, list[Change]]:
    """What each kind would change in a function, where it applies; the hard ones are not seen through at a glance."""
    if _one_line(source, function):
        return {}
    kinds = HARD if hard else KINDS
    return {kind: changes for kind, make in kinds.items() if (changes := make(source, function))}


def pick(random: Random, source: Source, function: Function, hard: bool = False) -> tuple[str, list[Change]] | None:
    """One edit of a function."""
    possible = sorted(edits(source, function, hard).items())
    return random.choice(possible) if possible else None


def _rename_local(source: Source, function: Function) -> list[Change]:
    """Another name for the first local variable whose every use is a plain name of this very scope."""
    inside = list(ast.walk(function))
    names = [node for node in own(function) if isinstance(node, ast.Name)]
    if any(isinstance(node, ast.Global | ast.Nonlocal) for node in inside):
        return []
    if any(isinstance(node, ast.Name) and node.id in _DYNAMIC for node in inside):
        return []
    spread = {node for scope in own(function) if isinstance(scope, _SCOPES) for node in ast.walk(scope)}
    spread |= {node for node in inside if node not in source.trusted}
    taken = {node.id for node in spread if isinstance(node, ast.Name)} | {arg.arg for arg in _parameters(function)}
    taken |= {name for node in inside for name in _bound_elsewhere(node)}
    for name in (node.id for node in names if isinstance(node.ctx, ast.Store)):
        if name not in taken and not name.startswith("_"):
            return [(*source.span(node), f"{name}_value") for node in names if node.id == name]
    return []


def _name_the_result(source: Source, function: Function) -> list[Change]:
    """A local variable for what is returned."""
    for node in own(function):
        if isinstance(node, ast.Return) and node.value is not None and _alone(source, node):
            if isinstance(node.value, ast.Constant | ast.Name):
                continue
            start, end = source.span(node)
            indent = source.between(source.line_start(node.lineno), start)
            return [(start, start + len("return"), "outcome ="), (end, end, f"\n{indent}return outcome")]
    return []


def _annotate(source: Source, function: Function) -> list[Change]:
    """An annotation for the first local variable."""
    inside = list(ast.walk(function))
    if any(isinstance(node, ast.Global | ast.Nonlocal) for node in inside):
        return []
    for node in own(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            end = source.span(node.targets[0])[1]
            if source.between(end, end + 1) in (" ", "="):
                return [(end, end, ": object")]
    return []


def _comment(source: Source, function: Function) -> list[Change]:
    """A comment above the first statement."""
    return _above(source, function, "# what follows is the same as before")


def _docstring(source: Source, function: Function) -> list[Change]:
    """A docstring where there is none."""
    return [] if ast.get_docstring(function, False) else _above(source, function, '"""Does what its name says."""')


def _unused_local(source: Source, function: Function) -> list[Change]:
    """A local variable that nobody reads."""
    return _above(source, function, "unused = None")


def _no_operation(source: Source, function: Function) -> list[Change]:
    """A statement that does nothing."""
    return _above(source, function, "assert True")


def _expand(source: Source, function: Function) -> list[Change]:
    """`x = x + 1` for `x += 1`."""
    signs: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
    for node in own(function):
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=ast.Constant(value=int() | str())):
                if type(op) in signs:
                    return [(*source.span(node), f"{name} = {name} {signs[type(op)]} {source.text(node.value)}")]
    return []


def _branch(source: Source, function: Function) -> list[Change]:
    """`if` and `else` for a conditional expression that is assigned or returned."""
    for node in own(function):
        if not isinstance(node, ast.Return | ast.Assign) or not isinstance(node.value, ast.IfExp):
            continue
        choice = node.value
        start, end = source.span(node)
        if node.end_lineno != node.lineno or not _alone(source, node):
            continue
        left, right = source.between(start, source.span(choice)[0]), source.between(source.span(choice)[1], end)
        if right:  # brackets around it
            continue
        indent = source.between(source.line_start(node.lineno), start)
        lines = (
            f"if {source.text(choice.test)}:",
            f"{indent}    {left}{source.text(choice.body)}",
            f"{indent}else:",
            f"{indent}    {left}{source.text(choice.orelse)}",
        )
        return [(start, end, "\n".join(lines))]
    return []


def _reorder(source: Source, function: Function) -> list[Change]:
    """Two neighbours that assign constants or names to other names, the other way round."""
    for node in [function, *own(function)]:
        for block in (getattr(node, field, None) for field in ("body", "orelse")):
            for one, other in pairwise(block) if isinstance(block, list) else ():
                if _plain(one) and _plain(other) and _independent(one, other):
                    return [(*source.span(one), source.text(other)), (*source.span(other), source.text(one))]
    return []


def _bracket(source: Source, function: Function) -> list[Change]:
    """Brackets around a condition."""
    for node in own(function):
        if isinstance(node, ast.If) and node.test.lineno == node.test.end_lineno:
            start, end = source.span(node.test)
            if source.between(start - 1, start) == " " and source.between(end, end + 1) == ":":
                return [(start, start, "("), (end, end, ")")]
    return []


KINDS: dict[str, Callable[[Source, Function], list[Change]]] = {
    "rename a local": _rename_local,
    "name the result": _name_the_result,
    "annotate a local": _annotate,
    "comment": _comment,
    "docstring": _docstring,
    "unused local": _unused_local,
    "no operation": _no_operation,
    "expand an assignment": _expand,
    "branch for an expression": _branch,
    "reorder assignments": _reorder,
    "brackets": _bracket,
}


def _spell_out(source: Source, function: Function) -> list[Change]:
    """A call that gives the first number or text of the body."""
    for node in own(function):
        if isinstance(node, ast.Constant) and node in source.trusted and type(node.value) in (int, str):
            above = source.parents.get(node)
            if isinstance(above, ast.MatchValue | ast.JoinedStr | ast.Expr) or node.lineno != node.end_lineno:
                continue
            written = source.text(node)
            if type(node.value) is int:
                return [(*source.span(node), f"sum([{written}])")]
            return [(*source.span(node), f'"".join([{written}])')]
    return []


def _call_later(source: Source, function: Function) -> list[Change]:
    """A lambda around what is returned."""
    inside = list(ast.walk(function))
    if any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await | ast.NamedExpr) for node in inside):
        return []
    if any(isinstance(node, ast.Name) and node.id in _DYNAMIC for node in inside):
        return []
    for node in own(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call | ast.BinOp | ast.Compare | ast.BoolOp):
            start, end = source.span(node.value)
            if source.between(*source.span(node)) == f"return {source.between(start, end)}":
                return [(start, start, "(lambda: "), (end, end, ")()")]
    return []


def _take_more(source: Source, function: Function) -> list[Change]:
    """A parameter by keyword that nobody gives."""
    arguments = function.args
    if arguments.kwarg or arguments.vararg or arguments.kwonlyargs or not arguments.args:
        return []
    last = [*arguments.args, *arguments.defaults][-1]
    end = source.span(last)[1]
    return [(end, end, ", *, spare=None")] if source.content[end : end + 1] == b")" else []


def _truth(source: Source, function: Function) -> list[Change]:
    """`bool` around a condition."""
    for node in own(function):
        if isinstance(node, ast.If) and not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node.test)):
            start, end = source.span(node.test)
            return [(start, start, "bool("), (end, end, ")")]
    return []


def _loop_once(source: Source, function: Function) -> list[Change]:
    """A loop of one turn around nothing, before the first statement."""
    return _above(source, function, "for _ in range(1): pass")


HARD: dict[str, Callable[[Source, Function], list[Change]]] = {
    "spell out a constant": _spell_out,
    "call later": _call_later,
    "spare parameter": _take_more,
    "truth": _truth,
    "loop once": _loop_once,
}


def _one_line(source: Source, function: Function) -> bool:
    return function.body[0].lineno == function.lineno or not _alone(source, function.body[0])


def _alone(source: Source, node: ast.stmt) -> bool:
    """Whether a statement has its lines to itself, but for a comment."""
    start, end = source.span(node)
    before = source.between(source.line_start(node.lineno), start)
    after = source.content[end:].partition(b"\n")[0].decode().strip()
    return not before.strip() and (not after or after.startswith("#"))


def _above(source: Source, function: Function, line: str) -> list[Change]:
    """A line above the first statement that is no docstring."""
    body = function.body
    documented = ast.get_docstring(function, False) is not None
    if documented and len(body) == 1:
        return []
    first = body[1] if documented else body[0]
    decorators = getattr(first, "decorator_list", None)
    if decorators or not _alone_before(source, first):
        return []
    start = source.span(first)[0]
    indent = source.between(source.line_start(first.lineno), start)
    return [(start, start, f"{line}\n{indent}")]


def _alone_before(source: Source, node: ast.stmt) -> bool:
    return not source.between(source.line_start(node.lineno), source.span(node)[0]).strip()


def _parameters(function: Function) -> list[ast.arg]:
    return [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]


def _bound_elsewhere(node: ast.AST) -> list[str]:
    """Names that are bound by something else than a plain name."""
    match node:
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
        case ast.alias():
            return [(node.asname or node.name).partition(".")[0]]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
    return []


def _plain(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant | ast.Name)
    )


def _independent(one: ast.stmt, other: ast.stmt) -> bool:
    names = [{node.id for node in ast.walk(stmt) if isinstance(node, ast.Name)} for stmt in (one, other)]
    return not names[0] & names[1]
