"""Evaluates terms: from a place in a file and a text to the value that stands there, with a budget and a memo."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ctxask.facts.outline import CALLABLES, CLASSES
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed import term as terms
from ctxask.resolve.typed.term import Term
from ctxask.resolve.typed.values import (
    ANY,
    EXTERNAL,
    OUTSIDE,
    UNKNOWN,
    Bindings,
    Module,
    Type,
    Value,
    instance,
    substituted,
    unify,
)

_DEEPEST = 40  # terms that wait for others; real code stays under ten


class Member(NamedTuple):
    """A definition that a type has under a name, and what the type's parameters are there."""

    found: Found
    bound: Bindings


class Members(NamedTuple):
    """What a type has under a name."""

    found: tuple[Member, ...] = ()
    whole: bool = True  # everything was looked at, so nothing found means that there is none
    other: str = ""  # what the name is, where no source defines it


class Evaluator(ABC):
    """Values of terms in the files of a family; what a language does its own way is left to its class."""

    def __init__(self, family: Family, imports: Imports) -> None:
        self.family = family
        self.imports = imports
        self._memo: dict[tuple[str, str, int, bool], Value] = {}
        self._open: dict[tuple[str, str, int, bool], int] = {}  # what is being worked out -> how deep
        self._cut = _DEEPEST  # the lowest of these that something stood on; above it nothing is remembered
        self._depth = 0

    # What languages differ in.

    @abstractmethod
    def bare(self, path: str, name: str, at: int, types: bool) -> Value:
        """What a bare name is at a byte; `types` where only a type or a module can be meant."""

    @abstractmethod
    def within(self, module: Module, name: str) -> Value:
        """What a name is that comes out of a module."""

    @abstractmethod
    def members(self, of: Type, name: str) -> Members:
        """What a value of the type has under the name."""

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
        return UNKNOWN

    def unwrapped(self, of: Type) -> Type:
        """What is left of a type when a failure has been handed on."""
        return of

    def part(self, of: Type, place: int) -> Value:
        """A part of a value by its place."""
        if of.head == "tuple":
            return instance(of.args[place]) if place < len(of.args) else UNKNOWN
        return instance(of) if place == 0 else UNKNOWN

    # Terms.

    def value(self, path: str, text: str, at: int, types: bool = False) -> Value:
        """What the term is at a byte of a file."""
        key = (path, text, at, types)
        known = self._memo.get(key)
        if known is not None:
            return known
        if key in self._open or len(self._open) >= _DEEPEST:
            self._cut = min(self._cut, self._open.get(key, 0))
            return UNKNOWN
        level = self._open[key] = len(self._open)
        found = self._of(path, terms.parse(text), at, types)
        del self._open[key]
        if self._cut >= level:
            self._memo[key] = found
            self._cut = _DEEPEST
        return found

    def type(self, path: str, text: str, at: int) -> Type:
        """The type that a term names at a byte of a file."""
        found = self.value(path, text, at, True)
        return _type(found)

    def _of(self, path: str, term: Term, at: int, types: bool) -> Value:
        if self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            return self._stepped(path, term, at, types)
        finally:
            self._depth -= 1

    def _stepped(self, path: str, term: Term, at: int, types: bool) -> Value:
        match term.op:
            case "name":
                return self.bare(path, term.text, at, types)
            case "of":
                return _instance(self._of(path, term.parts[0], at, True))
            case "path":
                prefix = self._of(path, term.parts[0], at, True)
                return self.behind(prefix, term.text)
            case "apply":
                return self._applied(path, term, at, types)
            case "member":
                return self.dotted(self._of(path, term.parts[0], at, types), term.text)
            case "call":
                return self._call(path, term, at)
            case "closure":
                return instance(Type("fn", (_held_type(self._of(path, term.parts[0], at, False)),)))
            case "tuple":
                return instance(Type("tuple", tuple(self._types(path, term.parts, at))))
            case "list":
                kinds = [kind for kind in self._types(path, term.parts, at) if kind.head != "?"]
                return instance(Type("[]", (kinds[0] if kinds else ANY,)))
            case "either":
                return next(
                    (v for v in (self._of(path, t, at, False) for t in term.parts) if v.kind != "unknown"), UNKNOWN
                )
            case "given":
                return self._given(path, term, at)
            case "index" | "each" | "try" | "part" | "variant":
                return self._taken(path, term, at)
        return UNKNOWN

    def _types(self, path: str, parts: Iterable[Term], at: int) -> list[Type]:
        return [_held_type(self._of(path, part, at, False)) for part in parts]

    def _taken(self, path: str, term: Term, at: int) -> Value:
        base = self._of(path, term.parts[0], at, False)
        if term.op == "variant":
            return self.variant(base, path, term.parts[1], at)
        if term.op == "index" and base.kind == "called":
            return base  # a function with its type arguments
        if base.kind == "external":
            return self.outcome(base)
        if base.kind != "instance" or base.type is None:
            return UNKNOWN
        match term.op:
            case "index":
                made = self.element(base.type)
            case "each":
                made = self.each(base.type)
            case "part":
                made = self.part(base.type, int(term.text or 0))
            case _:
                made = instance(self.unwrapped(base.type))
        return replace(made, sure=made.sure and base.sure)

    def variant(self, base: Value, path: str, kind: Term, at: int) -> Value:
        """The value as one of its variants, whose parts can then be taken."""
        return _instance(self._of(path, kind, at, True))

    def _applied(self, path: str, term: Term, at: int, types: bool) -> Value:
        base = self._of(path, term.parts[0], at, types)
        args = tuple(_type(self._of(path, part, at, True)) for part in term.parts[1:])
        if base.kind == "called" and base.found:
            named = self.parameters(base.found[0])
            return replace(base, bound=(*base.bound, *zip(named, args, strict=False)))
        if base.type is None:
            return base
        return replace(base, type=Type(base.type.head, args))

    # Definitions.

    def named(self, found: Sequence[Found], sure: bool = True) -> Value:
        """What a name is that means these definitions."""
        values = [self.held(hit) for hit in found]
        if not values:
            return UNKNOWN
        first = values[0]
        if any((value.kind, value.type) != (first.kind, first.type) for value in values[1:]):
            first = UNKNOWN
        return replace(first, found=tuple(found), sure=first.sure and sure)

    def held(self, found: Found) -> Value:
        """What the definition's name holds."""
        definition = found.definition
        if definition.kind == "namespace":
            return Value("module", module=Module((found.path,), found.index))
        if definition.kind in CLASSES or definition.kind == "type_parameter":
            return Value("type", Type(found), found=(found,))
        if definition.kind in CALLABLES:
            return Value("called", found=(found,))
        value = self.value(found.path, definition.type, definition.start) if definition.type else UNKNOWN
        return replace(value, found=(found,))

    def result(self, found: Found, bound: Bindings) -> Value:
        """What calling the definition gives, or reading it where it is no function."""
        definition = found.definition
        if not definition.type:
            return UNKNOWN
        value = self.value(found.path, definition.type, definition.start)
        if value.type is None:
            return value
        kind = substituted(value.type, bound)
        if kind.head == "tuple" and len(kind.args) == 1:
            kind = kind.args[0]
        return replace(instance(kind, value.sure) if value.kind == "instance" else replace(value, type=kind))

    def parameters(self, found: Found) -> list[tuple[str, int]]:
        """The keys of a definition's own type parameters, in their order."""
        outline = self.family.outline(found.path)
        span = found.definition
        keys = []
        for index, item in enumerate(outline.definitions):
            if item.kind == "type_parameter" and item.visible_from == span.first and item.visible_to == span.last:
                keys.append((found.path, index))
        return keys

    def arguments(self, found: Found) -> list[Found]:
        """A function's parameters, in their order."""
        outline, span = self.family.outline(found.path), found.definition
        return [
            Found(found.path, index, item)
            for index, item in enumerate(outline.definitions)
            if item.kind == "parameter" and item.visible_from == span.first and item.visible_to == span.last
        ]

    # Dots, paths and calls.

    def dotted(self, base: Value, name: str) -> Value:
        """What stands behind a dot."""
        if base.kind == "module" and base.module is not None:
            found = self.within(base.module, name)
            return replace(found, sure=found.sure and base.sure)
        if base.kind in ("external", "unknown", "called") or base.type is None:
            return EXTERNAL if base.kind == "external" else UNKNOWN
        found = self._among(self.members(base.type, name), base)
        return _instance(found) if found.kind == "type" else found  # an embedded type is a field

    def behind(self, base: Value, name: str) -> Value:
        """What stands behind a path's separator."""
        if base.kind == "module" and base.module is not None:
            found = self.within(base.module, name)
            return replace(found, sure=found.sure and base.sure)
        if base.kind == "type" and base.type is not None:
            return self._among(self.beside(base.type, name), base)
        return EXTERNAL if base.kind == "external" else UNKNOWN

    def _among(self, members: Members, base: Value) -> Value:
        if members.other:
            return replace(EXTERNAL, other=members.other)
        values = [self._member(member) for member in members.found]
        if not values:
            return UNKNOWN
        first = values[0]
        if any((value.kind, value.type) != (first.kind, first.type) for value in values[1:]):
            first = UNKNOWN
        return replace(first, found=tuple(m.found for m in members.found), sure=first.sure and base.sure)

    def _member(self, member: Member) -> Value:
        definition = member.found.definition
        if definition.kind in CALLABLES:
            return Value("called", found=(member.found,), bound=tuple(sorted(member.bound.items())))
        if definition.kind in CLASSES:
            held = self.held(member.found)
            return held if held.type is None else replace(held, type=substituted(held.type, member.bound))
        return self.result(member.found, member.bound)

    def _call(self, path: str, term: Term, at: int) -> Value:
        callee = self._of(path, term.parts[0], at, False)
        if callee.kind == "type":
            return _instance(callee)
        if callee.kind == "external":
            return self.outcome(callee)
        if callee.kind == "called" and callee.found:
            found = callee.found[0]
            bound = self._inferred(found, dict(callee.bound), path, term.parts[1:], at)
            made = self.result(found, bound)
            return replace(made, found=(), sure=made.sure and callee.sure)
        if callee.kind == "instance" and callee.type is not None:
            return self.called(callee.type)
        return UNKNOWN

    def called(self, of: Type) -> Value:
        """What calling a value of the type gives."""
        for kind in (of, *self.bounds(of)):
            if kind.head == "fn" and kind.args:
                made = kind.args[0]
                return instance(made.args[0] if made.head == "tuple" and len(made.args) == 1 else made)
        return UNKNOWN

    def _inferred(self, found: Found, bound: Bindings, path: str, args: Sequence[Term], at: int) -> Bindings:
        """What the function's own type parameters are, from the arguments of a call."""
        own = frozenset(self.parameters(found)) - bound.keys()
        if not own:
            return bound
        for parameter, arg in zip(self.arguments(found), args, strict=False):
            wanted = self.held(parameter).type
            given = _held_type(self._of(path, arg, at, False))
            if wanted is not None and given.head != "?":
                for pattern in (wanted, *self.bounds(wanted)):
                    unify(substituted(pattern, bound), given, own, bound)
        return bound

    def _given(self, path: str, term: Term, at: int) -> Value:
        """What the callee hands to a closure among its arguments."""
        callee = self._of(path, term.parts[0], at, False)
        place, number = (int(word or 0) for word in term.text.split(","))
        if callee.kind != "called" or not callee.found:
            return UNKNOWN
        parameters = self.arguments(callee.found[0])
        wanted = self.held(parameters[place]).type if place < len(parameters) else None
        if wanted is None:
            return UNKNOWN
        for kind in (wanted, *self.bounds(wanted)):
            if kind.head == "fn" and number + 1 < len(kind.args):
                return instance(substituted(kind.args[number + 1], dict(callee.bound)))
        return UNKNOWN


def _type(value: Value) -> Type:
    if value.kind == "external":
        return OUTSIDE
    return value.type if value.kind == "type" and value.type is not None else ANY


def _held_type(value: Value) -> Type:
    if value.kind == "external":
        return OUTSIDE
    return value.type if value.kind == "instance" and value.type is not None else ANY


def _instance(value: Value) -> Value:
    """A value of the type that a value is."""
    if value.kind == "type" and value.type is not None:
        return replace(instance(value.type, value.sure), found=value.found)
    return value if value.kind in ("external", "instance") else UNKNOWN
