"""What a type has under a name: in classes and their bases, modules, object literals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.facts.outline import CLASSES, LOCALS
from ctxask.resolve.ecmascript.types import NULL, UNKNOWN, Place, Type, read
from ctxask.resolve.family import Found

if TYPE_CHECKING:
    from ctxask.resolve.ecmascript.infer import Inference

_MOST_CLASSES = 64
_MEMBER_KINDS = frozenset({"method", "function"})


class Members(NamedTuple):
    """What a look-up gave."""

    found: tuple[Found, ...] = ()
    types: tuple[Type, ...] = ()  # what the name holds where no definition bears it, or where one does
    every: bool = True  # each type that the value may be of has it
    whole: bool = True  # nothing more can be there: all bases are known
    outside: bool = False  # the name is one of the library's or of another package


NONE = Members()


def members(infer: Inference, of: Type, name: str) -> Members:
    """Definitions of the name that a value of the type has, and what they hold."""
    match of.kind:
        case "union":
            return _of_union(infer, of, name)
        case "all":
            every = [members(infer, part, name) for part in of.args]
            return next(
                (one for one in every if one.found or one.types), Members((), (), True, all(m.whole for m in every))
            )
        case "instance" | "class":
            return _of_class(infer, of, name)
        case "function":
            assert of.found is not None
            own = prefixed(infer, of.found, name)
            return Members(own, tuple(infer.held(hit) for hit in own)) if own else Members(outside=True)
        case "module":
            exported = infer.imports.lookup(of.files, name, of.sure)
            types = tuple(infer.held(hit) for hit in exported.found)
            if exported.files and not exported.found:
                types = (Type("module", files=exported.files, sure=exported.sure),)
            return Members(exported.found if exported.sure else (), types, True, False, exported.external)
        case "object":
            return _of_object(infer, of, name)
        case "builtin" | "external":
            return Members(outside=True)
        case "signature":
            return Members(outside=True)
    return Members(whole=False)


def prefixed(infer: Inference, holder: Found, name: str) -> tuple[Found, ...]:
    """The definitions in the holder's file whose qualified name is the holder's and the name."""
    outline = infer.family.outline(holder.path)
    qualified = f"{holder.definition.qualified}.{name}"
    indexes = outline.by_name.get(name, ())
    found = (infer.family.at(holder.path, index) for index in indexes)
    return tuple(hit for hit in found if hit.definition.qualified == qualified and hit.definition.kind not in LOCALS)


def _of_union(infer: Inference, of: Type, name: str) -> Members:
    each = [members(infer, part, name) for part in of.args]
    found = {(hit.id, hit.index): hit for one in each for hit in one.found}
    types = tuple(kind for one in each for kind in one.types)
    every = all(one.found or one.types for one in each)
    outside = not found and any(one.outside for one in each)
    return Members(tuple(found[key] for key in sorted(found)), types, every, all(one.whole for one in each), outside)


def _of_class(infer: Inference, of: Type, name: str) -> Members:
    """The nearest of a class and its bases that has the name."""
    assert of.found is not None
    queue, seen, whole, outside = [of], {of.found.id}, True, False
    while queue and len(seen) < _MOST_CLASSES:
        here = queue.pop(0)
        if here.found is None:
            other = members(infer, here, name)
            if other.found or other.types:
                return other
            whole &= other.whole and not other.outside
            outside |= other.outside
            continue
        own = prefixed(infer, here.found, name)
        if own:
            env = infer.written.env_of(here)
            return Members(own, tuple(infer.held(hit, env) for hit in own))
        spread = _of_value(infer, here.found, name)
        if spread.found or spread.types:
            return spread
        whole &= spread.whole
        for base in infer.bases(here):
            key = base.found.id if base.found is not None else f"{base.kind}:{base.name}"
            if base.kind == "unknown":
                whole = False
            elif key not in seen:
                seen.add(key)
                queue.append(base)
    return Members((), (), True, whole and not queue, outside)


def _of_value(infer: Inference, found: Found, name: str) -> Members:
    """What the object literal, or the alias, that a definition stands for has beside the definitions in it."""
    term = read(found.definition.type)
    place = Place(found.path, found.definition.start, found.definition.container)
    if found.definition.kind == "type" and isinstance(term, list) and term[0] == "alias":
        shape = term[2]
        if isinstance(shape, list) and shape[0] in ("all", "union", "name", "apply", "member"):
            return members(infer, infer.type(shape, place), name)
    if found.definition.kind == "object" and isinstance(term, list):
        value = infer.value(term, place)
        return members(infer, value, name) if value.found != found else NONE
    return NONE


def _of_object(infer: Inference, of: Type, name: str) -> Members:
    """A property of an object literal or of a type that is written out."""
    assert of.place is not None
    whole = True
    spread: list[Type] = []
    for item in read(of.term)[1]:
        if not isinstance(item, list):
            found = _defined_in(infer, of.place, name)
            if found:
                return Members(found, tuple(infer.held(hit) for hit in found))
            whole = False
        elif item[0] in ("pair", "method", "short") and item[1].strip("'\"") == name:
            found = _defined_in(infer, of.place, name) if item[0] != "short" else ()
            return Members(found, (_property(infer, item, of),))
        elif item[0] == "spread":
            spread.append(infer.value(item[1], of.place, of.env))
        elif item[0] == "fn":
            found = _defined_in(infer, of.place, name)
            if found:
                return Members(found, tuple(infer.held(hit) for hit in found))
    for part in reversed(spread):
        one = members(infer, part, name)
        if one.found or one.types:
            return one
        whole &= one.whole
    return Members((), (), True, whole)


def _property(infer: Inference, item: list[Any], of: Type) -> Type:
    assert of.place is not None
    if item[0] == "short":
        return infer.name(item[1], of.place, of.env)
    if item[0] == "method":
        return Type("signature", term=_signature(item), place=of.place, env=of.env)
    if item[2] is None:
        return UNKNOWN
    term = read(of.term)
    return infer.type(item[2], of.place, of.env) if term[0] == "shape" else infer.value(item[2], of.place, of.env)


def _signature(item: list[Any]) -> str:
    from ctxask.resolve.ecmascript.types import kept

    return kept(["fn", *item[2:], None])


def _defined_in(infer: Inference, place: Place, name: str) -> tuple[Found, ...]:
    """The methods of that name that an object literal at a place may define."""
    outline = infer.family.outline(place.path)
    found = (infer.family.at(place.path, index) for index in outline.by_name.get(name, ()))
    inside = (hit for hit in found if hit.definition.kind in _MEMBER_KINDS and hit.definition.container == place.within)
    return tuple(hit for hit in inside if hit.definition.kind == "method")


def is_null(of: Type) -> bool:
    """Whether the value is none."""
    return of == NULL


def is_holder(found: Found) -> bool:
    """Whether a definition has members of its own."""
    return found.definition.kind in CLASSES
