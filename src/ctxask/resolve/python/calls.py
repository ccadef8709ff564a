"""What a call gives: construction, returns written or inferred, type parameters read off the arguments."""

from __future__ import annotations

from ctxask.facts.python.model import Segment
from ctxask.resolve.python import stubs
from ctxask.resolve.python.annotations import classes_of, type_of
from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.classes import builtin, metaclass, mro, name_of, stub_class, type_parameters
from ctxask.resolve.python.generic import as_tuple, substitute, unify
from ctxask.resolve.python.infer import RETURNS, Frame, Inference
from ctxask.resolve.python.members import is_none, is_stub, member, of_metaclass
from ctxask.resolve.python.twins import stub_of
from ctxask.resolve.python.values import (
    NOTHING,
    Bound,
    Callable,
    Class,
    Env,
    External,
    Function,
    Instance,
    Lambda,
    Super,
    TupleOf,
    TypeOf,
    TypeVar,
    Unbound,
    Unknown,
    Value,
    Values,
    Wrapped,
    known,
    union,
    unknown,
)

_FEW = 3  # callees for which arguments are looked at
_CARRIED = 2  # calls deep that argument values are carried into functions without annotations
TYPING = stubs.PREFIX + "typing.pyi"
FUNCTOOLS = stubs.PREFIX + "functools.pyi"


def call_node(inf: Inference, frame: Frame, node: int) -> Values:
    """The values of a call expression."""
    nodes = inf.segment(frame.path, frame.scope).nodes
    called = inf.evaluate(frame, nodes[node][1])
    if not called:
        return NOTHING
    arguments = Arguments.of_call(inf, frame, node)
    if len(called) > 1:
        called = tuple(v for v in called if not is_none(inf, v)) or called
    if len(called) > _FEW:  # what is passed tells little where so many may be called
        return union(*(call_value(inf, value, None) for value in called)) or unknown("call_result")
    return union(*(call_value(inf, value, arguments) for value in called)) or unknown("call_result")


def call_with(inf: Inference, value: Value, args: tuple[Values, ...]) -> Values:
    """What calling a value with these positional values gives."""
    return call_value(inf, value, Arguments(args) if args else None)


def call_value(inf: Inference, value: Value, arguments: Arguments | None) -> Values:
    """What calling a value gives; without arguments, whatever they are."""
    if isinstance(value, Function):
        return partial(inf, value, arguments) or function_result(inf, value, None, arguments)
    if isinstance(value, Bound):
        return function_result(inf, value.function, value.receiver, arguments)
    if isinstance(value, Class):
        return construct(inf, value, arguments)
    if isinstance(value, Instance):
        return _call_instance(inf, value, arguments)
    if isinstance(value, Callable):
        return value.result
    if isinstance(value, Wrapped):
        result = call_value(inf, value.by, arguments if isinstance(value.by, Callable) else None)
        if not any(isinstance(v, Unknown) for v in result):
            return result
        assumed = known(call_value(inf, value.function, arguments))
        return union(assumed, known(result), unknown("decorator")) if assumed else result
    if isinstance(value, Lambda):
        return _call_lambda(inf, value, arguments)
    if isinstance(value, External):
        return _call_external(inf, value, arguments)
    if isinstance(value, Unbound):
        return function_result(inf, value.function, None, arguments)
    if isinstance(value, TypeOf):
        return (value.variable,)
    if isinstance(value, TypeVar):
        return union(*(call_value(inf, v, arguments) for v in value.upper))
    return (value,) if isinstance(value, Unknown) else unknown("call_result")


def partial(inf: Inference, value: Function, arguments: Arguments | None) -> Values:
    """What `functools.partial` makes of a function: it stands for the function; nothing for any other callee."""
    if value.path != FUNCTOOLS or arguments is None or not len(arguments):
        return ()
    if inf.skeleton(value.path).scopes[value.scope].name not in ("partial", "partialmethod"):
        return ()
    functions = [v for v in arguments.at(0) if isinstance(v, Function | Bound | Class | Wrapped)]
    return tuple(Wrapped(v, Callable(call_value(inf, v, None))) for v in functions)


def _call_instance(inf: Inference, value: Instance, arguments: Arguments | None) -> Values:
    from ctxask.resolve.python.bindings import target_values

    found: list[Values] = []
    for target in member(inf, value, "__call__"):
        found += [call_value(inf, v, arguments) for v in target_values(inf, target) if not isinstance(v, Instance)]
    return union(*found) or unknown("call_result")


def _call_lambda(inf: Inference, value: Lambda, arguments: Arguments | None) -> Values:
    expression = inf.segment(value.path, value.scope).nodes[value.node]
    passed = range(min(len(arguments), len(expression[3]))) if arguments is not None else ()
    env = tuple((expression[3][i][0], arguments.at(i)) for i in passed) if arguments is not None else ()
    taken = {name for name, _ in env}
    around = tuple(item for item in value.env if item[0] not in taken)
    return inf.evaluate(Frame(value.path, value.scope, (*env, *around), (), _CARRIED), expression[1])


def _call_external(inf: Inference, value: External, arguments: Arguments | None) -> Values:
    name = value.dotted
    if arguments is not None and arguments.frame is not None:
        if name in ("typing.TypeVar", "typing_extensions.TypeVar", "typing.ParamSpec"):
            return (_type_variable(inf, arguments),)
        if name == "typing.cast":
            args = inf.segment(arguments.frame.path, arguments.frame.scope).nodes[arguments.node][2]
            return type_of(inf, arguments.frame, args[0]) if args else unknown("annotation")
        if name == "typing.NewType" and len(arguments) == 2:
            return arguments.at(1)
    return (External(name, True),)


def _type_variable(inf: Inference, arguments: Arguments) -> TypeVar:
    frame = arguments.frame
    assert frame is not None
    nodes = inf.segment(frame.path, frame.scope).nodes[arguments.node]
    upper: Values = NOTHING
    for keyword, value in nodes[3]:
        if keyword == "bound":
            upper = type_of(inf, frame, value)
    if len(nodes[2]) > 1:
        upper = union(*(type_of(inf, frame, n) for n in nodes[2][1:]))
    return TypeVar(frame.path, frame.scope, f"#{arguments.node}", upper)


def construct(inf: Inference, cls: Class, arguments: Arguments | None) -> Values:
    """An instance of the class; type, super and the metaclass's ways are told apart."""
    if cls.path == stubs.BUILTINS:
        name = inf.skeleton(cls.path).scopes[cls.scope].name
        if name == "super":
            return _super(inf, arguments)
        if name == "type" and arguments is not None and len(arguments) == 1:
            values = tuple(as_tuple(inf, v) if isinstance(v, TupleOf) else v for v in arguments.at(0))
            return classes_of(values)
    if cls.path == TYPING and not cls.args and name_of(inf, cls) in ("NamedTuple", "TypedDict"):
        return (External(f"typing.{name_of(inf, cls)}", True),)  # a class that is nowhere written
    if made := _by_metaclass(inf, cls, arguments):
        return made
    parameters = type_parameters(inf, cls)
    if parameters and not cls.args and arguments is not None:
        cls = _inferred_class(inf, cls, parameters, arguments)
    return (Instance(cls, True),)


def _by_metaclass(inf: Inference, cls: Class, arguments: Arguments | None) -> Values:
    """What a metaclass of the repository makes of a call, where its `__call__` tells; nothing otherwise."""
    from ctxask.resolve.python.bindings import target_values

    if is_stub(metaclass(inf, cls)):
        return ()
    found = [t for t in of_metaclass(inf, cls, "__call__") if t.owner is not None and not is_stub(t.owner)]
    made = union(*(call_value(inf, v, arguments) for t in found for v in target_values(inf, t)))
    return made if made == known(made) else ()


def _inferred_class(inf: Inference, cls: Class, parameters: tuple[TypeVar, ...], arguments: Arguments) -> Class:
    mapping: dict[TypeVar, Values] = {}
    for target in member(inf, Instance(cls), "__init__"):
        for row in target.rows:
            if row[0] == "def" and target.frame is not None:
                function = Function(target.frame.path, row[4])
                _unify_arguments(inf, function, inf.segment(function.path, function.scope), arguments, 1, mapping)
    args = tuple(mapping.get(p, ()) for p in parameters)
    return Class(cls.path, cls.scope, args) if any(args) else cls


def _super(inf: Inference, arguments: Arguments | None) -> Values:
    if arguments is None or arguments.frame is None:
        return unknown("super")
    frame = arguments.frame
    if len(arguments) == 2:
        pairs = [(c, r) for c in arguments.at(0) for r in arguments.at(1) if isinstance(c, Class)]
        return tuple(Super(Class(c.path, c.scope), r) for c, r in pairs) or unknown("super")
    skeleton = inf.skeleton(frame.path)
    method = frame.scope
    while method > 0 and skeleton.scopes[skeleton.scopes[method].parent].kind != "class":
        method = skeleton.scopes[method].parent
    params = inf.segment(frame.path, method).params if method > 0 else []
    if not params:
        return unknown("super")
    here = frame if method == frame.scope else Frame(frame.path, method)
    held = dict(here.env).get(params[0][0])
    if held is None:
        from ctxask.resolve.python.params import receiver_of

        held = receiver_of(inf, here)
    owner = Class(frame.path, skeleton.scopes[method].parent)
    return tuple(Super(owner, v) for v in held) or unknown("super")


def function_result(inf: Inference, function: Function, receiver: Value | None, arguments: Arguments | None) -> Values:
    """What a call of the function gives."""
    from ctxask.resolve.python.overloads import chosen

    picked = chosen(inf, function, receiver, arguments)
    if picked is not None:
        return union(*(_result(inf, f, receiver, arguments) for f in picked))
    return _result(inf, function, receiver, arguments)


def _result(inf: Inference, function: Function, receiver: Value | None, arguments: Arguments | None) -> Values:
    segment = inf.segment(function.path, function.scope)
    if segment.annotation >= 0:
        declared = _declared(inf, function, segment, receiver, arguments)
        if known(declared) or function.path.startswith(stubs.PREFIX):
            return declared
    elif function.path.startswith(stubs.PREFIX):
        return unknown("external_result")
    elif (beside := stub_of(inf, function)) is not None:
        declared = _result(inf, beside, receiver, arguments)
        if known(declared) == declared:
            return declared
    env = _environment(inf, function, segment, receiver, arguments)
    level = 1 + (arguments.frame.level if arguments is not None and arguments.frame is not None else 0)
    frame = Frame(function.path, function.scope, env, function.closure, level if len(env) > 1 else 0)
    return inf.once((RETURNS, frame), NOTHING, unknown, lambda: _inferred(inf, frame, segment))


def _inferred(inf: Inference, frame: Frame, segment: Segment) -> Values:
    if segment.yields:
        parts = []
        for node, is_from in segment.yields:
            values = inf.evaluate(frame, node)
            if is_from:
                from ctxask.resolve.python.iterate import elements

                values = elements(inf, values)
            parts.append(values)
        name = "AsyncGenerator" if segment.is_async else "Generator"
        return (Instance(stub_class(inf, TYPING, name, union(*parts), (), ()), True),)
    values = union(*(inf.evaluate(frame, node) for node in segment.returns))
    if not segment.returns:
        values = (Instance(builtin(inf, "NoneType"), True),)
    return _coroutine(inf, values) if segment.is_async else values


def _coroutine(inf: Inference, values: Values) -> Values:
    return (Instance(stub_class(inf, TYPING, "Coroutine", (), (), values), True),)


def _declared(
    inf: Inference, function: Function, segment: Segment, receiver: Value | None, arguments: Arguments | None
) -> Values:
    frame = Frame(function.path, function.scope, (), function.closure)
    declared = type_of(inf, frame, segment.annotation)
    mapping: dict[TypeVar, Values] = {}
    if receiver is not None:
        _unify_receiver(inf, function, segment, receiver, mapping)
    if arguments is not None and _has_variables(declared):
        _unify_arguments(inf, function, segment, arguments, 0 if receiver is None else 1, mapping)
    declared = substitute(inf, declared, mapping)
    held = receiver if receiver is not None else _class_given(inf, function, arguments)
    if held is not None:
        declared = _as_self(inf, function, held, declared)
    return _coroutine(inf, declared) if segment.is_async and not segment.yields else declared


def _class_given(inf: Inference, function: Function, arguments: Arguments | None) -> Value | None:
    """The class that `__new__(cls)` is handed, as every caller must."""
    if not arguments or inf.skeleton(function.path).scopes[function.scope].name != "__new__":
        return None
    return next((v for v in arguments.at(0) if isinstance(v, Class)), None)


def _has_variables(values: Values) -> bool:
    work = list(values)
    while work:
        value = work.pop()
        if isinstance(value, TypeVar | TypeOf):
            return True
        if isinstance(value, Instance):
            work += [v for a in value.cls.args for v in a]
        elif isinstance(value, Class):
            work += [v for a in value.args for v in a]
        elif isinstance(value, TupleOf):
            work += [v for a in value.items for v in a]
        elif isinstance(value, Callable):
            work += value.result
    return False


def _unify_receiver(
    inf: Inference, function: Function, segment: Segment, receiver: Value, mapping: dict[TypeVar, Values]
) -> None:
    """The owner's type parameters as the receiver's class has them; a written `self: T` as the receiver is."""
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    owner = (function.path, inf.skeleton(function.path).scopes[function.scope].parent)
    for ancestor in mro(inf, cls) if isinstance(cls, Class) else ():
        if isinstance(ancestor, Class) and ancestor[:2] == owner:
            mapping.update(zip(type_parameters(inf, ancestor), ancestor.args, strict=False))
    if segment.params and segment.params[0][2] >= 0:
        declared = type_of(inf, Frame(function.path, function.scope), segment.params[0][2])
        unify(inf, declared, (receiver,), mapping)


def _as_self(inf: Inference, function: Function, receiver: Value, declared: Values) -> Values:
    """`Self`, which reads as the owning class with its own parameters, is the receiver."""
    parent = inf.skeleton(function.path).scopes[function.scope].parent
    own = Class(function.path, parent, tuple((p,) for p in type_parameters(inf, Class(function.path, parent))))
    text = inf.segment(function.path, function.scope)
    node = text.nodes[text.annotation] if text.annotation >= 0 else []
    if node[:2] != ["n", "Self"] and not (node[:1] == ["a"] and node[2] == "Self"):
        return declared
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    kept = [v for v in declared if not (isinstance(v, Instance) and v.cls[:2] == own[:2])]
    return (*kept, Instance(cls)) if isinstance(cls, Class) else declared


def _unify_arguments(
    inf: Inference,
    function: Function,
    segment: Segment,
    arguments: Arguments,
    skipped: int,
    mapping: dict[TypeVar, Values],
) -> None:
    frame = Frame(function.path, function.scope, (), function.closure)
    declared = {p[0]: type_of(inf, frame, p[2]) for p in segment.params if p[2] >= 0}
    generic = [name for name, values in declared.items() if _has_variables(values)]
    given = arguments.passed(segment, skipped, generic)
    for name, values in given:
        unify(inf, declared[name], values, mapping)
    by_default: dict[TypeVar, Values] = {}
    left = set(generic) - {name for name, _ in given}
    for name, _, _, default in segment.params:
        if name in left and default >= 0 and not arguments.starred:
            unify(inf, declared[name], inf.evaluate(frame, default), by_default)
    mapping.update((variable, values) for variable, values in by_default.items() if variable not in mapping)


def _environment(
    inf: Inference, function: Function, segment: Segment, receiver: Value | None, arguments: Arguments | None
) -> Env:
    """What the parameters hold: the receiver always, arguments where no annotation says more, not too deep."""
    env: dict[str, Values] = {}
    if receiver is not None and segment.params:
        env[segment.params[0][0]] = (receiver,)
    level = arguments.frame.level if arguments is not None and arguments.frame is not None else 0
    if arguments is not None and level < _CARRIED:
        bare = [p[0] for p in segment.params if p[2] < 0 and p[1] in ("p", "k") and p[0] not in env]
        for name, values in arguments.passed(segment, 0 if receiver is None else 1, bare):
            if known(values) and not any(isinstance(v, Lambda) for v in values):
                env[name] = values
    return tuple(env.items())
