"""What the language's own library gives: elements of collections, promises, and what callbacks are given."""

from __future__ import annotations

from ctxask.resolve.ecmascript.types import EXTERNAL, UNKNOWN, Type, builtin, union

LISTS = frozenset({
    "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "IterableIterator", "Iterator", "Generator",
    "AsyncIterable", "AsyncIterableIterator", "AsyncGenerator", "AsyncIterator", "ArrayLike", "ConcatArray", "Readonly",
})  # fmt: skip
MAPS = frozenset({"Map", "ReadonlyMap", "WeakMap"})
PROMISES = frozenset({"Promise", "PromiseLike"})
WRAPPERS = frozenset({
    "Readonly", "Partial", "Required", "NonNullable", "Pick", "Omit", "Extract", "Exclude", "DeepReadonly", "NoInfer",
    "ThisType", "WeakRef",
})  # fmt: skip
KNOWN = LISTS | MAPS | PROMISES | {"Record", "Tuple", "Object", "Function"}

_SAME = frozenset({
    "filter", "slice", "concat", "reverse", "sort", "splice", "fill", "copyWithin", "toSorted", "toReversed",
    "toSpliced", "with", "add", "set",
})  # fmt: skip
_ELEMENT = frozenset({"at", "pop", "shift", "find", "findLast"})
_GIVEN = frozenset({
    "forEach", "map", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every", "flatMap",
})  # fmt: skip
_NUMBER = builtin("number")


def element(of: Type) -> Type:
    """What iterating over a value, or an index, gives."""
    if of.kind == "union":
        return union(element(part) for part in of.args)
    if of.kind != "builtin":
        return EXTERNAL if of.kind == "external" else UNKNOWN
    if of.name == "Tuple":
        return union(of.args)
    if of.name in MAPS and len(of.args) == 2:
        return builtin("Tuple", *of.args)
    if of.name == "Record" and len(of.args) == 2:
        return of.args[1]
    if of.name in LISTS and of.args:
        return of.args[0]
    return builtin("string") if of.name == "string" else UNKNOWN


def awaited(of: Type) -> Type:
    """What waiting for a value gives."""
    if of.kind == "union":
        return union(awaited(part) for part in of.args)
    if of.kind == "builtin" and of.name in PROMISES:
        return awaited(of.args[0]) if of.args else UNKNOWN
    return of


def result(of: Type, method: str, callback: Type) -> Type:
    """What calling a method of a builtin gives; `callback` is what its first argument gives when it is called."""
    if of.name in MAPS and len(of.args) == 2:
        key, value = of.args
        table = {"get": value, "values": builtin("Array", value), "keys": builtin("Array", key)}
        return table.get(method, of if method == "set" else builtin("Array", builtin("Tuple", key, value)))
    if of.name in PROMISES:
        return builtin("Promise", awaited(callback)) if method == "then" else of
    if of.name in LISTS | {"Tuple"}:
        inside = element(of)
        if method in _ELEMENT or (method in ("next", "flat") and of.args):
            return inside if method != "flat" else builtin("Array", element(inside))
        if method in ("map", "flatMap"):
            flat = element(callback) if method == "flatMap" else callback
            return builtin("Array", flat)
        if method == "entries":
            return builtin("Array", builtin("Tuple", _NUMBER, inside))
        if method in ("values", "keys"):
            return builtin("Array", inside if method == "values" else _NUMBER)
        if method == "reduce":
            return callback
        if method in _SAME:
            return builtin("Array", inside) if of.name == "Tuple" else of
    return EXTERNAL


def given(of: Type, method: str, place: int) -> Type:
    """What a method of a builtin gives to its callback at a place."""
    if of.name in PROMISES and place == 0:
        return awaited(of) if method == "then" else UNKNOWN
    if of.name in MAPS and len(of.args) == 2 and method == "forEach":
        return (of.args[1], of.args[0], of)[place] if place < 3 else UNKNOWN
    if of.name in LISTS | {"Tuple"}:
        inside = element(of)
        if method in _GIVEN:
            return (inside, _NUMBER, of)[place] if place < 3 else UNKNOWN
        if method in ("sort", "toSorted"):
            return inside
        if method in ("reduce", "reduceRight") and place == 1:
            return inside
    return UNKNOWN


def of_global(owner: str, method: str, arguments: tuple[Type, ...]) -> Type:
    """What a function of a global object gives: `Object.values(x)`, `Promise.all(xs)`."""
    first = arguments[0] if arguments else UNKNOWN
    match owner, method:
        case "Object", "freeze" | "seal" | "preventExtensions":
            return first
        case "Object", "assign":
            return Type("all", args=arguments, sure=all(item.sure for item in arguments)) if arguments else UNKNOWN
        case "Object", "values":
            return builtin("Array", element(first))
        case "Object", "entries":
            return builtin("Array", builtin("Tuple", builtin("string"), element(first)))
        case "Array", "from":
            return builtin("Array", element(first))
        case "Array", "of":
            return builtin("Array", union(arguments))
        case "Promise", "resolve":
            return builtin("Promise", awaited(first))
        case "Promise", "all" | "allSettled" | "race" | "any":
            inside = awaited(element(first))
            if first.kind == "builtin" and first.name == "Tuple" and method == "all":
                return builtin("Promise", builtin("Tuple", *map(awaited, first.args)))
            return builtin("Promise", builtin("Array", inside) if method == "all" else inside)
    return EXTERNAL
