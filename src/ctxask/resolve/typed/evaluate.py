"""Evaluates terms: from a place in a file and a text to the value that stands there, with a budget and a memo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxask.facts.outline import CALLABLES, CLASSES
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed import term as terms
from ctxask.resolve.typed.language import Language, Member, Members, held_type, made, type_of
from ctxask.resolve.typed.term import Term
from ctxask.resolve.typed.values import (
    ANY,
    EXTERNAL,
    FROM_OUTSIDE,
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


class Evaluator(Language):
    """Values of terms in the files of a family; what a language does its own way is left to its class."""

    def __init__(self, family: Family, imports: Imports) -> None:
        super().__init__(family, imports)
        self._memo: dict[tuple[str, str, int, bool], Value] = {}
        self._open: dict[tuple[str, str, int, bool], int] = {}  # what is being worked out -> how deep
        self._cut = _DEEPEST  # the lowest of these that something stood on; above it nothing is remembered
        self._depth = 0
        self._parameters: dict[str, dict[tuple[int, int], list[tuple[str, int]]]] = {}

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
        return type_of(found)

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
                return made(self._of(path, term.parts[0], at, True))
            case "path":
                root = term.parts[0].op == "root"
                prefix = self.root(path) if root else self._of(path, term.parts[0], at, True)
                return self.behind(prefix, term.text, types)
            case "at":
                return self._of(path, term.parts[0], int(term.text or at), types)
            case "apply":
                return self._applied(path, term, at, types)
            case "member":
                return self.dotted(self._of(path, term.parts[0], at, types), term.text, False)
            case "call":
                return self._call(path, term, at)
            case "closure":
                return instance(Type("fn", (held_type(self._of(path, term.parts[0], at, False)),)))
            case "tuple":
                return instance(Type("tuple", tuple(self._types(path, term.parts, at))))
            case "list":
                kinds = [kind for kind in self._types(path, term.parts, at) if kind.head != "?"]
                return instance(Type("[]", (kinds[0] if kinds else ANY,)))
            case "either":
                values = [self._of(path, part, at, False) for part in term.parts]
                return next((value for value in values if value.kind != "unknown"), values[0] if values else UNKNOWN)
            case "given":
                return self._given(path, term, at)
            case "index" | "each" | "try" | "part" | "variant":
                return self._taken(path, term, at)
        return UNKNOWN

    def _types(self, path: str, parts: Iterable[Term], at: int) -> list[Type]:
        return [held_type(self._of(path, part, at, False)) for part in parts]

    def _taken(self, path: str, term: Term, at: int) -> Value:
        base = self._of(path, term.parts[0], at, False)
        if term.op == "variant":
            return self.variant(base, path, term.parts[1], at)
        if term.op == "index" and base.kind == "called":
            return base  # a function with its type arguments
        if base.kind == "external":
            return self.outcome(base)
        if base.kind != "instance" or base.type is None:
            return base if base.kind == "unknown" else UNKNOWN
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
        return made(self._of(path, kind, at, True))

    def _applied(self, path: str, term: Term, at: int, types: bool) -> Value:
        base = self._of(path, term.parts[0], at, True) if types else self._callee(path, term.parts[0], at)
        args = tuple(type_of(self._of(path, part, at, True)) for part in term.parts[1:])
        if base.kind == "called" and base.found:
            keys = self.parameters(base.found[0])
            return replace(base, bound=(*base.bound, *zip(keys, args, strict=False)))
        if base.type is None:
            return base
        named = base.found[0] if base.found else None
        return replace(base, type=self.alias(named, args, base.type) if named else Type(base.type.head, args))

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
        kind = self.settled(value.type, bound)
        if kind.head == "tuple" and len(kind.args) == 1:
            kind = kind.args[0]
        return replace(instance(kind, value.sure) if value.kind == "instance" else replace(value, type=kind))

    def parameters(self, found: Found) -> list[tuple[str, int]]:
        """The keys of a definition's own type parameters, in their order."""
        return self.within_span(found.path, found.definition.first, found.definition.last)

    def within_span(self, path: str, first: int, last: int) -> list[tuple[str, int]]:
        """The keys of the type parameters whose scope is exactly so wide, in their order."""
        if path not in self._parameters:
            table = self._parameters[path] = {}
            for index, item in enumerate(self.family.outline(path).definitions):
                if item.kind == "type_parameter":
                    table.setdefault((item.visible_from, item.visible_to), []).append((path, index))
        return self._parameters[path].get((first, last), [])

    def arguments(self, found: Found) -> list[Found]:
        """A function's parameters, in their order."""
        outline, span = self.family.outline(found.path), found.definition
        return [
            Found(found.path, index, item)
            for index, item in enumerate(outline.definitions)
            if item.kind == "parameter" and item.visible_from == span.first and item.visible_to == span.last
        ]

    # Dots, paths and calls.

    def dotted(self, base: Value, name: str, call: bool) -> Value:
        """What stands behind a dot."""
        if base.kind == "module" and base.module is not None:
            found = self.within(base.module, name)
            return replace(found, sure=found.sure and base.sure)
        if base.kind in ("external", "unknown", "called") or base.type is None:
            return EXTERNAL if base.kind == "external" else replace(UNKNOWN, why=base.why)
        found = self._among(self.members(base.type, name, call), base)
        return made(found) if found.kind == "type" else found  # an embedded type is a field

    def behind(self, base: Value, name: str, types: bool) -> Value:
        """What stands behind a path's separator."""
        if base.kind == "module" and base.module is not None:
            found = self.within(base.module, name, types)
            return replace(found, sure=found.sure and base.sure)
        if base.kind == "type" and base.type is not None:
            return self._among(self.beside(base.type, name), base)
        return EXTERNAL if base.kind == "external" else UNKNOWN

    def _among(self, members: Members, base: Value) -> Value:
        if members.other:
            return replace(EXTERNAL, other=members.other, type=self.lent(base, members.other))
        values = [self._member(member) for member in members.found]
        if not values:
            return FROM_OUTSIDE
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
        callee = self._callee(path, term.parts[0], at)
        hit = callee.found[0] if callee.found else None
        if callee.kind == "type" or (hit is not None and hit.definition.kind == "enumerator"):
            return self.construct(callee, self._types(path, term.parts[1:], at))
        if callee.kind == "external":
            return instance(callee.type) if callee.type is not None else self.outcome(callee)
        if callee.kind == "called" and hit is not None:
            bound = self._inferred(hit, dict(callee.bound), path, term.parts[1:], at)
            made = self.result(hit, bound)
            return replace(made, found=(), sure=made.sure and callee.sure)
        if callee.kind == "instance" and callee.type is not None:
            return self.called(callee.type)
        return replace(UNKNOWN, why=callee.why)

    def _callee(self, path: str, term: Term, at: int) -> Value:
        """What is called: behind a dot, a method."""
        if term.op == "member":
            return self.dotted(self._of(path, term.parts[0], at, False), term.text, True)
        return self._of(path, term, at, False)

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
            given = held_type(self._of(path, arg, at, False))
            if wanted is not None and given.head != "?":
                for pattern in (wanted, *self.bounds(wanted)):
                    unify(substituted(pattern, bound), given, own, bound)
        return bound

    def _given(self, path: str, term: Term, at: int) -> Value:
        """What the callee hands to a closure among its arguments."""
        callee = self._callee(path, term.parts[0], at)
        place, number = (int(word or 0) for word in term.text.split(","))
        if callee.kind != "called" or not callee.found:
            return UNKNOWN
        parameters = self.arguments(callee.found[0])
        wanted = self.held(parameters[place]).type if place < len(parameters) else None
        if wanted is None:
            return UNKNOWN
        for kind in (wanted, *self.bounds(wanted)):
            if kind.head == "fn" and number + 1 < len(kind.args):
                return instance(self.settled(kind.args[number + 1], dict(callee.bound)))
        return UNKNOWN
