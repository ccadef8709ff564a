"""Type parameters: putting values in their place, and reading them off arguments."""

from __future__ import annotations

from collections.abc import Mapping

from ctxask.resolve.python.classes import builtin, mro
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.values import (
    Callable,
    Class,
    Instance,
    TupleOf,
    TypeOf,
    TypeVar,
    Value,
    Values,
    known,
    union,
)

Mapping_ = Mapping[TypeVar, Values]
_SHAPES = ("Iterable", "Iterator", "Collection", "Container", "Reversible", "Sequence", "AbstractSet")
_DEEP = 4  # type arguments inside each other


def substitute(inf: Inference, values: Values, mapping: Mapping_, depth: int = 0) -> Values:
    """The values with type parameters replaced by what they stand for."""
    if not mapping or not any(_generic(v) for v in values):
        return values
    return union(*(_put(inf, v, mapping, depth) for v in values))


def _generic(value: Value) -> bool:
    return (
        isinstance(value, TypeVar | TypeOf | TupleOf | Callable)
        or (isinstance(value, Class) and bool(value.args))
        or (isinstance(value, Instance) and bool(value.cls.args))
    )


def _put(inf: Inference, value: Value, mapping: Mapping_, depth: int) -> Values:
    if isinstance(value, TypeVar):
        return mapping.get(value, (value,))
    if isinstance(value, TypeOf):
        stands = mapping.get(value.variable)
        return (value,) if stands is None else tuple(v.cls if isinstance(v, Instance) else v for v in stands)
    if depth > _DEEP:
        return (value,)
    if isinstance(value, Class) and value.args:
        return (value._replace(args=tuple(substitute(inf, a, mapping, depth + 1) for a in value.args)),)
    if isinstance(value, Instance) and value.cls.args:
        (cls,) = _put(inf, value.cls, mapping, depth)
        return (value._replace(cls=cls),)  # type: ignore[arg-type]
    if isinstance(value, TupleOf):
        return (TupleOf(tuple(substitute(inf, i, mapping, depth + 1) for i in value.items)),)
    if isinstance(value, Callable):
        return (Callable(substitute(inf, value.result, mapping, depth + 1)),)
    return (value,)


def unify(inf: Inference, declared: Values, given: Values, mapping: dict[TypeVar, Values], depth: int = 0) -> None:
    """Reads off `given` what the type parameters in `declared` stand for; adds to mapping."""
    if depth > _DEEP or not given:
        return
    for want in declared:
        if isinstance(want, TypeVar):
            mapping[want] = union(mapping.get(want, ()), known(given))
        elif isinstance(want, TypeOf):
            made = tuple(Instance(v) for v in given if isinstance(v, Class))
            mapping[want.variable] = union(mapping.get(want.variable, ()), made)
        elif isinstance(want, Callable):
            for have in given:
                unify(inf, want.result, result_of(inf, have), mapping, depth + 1)
        elif isinstance(want, Instance) and want.cls.args:
            for have in given:
                _unify_instance(inf, want.cls, have, mapping, depth)
        elif isinstance(want, Class) and want.args:
            for have in given:
                if isinstance(have, Class):
                    _unify_instance(inf, want, Instance(have), mapping, depth)


def _unify_instance(inf: Inference, want: Class, have: Value, mapping: dict[TypeVar, Values], depth: int) -> None:
    found = seen_as(inf, have, want)
    if found is not None:
        for declared, given in zip(want.args, found.args, strict=False):
            unify(inf, declared, given, mapping, depth + 1)


def seen_as(inf: Inference, value: Value, wanted: Class) -> Class | None:
    """The value's class as an ancestor `wanted`, with its type arguments; by `__iter__` where only the shape fits."""
    from ctxask.resolve.python.iterate import elements

    if isinstance(value, TupleOf):
        value = as_tuple(inf, value)
    if not isinstance(value, Instance):
        return None
    for ancestor in mro(inf, value.cls):
        if isinstance(ancestor, Class) and ancestor[:2] == wanted[:2]:
            return ancestor
    name = inf.skeleton(wanted.path).scopes[wanted.scope].name
    if name in ("Mapping", "MutableMapping") and wanted.path.startswith("<"):
        of_dict = builtin(inf, "dict")[:2]
        above = next((c for c in mro(inf, value.cls) if isinstance(c, Class) and c[:2] == of_dict), None)
        return Class(wanted.path, wanted.scope, above.args) if above is not None else None
    if name in _SHAPES and len(wanted.args) == 1:
        inner = elements(inf, (value,))
        return Class(wanted.path, wanted.scope, (inner,)) if known(inner) else None
    return None


def as_tuple(inf: Inference, value: TupleOf) -> Instance:
    """A tuple with known items as an instance of the builtin class."""
    return Instance(builtin(inf, "tuple", union(*value.items)), True)


def result_of(inf: Inference, value: Value) -> Values:
    """What a call of the value gives, whatever the arguments."""
    from ctxask.resolve.python.calls import call_value

    return call_value(inf, value, None)
