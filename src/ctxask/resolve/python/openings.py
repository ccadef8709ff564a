"""Ways in which a definition may be used though no site names it: what "no use" cannot rule out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxask.resolve.python.classes import mro, name_of
from ctxask.resolve.python.fixtures import is_fixture
from ctxask.resolve.python.implicit import is_implicit
from ctxask.resolve.python.infer import Inference, Key
from ctxask.resolve.python.members import is_stub
from ctxask.resolve.python.reached import held_by_heir, is_handed_out, is_registered
from ctxask.resolve.python.values import Class
from ctxask.resolve.testfiles import is_run_by_tests
from ctxask.rows import Note, Symbol

# Decorators that hand the function to nobody.
_QUIET = frozenset(
    """property staticmethod classmethod abstractmethod abstractproperty overload override final cached_property
    contextmanager asynccontextmanager wraps lru_cache cache setter getter deleter dataclass total_ordering
    runtime_checkable unique""".split()  # noqa: SIM905  # a list of words reads best as words
)

_BEGIN = re.compile(rb"[\"'](\w+_)[\"'{%]", re.ASCII)


def openings(inf: Inference, symbol: Symbol, keys: tuple[Key, ...]) -> list[Note]:
    """Why a symbol without a single use may be used all the same; nothing for one that only its name can reach."""
    found: list[Note] = []
    for key in keys:
        if key.scope >= 0:
            found += _of_binding(inf, symbol, key)
    return list(dict.fromkeys(found))


def _of_binding(inf: Inference, symbol: Symbol, key: Key) -> Iterator[Note]:
    rows = inf.segment(key.path, key.scope).binds.get(key.name, [])
    scopes = [row[4] for row in rows if row[0] in ("def", "class")]
    if any(_decorated(inf, key.path, scope) for scope in scopes):
        yield Note("decorated", 1, "what decorates it may call or register it")
    if is_run_by_tests(symbol) or any(is_fixture(inf.segment(key.path, scope)) for scope in scopes):
        yield Note("run_by_tests", 1, "the test runner calls it")
    if inf.skeleton(key.path).scopes[key.scope].kind == "class":
        yield from _of_class(inf, Class(key.path, key.scope), key.name)
        if _is_made_up(inf, key.name):
            yield Note("made_up_name", 1, "getattr is given names that begin as this one does")
    if symbol.kind == "class" and any(is_registered(inf, Class(key.path, scope)) for scope in scopes):
        yield Note("registered", 1, "classes like it are looked for by what they derive from")


def through_instances(inf: Inference, symbol: Symbol, keys: tuple[Key, ...]) -> list[Note]:
    """Why a method that only its name can reach may be called: by who holds an instance without knowing its class.

    It costs a look at every call in the files that name the class.
    """
    scopes = [key for key in keys if key.scope >= 0 and symbol.kind in ("method", "property")]
    classes = [Class(k.path, k.scope) for k in scopes if inf.skeleton(k.path).scopes[k.scope].kind == "class"]
    if any(held_by_heir(inf, cls) for cls in classes):
        return [Note("held_by_heir", 1, "a subclass puts an instance where a base has another")]
    if any(is_handed_out(inf, cls) for cls in classes):
        return [Note("handed_out", 1, "an instance is given to what may call any method")]
    return []


def _is_made_up(inf: Inference, name: str) -> bool:
    """Whether a file that asks for attributes by computed names has text that such a name begins with: `"visit_`."""
    begins = [name[: at + 1] for at, sign in enumerate(name) if sign == "_" and name[:at].strip("_")]
    if not begins:
        return False
    known: frozenset[str] | None = inf.once(("made up",), None, lambda _: None, lambda: _made_up(inf))
    return known is None or not known.isdisjoint(begins)


def _made_up(inf: Inference) -> frozenset[str]:
    """The texts in such files that names may begin with."""
    files = inf.facts.holding("getattr")
    return frozenset(begin.decode() for path in files for begin in _BEGIN.findall(inf.facts.read(path)))


def _decorated(inf: Inference, path: str, scope: int) -> bool:
    segment = inf.segment(path, scope)
    for node in segment.decorators:
        e = segment.nodes[node]
        e = segment.nodes[e[1]] if e[0] == "c" else e
        if e[0] not in "na" or str(e[1] if e[0] == "n" else e[2]) not in _QUIET:
            return True
    return False


def _of_class(inf: Inference, cls: Class, name: str) -> list[Note]:
    if is_implicit(name):
        return [Note("protocol_method", 1, "the language calls it")]
    plain = {"object", "Generic", "Protocol"}
    above = mro(inf, cls)[1:]
    seen = [c for c in above if isinstance(c, Class) and not (is_stub(c) and name_of(inf, c) not in plain)]
    outside = len(seen) < len(above)
    return [Note("outside_base", 1, "a base class outside the repository may call it")] if outside else []
