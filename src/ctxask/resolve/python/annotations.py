"""Reads annotations: what an expression stands for as a type."""

from __future__ import annotations

from typing import Any

from ctxask.resolve.python import stubs
from ctxask.resolve.python.classes import builtin, instance_of_self, none
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.names import Target, follow, module_level
from ctxask.resolve.python.values import (
    NOTHING,
    Callable,
    Class,
    External,
    Instance,
    TupleOf,
    TypeOf,
    TypeVar,
    Value,
    Values,
    union,
    unknown,
)

_FIRST = {"Optional", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack"}
_ALIASES = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Text": "str"}


def type_of(inf: Inference, frame: Frame, node: int) -> Values:
    """The instances that an annotation admits."""
    return inf.once(("t", frame, node), NOTHING, unknown, lambda: _type_of(inf, frame, node))


def _type_of(inf: Inference, frame: Frame, node: int) -> Values:
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    kind = expression[0]
    if kind in "na":
        return union(*(_target_type(inf, frame, t) for t in named(inf, frame, node)))
    if kind == "s":
        return _subscript(inf, frame, expression)
    if kind == "b" and expression[1] == "|":
        return union(type_of(inf, frame, expression[2]), type_of(inf, frame, expression[3]))
    if kind == "k" and expression[1] == "None":
        return none(inf)
    if kind == "k" and expression[1] == "str" and len(expression) > 2 and expression[2].isidentifier():
        found = [t for target in module_level(inf, frame.path, expression[2]) for t in follow(inf, target)]
        return union(*(_target_type(inf, frame, t) for t in found))  # quoted, in an alias
    return unknown("annotation")


def named(inf: Inference, frame: Frame, node: int) -> list[Target]:
    """The targets of a dotted name, behind imports."""
    from ctxask.resolve.python.targets import targets

    return [t for found in targets(inf, frame, node) for t in follow(inf, found)]


def _target_type(inf: Inference, frame: Frame, target: Target) -> Values:
    if target.value is not None:
        return _value_type(inf, frame, target.value)
    if target.frame is None:
        return unknown("annotation")
    parts: list[Values] = []
    for row in target.rows:
        if row[0] in ("assign", "note") and target.frame.path.startswith(stubs.PREFIX) and row[0] == "note":
            parts.append(unknown("annotation"))
        elif row[0] == "assign" and row[3] >= 0 and not row[4][0]:
            parts.append(_alias(inf, target.frame, row[3]))
        elif row[0] == "note" and row[4][1] >= 0 and not row[4][0]:
            parts.append(_alias(inf, target.frame, row[4][1]))
        else:
            from ctxask.resolve.python.bindings import row_values

            parts.append(union(*(_value_type(inf, frame, v) for v in row_values(inf, target, row))))
    return union(*parts)


def _alias(inf: Inference, frame: Frame, node: int) -> Values:
    """The type that a module-level name was given: an alias, or a type variable."""
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    if expression[0] == "c":
        return union(*(_value_type(inf, frame, v) for v in inf.evaluate(frame, node)))
    return type_of(inf, frame, node)


def _value_type(inf: Inference, frame: Frame, value: Value) -> Values:
    if isinstance(value, Class):
        any_class = _is_type(inf, value) and not frame.path.startswith(stubs.PREFIX)  # with members of its own
        return unknown("annotation") if any_class else (Instance(value),)
    if isinstance(value, TypeVar):
        return (value,)
    if isinstance(value, External):
        form = _form(value)
        if form == "Self":
            return _self(inf, frame)
        if form in _ALIASES:
            return (Instance(builtin(inf, _ALIASES[form])),)
        if form in ("Callable", "Type", "Any", "Optional", "Final", "ClassVar"):
            return unknown("annotation")
        return (External(value.dotted, True),)
    return unknown("annotation")


def _form(value: Value) -> str:
    """The name of a special form of typing."""
    if isinstance(value, External) and not value.called:
        module, _, name = value.dotted.rpartition(".")
        if module in ("typing", "typing_extensions", "collections.abc", "types"):
            return name
    return ""


def _self(inf: Inference, frame: Frame) -> Values:
    skeleton = inf.skeleton(frame.path)
    scope = frame.scope
    while scope > 0 and skeleton.scopes[scope].kind != "class":
        scope = skeleton.scopes[scope].parent
    return instance_of_self(inf, frame.path, scope) if scope > 0 else unknown("annotation")


def _subscript(inf: Inference, frame: Frame, expression: list[object]) -> Values:
    base, items = int(str(expression[1])), list(expression[2])  # type: ignore[call-overload]
    found: list[Values] = []
    for target in named(inf, frame, base):
        values = _class_values(inf, target)
        for value in values:
            found.append(_parametrised(inf, frame, value, items))
        if not values:
            found.append(_target_type(inf, frame, target))
    return union(*found)


def _class_values(inf: Inference, target: Target) -> Values:
    """The classes or special forms that stand before the brackets."""
    if target.value is not None:
        return (target.value,)
    from ctxask.resolve.python.bindings import target_values

    return tuple(v for v in target_values(inf, target) if isinstance(v, Class | External))


def _parametrised(inf: Inference, frame: Frame, value: Value, items: list[int]) -> Values:
    form = _form(value)
    nodes = _flat(inf, frame, items)
    if form in _FIRST:
        inner = type_of(inf, frame, nodes[0]) if nodes else unknown("annotation")
        return union(inner, none(inf)) if form == "Optional" else inner
    if form == "Union":
        return union(*(type_of(inf, frame, n) for n in nodes))
    if form == "Callable":
        return (Callable(type_of(inf, frame, nodes[-1]) if nodes else unknown("annotation")),)
    if form in ("Type", "type") or _is_type(inf, value):
        return classes_of(type_of(inf, frame, nodes[0])) if nodes else unknown("annotation")
    if form in ("Tuple",) or _is_tuple(inf, value):
        return _tuple(inf, frame, nodes)
    if form == "Literal":
        kinds = {inf.segment(frame.path, frame.scope).nodes[n][1] for n in nodes if _kind(inf, frame, n) == "k"}
        return union(
            *((Instance(builtin(inf, str(k))),) for k in sorted(kinds) if k in ("str", "int", "bool", "bytes"))
        )
    if form in _ALIASES:
        value = builtin(inf, _ALIASES[form])
    if isinstance(value, Class):
        return (Instance(_filled(inf, frame, value, nodes) if value.args else _with_args(inf, frame, value, nodes)),)
    if isinstance(value, External):
        return (External(value.dotted, True),)
    return unknown("annotation")


def _with_args(inf: Inference, frame: Frame, cls: Class, nodes: list[int]) -> Class:
    return Class(cls.path, cls.scope, tuple(type_of(inf, frame, n) for n in nodes))


def _filled(inf: Inference, frame: Frame, alias: Class, nodes: list[int]) -> Class:
    """An alias such as `Named = dict[K, V]` with its type parameters in place."""
    from ctxask.resolve.python.generic import substitute

    open_ = list(dict.fromkeys(v for arg in alias.args for v in arg if isinstance(v, TypeVar)))
    mapping = dict(zip(open_, (type_of(inf, frame, n) for n in nodes), strict=False))
    return alias._replace(args=tuple(substitute(inf, arg, mapping) for arg in alias.args))


def subscripted_class(inf: Inference, frame: Frame, expression: list[object]) -> Values:
    """The class that `C[A, B]` is, as a base or a value; External for the special forms."""
    base, items = int(str(expression[1])), list(expression[2])  # type: ignore[call-overload]
    found: list[Value] = []
    for value in inf.evaluate(frame, base):
        if isinstance(value, Class):
            found.append(_with_args(inf, frame, value, _flat(inf, frame, items)))
        elif _form(value) in _ALIASES:
            found.append(_with_args(inf, frame, builtin(inf, _ALIASES[_form(value)]), _flat(inf, frame, items)))
        else:
            found.append(value)
    return tuple(found)


def _flat(inf: Inference, frame: Frame, items: list[int]) -> list[int]:
    """The items of `X[a, b]`, whether they came as several or as one tuple."""
    nodes = inf.segment(frame.path, frame.scope).nodes
    return [n for item in items for n in (nodes[item][1] if nodes[item][0] == "t" else [item])]


def type_parameter(inf: Inference, frame: Frame, name: str, row: list[Any]) -> TypeVar:
    """The type parameter that a row binds, with what bounds it."""
    bounds = _flat(inf, frame, [row[3]] if row[3] >= 0 else [])
    return TypeVar(frame.path, frame.scope, name, union(*(type_of(inf, frame, node) for node in bounds)))


def _kind(inf: Inference, frame: Frame, node: int) -> str:
    return str(inf.segment(frame.path, frame.scope).nodes[node][0])


def _is_type(inf: Inference, value: Value) -> bool:
    return value == builtin(inf, "type")


def _is_tuple(inf: Inference, value: Value) -> bool:
    return value == builtin(inf, "tuple")


def _tuple(inf: Inference, frame: Frame, nodes: list[int]) -> Values:
    ellipsis = [n for n in nodes if inf.segment(frame.path, frame.scope).nodes[n] == ["k", "ellipsis"]]
    if ellipsis:
        return (Instance(builtin(inf, "tuple", type_of(inf, frame, nodes[0]))),)
    return (TupleOf(tuple(type_of(inf, frame, n) for n in nodes)),)


def classes_of(values: Values) -> Values:
    """The classes whose instances the values are."""
    return tuple(v.cls if isinstance(v, Instance) else TypeOf(v) if isinstance(v, TypeVar) else v for v in values)


def type_variables(inf: Inference, frame: Frame, node: int) -> list[TypeVar]:
    """The type variables named in an annotation, in order."""
    nodes = inf.segment(frame.path, frame.scope).nodes
    found: list[TypeVar] = []
    work = [node]
    while work:
        expression = nodes[work.pop()]
        if expression[0] in "na":
            index = nodes.index(expression)
            found += [v for v in inf.evaluate(frame, index) if isinstance(v, TypeVar)]
        elif expression[0] == "s":
            work += [*reversed(expression[2])]
        elif expression[0] in "tl":
            work += reversed(expression[1])
        elif expression[0] == "b":
            work += [expression[3], expression[2]]
    return found
