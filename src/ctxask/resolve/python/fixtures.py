"""Pytest fixtures: a test's parameter holds what the nearest fixture of its name returns."""

from __future__ import annotations

from typing import Any

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.displays import Place, items_of
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.iterate import awaited, elements
from ctxask.resolve.python.values import Function, Values, union, unknown

_MARKS = ("fixture", "yield_fixture")
_SHOWN = 12  # parameters of a fixture that are looked at


def fixture_values(inf: Inference, frame: Frame, name: str) -> Values:
    """What the fixture `name` gives to this function; nothing when it is no test or there is none."""
    if not requests(inf, frame):
        return ()
    found = find(inf, frame.path, frame.scope, name)
    return inf.once(("fixture", found, frame.path), (), lambda _: (), lambda: _given(inf, found)) if found else ()


def requests(inf: Inference, frame: Frame) -> bool:
    """Whether pytest fills the function's parameters: a test, or itself a fixture."""
    scope = inf.skeleton(frame.path).scopes[frame.scope]
    if scope.kind != "function" or not _in_tests(frame.path, scope.name):
        return bool(scope.kind == "function" and is_fixture(inf.segment(frame.path, frame.scope)))
    return True


def _in_tests(path: str, function: str) -> bool:
    base = path.rpartition("/")[2]
    named = base.startswith("test_") or base.endswith("_test.py") or base == "conftest.py" or base == "tests.py"
    return named and function.startswith("test")


def is_fixture(segment: Segment) -> bool:
    """Whether a decorator's name ends in `fixture`."""
    return any(_is_mark(segment, node) for node in segment.decorators)


def _is_mark(segment: Segment, node: int) -> bool:
    e = segment.nodes[node]
    e = segment.nodes[e[1]] if e[0] == "c" else e
    return e[0] in "na" and str(e[1] if e[0] == "n" else e[2]) in _MARKS


def _keyword(segment: Segment, node: int, name: str) -> list[Any]:
    """The expression that a call of `fixture` passes by a keyword."""
    e = segment.nodes[node]
    return next((segment.nodes[value] for word, value in e[3] if word == name), []) if e[0] == "c" else []


def _name(segment: Segment, own: str) -> str:
    """The name under which a function is a fixture; empty where it is none."""
    for node in segment.decorators:
        if _is_mark(segment, node):
            given = _keyword(segment, node, "name")
            return own if not given else str(given[2]) if given[:2] == ["k", "str"] and len(given) > 2 else ""
    return ""


def find(inf: Inference, path: str, scope: int, name: str) -> Function | None:
    """The fixture that pytest would choose: of the class, the module, conftest.py upward, then of a plugin."""
    key = ("find_fixture", path, scope, name)
    return inf.once(key, None, lambda _: None, lambda: _find(inf, path, scope, name))


def _find(inf: Inference, path: str, scope: int, name: str) -> Function | None:
    scopes = inf.skeleton(path).scopes
    around, asking = scopes[scope].parent, scope
    while around >= 0:
        found = _in_scope(inf, path, around, name, asking)
        if found is not None:
            return found
        around = scopes[around].parent
    folder = path.rpartition("/")[0]
    while True:
        conftest = f"{folder}/conftest.py" if folder else "conftest.py"
        if conftest in inf.modules.files and conftest != path:
            found = _in_scope(inf, conftest, 0, name, -1)
            if found is not None:
                return found
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return _in_plugin(inf, name)


def _in_scope(inf: Inference, path: str, scope: int, name: str, asking: int) -> Function | None:
    from ctxask.resolve.python.names import follow, module_level

    if scope == 0:
        for target in module_level(inf, path, name):
            for behind in follow(inf, target):
                if behind.frame is None:
                    continue
                for row in behind.rows:
                    found = _bound(inf, behind.frame, row, name, asking)
                    if found is not None:
                        return found
    else:
        for row in reversed(inf.segment(path, scope).binds.get(name, [])):
            found = _bound(inf, Frame(path, scope), row, name, asking)
            if found is not None:
                return found
    return _renamed(inf, path, scope, name, asking)


def _bound(inf: Inference, frame: Frame, row: list[Any], name: str, asking: int) -> Function | None:
    """The fixture that a row of a scope binds under its own name: a function, or what a call of `fixture` was given."""
    if row[0] == "def" and row[4] != asking and _name(inf.segment(frame.path, row[4]), name) == name:
        return Function(frame.path, row[4])
    if row[0] == "assign" and row[3] >= 0:
        segment = inf.segment(frame.path, frame.scope)
        e = segment.nodes[row[3]]
        if e[0] == "c" and e[2] and (_is_mark(segment, row[3]) or _is_mark(segment, e[1])):
            given = inf.evaluate(frame, e[2][0])
            return next((v for v in given if isinstance(v, Function)), None)
    return None


def _renamed(inf: Inference, path: str, scope: int, name: str, asking: int) -> Function | None:
    """The fixture that a decorator in this scope gives the name to."""
    none: dict[str, list[tuple[int, Function]]] = {}
    given = inf.once(("renamed", path), none, lambda _: none, lambda: _given_names(inf, path))
    for around, function in given.get(name, ()):
        if function.scope != asking and around == scope:
            return function
    return None


def _given_names(inf: Inference, path: str) -> dict[str, list[tuple[int, Function]]]:
    """Names that `fixture(name=…)` gives in a file -> the functions, with the scopes in which they are fixtures."""
    found: dict[str, list[tuple[int, Function]]] = {}
    source = inf.facts.read(path)
    if b"fixture" not in source or b"name=" not in source:
        return found
    for number, scope in enumerate(inf.skeleton(path).scopes):
        name = _name(inf.segment(path, number), scope.name) if scope.kind == "function" else ""
        if name and name != scope.name:
            found.setdefault(name, []).append((scope.parent, Function(path, number)))
    segment = inf.segment(path, 0)
    for e in segment.nodes:
        if e[0] == "c" and e[2] and segment.nodes[e[1]][0] == "c" and _is_mark(segment, e[1]):
            given = _keyword(segment, e[1], "name")
            for value in inf.evaluate(Frame(path, 0), e[2][0]) if len(given) > 2 else ():
                if isinstance(value, Function):
                    found.setdefault(str(given[2]), []).append((0, value))
    return found


def _in_plugin(inf: Inference, name: str) -> Function | None:
    """The only fixture of this name in the repository's modules outside test files: a plugin's."""
    places: list[Function] = []
    for path in inf.holders("fixture"):
        base = path.rpartition("/")[2]
        if base.startswith("test_") or base == "conftest.py" or not inf.facts.defines(path, name):
            continue
        for row in inf.segment(path, 0).binds.get(name, []):
            if row[0] == "def" and is_fixture(inf.segment(path, row[4])):
                places.append(Function(path, row[4]))
    return places[0] if len(places) == 1 else None


def _given(inf: Inference, function: Function) -> Values:
    from ctxask.resolve.python.calls import function_result
    from ctxask.resolve.python.params import is_method, receiver_of

    frame = Frame(function.path, function.scope)
    receiver = receiver_of(inf, frame) if is_method(inf, frame) else ()
    values = function_result(inf, function, receiver[0] if receiver else None, None)
    segment = inf.segment(function.path, function.scope)
    if segment.yields:
        return elements(inf, values, segment.is_async)
    return awaited(inf, values) if segment.is_async else values


def requested(inf: Inference, frame: Frame, e: list[Any]) -> Values:
    """What an attribute is as `request.param` in a fixture: each of the values that its `params` lists, or nothing."""
    if e[2] != "param":
        return ()
    segment = inf.segment(frame.path, frame.scope)
    if segment.nodes[e[1]][:2] != ["n", "request"]:
        return ()
    for node in segment.decorators:
        call = segment.nodes[node]
        listed = next((value for word, value in call[3] if word == "params"), -1) if call[0] == "c" else -1
        if listed >= 0 and _is_mark(segment, node):
            values = union(*(inf.evaluate(*place) for place in items_of(inf, Place(frame, listed))[:_SHOWN]))
            return union(values, unknown("parameter")) if values else ()  # each is held in one run alone
    return ()
