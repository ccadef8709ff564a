"""Members of Rust's types: what impl blocks and traits give them, which traits they implement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.outline import CALLABLES, CLASSES, Extends
from ctxask.resolve.family import Found
from ctxask.resolve.typed.language import Member
from ctxask.resolve.typed.values import Bindings, Type, unify

if TYPE_CHECKING:
    from ctxask.resolve.typed.rust_paths import Paths

SELF = ("Self", -1)  # the key of the type that a trait's items are of
DERIVED = {
    "Clone": ("clone", "clone_from"), "Debug": ("fmt",), "Default": ("default",), "Hash": ("hash",),
    "PartialEq": ("eq", "ne"), "PartialOrd": ("partial_cmp", "lt", "le", "gt", "ge"), "Ord": ("cmp", "max", "min"),
}  # fmt: skip


class Impls:
    """Impl blocks by what they are of."""

    def __init__(self, rust: Paths) -> None:
        self._rust = rust
        self._family = rust.family
        self._rows: dict[str, list[Extends]] = {}
        self._heads: dict[tuple[str, int], Type] = {}
        self._bases: dict[tuple[str, int], Type] = {}
        self._implements: dict[tuple[Found | str, str], Bindings | None] = {}

    def rows(self, path: str) -> list[Extends]:
        """The impl blocks of a file."""
        if path not in self._rows:
            outline = self._family.outline(path)
            traits = {d.first for d in outline.definitions if d.kind == "interface"}
            rows = (row for row in outline.extends if row.first not in traits)
            self._rows[path] = [row for row in rows if not row.base.startswith("derive::")]
        return self._rows[path]

    def around(self, path: str, at: int) -> Extends | None:
        """The innermost impl block around a byte."""
        inside = [row for row in self.rows(path) if row.first <= at < row.last]
        return max(inside, key=lambda row: row.first, default=None)

    def head(self, path: str, row: Extends) -> Type:
        """The type that an impl block is of."""
        key = (path, row.first)
        if key not in self._heads:
            self._heads[key] = self._rust.type(path, row.type, row.first)
        return self._heads[key]

    def base(self, path: str, row: Extends) -> Type:
        """The trait that an impl block is for."""
        key = (path, row.first)
        if key not in self._bases:
            self._bases[key] = self._rust.type(path, row.base, row.first)
        return self._bases[key]

    def of(self, hit: Found) -> Extends | None:
        """The impl block whose item the definition is."""
        item = hit.definition
        if item.container >= 0:
            holder = self._family.outline(hit.path).definitions[item.container]
            if holder.kind in CALLABLES or holder.kind in ("interface", "enumerator"):
                return None
            if holder.first <= item.first < holder.last and holder.kind != "namespace":
                return None
        return self.around(hit.path, item.start)

    def items(self, of: Type, name: str) -> list[Member]:
        """The items that impl blocks of the type define, and those that the traits that it implements declare."""
        own: list[Member] = []
        lent: list[Member] = []
        blanket: list[Member] = []
        for hit in self._rust.everywhere(name):
            kind = hit.definition.kind
            if kind not in ("method", "attribute", "type", "constant"):
                continue
            holder = self._trait(hit)
            if holder is not None:
                bound = self.implements(of, holder)
                lent += [Member(hit, bound | {SELF: of})] if bound is not None else []
                continue
            row = self.of(hit)
            if row is None:
                continue
            head = self.head(hit.path, row)
            if head.head != of.head and not (row.base and self._fits(head, of)):
                continue
            member = Member(hit, self.bindings(hit.path, row, of) | {SELF: of})
            if head.head == of.head:
                (own if not row.base else lent).insert(0, member)
            else:
                blanket.append(member)
        return own or lent or blanket

    def implements(self, of: Type, trait: Found) -> Bindings | None:
        """What a trait's parameters are where the type implements it; None where it does not."""
        if of.head == trait:
            return dict(zip(self._rust.parameters(trait), of.args, strict=False))
        for bound in self._rust.bounds(of):
            found = self.implements(bound, trait) if bound.head != of.head else None
            if found is not None:
                return found
        if not isinstance(of.head, str) and of.head.definition.kind == "interface":
            return self._inherited(of, trait)
        key = (of.head, trait.id)
        if key not in self._implements:
            self._implements[key] = None
            self._implements[key] = self._searched(of, trait)
        return self._implements[key]

    def _searched(self, of: Type, trait: Found) -> Bindings | None:
        for path in self._rust.holding(trait.definition.name):
            for row in self.rows(path):
                if not row.base or not self._may_name(path, row.base, trait.definition.name):
                    continue
                base = self.base(path, row)
                if base.head == trait and self._fits(self.head(path, row), of):
                    keys = self._rust.parameters(trait)
                    return self._assigned(path, row, trait, dict(zip(keys, base.args, strict=False)))
        return None

    def _may_name(self, path: str, text: str, name: str) -> bool:
        """Whether a written trait may be the one of that name, spares evaluating it."""
        last = text.partition("<")[0].rpartition("::")[2]
        aliases = self._family.outline(path).imports_by_alias.get(last, ())
        return last == name or any(item.name == name for item in aliases)

    def _assigned(self, path: str, row: Extends, trait: Found, bound: Bindings) -> Bindings:
        """The bindings with the types that the impl block gives to what a library's trait has as parameters."""
        for key in self._rust.parameters(trait):
            name = self._family.outline(trait.path).definitions[key[1]].name
            hits = (h for h in self._family.in_file(path, name) if h.definition.kind == "type")
            for hit in hits:
                if self.around(path, hit.definition.start) == row:
                    given = self._rust.held(hit).type
                    bound.update({key: given} if given is not None else {})
        return bound

    def _inherited(self, of: Type, trait: Found) -> Bindings | None:
        """Through the traits above a trait."""
        work, seen = [of], {of.head}
        while work:
            here = work.pop(0)
            if here.head == trait:
                return dict(zip(self._rust.parameters(trait), here.args, strict=False))
            fresh = [base for base in self.supertraits(here) if base.head not in seen]
            seen.update(base.head for base in fresh)
            work += fresh
        return None

    def supertraits(self, of: Type) -> list[Type]:
        """The traits that a trait stands on."""
        head = of.definition
        if head is None or head.definition.kind != "interface":
            return []
        rows = [
            row for row in self._family.outline(head.path).extends if row.first == head.definition.first and row.base
        ]
        rows = [row for row in rows if not row.base.startswith("derive::")]
        return [self._rust.type(head.path, row.base, head.definition.start) for row in rows]

    def _fits(self, head: Type, of: Type) -> bool:
        """Whether an impl block for one type is for the other: the same, or a parameter that stands for any."""
        if head.head == of.head:
            return True
        parameter = head.definition
        if parameter is None or parameter.definition.kind != "type_parameter":
            return False
        traits = [bound.definition for bound in self._rust.bounds(head) if bound.definition is not None]
        return all(self.implements(of, trait) is not None for trait in traits if trait.path in self._family.paths)

    def bindings(self, path: str, row: Extends, of: Type) -> Bindings:
        """What the parameters of an impl block are for a type."""
        keys = frozenset(self._rust.within_span(path, row.first, row.last))
        bound: Bindings = {}
        unify(self.head(path, row), of, keys, bound)
        return bound

    def _trait(self, hit: Found) -> Found | None:
        container = hit.definition.container
        if container < 0:
            return None
        holder = self._family.at(hit.path, container)
        return holder if holder.definition.kind == "interface" else None

    def derived(self, of: Type, name: str) -> str:
        """The trait whose derive gives the type the name; empty where none does."""
        head = of.definition
        if head is None or head.definition.kind not in CLASSES:
            return ""
        for row in self._family.outline(head.path).extends:
            if row.base.startswith("derive::") and row.first == head.definition.first:
                trait = row.base.rpartition("::")[2]
                if name in DERIVED.get(trait, ()):
                    return trait
        return ""
