"""Values of different kinds are never equal, whatever they hold."""

from __future__ import annotations

from itertools import combinations

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
    union,
)

CLASS = Class("a", 1)
FUNCTION = Function("a", 1)
VARIABLE = TypeVar("a", 1, "T")
ALIKE: list[list[Value]] = [
    [Module("a"), Namespace("a"), External("a"), Unknown("a")],
    [CLASS, FUNCTION, VARIABLE, Lambda("a", 1, 0, ())],
    [TupleOf(()), Callable(())],
    [Property(VARIABLE), TypeOf(VARIABLE), Instance(CLASS), Property(CLASS)],
    [Bound(FUNCTION, CLASS), Wrapped(FUNCTION, CLASS), Unbound(FUNCTION, "static")],
    [Super(CLASS, CLASS), Wrapped(CLASS, CLASS)],
]


def test_kinds_that_hold_the_same_stay_apart() -> None:
    for values in ALIKE:
        for one, other in combinations(values, 2):
            assert one != other, (one, other)
        assert union(values) == tuple(values)
