"""Go: packages are folders, methods stand anywhere in a package, embedded types lend their members."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ctxask.facts.outline import CLASSES, LOCALS, Extends, Import
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed.evaluate import Evaluator
from ctxask.resolve.typed.language import Member, Members
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
)

_STRUCT = re.compile(r"struct@(\d+)-(\d+)")
_GENERIC = ("slices", "maps", "sync/atomic", "cmp", "iter", "sync")  # of the library, whose results are of given types
_MOST_TYPES = 64  # that one type embeds, directly or not


class Go(Evaluator):
    """Values of Go's terms."""

    def bare(self, path: str, name: str, at: int, types: bool) -> Value:
        """A local, an import, a member of the package, what dot imports bring, or something built in."""
        found = self.meant(path, name, at, types)
        if isinstance(found, Import):
            return self._imported(path, found)
        if found:
            narrowed = self._narrowed(path, name, at, found[0])
            return replace(instance(narrowed), found=found) if narrowed is not None else self.named(found)
        spilled = self.imports.spilled(path, name)
        if spilled.found:
            return self.named(spilled.found, spilled.sure)
        if name in self.family.details(path)["builtins"] or _STRUCT.fullmatch(name) or not name[:1].isalpha():
            head = f"{name}@{path}" if name.startswith("struct@") else name
            return Value("type", Type(head), other="builtin")
        if name in ("map", "chan", "fn", "tuple"):
            return Value("type", Type(name))
        return UNKNOWN

    def meant(self, path: str, name: str, at: int, types: bool) -> tuple[Found, ...] | Import | None:
        """What the bare name means by scope or as a member of the package; all definitions that builds choose from."""
        lexical = self.family.lexical(path, name, at, "annotation" if types else "read")
        if isinstance(lexical, Import):
            return lexical
        if lexical and any(hit.definition.kind in LOCALS or hit.definition.visible_from for hit in lexical):
            return lexical
        package = self.package(path)
        beside = [hit for hit in self.family.named(name) if self.package(hit.path) == package and _is_top(hit)]
        if types:
            beside = [hit for hit in beside if hit.definition.kind in CLASSES]
        return tuple(beside) or lexical

    def package(self, path: str) -> tuple[str, str]:
        """What parts one package from another: the folder and the name that the file gives."""
        return posixpath.dirname(path), self.family.outline(path).package

    def named(self, found: Sequence[Found], sure: bool = True) -> Value:
        """What a name is that means these definitions; a type that builds choose is taken for the first of its kind."""
        kinds = [hit for hit in found if hit.definition.kind in CLASSES]
        return replace(super().named(kinds[:1] or found, sure), found=tuple(found))

    def held(self, found: Found) -> Value:
        """What the name holds; a constant without a value is of the type of those before it."""
        item, index = found.definition, found.index
        definitions = self.family.outline(found.path).definitions
        while item.kind == "constant" and not item.type and index and definitions[index - 1].kind == "constant":
            index -= 1
            item = definitions[index]
        return (
            super().held(found)
            if index == found.index
            else replace(self.held(self.family.at(found.path, index)), found=(found,))
        )

    def within(self, module: Module, name: str, types: bool = False) -> Value:
        """A member of a package."""
        hits = [hit for file in module.files for hit in self.family.in_file(file, name) if _is_top(hit)]
        hits = [hit for hit in hits if not self.package(hit.path)[1].endswith("_test")]
        return self.named(hits) if hits else UNKNOWN

    def _imported(self, path: str, item: Import) -> Value:
        module = self.imports.module(path, item)
        if module.files:
            return Value("module", module=Module(module.files), sure=module.sure)
        if module.external:
            return replace(EXTERNAL, why=item.module)
        return Value("unknown", why="unresolved_import")

    def outcome(self, value: Value) -> Value:
        """The library's functions give its own types, but for those that take theirs from arguments."""
        library = value.why and "." not in value.why.partition("/")[0] and value.why not in _GENERIC
        return value if library else FROM_OUTSIDE

    def _narrowed(self, path: str, name: str, at: int, found: Found) -> Type | None:
        """The type that a case of a type switch gives a variable there."""
        item = found.definition
        rows = [row for row in self.family.outline(path).known if row.name == name and row.first <= at < row.last]
        inside = [row for row in rows if item.visible_from <= row.first and row.last <= item.visible_to]
        if not inside or item.kind != "local":
            return None
        innermost = max(row.first for row in inside)
        cases = [
            row for row in inside if row.first == innermost
        ]  # a case of several types leaves the variable as it is
        return self.type(path, cases[0].type, innermost) if len(cases) == 1 else None

    # Members.

    def members(self, of: Type, name: str, call: bool | None = None) -> Members:
        """Fields and methods, those of embedded types by depth."""
        if isinstance(of.head, str) and not of.head.startswith("struct@"):
            return Members(other="builtin")
        level, seen, whole, outside = [of], {of.head}, True, False
        while level and len(seen) < _MOST_TYPES:
            found = tuple(member for here in level for member in self._own(here, name))
            if found:
                return Members(found)
            bases = [(row, base) for here in level for row, base in self._embedded(here)]
            if any(base.head == "external" and row.base.rpartition(":")[2] == name for row, base in bases):
                return Members(other="external")
            outside |= any(base.head == "external" for _, base in bases)
            whole &= all(base.head != "?" for _, base in bases)
            level = [base for base in dict.fromkeys(base for _, base in bases) if base.head not in seen]
            seen.update(base.head for base in level)
        return Members((), whole, "external" if outside and whole else "")

    def beside(self, of: Type, name: str) -> Members:
        """Method expressions name members of the type itself."""
        return self.members(of, name)

    def _own(self, of: Type, name: str) -> Iterator[Member]:
        bounds = self.bounds(of)
        if bounds:
            for bound in bounds:
                yield from self.members(bound, name).found
            return
        head = of.definition
        if head is None:
            yield from self._anonymous(of, name)
            return
        class_bound = dict(zip(self.parameters(head), of.args, strict=False))
        for hit in self.family.in_file(head.path, name):
            if hit.definition.container == head.index and hit.definition.kind != "method":
                yield Member(hit, class_bound)
        folder = self.package(head.path)
        for hit in self.family.named(name):
            if hit.definition.kind != "method" or self.package(hit.path) != folder:
                continue
            if self.receiver(hit) == head.definition.qualified:
                yield Member(hit, dict(zip(self._renamed(hit), of.args, strict=False)))
        for _, base in self._embedded(of):
            if base.definition is not None and base.definition.definition.name == name:
                yield Member(base.definition, {})
        under = self.underlying(of)
        if under != of:
            for member in self._own(under, name):
                if member.found.definition.kind != "method" or self._is_interface(under):
                    yield member

    def _is_interface(self, of: Type) -> bool:
        return of.definition is not None and of.definition.definition.kind == "interface"

    def _anonymous(self, of: Type, name: str) -> Iterator[Member]:
        head, _, path = str(of.head).partition("@")[2].partition("@")
        if str(of.head).startswith("struct@") and path:
            first, last = (int(place) for place in head.split("-"))
            hits = [hit for hit in self.family.in_file(path, name) if first <= hit.definition.first < last]
            fields = [hit for hit in hits if hit.is_member]
            if fields:
                yield Member(fields[0], {})

    def receiver(self, method: Found) -> str:
        """The name of the type that a method is of."""
        return method.definition.qualified.rpartition(".")[0]

    def _renamed(self, method: Found) -> list[tuple[str, int]]:
        """The keys of the type parameters that a method's receiver names."""
        item = method.definition
        outline = self.family.outline(method.path)
        inside = ((i, d) for i, d in enumerate(outline.definitions) if item.first <= d.start < item.start)
        return [(method.path, index) for index, d in inside if d.kind == "type_parameter"]

    def _embedded(self, of: Type) -> list[tuple[Extends, Type]]:
        head = of.definition
        if head is None or head.definition.kind not in ("class", "interface"):
            under = self.underlying(of)
            return self._embedded(under) if under != of else []
        bound: Bindings = dict(zip(self.parameters(head), of.args, strict=False))
        rows = self.extensions(head)
        return [(row, substituted(self.type(head.path, row.base, row.first), bound)) for row in rows]

    def extensions(self, head: Found) -> list[Extends]:
        """What a struct or an interface embeds."""
        span = head.definition
        rows = self.family.outline(head.path).extends
        return [row for row in rows if (row.first, row.last) == (span.first, span.last)]

    def underlying(self, of: Type) -> Type:
        """The type that a named type is made of; itself where it is none."""
        head = of.definition
        if head is None or head.definition.kind != "type":
            return of
        made = self.value(head.path, head.definition.type, head.definition.start).type
        bound: Bindings = dict(zip(self.parameters(head), of.args, strict=False))
        return substituted(made, bound) if made is not None and made.head != head else of

    def bounds(self, of: Type) -> Sequence[Type]:
        """The constraint of a type parameter."""
        head = of.definition
        if head is None or head.definition.kind != "type_parameter":
            return ()
        rows = self.family.outline(head.path).known
        name, start = head.definition.name, head.definition.start
        kinds = [
            self.type(head.path, row.type, start) for row in rows if row.name == name and row.first <= start < row.last
        ]
        return [kind for kind in kinds if kind.head not in ("?", "any", "comparable", head)]

    # Owners and interfaces.

    def owner(self, member: Found) -> Found | None:
        """The type that a field or a method is of; of several that builds choose from, the first."""
        if member.definition.container >= 0:
            holder = self.family.at(member.path, member.definition.container)
            return holder if holder.definition.kind in CLASSES else None
        package, name = self.package(member.path), self.receiver(member)
        hits = (hit for hit in self.family.named(name) if self.package(hit.path) == package and _is_top(hit))
        return next((hit for hit in hits if hit.definition.kind in CLASSES), None)

    def implements(self, cls: Found, interface: Found) -> bool:
        """Whether a type has every method that the interface asks for; nothing says so in the source."""
        if cls.definition.kind == "interface":
            return False
        names = self._methods(interface)
        return bool(names) and all(
            any(m.found.definition.kind == "method" for m in self.members(Type(cls), name).found) for name in names
        )

    def _methods(self, interface: Found) -> list[str]:
        """The names that an interface and those that it embeds ask for, as far as they are of the repository."""
        work, seen, names = [interface], {interface.id}, set()
        while work:
            here = work.pop()
            definitions = self.family.outline(here.path).definitions
            names |= {d.name for d in definitions if d.container == here.index and d.kind == "method"}
            for _, base in self._embedded(Type(here)):
                if base.definition is not None and base.definition.id not in seen:
                    seen.add(base.definition.id)
                    work.append(base.definition)
        return sorted(names)

    # Parts.

    def element(self, of: Type) -> Value:
        """What a slice, a map or a channel holds."""
        under = self._base(of)
        return instance(under.args[-1]) if under.head in ("[]", "map", "chan") and under.args else UNKNOWN

    def each(self, of: Type) -> Value:
        """The pair of key and element."""
        under = self._base(of)
        if under.head == "[]" and under.args:
            return instance(Type("tuple", (Type("int"), under.args[0])))
        if under.head in ("map", "chan"):
            return instance(Type("tuple", under.args))
        return instance(Type("tuple", (Type("int"), ANY)))

    def called(self, of: Type) -> Value:
        """What a value of a function type gives."""
        return super().called(self._base(of))

    def _base(self, of: Type) -> Type:
        for _ in range(8):
            under = self.underlying(of)
            if under == of:
                break
            of = under
        return of


def evaluator(family: Family, imports: Imports) -> Go:
    """Go's evaluator."""
    return Go(family, imports)


def _is_top(hit: Found) -> bool:
    return hit.definition.container < 0 and not hit.is_member and hit.definition.kind not in LOCALS
