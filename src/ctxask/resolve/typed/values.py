"""What a term comes to: a value of a type, a type itself, a module, definitions that are called, or nothing known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ctxask.resolve.family import Found


class Type(NamedTuple):
    """A type with its arguments; the head is a definition, or the name of a type that the language has built in."""

    head: Found | str
    args: tuple[Type, ...] = ()

    @property
    def definition(self) -> Found | None:
        """The definition that the type is of."""
        return self.head if isinstance(self.head, Found) else None


Bindings = dict[tuple[str, int], Type]  # a type parameter by file and index -> what it stands for

ANY = Type("?")
OUTSIDE = Type("external")  # none of the repository's


@dataclass(frozen=True, slots=True)
class Module:
    """Where names are looked up: the files of a package, or a module that a file holds."""

    files: tuple[str, ...]
    inner: int = -1  # index of the definition that is the module, in a file that holds several


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression is."""

    kind: str  # instance, type, module, called, external, unknown
    type: Type | None = None  # of an instance, or the type itself
    module: Module | None = None
    found: tuple[Found, ...] = ()  # definitions that the expression names
    bound: tuple[tuple[tuple[str, int], Type], ...] = ()  # type parameters that are settled for what is called
    sure: bool = True
    why: str = "unknown_receiver"
    other: str = ""  # what is meant, where it is no symbol


UNKNOWN = Value("unknown")
EXTERNAL = Value("external", other="external")
FROM_OUTSIDE = Value("unknown", why="external_result")  # what something of outside gives, which may be ours


def instance(of: Type, sure: bool = True) -> Value:
    """A value of the type; unknown where the type is."""
    if of.head == "?":
        return UNKNOWN
    return Value("instance", of, sure=sure) if of.head != "external" else EXTERNAL


def substituted(of: Type, bindings: Bindings) -> Type:
    """The type with its parameters replaced by what they stand for."""
    head = of.definition
    if head is not None and (head.path, head.index) in bindings:
        return bindings[head.path, head.index]
    return Type(of.head, tuple(substituted(arg, bindings) for arg in of.args)) if of.args else of


def unify(pattern: Type, actual: Type, parameters: frozenset[tuple[str, int]], bindings: Bindings) -> None:
    """Adds what the parameters in a pattern must be for the actual type to fit."""
    head = pattern.definition
    if head is not None and (head.path, head.index) in parameters:
        if actual.head != "?":
            bindings.setdefault((head.path, head.index), actual)
        return
    if pattern.head == actual.head:
        for one, other in zip(pattern.args, actual.args, strict=False):
            unify(one, other, parameters, bindings)
