"""What a parameter is given by the calls of its function that the repository holds."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.facts.positions import identifier_starts
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.classes import is_subclass
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.values import (
    LIMIT,
    NOTHING,
    Bound,
    Class,
    Function,
    Instance,
    Unbound,
    Value,
    Values,
    Wrapped,
    known,
    union,
)

_FILES = 8  # that hold the function's name, the nearest first
_TRIED = 16  # calls that may mean the function
_TELLING = 4  # calls that tell something
_CONSTRUCTORS = ("__init__", "__new__")


def passed(inf: Inference, below: Inference, frame: Frame, name: str) -> Values:
    """The values that callers are seen to pass, as the inference below sees them; what others pass, nobody knows."""
    key = ("passed", frame.path, frame.scope, name)
    return inf.once(key, NOTHING, lambda _: NOTHING, lambda: _passed(inf, below, frame, name))


def _passed(inf: Inference, below: Inference, frame: Frame, name: str) -> Values:
    function, segment = Function(frame.path, frame.scope), inf.segment(frame.path, frame.scope)
    found: Values = NOTHING
    told = 0
    for here, node, skipped in callers(inf, below, function):
        given = Arguments.of_call(below, here, node).passed(segment, skipped, [name])
        values = known(union(*(values for _, values in given)))
        found = known(union(found, values))
        told += bool(values)
        if told >= _TELLING or len(found) >= LIMIT:
            break
    return found


def callers(inf: Inference, below: Inference, function: Function) -> list[tuple[Frame, int, int]]:
    """The calls that reach the function, nearest files first, and how many parameters each fills by its receiver."""
    key = ("callers", function[:2])
    return inf.once(key, [], lambda _: [], lambda: _callers(inf, below, Function(*function[:2])))


def _callers(inf: Inference, below: Inference, function: Function) -> list[tuple[Frame, int, int]]:
    found = []
    for tried, (path, scope, node) in enumerate(_named(inf, function)):
        if tried == _TRIED:
            break
        below.begin()
        frame = Frame(path, scope)
        called = inf.segment(path, scope).nodes[node][1]
        fits = (_skipped(inf, value, function) for value in below.evaluate(frame, called))
        skipped = next((skipped for skipped in fits if skipped is not None), None)
        if skipped is not None:
            found.append((frame, node, skipped))
    return found


def _named(inf: Inference, function: Function) -> Iterator[tuple[str, int, int]]:
    """The calls that by the name they write may mean the function."""
    scopes = inf.skeleton(function.path).scopes
    name, parent = scopes[function.scope].name, scopes[function.scope].parent
    names: tuple[str, ...] = (name,)
    if name in _CONSTRUCTORS and scopes[parent].kind == "class":
        name = scopes[parent].name
        names = (name, "__init__", "cls")
    elif name.startswith("__") and name.endswith("__"):
        return  # called by the syntax
    inside = scopes[parent].kind == "function"
    for path in (function.path,) if inside else _near(function.path, inf.among(name)):
        yield from _calls(inf, path, names)


def _calls(inf: Inference, path: str, names: tuple[str, ...]) -> list[tuple[str, int, int]]:
    return inf.once(("calls", path, names), [], lambda _: [], lambda: _calls_in(inf, path, names))


def _calls_in(inf: Inference, path: str, names: tuple[str, ...]) -> list[tuple[str, int, int]]:
    skeleton, source = inf.skeleton(path), inf.facts.read(path)
    scopes = {skeleton.at(start) for name in names for start in identifier_starts(source, name)}
    found = []
    for scope in sorted(scopes):
        nodes = inf.segment(path, scope).nodes
        for node, e in enumerate(nodes):
            called = nodes[e[1]] if e[0] == "c" else [""]
            written = called[1] if called[0] == "n" else called[2] if called[0] == "a" else ""
            if written in names and called[4] != "-":
                found.append((path, scope, node))
    return found


def _near(path: str, others: tuple[str, ...]) -> list[str]:
    """The file itself, those of its folder, those below it, then all others, as many as are looked at."""
    folder = path.rpartition("/")[0]

    def away(other: str) -> tuple[int, str]:
        beside = other.rpartition("/")[0] == folder
        return (0 if other == path else 1 if beside else 2 if other.startswith(folder + "/") else 3), other

    return sorted(others, key=away)[:_FILES]


def _skipped(inf: Inference, value: Value, function: Function) -> int | None:
    """How many parameters a call of the value fills by itself; None where it does not reach the function."""
    if isinstance(value, Wrapped | Unbound):
        return _skipped(inf, value.function, function)
    if isinstance(value, Function):
        return 0 if value[:2] == function[:2] else None
    if isinstance(value, Bound):
        return 1 if value.function[:2] == function[:2] or _overrides(inf, function, value.function) else None
    if isinstance(value, Class):
        return 1 if _constructs(inf, value, function) else None
    return None


def _overrides(inf: Inference, function: Function, other: Function) -> bool:
    """Whether a call of the other may end in the function, which takes its place in a subclass."""
    mine, its = (inf.skeleton(f.path).scopes for f in (function, other))
    if mine[function.scope].name != its[other.scope].name:
        return False
    owner, above = Class(function.path, mine[function.scope].parent), Class(other.path, its[other.scope].parent)
    of_classes = mine[owner.scope].kind == "class" and its[above.scope].kind == "class"
    return of_classes and is_subclass(inf, owner, above)


def _constructs(inf: Inference, cls: Class, function: Function) -> bool:
    from ctxask.resolve.python.members import member

    name = inf.skeleton(function.path).scopes[function.scope].name
    return name in _CONSTRUCTORS and any(
        t.frame is not None and t.frame.path == function.path and row[0] == "def" and row[4] == function.scope
        for t in member(inf, Instance(cls), name)
        for row in t.rows
    )
