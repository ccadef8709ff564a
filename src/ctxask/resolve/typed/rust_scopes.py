"""Names of Rust by place: what a file holds at a byte, what a module holds, and where a `use` leads."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.facts.outline import CALLABLES, CLASSES, LOCALS, Import
from ctxask.resolve.family import Family, Found
from ctxask.resolve.modules.crates import MOD, Crates
from ctxask.resolve.typed.values import Module


class Scopes:
    """Look-ups by place; nothing is evaluated."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self.crates = Crates(family)

    def around(self, path: str, at: int) -> Module:
        """The innermost module around a byte."""
        return Module((path,), self.crates.inner(path, at))

    def parent(self, module: Module) -> Module | None:
        """The module that holds another."""
        path = module.files[0]
        if module.inner >= 0:
            item = self._family.outline(path).definitions[module.inner]
            return Module((path,), item.container) if item.container >= 0 else Module((path,))
        above = self.crates.parent(path)
        return Module((above[0],), above[1]) if above is not None else None

    def root(self, path: str) -> Module:
        """The module in which the crate of a file begins."""
        return Module((self.crates.root(path),))

    def local(self, path: str, name: str, at: int, types: bool) -> tuple[Found, ...] | Import | None:
        """What a name means by the scopes of the function around a byte, then by its module's own items and imports."""
        outline = self._family.outline(path)
        inner = self.crates.inner(path, at)
        best: int | None = None
        found: list[Found] = []
        for index in outline.by_name.get(name, ()):
            item = outline.definitions[index]
            hit = Found(path, index, item)
            if not item.visible_from <= at < item.visible_to or not fits(hit, types) or self.is_associated(hit):
                continue
            if self._home(path, index) != inner:
                continue
            width = item.visible_to - item.visible_from
            if best is None or width < best:
                best, found = width, []
            if width == best:
                found.append(hit)
        clauses = [item for item in outline.imports_by_alias.get(name, ()) if item.visible_from <= at < item.visible_to]
        for clause in clauses:
            width = clause.visible_to - clause.visible_from
            if self.crates.inner(path, clause.start) == inner and (best is None or width < best):
                return clause
        return tuple(found) or None

    def items(self, module: Module, name: str) -> list[Found]:
        """The module's own definitions of the name, macros not among them."""
        path = module.files[0]
        hits = self._family.in_file(path, name)
        return [hit for hit in hits if self._is_item(hit) and self._home(path, hit.index) == module.inner]

    def imports(self, module: Module, name: str) -> Iterator[Import]:
        """The imports that give the module the name, those by name before those of everything."""
        outline = self._family.outline(module.files[0])
        yield from (item for item in outline.imports_by_alias.get(name, ()) if self._is_direct(module, item))
        yield from (item for item in self.globs(module.files[0], -1) if self._is_direct(module, item))

    def globs(self, path: str, at: int) -> Iterator[Import]:
        """The imports of everything: all of a file, or those that a byte sees in its module."""
        for item in self._family.outline(path).imports_by_alias.get("", ()):
            seen = item.visible_from <= at < item.visible_to
            if at < 0 or (seen and self.crates.inner(path, item.start) == self.crates.inner(path, at)):
                yield item

    def is_associated(self, hit: Found) -> bool:
        """Whether a type stands in an impl or a trait, where only a path reaches it."""
        item = hit.definition
        if item.kind != "type":
            return False
        definitions = self._family.outline(hit.path).definitions
        if item.container >= 0:
            return definitions[item.container].kind in CLASSES - {"namespace"}
        rows = self._family.outline(hit.path).extends
        return any(row.first <= item.first and item.last <= row.last for row in rows)

    def sees_macro(self, path: str, at: int, macro: Found) -> bool:
        """Whether a macro is in scope: of a module around the byte, exported, or handed up by `macro_use`."""
        around = {self.around(path, at)}
        above = self.parent(self.around(path, at))
        while above is not None and above not in around:
            around.add(above)
            above = self.parent(above)
        if self._has_attribute(macro.path, macro.definition.first, b"macro_export"):
            return True
        home = self.around(macro.path, macro.definition.start)
        while home not in around:
            above, declared = self.parent(home), self._declared(home)
            if above is None or declared is None or not self._has_attribute(*declared, b"macro_use"):
                return False
            home = above
        return True

    def _declared(self, module: Module) -> tuple[str, int] | None:
        """Where a module is declared: the file and the byte."""
        path = module.files[0]
        if module.inner >= 0:
            return path, self._family.outline(path).definitions[module.inner].first
        above = self.crates.parent(path)
        if above is None:
            return None
        names = {path.rpartition("/")[2].removesuffix(".rs"), path.rpartition("/")[0].rpartition("/")[2]}
        items = self._family.outline(above[0]).imports
        return next(((above[0], item.start) for item in items if item.module == MOD and item.name in names), None)

    def _has_attribute(self, path: str, start: int, name: bytes) -> bool:
        """Whether the lines right above an item, or its own before it, hold the attribute."""
        lines = self._family.sources.read(path)[:start].split(b"\n")
        above = [lines.pop()]
        while lines and lines[-1].strip().startswith((b"#[", b"//")):
            above.append(lines.pop())
        return any(name in line and b"#[" in line for line in above)

    def _is_item(self, hit: Found) -> bool:
        item = hit.definition
        if hit.is_member or item.kind in LOCALS or item.kind == "macro" or self.is_associated(hit):
            return False
        container = item.container
        return container < 0 or self._family.outline(hit.path).definitions[container].kind == "namespace"

    def _is_direct(self, module: Module, item: Import) -> bool:
        """Whether an import stands in the module itself, not in a function of it."""
        path = module.files[0]
        if self.crates.inner(path, item.start) != module.inner:
            return False
        definitions = self._family.outline(path).definitions
        bodies = (d for d in definitions if d.kind in CALLABLES and d.first <= item.start < d.last)
        return next(bodies, None) is None

    def _home(self, path: str, index: int) -> int:
        """The module that a definition stands in; a module stands in the one around it."""
        item = self._family.outline(path).definitions[index]
        return self.crates.inner(path, item.first - 1 if item.kind == "namespace" else item.start)


def fits(hit: Found, types: bool) -> bool:
    """Whether a definition can be meant as a type, or as a value."""
    kind = hit.definition.kind
    if types:
        return kind in CLASSES or kind == "type_parameter"
    return kind not in ("type_parameter", "macro", "method")
