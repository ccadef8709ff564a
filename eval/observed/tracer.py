"""A pytest plugin that keeps which callables the calls in a package's code were made with; Python 3.12 or newer.

It stands alone: it is copied beside the tests that it watches. A generator function counts where it is called, whether
or not anybody takes from it, and so does a coroutine function. Behind `functools.partial`, and behind a wrapper that
names what it wraps, stands what is wrapped: both were reached. A function of another package that bears a module of
this package stands for something here that cannot be told.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

ROOT = os.environ.get("EVAL_ROOT", "") + "/"
CONSTRUCTORS = ("__init__", "__new__")
_codes: dict[int, CodeType] = {}  # by identity: equal code may stand in two files
_reached: dict[tuple[int, int], dict[tuple[int, ...], tuple[CodeType | type | str, ...]]] = {}


def reached(called: Any) -> Iterator[CodeType | type | str]:
    """The classes and the functions' code that a call of this reaches, the object itself first."""
    wrappers = 0
    while called is not None and wrappers < 20:
        wrappers += 1
        if isinstance(called, functools.partial):
            called = called.func
            continue
        if isinstance(called, MethodType):
            called = called.__func__
        if isinstance(called, type):
            yield called
            makers = [_method(type(called), "__call__"), *(_method(called, name) for name in CONSTRUCTORS)]
            yield from (maker.__code__ for maker in makers if isinstance(maker, FunctionType))
            return
        if isinstance(called, FunctionType):
            yield called.__code__
            if not _inside(called.__code__.co_filename):
                yield _module(called.__module__)  # another's code under the name of a definition here
        elif isinstance(by := _method(type(called), "__call__"), FunctionType):
            yield by.__code__
        called = (getattr(called, "__dict__", None) or {}).get("__wrapped__")


def written(place: CodeType | type | str) -> dict[str, Any] | None:
    """Where a callable stands in the package; nothing when it stands elsewhere."""
    if isinstance(place, CodeType):
        kind, path, first, name = "function", place.co_filename, place.co_firstlineno, _qualified(place)
    elif isinstance(place, type):
        kind, path, first, name = "class", _file(place), 0, place.__qualname__
    else:
        kind, path, first, name = "foreign", place, 0, ""
    return {"path": path.removeprefix(ROOT), "first": first, "name": name, "kind": kind} if _inside(path) else None


def _method(cls: type, name: str) -> Any:
    return getattr(cls, name, None)


def _file(cls: type) -> str:
    """The file of a class: that of its methods, as a class may give itself another module's name."""
    for name, value in vars(cls).items():
        if isinstance(value, FunctionType) and _qualified(value.__code__) == f"{cls.__qualname__}.{name}":
            return value.__code__.co_filename
    return _module(cls.__module__)


def _module(name: str) -> str:
    return getattr(sys.modules.get(name), "__file__", None) or ""


def _inside(path: str) -> bool:
    return path.startswith(ROOT)


def _qualified(code: CodeType) -> str:
    name: str = code.co_qualname
    return name


def rows() -> Iterator[dict[str, Any]]:
    """Every call that was made, with all that it reached in the package, and whether it reached something else."""
    positions: dict[int, list[Any]] = {}
    for (code_id, offset), ways in _reached.items():
        code = _codes[code_id]
        at = positions.setdefault(code_id, list(code.co_positions()))[offset // 2]
        told = [[place for place in map(written, way) if place is not None] for way in ways.values()]
        first = next((place for way in told for place in way), None)
        yield {
            "path": code.co_filename.removeprefix(ROOT),
            "at": at,
            "offset": offset,
            "in": _qualified(code),
            "kind": first["kind"] if first else "",
            "ran": [place for way in told for place in way],
            "outside": not all(told),
        }


def pytest_unconfigure() -> None:
    """Writes what was seen."""
    monitoring = sys.monitoring  # type: ignore[attr-defined]
    if monitoring.get_tool(monitoring.PROFILER_ID) != __name__:
        return
    monitoring.set_events(monitoring.PROFILER_ID, 0)
    monitoring.free_tool_id(monitoring.PROFILER_ID)
    with Path(os.environ["EVAL_CALLS"]).open("w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows())


def _watch() -> None:
    """Calls are watched in code of the package alone: where it starts, it is marked."""
    monitoring = sys.monitoring  # type: ignore[attr-defined]
    tool, events = monitoring.PROFILER_ID, monitoring.events

    def started(code: CodeType, offset: int) -> Any:
        if _inside(code.co_filename):
            _codes[id(code)] = code
            monitoring.set_local_events(tool, code, events.CALL)
        return monitoring.DISABLE

    def called(code: CodeType, offset: int, what: Any, first: Any) -> None:
        way = tuple(reached(what))
        _reached.setdefault((id(code), offset), {}).setdefault(tuple(map(id, way)), way)

    monitoring.use_tool_id(tool, __name__)
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.CALL, called)
    monitoring.set_events(tool, events.PY_START)


if "EVAL_CALLS" in os.environ:
    _watch()
