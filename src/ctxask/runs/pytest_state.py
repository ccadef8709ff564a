"""Tells whether a test left something behind in the modules of a repository; it stands alone, as the plugin does.

PYTEST_DONT_REWRITE: it is copied beside the plugin, which compares what it tells before and after a test.

A later test may stand on what is left in a cache, a registry or an object of a module. So what modules, their classes,
their objects and the closures of their functions hold is told in marks, which are equal as long as nothing was bound,
added, removed or replaced there. Numbers are taken for counters: how high one has counted is no result.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Iterator
from typing import Any

DEPTH = 3  # objects that are looked into, from a name of a module on
MOST = 10_000  # elements of one container that are told apart; of a larger one, how many there are

_VALUES = (str, bytes, bool, float, complex, type(None))
_CACHED = type(functools.lru_cache(lambda: None))
_FUNCTIONS = (types.FunctionType, types.MethodType, staticmethod, classmethod, property, functools.cached_property)


def state(root: str) -> int:
    """A number that changes where a module below the root, a folder with its separator, holds something else."""
    modules = {name: module for name, module in list(sys.modules.items()) if _below(module, root)}
    return hash(tuple(_marks(modules)))


def _below(module: Any, root: str) -> bool:
    try:
        file = vars(module).get("__file__")
    except TypeError:
        return False
    return isinstance(file, str) and file.startswith(root) and "-packages" not in file[len(root) :]


def _marks(modules: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """A mark for each thing that is looked at: names of modules, then what they hold, each object once."""
    seen: set[int] = set()
    waiting = [(module, 0) for module in modules.values()]
    while waiting:
        value, depth = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        parts = list(_parts(value))
        yield id(value), len(parts), _held(value)
        for name, part in parts:
            yield name, _mark(part)
            if depth < DEPTH and _is_open(part, modules):
                waiting.append((part, depth + 1))


def _mark(value: Any) -> Any:
    """A value that says what it is by itself, else which object it is."""
    if type(value) in _VALUES:
        return value
    return int if type(value) is int else id(value)


def _is_open(value: Any, modules: dict[str, Any]) -> bool:
    """Whether to look into an object: containers, functions, and classes of these modules with their objects."""
    if isinstance(value, (*_FUNCTIONS, _CACHED, dict, list, set, bytearray)):
        return True
    cls = value if isinstance(value, type) else type(value)
    return getattr(cls, "__module__", None) in modules


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """The named parts of an object."""
    if isinstance(value, (staticmethod, classmethod, types.MethodType)):
        return [("", value.__func__)]
    if isinstance(value, property):
        return [("", value.fget)]
    if isinstance(value, functools.cached_property):
        return [("", value.func)]
    wrapped = value.__wrapped__ if isinstance(value, _CACHED) else value
    if isinstance(wrapped, types.FunctionType):
        return [(number, _cell(cell)) for number, cell in enumerate(wrapped.__closure__ or ())]
    try:
        found = dict(vars(value))
    except TypeError:
        return []
    return [(name, part) for name, part in found.items() if not (name.startswith("__") and name.endswith("__"))]


def _cell(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty yet
        return None


def _held(value: Any) -> Any:
    """What a container or a cache holds."""
    if isinstance(value, _CACHED):
        return value.cache_info().misses
    if isinstance(value, dict) and len(value) <= MOST:
        return tuple(map(id, dict.keys(value))), tuple(map(_mark, dict.values(value)))
    if isinstance(value, list) and len(value) <= MOST:
        return tuple(map(_mark, list.__iter__(value)))
    if isinstance(value, (dict, list, set, bytearray)):
        return len(value)
    return None
