"""Classes: bases, type parameters, and the order in which members are looked for (C3)."""

from __future__ import annotations

from ctxask.facts.python.builder import OUTER
from ctxask.resolve.python import stubs
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.values import NOTHING, Class, External, Instance, TypeVar, Value, Values, union

OBJECT = "object"


def builtin(inf: Inference, name: str, *args: Values) -> Class:
    """A class of the builtins stub."""
    return stub_class(inf, stubs.BUILTINS, name, *args)


def none(inf: Inference) -> Values:
    """None, as the only value."""
    return (Instance(builtin(inf, "NoneType"), True),)


def stub_class(inf: Inference, path: str, name: str, *args: Values) -> Class:
    """A class of a stub by its name."""
    scope = inf.stub_scopes.get((path, name), -1)
    if scope < 0:
        scopes = inf.skeleton(path).scopes
        scope = next(i for i, s in enumerate(scopes) if s.name == name and s.kind == "class" and s.parent == 0)
        inf.stub_scopes[path, name] = scope
    return Class(path, scope, args)


def name_of(inf: Inference, cls: Class) -> str:
    return inf.skeleton(cls.path).scopes[cls.scope].name


def bases(inf: Inference, cls: Class) -> list[Value]:
    """The base classes as written, type arguments in place; what is no class of the repository is External."""
    return inf.once(("bases", cls), [], lambda _: [External("?")], lambda: _bases(inf, cls))


def _bases(inf: Inference, cls: Class) -> list[Value]:
    from ctxask.resolve.python.generic import substitute

    segment, frame = inf.segment(cls.path, cls.scope), Frame(cls.path, cls.scope)
    mapping = dict(zip(type_parameters(inf, cls), cls.args, strict=False))
    found: list[Value] = []
    for node in segment.bases:
        values = substitute(inf, base_values(inf, frame, node), mapping)
        classes = [v for v in values if isinstance(v, Class)]
        if classes:
            found.append(classes[0])
        elif not _is_form(values):
            named = [v for v in values if isinstance(v, External)]
            found.append(named[0] if named else External("?"))
    if not found and (cls.path, name_of(inf, cls)) != (stubs.BUILTINS, OBJECT):
        found.append(builtin(inf, OBJECT))
    return found


def base_values(inf: Inference, frame: Frame, node: int) -> Values:
    """What a base may be, as it is written at a node."""
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    if expression[0] == "s":
        from ctxask.resolve.python.annotations import subscripted_class

        return subscripted_class(inf, frame, expression)
    return inf.evaluate(frame, node)


def _is_form(values: Values) -> bool:
    """True for Generic, Protocol and the like, which bring no members."""
    return any(isinstance(v, External) and v.dotted in ("typing.Generic", "typing.Protocol") for v in values)


def type_parameters(inf: Inference, cls: Class) -> tuple[TypeVar, ...]:
    """The class's own type parameters in order: PEP 695, else those of Generic or Protocol, else as they appear."""
    bare = Class(cls.path, cls.scope)
    return inf.once(("params", bare), (), lambda _: (), lambda: _type_parameters(inf, bare))


def _type_parameters(inf: Inference, cls: Class) -> tuple[TypeVar, ...]:
    from ctxask.resolve.python.annotations import type_parameter, type_variables

    segment, frame = inf.segment(cls.path, cls.scope), Frame(cls.path, cls.scope)
    declared = [
        (row[1], name, row)
        for name, rows in segment.binds.items()
        for row in rows
        if row[0] == "typevar" and row[2] == OUTER
    ]
    if declared:
        return tuple(type_parameter(inf, frame, name, row) for _, name, row in sorted(declared))
    ordered: list[TypeVar] = []
    explicit: list[TypeVar] = []
    for node in segment.bases:
        expression = segment.nodes[node]
        if expression[0] == "s":
            inner = [v for item in expression[2] for v in type_variables(inf, frame, item)]
            ordered += inner
            if _is_form(inf.evaluate(frame, expression[1])):
                explicit += inner
    return tuple(dict.fromkeys(explicit or ordered))


def mro(inf: Inference, cls: Class) -> tuple[Value, ...]:
    """The class and its ancestors in lookup order; External stands for one that cannot be seen."""
    return inf.once(("mro", cls), (cls,), lambda _: (cls, External("?")), lambda: _mro(inf, cls))


def _mro(inf: Inference, cls: Class) -> tuple[Value, ...]:
    above = bases(inf, cls)
    lines: list[list[Value]] = [list(mro(inf, b)) if isinstance(b, Class) else [b] for b in above]
    merged = _merge([*lines, list(above)])
    if merged is None:  # no consistent order: depth first, as a reader would guess
        merged = list(dict.fromkeys(v for line in lines for v in line))
    return (cls, *merged)


def _merge(lines: list[list[Value]]) -> list[Value] | None:
    result: list[Value] = []
    left = [[(_plain(value), value) for value in line] for line in lines if line]
    while left:
        tails = {plain for line in left for plain, _ in line[1:]}
        head = next((line[0] for line in left if line[0][0] not in tails), None)
        if head is None:
            return None
        result.append(head[1])
        left = [rest for line in left if (rest := [item for item in line if item[0] != head[0]])]
    return result


def _plain(value: Value) -> Value:
    return Class(value.path, value.scope) if isinstance(value, Class) else value


def is_subclass(inf: Inference, cls: Class, other: Class) -> bool:
    """Whether `other` is the class or one of its visible ancestors."""
    return _plain(other) in {_plain(v) for v in mro(inf, cls)}


def is_protocol(inf: Inference, cls: Class) -> bool:
    """Whether the class is written as a Protocol: other classes than its subclasses may stand behind it."""
    segment, frame = inf.segment(cls.path, cls.scope), Frame(cls.path, cls.scope)
    bare = [e[1] if (e := segment.nodes[node])[0] == "s" else node for node in segment.bases]
    forms = (v for node in bare for v in inf.evaluate(frame, node))
    return any(isinstance(v, External) and v.dotted == "typing.Protocol" for v in forms)


def metaclass(inf: Inference, cls: Class) -> Class:
    """The class of the class: the nearest `metaclass=` along its ancestors, else `type`."""
    plain, fallback = Class(cls.path, cls.scope), builtin(inf, "type")
    return inf.once(("metaclass", plain), fallback, lambda _: fallback, lambda: _metaclass(inf, plain))


def _metaclass(inf: Inference, cls: Class) -> Class:
    for ancestor in mro(inf, cls):
        if isinstance(ancestor, Class):
            for name, node in inf.segment(ancestor.path, ancestor.scope).keywords:
                found = inf.evaluate(Frame(ancestor.path, ancestor.scope), node) if name == "metaclass" else ()
                if found and isinstance(found[0], Class):
                    return found[0]
    return builtin(inf, "type")


def is_metaclass(inf: Inference, cls: Class) -> bool:
    """Whether instances of the class are classes."""
    return is_subclass(inf, cls, builtin(inf, "type"))


def makes_members(inf: Inference, cls: Class) -> bool:
    """Whether what the body of the class assigns becomes an instance of it, as in an enumeration."""
    kind = metaclass(inf, cls)
    return any(isinstance(c, Class) and (c.path, name_of(inf, c)) == stubs.ENUM for c in mro(inf, kind))


def instance_of_self(inf: Inference, path: str, scope: int) -> Values:
    """What `self` is inside the class: an instance of it or of a subclass, its own parameters unbound."""
    cls = Class(path, scope)
    return (Instance(Class(path, scope, tuple((p,) for p in type_parameters(inf, cls)))),)


def as_instances(values: Values) -> Values:
    """Instances of the classes among the values; the rest as it is."""
    return union(Instance(v) if isinstance(v, Class) else v for v in values) if values else NOTHING
