"""What an expression of JavaScript or TypeScript is, as far as it is known."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ctxask.resolve.family import Found

Key = tuple[str, str]  # of a type parameter: path, qualified name


class Place(NamedTuple):
    """Where a term stands."""

    path: str
    start: int
    within: int


class Type(NamedTuple):
    """What a value is. Terms are kept as text, so that types can be compared and kept."""

    kind: str  # instance class function module builtin signature object union all null external unknown
    found: Found | None = None  # of instance, class, function
    args: tuple[Type, ...] = ()  # of instance and builtin their type arguments; of union and all their parts
    name: str = ""  # of a builtin
    files: tuple[str, ...] = ()  # of a module
    term: str = ""  # of a signature and an object
    place: Place | None = None  # of the term
    env: tuple[tuple[Key, Type], ...] = ()  # what type parameters stand for
    sure: bool = True
    why: str = "unknown_receiver"


Env = tuple[tuple[Key, Type], ...]  # what type parameters stand for

UNKNOWN = Type("unknown")
EXTERNAL = Type("external")
RESULT = Type("external", name="result")  # what a function of another package gives: it may be one of the repository's
NULL = Type("null")
THIS: Key = ("", "this")

_MOST_PARTS = 24


def builtin(name: str, *args: Type) -> Type:
    """A type of the language's own library."""
    return Type("builtin", args=args, name=name)


def union(parts: Iterable[Type]) -> Type:
    """One of several types; unknown ones and null leave the others, for nothing is asked of them."""
    found: dict[Type, None] = {}
    for part in parts:
        for one in part.args if part.kind == "union" else (part,):
            found.setdefault(one)
    kept = [part for part in found if part.kind not in ("unknown", "null")]
    if not kept or len(kept) > _MOST_PARTS:
        return next(iter(found), UNKNOWN) if len(found) == 1 else UNKNOWN
    inside = [part for part in kept if part.kind != "external"]
    unknown = any(part.kind == "unknown" for part in found)
    kept = inside or kept
    one = kept[0] if len(kept) == 1 else Type("union", args=tuple(kept), sure=all(part.sure for part in kept))
    return one._replace(sure=False) if unknown else one


def parts(of: Type) -> tuple[Type, ...]:
    """The types that a value may be of."""
    return of.args if of.kind == "union" else (of,)


@lru_cache(65536)
def read(text: str) -> Any:
    """The term that a text keeps."""
    return json.loads(text) if text else "?"


def kept(term: Any) -> str:
    """A term as a text."""
    return json.dumps(term, ensure_ascii=False, separators=(",", ":"))


def shown(term: Any) -> str:
    """A term as a person would write it, `?` for what is no plain name, member, call or type."""
    written: list[str] = []
    work: list[Any] = [term]
    while work:
        item = work.pop()
        if isinstance(item, str):
            written.append(item)
            continue
        match item:
            case ["name" | "literal" | "builtin", text]:
                work.append(str(text))
            case ["of" | "await" | "typeof", inner]:
                work.append(inner)
            case ["member", inner, name]:
                work += [f".{name}", inner]
            case ["index", inner, *_]:
                work += ["[]", inner]
            case ["call", inner, *_]:
                work += ["()", inner]
            case ["new", inner, *_]:
                work += ["()", inner, "new "]
            case ["list", inner]:
                work += ["[]", inner]
            case ["apply", inner, *_]:
                work.append(inner)
            case ["union", [first, *rest]]:
                work += [part for one in reversed(rest) for part in (one, " | ")]
                work.append(first)
            case _:
                work.append("?")
    return "".join(written) if written != ["?"] else "?"
