"""What an evaluator must know of a language, and what it can take for granted where a language does not say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed.values import (
    ANY,
    FROM_OUTSIDE,
    OUTSIDE,
    UNKNOWN,
    Bindings,
    Module,
    Type,
    Value,
    instance,
    substituted,
)


class Member(NamedTuple):
    """A definition that a type has under a name, and what the type's parameters are there."""

    found: Found
    bound: Bindings


class Members(NamedTuple):
    """What a type has under a name."""

    found: tuple[Member, ...] = ()
    whole: bool = True  # everything was looked at, so nothing found means that there is none
    other: str = ""  # what the name is, where no source defines it


class Language(ABC):
    """What languages differ in."""

    def __init__(self, family: Family, imports: Imports) -> None:
        self.family = family
        self.imports = imports

    @abstractmethod
    def bare(self, path: str, name: str, at: int, types: bool) -> Value:
        """What a bare name is at a byte; `types` where only a type or a module can be meant."""

    @abstractmethod
    def within(self, module: Module, name: str, types: bool = False) -> Value:
        """What a name is that comes out of a module."""

    @abstractmethod
    def members(self, of: Type, name: str, call: bool | None = None) -> Members:
        """What a value of the type has under the name; `call` where it is known whether it is called."""

    @abstractmethod
    def beside(self, of: Type, name: str) -> Members:
        """What the type itself has under the name, behind a path."""

    @abstractmethod
    def element(self, of: Type) -> Value:
        """What indexing a value of the type gives."""

    @abstractmethod
    def each(self, of: Type) -> Value:
        """What a loop over a value of the type gives in each turn."""

    @abstractmethod
    def bounds(self, of: Type) -> Sequence[Type]:
        """The types whose members a value of a type parameter has."""

    @abstractmethod
    def owner(self, member: Found) -> Found | None:
        """The type that a member is of."""

    @abstractmethod
    def implements(self, cls: Found, interface: Found) -> bool:
        """Whether values of the type may stand behind the interface."""

    def root(self, path: str) -> Value:
        """What a path begins in that begins with its separator."""
        return UNKNOWN

    def macro(self, path: str, name: str, at: int, before: str) -> Value:
        """What the name of a macro means behind a path, which may be empty."""
        return UNKNOWN

    def is_table(self, of: Type) -> bool:
        """Whether the keys of a literal of the type are values rather than fields."""
        return of.head in ("map", "[]")

    def is_known(self, of: Type) -> bool:
        """Whether the type itself is what runs, though an interface declares the member."""
        return False

    def outcome(self, value: Value) -> Value:
        """What calling something of outside gives."""
        return FROM_OUTSIDE

    def lent(self, base: Value, other: str) -> Type | None:
        """The type that calling a member gives that no source defines."""
        return None

    def unwrapped(self, of: Type) -> Type:
        """What is left of a type when a failure has been handed on."""
        return of

    def settled(self, of: Type, bound: Bindings) -> Type:
        """A type with what is bound put in."""
        return substituted(of, bound)

    def alias(self, found: Found, args: tuple[Type, ...], of: Type) -> Type:
        """The type with arguments; for the name of another, that one with the arguments put in."""
        return Type(of.head, args)

    def construct(self, callee: Value, given: Sequence[Type]) -> Value:
        """What calling a type gives."""
        return made(callee)

    def part(self, of: Type, place: int) -> Value:
        """A part of a value by its place."""
        if of.head == "tuple":
            return instance(of.args[place]) if place < len(of.args) else UNKNOWN
        return instance(of) if place == 0 else UNKNOWN


def type_of(value: Value) -> Type:
    """The type that a value is."""
    if value.kind == "external":
        return OUTSIDE
    return value.type if value.kind == "type" and value.type is not None else ANY


def held_type(value: Value) -> Type:
    """The type that a value is an instance of."""
    if value.kind == "external":
        return OUTSIDE
    return value.type if value.kind == "instance" and value.type is not None else ANY


def made(value: Value) -> Value:
    """A value of the type that a value is."""
    if value.kind == "type" and value.type is not None:
        return replace(instance(value.type, value.sure), found=value.found)
    return value if value.kind in ("external", "instance") else UNKNOWN
