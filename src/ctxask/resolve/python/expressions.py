"""What each kind of expression evaluates to."""

from __future__ import annotations

from collections.abc import Callable as Function_
from typing import Any

from ctxask.resolve.python import displays, named_in_strings, narrow, records, stubs
from ctxask.resolve.python.annotations import classes_of, subscripted_class, type_of
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.bindings import target_values
from ctxask.resolve.python.calls import call_node, call_with
from ctxask.resolve.python.classes import builtin, name_of, stub_class
from ctxask.resolve.python.fixtures import requested
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.iterate import awaited, elements, method_result
from ctxask.resolve.python.members import is_none, is_stub, of_metaclass
from ctxask.resolve.python.names import follow
from ctxask.resolve.python.targets import meant
from ctxask.resolve.python.values import (
    Class,
    External,
    Instance,
    Lambda,
    TupleOf,
    Unknown,
    Values,
    known,
    union,
    unknown,
)

Expression = list[Any]
DUNDERS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
_NUMBERS = ("int", "float", "complex", "bool")
SIGNS = {"-": "neg", "+": "pos", "~": "invert"}
_SHOWN = 8  # items of a literal whose types are asked


def evaluate(inf: Inference, frame: Frame, node: int) -> Values:
    """The values of an expression."""
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    rule = _RULES.get(expression[0])
    return rule(inf, frame, expression, node) if rule is not None else unknown("expression")


def _named(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    found = [t for target in meant(inf, frame, e) for t in follow(inf, target)]
    values = _told(inf, frame, e, node) or union(*(target_values(inf, t) for t in found))
    return narrow.narrowed(inf, frame, node, e[3] if e[0] == "n" else e[5], values)


def _told(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    """What an attribute is by what stands elsewhere than in the class of its owner."""
    return records.worth(inf, frame, e) or requested(inf, frame, e) if e[0] == "a" else ()


def _call(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    told = named_in_strings.given(inf, frame, e) or records.taken(inf, frame, e[1], e[2])
    return told or call_node(inf, frame, node)


def _subscript(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    written = displays.item(inf, frame, node)
    if written is None and len(e[2]) == 1:
        written = records.keyed(inf, frame, e[1], e[2][0])
    if written:
        return written
    parts: list[Values] = []
    for value in inf.evaluate(frame, e[1]):
        if isinstance(value, Class):
            found = [v for t in of_metaclass(inf, value, "__getitem__") for v in target_values(inf, t)]
            parts.append(union(*(call_with(inf, v, ()) for v in found)) or subscripted_class(inf, frame, e))
        elif (items := value if isinstance(value, TupleOf) else records.as_items(inf, value)) is not None:
            parts.append(_item(inf, frame, items, e[2]))
        elif isinstance(value, External):
            form = value.dotted.startswith("typing.")
            parts.append(classes_of(type_of(inf, frame, node)) if form else (External(value.dotted, True),))
        elif isinstance(value, Unknown):
            parts.append(unknown("subscript"))
        else:
            parts.append(_got(inf, frame, value, e[2]))
    return union(*parts) or unknown("subscript")


def _got(inf: Inference, frame: Frame, value: Any, items: list[int]) -> Values:
    nodes = inf.segment(frame.path, frame.scope).nodes
    if len(items) == 1 and nodes[items[0]][0] == "q" and _is_sequence(inf, value):
        return (value,)
    return method_result(inf, value, "__getitem__")


def _is_sequence(inf: Inference, value: Any) -> bool:
    return isinstance(value, Instance) and value.cls[:2] in {
        builtin(inf, name)[:2] for name in ("list", "tuple", "str", "bytes", "bytearray")
    }


def _item(inf: Inference, frame: Frame, value: TupleOf, items: list[int]) -> Values:
    nodes = inf.segment(frame.path, frame.scope).nodes
    index = nodes[items[0]] if len(items) == 1 else []
    sign, index = (-1, nodes[index[2]]) if index[:2] == ["u", "-"] else (1, index)
    if index[:2] == ["k", "int"] and len(index) == 3 and -len(value.items) <= sign * index[2] < len(value.items):
        return value.items[sign * index[2]]
    if index[:1] == ["q"]:
        return (Instance(builtin(inf, "tuple", union(*value.items)), True),)
    return union(*value.items)


def _constant(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    name: str = {"None": "NoneType", "ellipsis": "object"}.get(e[1]) or e[1]
    return (Instance(builtin(inf, name), True),)


def _string(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return (Instance(builtin(inf, "str"), True),)


def _tuple(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    nodes = inf.segment(frame.path, frame.scope).nodes
    if len(e[1]) > _SHOWN or any(nodes[n][0] == "*" for n in e[1]):
        return (Instance(builtin(inf, "tuple", _items(inf, frame, e[1])), True),)
    return (TupleOf(tuple(inf.evaluate(frame, n) for n in e[1])),)


def _list(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return (Instance(builtin(inf, "list" if e[0] == "l" else "set", _items(inf, frame, e[1])), True),)


def _items(inf: Inference, frame: Frame, items: list[int]) -> Values:
    nodes = inf.segment(frame.path, frame.scope).nodes
    parts = []
    for n in items[:_SHOWN]:
        spread = nodes[n][0] == "*"
        parts.append(elements(inf, inf.evaluate(frame, nodes[n][1])) if spread else inf.evaluate(frame, n))
    return union(*parts)


def _dict(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    keys, values = (union(*(inf.evaluate(frame, n) for n in part[:_SHOWN])) for part in e[1:3])
    return (Instance(builtin(inf, "dict", keys, values), True),)


def _binary(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    left, name = inf.evaluate(frame, e[2]), DUNDERS.get(e[1].removesuffix("="), "")
    parts: list[Values] = []
    for value in left:
        if isinstance(value, Class) and e[1] == "|":
            parts.append((value, *(v for v in inf.evaluate(frame, e[3]) if isinstance(v, Class))))
        elif isinstance(value, Instance | TupleOf):
            result = method_result(inf, value, f"__i{name}__") if e[1].endswith("=") else ()
            result = result if known(result) else _reflected(inf, frame, value, name, e[3])
            typed = isinstance(value, TupleOf) or is_stub(value.cls)
            right = Arguments.lazily(inf, frame, e[3]) if typed else None
            result = result or method_result(inf, value, f"__{name}__", right)
            if not known(result):
                back = (method_result(inf, v, f"__r{name}__") for v in known(inf.evaluate(frame, e[3])))
                result = union(*back) or result
            parts.append(result)
        else:
            parts.append((External(value.dotted, True),) if isinstance(value, External) else unknown("operator"))
    return union(*parts)


def _reflected(inf: Inference, frame: Frame, left: Any, name: str, right: int) -> Values:
    """What the right side makes of a number on the left, where its class says so."""
    if not isinstance(left, Instance) or left.cls.path != stubs.BUILTINS or name_of(inf, left.cls) not in _NUMBERS:
        return ()
    own = [v for v in inf.evaluate(frame, right) if isinstance(v, Instance) and not is_stub(v.cls)]
    return known(union(*(method_result(inf, v, f"__r{name}__") for v in own)))


def _unary(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    if e[1] == "not":
        return (Instance(builtin(inf, "bool"), True),)
    values = inf.evaluate(frame, e[2])
    return union(*(known(method_result(inf, v, f"__{SIGNS[e[1]]}__")) or (v,) for v in values))


def _comparison(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return (Instance(builtin(inf, "bool"), True),)


def _boolean(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    left, right = inf.evaluate(frame, e[2]), inf.evaluate(frame, e[3])
    if e[1] == "or":
        left = tuple(v for v in left if not is_none(inf, v))
    return union(left, right)


def _conditional(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return union(inf.evaluate(frame, e[2]), inf.evaluate(frame, e[3]))


def _await(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return awaited(inf, inf.evaluate(frame, e[1]))


def _lambda(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return (Lambda(frame.path, frame.scope, node, frame.env),)


def _comprehension(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    inner = inf.evaluate(frame, e[2])
    if e[1] == "dict":
        return (Instance(builtin(inf, "dict", inner, inf.evaluate(frame, e[3]) if e[3] >= 0 else ()), True),)
    if e[1] == "gen":
        return (Instance(stub_class(inf, "<stubs>/typing.pyi", "Generator", inner, (), ()), True),)
    return (Instance(builtin(inf, e[1], inner), True),)


def _yielded(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    """What `yield` gives back: what the function's result says that is sent to it; `yield from`: what ends it."""
    if e[2]:
        ended = (v.cls.args for v in inf.evaluate(frame, e[1]) if isinstance(v, Instance) and len(v.cls.args) == 3)
        return union(*(args[2] for args in ended)) or unknown("expression")
    annotation = inf.segment(frame.path, frame.scope).annotation
    declared = type_of(inf, Frame(frame.path, frame.scope), annotation) if annotation >= 0 else ()
    sent = (v.cls.args for v in declared if isinstance(v, Instance) and len(v.cls.args) > 1)
    return union(*(args[1] for args in sent)) or unknown("expression")


def _taken_for(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return narrow.instances(inf, inf.evaluate(frame, e[2]) if e[2] >= 0 else (), inf.evaluate(frame, e[1]))


def _by_place(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    parts: list[Values] = []
    for value in inf.evaluate(frame, e[1]):
        held = records.fields(inf, value.cls) if isinstance(value, Instance) else ()
        parts.append(held[e[2]][1] if e[2] < len(held) else unknown("match_capture"))
    return union(*parts)


def _walrus(inf: Inference, frame: Frame, e: Expression, node: int) -> Values:
    return inf.evaluate(frame, e[2])


_RULES: dict[str, Function_[[Inference, Frame, Expression, int], Values]] = {
    "n": _named, "a": _named, "c": _call, "s": _subscript, "k": _constant, "z": _string, "t": _tuple, "l": _list,
    "S": _list, "d": _dict, "b": _binary, "u": _unary, "x": _comparison, "o": _boolean, "i": _conditional,
    "w": _await, "f": _lambda, "g": _comprehension, "=": _walrus, "I": _taken_for, "y": _yielded, "m": _by_place,
}  # fmt: skip
