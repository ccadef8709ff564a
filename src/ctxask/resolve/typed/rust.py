"""Rust: modules and paths, impl blocks and traits; references are what they refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxask.facts.outline import CLASSES
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed.language import Member, Members
from ctxask.resolve.typed.rust_impls import SELF
from ctxask.resolve.typed.rust_paths import LIBRARY, Paths
from ctxask.resolve.typed.term import Term
from ctxask.resolve.typed.values import (
    ANY,
    EXTERNAL,
    UNKNOWN,
    Bindings,
    Type,
    Value,
    instance,
    substituted,
    unify,
)

_HEADS = frozenset({"[]", "tuple", "fn", "Self"})
_MOST_DEREFS = 6


class Rust(Paths):
    """Values of Rust's terms."""

    # Definitions.

    def held(self, found: Found) -> Value:
        """What a name holds: an alias its type, a variant its enum."""
        item = found.definition
        if item.kind == "enumerator":
            return replace(instance(Type(self.family.at(found.path, item.container))), found=(found,))
        if item.kind == "type" and item.type:
            aliased = self.type(found.path, item.type.removeprefix(":"), item.start)
            if aliased.head not in ("?", "external"):
                return Value("type", aliased, found=(found,))
            return replace(EXTERNAL, found=(found,)) if aliased.head == "external" else Value("unknown", found=(found,))
        return super().held(found)

    def _member(self, member: Member) -> Value:
        held = self.held(member.found) if member.found.definition.kind == "enumerator" else super()._member(member)
        return held

    def alias(self, found: Found, args: tuple[Type, ...], of: Type) -> Type:
        """The type of an alias with its arguments put in; any other with them."""
        if of.head == found or found.definition.kind != "type":
            return Type(of.head, args)
        return substituted(of, dict(zip(self.parameters(found), args, strict=False)))

    def settled(self, of: Type, bound: Bindings) -> Type:
        """A type with what is bound put in, its associated types settled."""
        return self._settled(substituted(of, bound), bound)

    def _settled(self, of: Type, bound: Bindings) -> Type:
        """A trait's own type replaced by what stands behind `Self`, and its associated types by that type's."""
        this = bound.get(SELF)
        head = of.definition
        if this is None:
            return of
        if of.head == "Self":
            return this
        if head is not None and head.definition.kind == "type" and self.scopes.is_associated(head):
            hits = [m for m in self.impls.items(this, head.definition.name) if m.found.definition.type]
            given = self.held(hits[0].found).type if hits else None
            return substituted(given, hits[0].bound) if given is not None else of
        return Type(of.head, tuple(self._settled(arg, bound) for arg in of.args)) if of.args else of

    def construct(self, callee: Value, given: Sequence[Type]) -> Value:
        """What a tuple struct or a variant makes of its arguments."""
        made, hit = callee.type, callee.found[0] if callee.found else None
        if made is None or hit is None or made.args:
            return instance(made) if made is not None else UNKNOWN
        keys = self.parameters(made.definition) if made.definition else []
        bound: Bindings = {}
        for place, kind in enumerate(given):
            part = self._part_type(hit, place)
            if part is not None:
                unify(part, kind, frozenset(keys), bound)
        return instance(Type(made.head, tuple(bound.get(key, ANY) for key in keys)))

    def called(self, of: Type) -> Value:
        """What calling a value gives; a unit variant is a value already."""
        if of.definition is not None and of.definition.definition.kind == "enum":
            return instance(of)
        return super().called(self._inside(of, "fn"))

    # Members.

    def members(self, of: Type, name: str, call: bool | None = None) -> Members:
        """Fields or methods of the type, of its traits, of what it dereferences to."""
        of = _plain(of)
        for _ in range(_MOST_DEREFS):
            found = self._fields(of, name) if call is not True else []
            found = found or (self.impls.items(of, name) if call is not False else [])
            if found:
                return Members(tuple(found))
            derived = self.impls.derived(of, name)
            if derived:
                return Members(other=f"derive({derived})")
            below = self._deref(of)
            if below is None:
                break
            of = below
        if of.head in ("?", "external"):
            return Members((), False)
        return Members((), True, "" if self.bounds(of) or self._is_open(of) else "outside")

    def lent(self, base: Value, other: str) -> Type | None:
        """Clones and defaults are of the type itself."""
        return base.type if other in ("derive(Clone)", "derive(Default)") else None

    def _is_open(self, of: Type) -> bool:
        """Whether more may be known of the type than is written: a parameter without bounds, a trait's own type."""
        head = of.definition
        return head is None or head.definition.kind in ("type_parameter", "interface", "type")

    def beside(self, of: Type, name: str) -> Members:
        """Variants, then items of the type and of its traits."""
        of = _plain(of)
        head = of.definition
        if head is not None and head.definition.kind == "enum":
            hits = [h for h in self.family.in_file(head.path, name) if h.definition.container == head.index]
            variants = [Member(h, {}) for h in hits if h.definition.kind == "enumerator"]
            if variants:
                return Members(tuple(variants))
        found = self.members(of, name)
        return found if head is None or head.definition.kind != "enumerator" else self.beside(self._enum(of), name)

    def _fields(self, of: Type, name: str) -> list[Member]:
        head = of.definition
        if head is None or head.definition.kind not in ("class", "enumerator"):
            return []
        bound: Bindings = dict(zip(self.parameters(self._generic(head)), of.args, strict=False))
        hits = [hit for hit in self.family.in_file(head.path, name) if hit.definition.container == head.index]
        return [Member(hit, bound) for hit in hits if hit.definition.kind == "attribute" and self.impls.of(hit) is None]

    def _generic(self, head: Found) -> Found:
        """The definition whose parameters a type takes: a variant has those of its enum."""
        return self.family.at(head.path, head.definition.container) if head.definition.kind == "enumerator" else head

    def _enum(self, of: Type) -> Type:
        head = of.definition
        return Type(self._generic(head), of.args) if head is not None else of

    def _deref(self, of: Type) -> Type | None:
        """What a smart pointer, a variant or a type with a Deref of its own leads to."""
        head = of.definition
        if head is None:
            return None
        if head.definition.kind == "enumerator":
            return self._enum(of)
        if head.path == LIBRARY:
            if head.definition.name in self.family.details(LIBRARY)["wrappers"]:
                return of.args[-1] if of.args else None
            beneath = {"Vec": Type("[]", of.args), "String": self._library_type("str")}
            return beneath.get(head.definition.name)
        targets = [m for m in self.impls.items(of, "Target") if m.found.definition.kind == "type"]
        made = self.held(targets[0].found).type if targets else None
        return substituted(made, targets[0].bound) if made is not None and made != of else None

    def _library_type(self, name: str) -> Type:
        found = self._from_library(name, 0)
        return found.type if found.type is not None else ANY

    def bounds(self, of: Type) -> Sequence[Type]:
        """The traits that a type parameter, or an associated type, is bound by."""
        head = of.definition
        if head is None or not (head.definition.kind == "type_parameter" or self._is_abstract(head)):
            return ()
        item = head.definition
        rows = [row for row in self.family.outline(head.path).known if row.name == item.name]
        rows = [
            row
            for row in rows
            if item.visible_from <= row.first < item.visible_to or row.first <= item.start < row.last
        ]
        kinds = [self.type(head.path, row.type, item.start) for row in rows]
        return [kind for kind in kinds if kind.head not in ("?", "external", head)]

    def _is_abstract(self, head: Found) -> bool:
        return head.definition.kind == "type" and not head.definition.type and self.scopes.is_associated(head)

    def owner(self, member: Found) -> Found | None:
        """The type, or the trait, that an item is of."""
        row = self.impls.of(member) if member.definition.kind != "enumerator" else None
        if row is not None:
            return self.impls.head(member.path, row).definition
        if member.definition.container < 0:
            return None
        holder = self.family.at(member.path, member.definition.container)
        return holder if holder.definition.kind in CLASSES else None

    def implements(self, cls: Found, interface: Found) -> bool:
        """Whether an impl block says so."""
        return cls.definition.kind != "interface" and self.impls.implements(Type(cls), interface) is not None

    def is_known(self, of: Type) -> bool:
        """Whether the type is one that runs as it is."""
        return of.definition is not None and of.definition.definition.kind in ("class", "enum", "enumerator")

    # Parts.

    def part(self, of: Type, place: int) -> Value:
        """A part of a tuple, of a tuple struct, of a variant."""
        if of.head == "tuple":
            return instance(of.args[place]) if place < len(of.args) else UNKNOWN
        head = of.definition
        kind = self._part_type(head, place) if head is not None else None
        if head is None or kind is None:
            return UNKNOWN
        return instance(substituted(kind, dict(zip(self.parameters(self._generic(head)), of.args, strict=False))))

    def _part_type(self, head: Found, place: int) -> Type | None:
        span = head.definition
        for row in self.family.outline(head.path).known:
            if (row.name, row.first, row.last) == (f"#{place}", span.first, span.last):
                return self.type(head.path, row.type, span.start)
        return None

    def dotted(self, base: Value, name: str, call: bool) -> Value:
        """What stands behind a dot; a number takes a part."""
        if name.isdigit() and base.kind == "instance" and base.type is not None:
            of: Type | None = base.type
            for _ in range(_MOST_DEREFS):
                found = self.part(of, int(name)) if of is not None else UNKNOWN
                if found.kind != "unknown" or of is None:
                    return found
                of = self._deref(of)
            return UNKNOWN
        return super().dotted(base, name, call)

    def variant(self, base: Value, path: str, kind: Term, at: int) -> Value:
        """The value as one of its variants; its arguments are those of the value."""
        named = self._of(path, kind, at, True)
        hit = named.found[0] if named.found and named.found[0].definition.kind == "enumerator" else None
        head = hit if hit is not None else (named.type.definition if named.type is not None else None)
        if head is None or (head.path == LIBRARY and base.type is None):
            return replace(UNKNOWN, why=base.why)
        given = self._inside(base.type, self._generic(head)).args if base.type is not None else ()
        return instance(Type(head, given or (named.type.args if named.type is not None else ())))

    def _inside(self, of: Type, head: Found | str) -> Type:
        """What a value dereferences to that has the head; the type itself where nothing does."""
        here: Type | None = _plain(of)
        for _ in range(_MOST_DEREFS):
            if here is None:
                break
            if here.head == head:
                return here
            here = self._deref(here)
        return of

    def element(self, of: Type) -> Value:
        """What indexing gives."""
        here: Type | None = _plain(of)
        for _ in range(_MOST_DEREFS):
            if here is None:
                break
            if here.head == "[]" and here.args:
                return instance(here.args[0])
            outputs = [m for m in self.impls.items(here, "Output") if m.found.definition.kind == "type"]
            if outputs:
                return instance(self._given_type(outputs[0]))
            if here.definition is not None and here.definition.definition.name.endswith("Map") and len(here.args) > 1:
                return instance(here.args[1])
            here = self._deref(here)
        return UNKNOWN

    def _given_type(self, member: Member) -> Type:
        made = self.held(member.found).type
        return substituted(made, member.bound) if made is not None else ANY

    def each(self, of: Type) -> Value:
        """What a loop is given in each turn."""
        here: Type | None = _plain(of)
        for _ in range(_MOST_DEREFS):
            if here is None:
                break
            name = here.definition.definition.name if here.definition is not None else here.head
            library = here.definition is None or here.definition.path == LIBRARY
            if library and here.args:
                if str(name).endswith("Map") and len(here.args) > 1:
                    return instance(Type("tuple", here.args))
                if name in ("[]", "Vec", "Option") or (len(here.args) == 1 and name != "Box"):
                    return instance(here.args[0])
            items = [m for m in self.impls.items(here, "Item") if m.found.definition.kind == "type"]
            if items:
                return instance(self._given_type(items[0]))
            for bound in self.bounds(here):
                return self.each(bound)
            here = self._deref(here)
        return UNKNOWN

    def unwrapped(self, of: Type) -> Type:
        """What is left of a Result or an Option."""
        here = self._inside(of, of.head)
        return here.args[0] if here.args else ANY


def _plain(of: Type) -> Type:
    """The trait for what is only known as its `Self`."""
    return of.args[0] if of.head == "Self" and of.args else of


def evaluator(family: Family, imports: Imports) -> Rust:
    """Rust's evaluator."""
    return Rust(family, imports)
