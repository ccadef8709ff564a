"""What a definition is to others without their naming it: what packages offer, classes with a protocol's shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ctxask.resolve.python.classes import is_protocol, is_subclass, mro
from ctxask.resolve.python.infer import Inference
from ctxask.resolve.python.members import is_stub, member
from ctxask.resolve.python.values import Class, Instance
from ctxask.rows import Site, Symbol

if TYPE_CHECKING:
    from ctxask.resolve.python.resolver import PythonResolver

_NO_MEMBERS = {
    "__slots__",
    "__doc__",
    "__module__",
    "__init__",
    "__call__",
}  # every function has the shape of `__call__`


def offered(resolver: PythonResolver, symbol: Symbol) -> Iterator[Site]:
    """Where a module's `__all__` lists the symbol, or a package imports the class whose member it is."""
    top, _, member_of = symbol.name.partition(".")
    if not top or any(part.startswith("_") for part in symbol.name.split(".") if part != "__init__"):
        return
    for path in resolver.sources.holding(top):
        if path != symbol.path and not path.endswith("/__init__.py"):
            continue
        segment = resolver.inf.segment(path, 0)
        listed = top in (segment.listed or ())
        taken = [row[3] for row in segment.imports if top in (row[2], row[4])] if member_of else []
        if not (listed or taken):
            continue
        meant = resolver.exported(path, top)
        if meant is None or (meant.path, meant.name) != (symbol.path, top):
            continue
        start = _listed_at(resolver, path, top) if listed else taken[0]
        yield _site(resolver, symbol, path, start, "public", "")


def _listed_at(resolver: PythonResolver, path: str, name: str) -> int:
    """Where the text of `__all__` has the name."""
    source, segment = resolver.sources.read(path), resolver.inf.segment(path, 0)
    first = min((row[1] for row in segment.binds["__all__"]), default=0)
    quoted = [start for start, end in segment.strings if source[start:end].strip(b"'\"") == name.encode()]
    return next((start + 1 for start in quoted if start > first), first)


def implementers(resolver: PythonResolver, symbol: Symbol) -> Iterator[Site]:
    """The classes that have every member of a Protocol and do not inherit from it; of its method, their methods."""
    inf = resolver.inf
    inf.begin()
    for key in resolver.symbols.keys(symbol.path, symbol.name):
        for protocol in _protocol(inf, key.path, key.scope, key.name):
            name = key.name if protocol.scope == key.scope else ""
            for cls in shaped(resolver, protocol):
                within = inf.skeleton(cls.path).qualname(cls.scope)
                start = inf.skeleton(cls.path).scopes[cls.scope].name_start
                for target in member(inf, Instance(cls), name)[:1] if name else ():
                    start = target.rows[0][1] if target.owner is not None and target.owner[:2] == cls[:2] else start
                    within = f"{within}.{name}" if start == target.rows[0][1] else within
                yield _site(resolver, symbol, cls.path, start, "implements", within)


def _protocol(inf: Inference, path: str, scope: int, name: str) -> Iterator[Class]:
    """The protocol that the name is, or whose member it is."""
    scopes = inf.skeleton(path).scopes
    inner = [i for i, s in enumerate(scopes) if i and s.parent == scope and s.name == name and s.kind == "class"]
    around = [scope] if scope > 0 and scopes[scope].kind == "class" else []
    yield from (Class(path, i) for i in (*inner, *around) if is_protocol(inf, Class(path, i)))


def shaped(resolver: PythonResolver, protocol: Class) -> Iterator[Class]:
    """The classes that define the rarest member of a protocol, and have the others."""
    inf = resolver.inf
    names = members_of(inf, protocol)
    if not names:
        return
    rarest = min(names, key=lambda name: (len(resolver.sources.holding(name)), name))
    paths = resolver.sources.holding(rarest)
    resolver.sources.warm(paths)
    for key in resolver.symbols.named(rarest, paths):
        if key.scope <= 0 or inf.skeleton(key.path).scopes[key.scope].kind != "class":
            continue
        inf.begin()
        if has_shape(inf, Class(key.path, key.scope), protocol, names):
            yield Class(key.path, key.scope)


def members_of(inf: Inference, protocol: Class) -> list[str]:
    """The names that a protocol asks for, in its body and in those of the protocols that it extends."""
    bodies = [cls for cls in mro(inf, protocol) if isinstance(cls, Class) and is_protocol(inf, cls)]
    names = dict.fromkeys(name for cls in bodies for name in inf.segment(cls.path, cls.scope).binds)
    return [name for name in names if name not in _NO_MEMBERS]


def has_shape(inf: Inference, cls: Class, protocol: Class, names: Sequence[str]) -> bool:
    """Whether a class of the repository has what a protocol asks for, and does not inherit from it."""
    if is_stub(cls) or is_protocol(inf, cls) or is_subclass(inf, cls, protocol):
        return False
    return all(any(t.key is not None for t in member(inf, Instance(cls), name)) for name in names)


def _site(resolver: PythonResolver, symbol: Symbol, path: str, start: int, role: str, within: str) -> Site:
    line, col = resolver.sources.positions(path).place(start)
    return Site(symbol.id, path, line, col, symbol.name, role, "confirmed", within, implicit=True)
