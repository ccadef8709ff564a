"""What records hold: a NamedTuple by place, a TypedDict by key, an enumeration's member by its value."""

from __future__ import annotations

from typing import Any

from ctxask.facts.python.builder import BODY
from ctxask.resolve.python import stubs
from ctxask.resolve.python.annotations import type_of
from ctxask.resolve.python.classes import makes_members, mro, name_of
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.names import Target, follow
from ctxask.resolve.python.reach import owner
from ctxask.resolve.python.targets import targets
from ctxask.resolve.python.values import Class, Instance, TupleOf, Unknown, Value, Values, known, union

_BY_KEY = ("get", "pop", "setdefault")
_WORTH = ("value", "_value_")


def as_items(inf: Inference, value: Value) -> TupleOf | None:
    """A NamedTuple as the tuple of what its fields are declared to hold; None for anything else."""
    if not isinstance(value, Instance) or not _derives(inf, value.cls, "NamedTuple"):
        return None
    return TupleOf(tuple(values for _, values in fields(inf, value.cls)))


def fields(inf: Inference, cls: Class) -> tuple[tuple[str, Values], ...]:
    """What the body of a class and those above it annotate, in order: the fields of a record."""
    return inf.once(("fields", cls), (), lambda _: (), lambda: _fields(inf, cls))


def _fields(inf: Inference, cls: Class) -> tuple[tuple[str, Values], ...]:
    found: dict[str, Values] = {}
    for ancestor in reversed(mro(inf, cls)):
        if isinstance(ancestor, Class) and not ancestor.path.startswith(stubs.PREFIX):
            segment, frame = inf.segment(ancestor.path, ancestor.scope), Frame(ancestor.path, ancestor.scope)
            rows = [(row[1], name, row[3]) for name, rows in segment.binds.items() for row in rows if row[0] == "note"
                    and owner(segment, row[2]) == BODY]  # fmt: skip
            for _, name, node in sorted(rows):
                found[name] = type_of(inf, frame, node)
    return tuple(found.items())


def keyed(inf: Inference, frame: Frame, thing: int, key: int) -> Values:
    """What stands under a constant key of a TypedDict; nothing where the thing may be anything else."""
    constant = inf.segment(frame.path, frame.scope).nodes[key]
    if constant[:2] != ["k", "str"] or len(constant) < 3:
        return ()
    parts: list[Values] = []
    for value in inf.evaluate(frame, thing):
        if not isinstance(value, Instance) or not _derives(inf, value.cls, "TypedDict"):
            return ()
        parts.append(dict(fields(inf, value.cls)).get(constant[2], (Unknown("subscript"),)))
    return union(*parts)


def taken(inf: Inference, frame: Frame, called: int, args: list[int]) -> Values:
    """What `get` and its like give for a constant key of a TypedDict; nothing for any other call."""
    e = inf.segment(frame.path, frame.scope).nodes[called]
    if e[0] != "a" or e[2] not in _BY_KEY or not args:
        return ()
    values = keyed(inf, frame, e[1], args[0])
    return union(values, *(inf.evaluate(frame, other) for other in args[1:])) if values else ()


def worth(inf: Inference, frame: Frame, e: list[Any]) -> Values:
    """What an attribute is as `.value` of an enumeration's member.

    Of a member that is named what it was given, else what any was; nothing for anything else.
    """
    if e[2] not in _WORTH:
        return ()
    values = known(inf.evaluate(frame, e[1]))
    classes = [v.cls for v in values if isinstance(v, Instance) and makes_members(inf, v.cls)]
    if not classes or len(classes) < len(values):
        return ()
    named = [t for target in targets(inf, frame, e[1]) for t in follow(inf, target)]
    if named and all(t.owner in classes and all(row[0] == "assign" for row in t.rows) for t in named):
        return union(*(_given(inf, t) for t in named))
    return union(*(_members(inf, cls) for cls in classes))


def _members(inf: Inference, cls: Class) -> Values:
    segment, frame = inf.segment(cls.path, cls.scope), Frame(cls.path, cls.scope)
    given = [
        inf.evaluate(frame, row[3])
        for name, rows in segment.binds.items()
        for row in rows
        if row[0] == "assign" and row[3] >= 0 and owner(segment, row[2]) == BODY and not name.startswith("_")
    ]
    return union(*given)


def _given(inf: Inference, member: Target) -> Values:
    assert member.frame is not None
    return union(*(inf.evaluate(member.frame, row[3]) for row in member.rows if row[3] >= 0))


def _derives(inf: Inference, cls: Class, name: str) -> bool:
    """Whether the class is a record of this form of typing."""
    return any(
        isinstance(c, Class) and c.path == stubs.path("typing") and name_of(inf, c) == name for c in mro(inf, cls)
    )
