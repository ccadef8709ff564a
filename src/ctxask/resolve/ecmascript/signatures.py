"""The signatures by which values may be called, and what they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.resolve.ecmascript.types import Env, Place, Type, read
from ctxask.resolve.family import Found

if TYPE_CHECKING:
    from ctxask.resolve.ecmascript.infer import Inference


class Signature(NamedTuple):
    """A function as it may be called."""

    term: list[Any]  # fn, type parameters, parameters, result, what is returned
    place: Place
    env: Env
    owner: str  # qualified name that the names of its type parameters begin with


def signatures(infer: Inference, of: Type, op: str = "fn") -> Iterator[Signature]:
    """The signatures by which a value may be called; those of overloads without the one that has the body."""
    for part in of.args if of.kind in ("union", "all") else (of,):
        if part.kind == "signature" and part.place is not None:
            term = read(part.term)
            owner = _qualified(infer, part.place)
            yield Signature(term, part.place, part.env, owner)
        elif part.kind == "function" and part.found is not None:
            yield from _declared(infer, part.found, part.env)
        elif part.kind in ("instance", "class") and part.found is not None:
            yield from _callable(infer, part, op)
        elif part.kind == "object" and part.place is not None:
            inside = (item for item in read(part.term)[1] if isinstance(item, list) and item[0] == op)
            yield from (Signature(item, part.place, part.env, _qualified(infer, part.place)) for item in inside)


def _declared(infer: Inference, found: Found, env: Env) -> Iterator[Signature]:
    outline = infer.family.outline(found.path)
    same = [
        index
        for index in outline.by_name[found.definition.name]
        if outline.definitions[index].qualified == found.definition.qualified
    ]
    listed = []
    for index in same:
        definition = outline.definitions[index]
        term = read(definition.type)
        if isinstance(term, list) and term[0] == "fn":
            place = Place(found.path, definition.start, index)
            listed.append(Signature(term, place, env, definition.qualified))
    bodiless = [signature for signature in listed if signature.term[3] is not None or not signature.term[4]]
    yield from (bodiless[:-1] if len(bodiless) > 1 and len(bodiless) == len(listed) else listed)


def _callable(infer: Inference, of: Type, op: str) -> Iterator[Signature]:
    """The call signatures of an interface and its bases."""
    queue, seen = [of], set()
    while queue:
        here = queue.pop(0)
        if here.found is None or here.found.id in seen:
            continue
        seen.add(here.found.id)
        term = read(here.found.definition.type)
        place = Place(here.found.path, here.found.definition.start, here.found.index)
        listed: list[Any] = []
        if isinstance(term, list) and term[0] == "class":
            listed = term[2]
        elif isinstance(term, list) and term[0] == "alias" and isinstance(term[2], list) and term[2][0] == "shape":
            listed = term[2][1]
        env = infer.written.env_of(here)
        for item in listed:
            if isinstance(item, list) and item[0] == op:
                yield Signature(item, place, env, here.found.definition.qualified)
        queue += infer.bases(here) if here.kind == "instance" else ()


def _qualified(infer: Inference, place: Place) -> str:
    definitions = infer.family.outline(place.path).definitions
    return definitions[place.within].qualified if place.within >= 0 else ""


def takes(signature: Signature, arguments: list[Any]) -> bool:
    """Whether the number of arguments fits."""
    if any(isinstance(part, list) and part[0] == "spread" for part in arguments):
        return True
    listed = [
        part for part in signature.term[2] if part != ["param", ["name", "this"], None, None] and not _is_this(part)
    ]
    least = sum(
        1 for part in listed if isinstance(part, list) and part[0] == "param" and part[3] is None and not _is_rest(part)
    )
    most = len(listed) if not any(_is_rest(part) for part in listed) else len(arguments)
    if any(isinstance(part, list) and part[0] == "param" for part in listed) or not listed:
        return (least <= len(arguments) or not arguments) and (len(arguments) <= most or not listed)
    return True  # JavaScript takes any number


def _is_rest(part: Any) -> bool:
    return isinstance(part, list) and (
        part[0] == "rest" or (len(part) > 1 and isinstance(part[1], list) and part[1][0] == "rest")
    )


def _is_this(part: Any) -> bool:
    return isinstance(part, list) and len(part) > 1 and part[1] == ["name", "this"]


def parameter_type(parameters: list[Any], at: int) -> Any:
    """The written type of the parameter that takes an argument; None where there is none."""
    listed = [part for part in parameters if not _is_this(part)]
    for place, part in enumerate(listed):
        if _is_rest(part) and place <= at:
            kind = part[2] if len(part) > 2 else None
            if isinstance(kind, list) and kind[0] == "list":
                return kind[1]
            if isinstance(kind, list) and kind[0] == "tuple":
                return kind[1][at - place] if at - place < len(kind[1]) else None
            if isinstance(kind, list) and kind[0] == "apply" and kind[1] == ["name", "Array"]:
                return kind[2][0]
            return None
        if place == at:
            return part[2] if isinstance(part, list) and part[0] in ("param", "param?") else None
    return None
