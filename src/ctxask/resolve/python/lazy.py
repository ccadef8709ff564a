"""What a module gives only when it is asked: names that its `__getattr__` looks up in a table, or imports itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.names import Target, import_targets, imported_module, module_member, module_rows
from ctxask.resolve.python.values import Module, Namespace

_HOOK = "__getattr__"


def lazily(inf: Inference, path: str, name: str) -> list[Target]:
    """What `__getattr__` of a module gives for a name, where a literal table or an import in it says so."""
    key = ("lazily", path, name)
    return inf.once(key, [], lambda _: [], lambda: _lazily(inf, path, name))


def _lazily(inf: Inference, path: str, name: str) -> list[Target]:
    segment = inf.segment(path, 0)
    for row in segment.binds.get(_HOOK, ()):
        inner = inf.segment(path, row[4]) if row[0] == "def" else None
        for imported in inner.binds.get(name, ()) if inner is not None else ():
            if imported[0] in ("from", "import"):
                return import_targets(inf, path, imported)
        names = {node[1] for node in inner.nodes if node[0] == "n"} if inner is not None else set()
        for table in _tables(segment, names, row):
            found = _listed(inf, path, segment, table, name)
            if found:
                return found
    return []


def _tables(segment: Segment, names: set[str], row: list[Any]) -> Iterator[list[Any]]:
    """The dicts that the function names, or that are passed to the call that makes it."""
    for name in sorted(names):
        for bound in segment.binds.get(name, ()):
            value = bound[3] if bound[0] == "assign" else bound[4][1] if bound[0] == "note" else -1
            if value >= 0 and segment.nodes[value][0] == "d":
                yield segment.nodes[value]
    made = segment.nodes[row[3]] if row[0] == "assign" and row[3] >= 0 else []
    for passed in [*made[2], *(node for _, node in made[3])] if made[:1] == ["c"] else []:
        if segment.nodes[passed][0] == "d":
            yield segment.nodes[passed]


def _listed(inf: Inference, path: str, segment: Segment, table: list[Any], name: str) -> list[Target]:
    """What a table says of a name: `name: module`, `name: (module, attribute)`, `module: [names]`."""
    for key, value in zip(table[1], table[2], strict=False):
        under, held = _text(segment, key), segment.nodes[value]
        if under == name:
            parts = [_text(segment, n) for n in held[1]] if held[0] in "tl" else _text(segment, value).split(":")
            if parts and parts[0]:
                return _member(inf, path, parts[0], parts[1] if len(parts) > 1 and parts[1] else name)
        elif under and held[0] in "tlS" and any(_text(segment, n) == name for n in held[1]):
            return _member(inf, path, under, name)
    return []


def _member(inf: Inference, path: str, dotted: str, name: str) -> list[Target]:
    """The attribute of a module that is written whole, from the package, or with its own name at its end."""
    plain = dotted.lstrip(".")
    value = imported_module(inf, path, len(dotted) - len(plain), plain)
    if isinstance(value, Module | Namespace) and not (isinstance(value, Module) and value.path.startswith("<")):
        return module_member(inf, value, name)
    child = inf.modules.child(path, plain.replace(".", "/"))
    if child and not child.endswith("/"):
        return module_rows(inf, child, name)
    around, _, last = plain.rpartition(".")
    return _member(inf, path, dotted[: len(dotted) - len(last) - 1], last) if around and last == name else []


def _text(segment: Segment, node: int) -> str:
    constant = segment.nodes[node]
    return constant[2] if constant[:2] == ["k", "str"] and len(constant) > 2 else ""
