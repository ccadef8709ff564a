"""Pytest fixtures: a test's parameter holds what the nearest fixture of its name returns."""

from __future__ import annotations

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.iterate import awaited, elements
from ctxask.resolve.python.values import Function, Values


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
    for node in segment.decorators:
        e = segment.nodes[node]
        e = segment.nodes[e[1]] if e[0] == "c" else e
        if e[0] in "na" and str(e[1] if e[0] == "n" else e[2]) in ("fixture", "yield_fixture"):
            return True
    return False


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
                home = behind.frame.path if behind.frame is not None else ""
                for row in behind.rows if home else ():
                    if row[0] == "def" and row[4] != asking and is_fixture(inf.segment(home, row[4])):
                        return Function(home, row[4])
        return None
    for row in reversed(inf.segment(path, scope).binds.get(name, [])):
        if row[0] == "def" and row[4] != asking and is_fixture(inf.segment(path, row[4])):
            return Function(path, row[4])
    return None


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
