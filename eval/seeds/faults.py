"""Faults, one kind a function: each takes a node, and gives what to write instead where the kind applies."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eval.seeds.text import Change, Function, Source

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: (r"\*\*", "*"),
}
_OTHER_ERROR = {"LookupError": "ArithmeticError"}


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a fault of a kind can be put."""

    kind: str
    path: str
    symbol: str  # the innermost definition that holds it, or the name that the module or the class binds
    line: int
    changes: tuple[Change, ...]
    new: str = ""  # the symbol's name afterwards, when it is another
    binds: str = ""  # the attribute that the line defines, where it does
    function: str = ""  # the function whose execution shows the fault; a class for all of its methods; empty for any


def sites(source: Source, kind: str) -> Iterator[Site]:
    """All places of a kind in a module; whether a change leaves a module that compiles is for the caller to see."""
    for node in source.nodes:
        if changes := KINDS[kind](source, node):
            yield _site(source, kind, node, tuple(changes))


def _site(source: Source, kind: str, node: ast.AST, changes: tuple[Change, ...]) -> Site:
    line = node.lineno  # type: ignore[attr-defined]
    if kind in ("default", "rename", "decorator"):
        name = source.name(node)
        new = f"{name}_moved" if kind == "rename" else ""
        at = source.content[: changes[0][0]].count(b"\n") + 1
        return Site(kind, source.path, name, at, changes, new, function=name)
    holder = source.name(source.owner(node))
    if kind in ("module constant", "class attribute"):
        bound = ".".join(filter(None, [holder, _bound(node)]))
        return Site(kind, source.path, bound, line, changes, function=holder)
    binds = _attribute_of(source, node) if kind == "attribute" else ""
    at = source.content[: changes[0][0]].count(b"\n") + 1
    return Site(kind, source.path, holder, at, changes, binds=binds, function=holder)


def _attribute_of(source: Source, node: ast.AST) -> str:
    """The qualified name of the attribute of `self` that is assigned."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    holder = source.name(source.owner(node)).rpartition(".")[0]
    return f"{holder}.{target.attr}" if isinstance(target, ast.Attribute) else ""


def _comparison(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and source.function(node):
        old, new = _COMPARISONS[type(node.ops[0])]
        return _between(source, node.left, node.comparators[0], old, new)
    return []


def _arithmetic(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and source.function(node):
        return _between(source, node.left, node.right, *_ARITHMETIC[type(node.op)])
    return []


def _condition(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.If | ast.IfExp) and source.function(node):
        start, end = source.span(node.test)
        return [(start, start, "not ("), (end, end, ")")]
    return []


def _boolean(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.BoolOp) and len(node.values) == 2 and source.function(node):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        return _between(source, node.values[0], node.values[1], old, new)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool) and _in_body(source, node):
        return [(*source.span(node), str(not node.value))]
    return []


def _constant(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Constant) and type(node.value) is int and _in_body(source, node):
        return [(*source.span(node), str(node.value + 1))]
    return []


def _return(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        return [(*source.span(node.value), "None")]
    return []


def _call(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and source.function(node):
        return [(*source.span(node), "pass")]
    return []


def _argument(source: Source, node: ast.AST) -> list[Change]:
    if not isinstance(node, ast.Call) or not source.function(node):
        return []
    if len(node.args) >= 2 and not any(isinstance(arg, ast.Starred) for arg in node.args[:2]):
        one, other = node.args[:2]
        return [(*source.span(one), source.text(other)), (*source.span(other), source.text(one))]
    if node.keywords and (len(node.args) + len(node.keywords)) >= 2:
        last = node.keywords[-1]
        start, end = source.span(last)
        comma = source.content.rfind(b",", 0, start)
        return [(comma, end, "")] if comma > source.span(node.func)[1] else []
    return []


def _default(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, Function):
        for value in [*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)]:
            if isinstance(value, ast.Constant) and (changed := _other(source, value)):
                return [changed]
    return []


def _exception(source: Source, node: ast.AST) -> list[Change]:
    named: ast.expr | None = None
    if isinstance(node, ast.Raise):
        named = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    elif isinstance(node, ast.ExceptHandler):
        named = node.type
    if isinstance(named, ast.Name) and source.function(node) and named.id[:1].isupper():
        return [(*source.span(named), _OTHER_ERROR.get(named.id, "LookupError"))]
    return []


def _rename(source: Source, node: ast.AST) -> list[Change]:
    if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("__"):
        return []
    if not isinstance(source.parents[node], ast.Module | ast.ClassDef):
        return []
    start, end = source.span(node)
    found = re.compile(rb"(?:def|class)\s+").search(source.content, start, end)
    return [(found.end(), found.end() + len(node.name.encode()), f"{node.name}_moved")] if found else []


def _module_constant(source: Source, node: ast.AST) -> list[Change]:
    return _bound_constant(source, node) if isinstance(source.parents.get(node), ast.Module) else []


def _class_attribute(source: Source, node: ast.AST) -> list[Change]:
    return _bound_constant(source, node) if isinstance(source.parents.get(node), ast.ClassDef) else []


def _attribute(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Assign | ast.AnnAssign) and source.function(node):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        target = targets[0]
        if len(targets) == 1 and isinstance(target, ast.Attribute) and source.text(target.value) == "self":
            return [(*source.span(node), "pass")]
    return []


def _string(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _in_body(source, node):
        changed = _other(source, node)
        return [changed] if changed else []
    return []


def _decorator(source: Source, node: ast.AST) -> list[Change]:
    if isinstance(node, Function | ast.ClassDef) and node.decorator_list:
        start, end = source.span(node.decorator_list[-1])
        at = source.content.rfind(b"@", 0, start)
        return [(at, end, "")]
    return []


KINDS: dict[str, Callable[[Source, ast.AST], list[Change]]] = {
    "comparison": _comparison,
    "arithmetic": _arithmetic,
    "condition": _condition,
    "boolean": _boolean,
    "constant": _constant,
    "return": _return,
    "call": _call,
    "argument": _argument,
    "default": _default,
    "exception": _exception,
    "rename": _rename,
    "module constant": _module_constant,
    "class attribute": _class_attribute,
    "attribute": _attribute,
    "string": _string,
    "decorator": _decorator,
}


def _between(source: Source, one: ast.expr, other: ast.expr, old: str, new: str) -> list[Change]:
    """Another operator between two operands."""
    start, end = source.span(one)[1], source.span(other)[0]
    edge = r"\b" if old[0].isalpha() else ""
    found = re.search(f"{edge}{old}{edge}", source.between(start, end))
    if not found:
        return []
    offset = start + len(source.between(start, end)[: found.start()].encode())
    return [(offset, offset + len(found[0].encode()), new)]


def _other(source: Source, node: ast.Constant) -> Change | None:
    """Another constant of the same type; none for what is written in several pieces."""
    start, end = source.span(node)
    value = node.value
    if isinstance(value, bool):
        return start, end, str(not value)
    if isinstance(value, int):
        return start, end, str(value + 1)
    if isinstance(value, str):
        written = source.between(start, end)
        whole = re.fullmatch(r"""[rRuU]?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""", written)
        return (end - 1, end - 1, "x") if whole else None
    return (start, end, "False") if value is None else None


def _bound(node: ast.AST) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _bound_constant(source: Source, node: ast.AST) -> list[Change]:
    """Another constant in what a module or a class binds to a name."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return []
    if not _bound(node) or _bound(node).startswith("__"):
        return []
    for value in ast.walk(node.value):
        if isinstance(value, ast.Constant) and value.value is not None and value in source.trusted:
            changed = _other(source, value)
            if changed:
                return [changed]
    return []


def _in_body(source: Source, node: ast.AST) -> bool:
    """Whether a node stands in the statements of a function: not in its head."""
    child: ast.AST = node
    above: ast.AST | None = source.parents.get(node)
    while above is not None and not isinstance(above, Function | ast.ClassDef):
        child, above = above, source.parents.get(above)
    return isinstance(above, Function) and child in above.body
