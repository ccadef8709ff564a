"""Finds attributes: of modules, classes, instances and what `super()` gives."""

from __future__ import annotations

from ctxask.facts.python.builder import BODY
from ctxask.resolve.python import stubs
from ctxask.resolve.python.classes import builtin, is_metaclass, metaclass, mro
from ctxask.resolve.python.generic import as_tuple
from ctxask.resolve.python.infer import Frame, Inference, Key
from ctxask.resolve.python.names import Target, module_member, unknown_target
from ctxask.resolve.python.reach import AFTER, owner, reaching
from ctxask.resolve.python.values import (
    Bound,
    Callable,
    Class,
    External,
    Function,
    Instance,
    Lambda,
    Module,
    Namespace,
    Property,
    Super,
    TupleOf,
    TypeOf,
    TypeVar,
    Unbound,
    Unknown,
    Value,
    Values,
    Wrapped,
)


def members(inf: Inference, values: Values, name: str) -> list[Target]:
    """What `.name` means on any of the values; None is passed over where something else is possible."""
    if not values:  # inside its own evaluation
        return []
    if len(values) > 1:
        values = tuple(v for v in values if not is_none(inf, v)) or values
    found = [t for value in values for t in member(inf, value, name)]
    return found or [unknown_target("unknown_receiver")]


def is_none(inf: Inference, value: Value) -> bool:
    return isinstance(value, Instance) and value.cls == builtin(inf, "NoneType")


def member(inf: Inference, value: Value, name: str) -> list[Target]:
    """What `.name` means on one value."""
    if isinstance(value, Module | Namespace):
        return module_member(inf, value, name)
    if isinstance(value, External):
        if value.called:
            return [Target(None, value=Unknown("external_result"))]
        return [Target(None, value=External(f"{value.dotted}.{name}"))]
    if isinstance(value, Instance):
        return _of_class(inf, value.cls, name, value)
    if isinstance(value, Class):
        return _of_class(inf, value, name, value)
    if isinstance(value, TupleOf):
        return member(inf, as_tuple(inf, value), name)
    if isinstance(value, Super):
        return _of_super(inf, value, name)
    if isinstance(value, TypeOf):
        classes = tuple(v.cls for v in value.variable.upper if isinstance(v, Instance))
        return members(inf, classes, name) if classes else [unknown_target("type_parameter")]
    if isinstance(value, TypeVar):
        return members(inf, value.upper, name) if value.upper else [unknown_target("type_parameter")]
    if isinstance(value, Wrapped):
        return member(inf, value.by, name)
    if isinstance(value, Function | Bound | Lambda | Callable | Unbound | Property):
        return _of_function(inf, value, name)
    return [Target(None, value=value if isinstance(value, Unknown) else Unknown("unknown_receiver"), receiver=value)]


def _of_function(inf: Inference, value: Value, name: str) -> list[Target]:
    found = in_class(inf, builtin(inf, "function"), name, value)
    return found or [unknown_target("function_attribute")]


def _of_class(inf: Inference, cls: Class, name: str, receiver: Value) -> list[Target]:
    key = ("member", cls, name, receiver)
    return inf.once(key, [], lambda why: [unknown_target(why)], lambda: search(inf, mro(inf, cls), name, receiver))


def _of_super(inf: Inference, value: Super, name: str) -> list[Target]:
    receiver = value.receiver
    start = receiver.cls if isinstance(receiver, Instance) else receiver
    if isinstance(receiver, Class) and is_metaclass(inf, value.cls):
        start = metaclass(inf, receiver)
    order = mro(inf, start) if isinstance(start, Class) else mro(inf, value.cls)
    plain = [v[:2] if isinstance(v, Class) else v for v in order]
    at = plain.index(value.cls[:2]) if value.cls[:2] in plain else 0
    return search(inf, order[at + 1 :], name, value, by_heirs=False)


def search(inf: Inference, order: tuple[Value, ...], name: str, receiver: Value, by_heirs: bool = True) -> list[Target]:
    """What the name means on a receiver whose class has this lookup order."""
    beyond = False
    for ancestor in order:
        if isinstance(ancestor, External):
            beyond = True
        elif isinstance(ancestor, Class):
            if beyond and ancestor.path == stubs.BUILTINS:
                continue  # the class that cannot be seen may well define what `object` does
            found = in_class(inf, ancestor, name, receiver)
            if found:
                return _inherited(inf, ancestor, order, name, receiver, found)
    if beyond:
        return [Target(None, value=Unknown("external_base"), receiver=receiver)]
    if isinstance(receiver, Class):
        found = of_metaclass(inf, receiver, name)
        if found:
            return found
    if inf.below is not None and by_heirs and (added := _by_heirs(inf, order[0], name, receiver)):
        return added
    dynamic = any(isinstance(c, Class) and in_class(inf, c, "__getattr__", receiver) for c in order)
    return [Target(None, value=Unknown("getattr" if dynamic else "missing_attribute"), receiver=receiver)]


def _by_heirs(inf: Inference, cls: Value, name: str, receiver: Value) -> list[Target]:
    from ctxask.resolve.python.heirs import added

    if not isinstance(cls, Class) or is_stub(cls) or (isinstance(receiver, Instance) and receiver.exact):
        return []
    found = added(inf, cls, name, receiver)
    return [*found, unknown_target("heirs")] if found else []


def _inherited(
    inf: Inference, cls: Class, order: tuple[Value, ...], name: str, receiver: Value, found: list[Target]
) -> list[Target]:
    """What a class only assigns is the attribute that an ancestor's body declares: a write to it, no new one."""
    declaring = declared_above(inf, cls, order, name)
    if declaring is None:
        return found
    above = in_class(inf, declaring, name, receiver)
    if any(row[0] in ("def", "class", "note") for t in above for row in t.rows):
        return above
    return [*above, *(t._replace(key=above[0].key) for t in found)] if above else found


def declared_above(inf: Inference, cls: Class, order: tuple[Value, ...], name: str) -> Class | None:
    """The nearest ancestor in the repository whose body binds a name that the class's own body does not."""
    if binds(inf, cls, name):
        return None
    later = order[order.index(cls) + 1 :] if cls in order else ()
    return next((c for c in later if isinstance(c, Class) and not is_stub(c) and binds(inf, c, name)), None)


def binds(inf: Inference, cls: Class, name: str) -> bool:
    """Whether the class's body binds the name."""
    segment = inf.segment(cls.path, cls.scope)
    return any(owner(segment, row[2]) == BODY for row in segment.binds.get(name, ()))


def is_stub(cls: Class) -> bool:
    """Whether the class is a library's."""
    return cls.path.startswith(stubs.PREFIX)


def of_metaclass(inf: Inference, cls: Class, name: str) -> list[Target]:
    """What the class of a class defines; its `self` stands for the class."""
    for kind in mro(inf, metaclass(inf, cls)):
        found = in_class(inf, kind, name, cls) if isinstance(kind, Class) else []
        if found:
            return found
    return []


def in_class(inf: Inference, cls: Class, name: str, receiver: Value) -> list[Target]:
    """The bindings of one class: its body's, and what its methods assign to their first parameter."""
    segment = inf.segment(cls.path, cls.scope)
    key = Key(cls.path, cls.scope, name)
    rows = [row for row in segment.binds.get(name, ()) if owner(segment, row[2]) == BODY]
    found: list[Target] = []
    if rows:
        live = tuple(reaching(segment, rows, AFTER, BODY) or rows)
        found.append(Target(key, live, Frame(cls.path, cls.scope), None, receiver, cls))
        if any(row[0] in ("def", "class", "note") for row in live):
            return found
    return found + assigned(inf, cls, key, receiver)


def assigned(inf: Inference, cls: Class, key: Key, receiver: Value) -> list[Target]:
    """Where methods of the class assign the attribute to their first parameter."""
    found: list[Target] = []
    for scope in attribute_scopes(inf, cls, key.name):
        inner = inf.segment(cls.path, scope)
        first = inner.params[0][0] if inner.params else ""
        rows = tuple(
            [kind, start, block, node, extra]
            for thing, name, kind, block, node, extra, start in inner.attributes
            if thing == first and name == key.name
        )
        if rows:
            found.append(Target(key, rows, Frame(cls.path, scope), None, receiver, cls))
    noted = [t for t in found if any(row[0] == "note" for row in t.rows)]
    return noted or found


def attribute_scopes(inf: Inference, cls: Class, name: str) -> list[int]:
    """Methods of the class that assign the attribute, in source order."""
    skeleton = inf.skeleton(cls.path)
    scopes = (s for s, attribute, _, _ in skeleton.attributes if attribute == name)
    return [s for s in dict.fromkeys(scopes) if skeleton.scopes[s].parent == cls.scope]
