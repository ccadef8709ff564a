"""What an expression may be at run time: small hashable values, and unions of them.

Tuples are equal by what they hold, whatever their class: where two kinds of value could hold the same, `tag` keeps them
apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Module(NamedTuple):
    """A module of the repository, or of the stubs."""

    path: str
    tag: str = "module"


class Namespace(NamedTuple):
    """A package without an __init__, by its dotted name."""

    dotted: str
    tag: str = "namespace"


class External(NamedTuple):
    """Something outside the repository, by its dotted name; `called`: what a call of it gave."""

    dotted: str
    called: bool = False


class Class(NamedTuple):
    """A class object; args are the values of its type parameters, in their order."""

    path: str
    scope: int
    args: tuple[Values, ...] = ()


class Instance(NamedTuple):
    """An instance of the class or, unless exact, of a subclass."""

    cls: Class
    exact: bool = False


class Function(NamedTuple):
    """A function object; `closure` is the environment of the call that made it, for functions made by decorators."""

    path: str
    scope: int
    closure: Env = ()
    tag: str = "function"


class Bound(NamedTuple):
    """A function with its first argument in place."""

    function: Function
    receiver: Value
    tag: str = "bound"


class Lambda(NamedTuple):
    """A lambda, by the place of its expression."""

    path: str
    scope: int
    node: int
    env: Env
    tag: str = "lambda"


class TupleOf(NamedTuple):
    """A tuple with known items."""

    items: tuple[Values, ...]
    tag: str = "tuple"


class Super(NamedTuple):
    """`super()`: members of the receiver's class that come after `cls`."""

    cls: Class
    receiver: Value
    tag: str = "super"


class TypeVar(NamedTuple):
    """A type parameter, by where it is bound; `upper` is what it may be at most."""

    path: str
    scope: int
    name: str
    upper: Values = ()


class TypeOf(NamedTuple):
    """`type[T]` of a type parameter: the class of whatever it stands for."""

    variable: TypeVar
    tag: str = "type"


class Callable(NamedTuple):
    """Something that can be called, known by its result only."""

    result: Values
    tag: str = "callable"


class Wrapped(NamedTuple):
    """A function behind a decorator that keeps its identity; `by` is what is called in its stead."""

    function: Value
    by: Value
    tag: str = "wrapped"


class Property(NamedTuple):
    """A descriptor that calls its function on read."""

    function: Value
    tag: str = "property"


class Unbound(NamedTuple):
    """A static or class method as it stands in its class."""

    function: Function
    kind: str  # static, class
    tag: str = "method"


class Unknown(NamedTuple):
    """What could not be told, by the mechanism that hid it."""

    mechanism: str
    tag: str = "unknown"


Value = (
    Module | Namespace | External | Class | Instance | Function | Bound | Lambda | TupleOf | Super | TypeVar | Callable
    | Wrapped | Property | Unbound | Unknown | TypeOf
)  # fmt: skip
Values = tuple[Value, ...]
Env = tuple[tuple[str, Values], ...]  # parameter name -> values

NOTHING: Values = ()
LIMIT = 8  # values in a union; more are not told apart


def union(*parts: Iterable[Value]) -> Values:
    """The values of all parts, each once, in order of appearance; too many end in Unknown."""
    if len(parts) == 1 and isinstance(parts[0], tuple) and len(parts[0]) < 2:
        return parts[0]
    seen: dict[Value, None] = {}
    for part in parts:
        for value in part:
            seen.setdefault(value)
    if len(seen) <= LIMIT:
        return tuple(seen)
    return (*list(seen)[:LIMIT], Unknown("too_many_types"))


def unknown(mechanism: str) -> Values:
    """A union that holds nothing but what hid the rest."""
    return (Unknown(mechanism),)


def known(values: Values) -> Values:
    """The values that say something."""
    return tuple(v for v in values if not isinstance(v, Unknown))
