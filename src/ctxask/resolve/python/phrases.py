"""Words for what inference knows: values, expressions and places as a person would name them."""

from __future__ import annotations

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.values import (
    Bound,
    Callable,
    Class,
    External,
    Function,
    Instance,
    Lambda,
    Module,
    Namespace,
    Property,
    Super,
    TupleOf,
    TypeOf,
    TypeVar,
    Unbound,
    Unknown,
    Value,
    Wrapped,
)

_LITERALS = {
    "z": "a string", "l": "a list", "S": "a set", "d": "a dict", "t": "a tuple", "g": "a comprehension",
    "f": "a lambda", "b": "an operation", "u": "an operation", "x": "a comparison", "o": "a choice", "i": "a choice",
}  # fmt: skip
_LONG = 60  # characters of an expression


def written(segment: Segment, node: int) -> str:
    """An expression in short: its names as they stand, calls and subscripts without what is in them."""
    tail: list[str] = []
    while True:
        e = segment.nodes[node]
        if e[0] == "a":
            tail.append("." + e[2])
        elif e[0] in "cs":
            tail.append("()" if e[0] == "c" else "[]")
        elif e[0] not in "w*=":
            break
        node = e[1]
    head = str(e[1]) if e[0] in "nk" else _LITERALS.get(e[0], "an expression")
    text = head + "".join(reversed(tail))
    return text if len(text) <= _LONG else "…" + text[-_LONG:]


def described(inf: Inference, value: Value) -> str:
    """A value as a noun: the class of an instance, a class, a function, a module."""
    if isinstance(value, Instance):
        return qualified(inf, value.cls.path, value.cls.scope)
    if isinstance(value, Class):
        return f"class {qualified(inf, value.path, value.scope)}"
    if isinstance(value, Function):
        return f"function {qualified(inf, value.path, value.scope)}"
    if isinstance(value, Bound | Unbound | Wrapped | Property):
        return described(inf, value.function)
    if isinstance(value, Module):
        return f"module {value.path.removeprefix('<stubs>/')}"
    if isinstance(value, Namespace):
        return f"package {value.dotted.rstrip('/')}"
    if isinstance(value, External):
        return f"what {value.dotted}() gives" if value.called else value.dotted
    if isinstance(value, Super):
        return f"super() of {qualified(inf, value.cls.path, value.cls.scope)}"
    if isinstance(value, TypeVar | TypeOf):
        return "a type parameter"
    if isinstance(value, TupleOf):
        return "tuple"
    return "a lambda" if isinstance(value, Lambda) else "a callable" if isinstance(value, Callable) else "unknown"


def qualified(inf: Inference, path: str, scope: int) -> str:
    """The qualified name of a class or function scope."""
    return inf.skeleton(path).qualname(scope)


def is_unknown(value: Value) -> bool:
    """Whether a value says only what hid it."""
    return isinstance(value, Unknown)
