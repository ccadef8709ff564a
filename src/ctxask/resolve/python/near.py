"""Which files a file takes names from: where a match by name alone looks first."""

from __future__ import annotations

from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.names import imported_module
from ctxask.resolve.python.values import Module, Namespace, Value


def near(inf: Inference, path: str, name: str) -> frozenset[str]:
    """The file, the modules that it imports, and those from which an imported package re-exports the name."""
    nowhere: frozenset[str] = frozenset()
    return inf.once(("near", path, name), nowhere, lambda _: nowhere, lambda: _near(inf, path, name))


def _near(inf: Inference, path: str, wanted: str) -> frozenset[str]:
    found = {path}
    for level, module, name, *_ in inf.segment(path, 0).imports:
        value = imported_module(inf, path, level, module)
        if isinstance(value, Module):
            found.add(value.path)
        child = inf.modules.child(place(value), name) if name and place(value) else None
        found |= {child} if child else _exported_from(inf, value, name)
    return frozenset(found)


def _exported_from(inf: Inference, value: Value, name: str) -> set[str]:
    """Where a package takes a name from that it passes on; one step, so that only the package is parsed."""
    if not isinstance(value, Module) or not value.path.endswith("/__init__.py"):
        return set()
    rows = [row for row in inf.segment(value.path, 0).binds.get(name, []) if row[0] == "from"]
    return {place(imported_module(inf, value.path, row[4][0], row[4][1])) for row in rows} - {""}


def place(value: Value) -> str:
    """The file of a module, the folder of a namespace package; empty for anything else."""
    return value.path if isinstance(value, Module) else value.dotted if isinstance(value, Namespace) else ""
