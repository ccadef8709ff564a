"""Paths of Rust: what a name is where it stands, what a module or a `use` brings, which macro is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Exported, Imports
from ctxask.resolve.modules.crates import MOD, STANDARD
from ctxask.resolve.typed.evaluate import Evaluator
from ctxask.resolve.typed.rust_impls import Impls
from ctxask.resolve.typed.rust_scopes import Scopes, fits
from ctxask.resolve.typed.values import (
    ANY,
    EXTERNAL,
    UNKNOWN,
    Module,
    Type,
    Value,
    instance,
)

_HEADS = frozenset({"[]", "tuple", "fn", "Self"})
_MOST_DEREFS = 6


LIBRARY = "<rust>/std.rs"  # what the folder of the language says of the standard library


class Paths(Evaluator):
    """Values of names and paths."""

    def __init__(self, family: Family, imports: Imports) -> None:
        super().__init__(family, imports)
        self.scopes = Scopes(family)
        self.impls = Impls(self)
        self.imports = _Uses(self)
        self._looking: set[tuple[Module, str, bool]] = set()

    # Names and paths.

    def bare(self, path: str, name: str, at: int, types: bool) -> Value:
        """A local or an item in sight, a keyword's module or type, what imports of everything bring, the prelude."""
        if name in ("self", "Self", "crate", "super", "$crate"):
            return self._keyword(path, name, at, types)
        if path == LIBRARY:
            return self._from_library(name, at)
        found = self.scopes.local(path, name, at, types)
        if isinstance(found, Import):
            value = self.used(path, found, types)
            if value.kind != "unknown" or value.found:
                return value
            return replace(UNKNOWN, why="unresolved_import")
        if found:
            return self.named(found)
        for glob in self.scopes.globs(path, at):
            value = self._behind_glob(path, glob, name, types)
            if value.kind != "unknown" or value.found:
                return value
        value = self.within(self.scopes.around(path, at), name, types)
        if value.kind != "unknown" or value.found:
            return value
        crate = self._crate(path, name) if types else UNKNOWN
        return crate if crate.kind != "unknown" else self._prelude(path, name)

    def _keyword(self, path: str, name: str, at: int, types: bool) -> Value:
        if name in ("crate", "$crate"):
            return Value("module", module=self.scopes.root(path))
        if name == "super":
            above = self.scopes.parent(self.scopes.around(path, at))
            return Value("module", module=above) if above is not None else UNKNOWN
        if name == "self" and types:
            return Value("module", module=self.scopes.around(path, at))
        of = self.self_type(path, at)
        if name == "Self" and of.head == "Self":
            return Value("type", of, found=())
        return Value("type", of, found=(of.definition,) if of.definition else ()) if name == "Self" else instance(of)

    def self_type(self, path: str, at: int) -> Type:
        """The type that `self` is of at a byte."""
        row = self.impls.around(path, at)
        traits = [d for d in self.family.outline(path).definitions if d.kind == "interface" and d.first <= at < d.last]
        if traits and (row is None or traits[-1].first > row.first):
            return Type("Self", (Type(self._at(path, traits[-1].start)),))
        return self.impls.head(path, row) if row is not None else ANY

    def _at(self, path: str, start: int) -> Found:
        definitions = self.family.outline(path).definitions
        return self.family.at(path, next(i for i, d in enumerate(definitions) if d.start == start))

    def within(self, module: Module, name: str, types: bool = False) -> Value:
        """An item of a module, a module that it declares, or what it imports."""
        key = (module, name, types)
        if key in self._looking:
            return UNKNOWN
        self._looking.add(key)
        try:
            return self._within(module, name, types)
        finally:
            self._looking.discard(key)

    def _within(self, module: Module, name: str, types: bool) -> Value:
        items = self.scopes.items(module, name)
        best = [hit for hit in items if fits(hit, types)]
        if best:
            return self.named(best)
        other = UNKNOWN
        for item in self.scopes.imports(module, name):
            if item.name == "*":
                value = self._behind_glob(module.files[0], item, name, types)
            else:
                value = self.used(module.files[0], item, types)
            if value.kind in ("unknown", "external") and not value.found:
                other = value if other.kind == "unknown" and item.name != "*" else other
                continue
            return value
        return self.named(items) if items else other

    def used(self, path: str, item: Import, types: bool) -> Value:
        """What an import brings; for one of everything, what it brings all of."""
        if item.module == MOD:
            file = self.scopes.crates.child(path, self.scopes.crates.inner(path, item.start), item.name)
            return Value("module", module=Module((file,))) if file else UNKNOWN
        words = [word for word in item.module.split("::") if word] + [item.name]
        if item.name == "*":
            words.pop()
        value = self._first(path, item, words[0], types or len(words) > 1)
        for place, word in enumerate(words[1:], 2):
            value = self.behind(value, word, types or place < len(words))
        return value

    def _first(self, path: str, item: Import, word: str, types: bool) -> Value:
        """What the first word of an import's path means."""
        if item.module.startswith("::"):
            return self._crate(path, word)
        if word in ("self", "crate", "super", "$crate"):
            return self._keyword(path, word, item.start, True)
        if word in STANDARD:
            return self._crate(path, word)
        module = self.scopes.around(path, item.start)
        value = UNKNOWN if word == item.alias and not item.module else self.within(module, word, types)
        if value.kind == "unknown" or value.kind == "external":
            crate = self._crate(path, word)
            value = crate if crate.kind != "unknown" else value
        if value.kind == "unknown":  # paths of the first edition begin in the crate
            value = self.within(self.scopes.root(path), word, types)
        return value

    def _behind_glob(self, path: str, item: Import, name: str, types: bool) -> Value:
        whole = self.used(path, item, True)
        return self.behind(whole, name, types) if whole.kind in ("module", "type") else UNKNOWN

    def _crate(self, path: str, name: str) -> Value:
        root = self.scopes.crates.external(path, name)
        if root is None:
            return UNKNOWN
        if root:
            return Value("module", module=Module((root,)))
        return replace(EXTERNAL, why=name)

    def root(self, path: str) -> Value:
        """Paths that begin with their separator begin among the crates."""
        return Value("module", module=Module((path,), -2))

    def behind(self, base: Value, name: str, types: bool) -> Value:
        """What stands behind a path's separator; the standard library's names are looked up in its outline."""
        if base.module is not None and base.module.inner == -2:
            return self._crate(base.module.files[0], name)
        if base.kind == "module" and base.module is not None and name in ("super", "self"):
            above = self.scopes.parent(base.module) if name == "super" else base.module
            return Value("module", module=above) if above is not None else UNKNOWN
        if base.kind == "external" and base.why in STANDARD:
            found = self._from_library(name, 0)
            return found if found.kind != "unknown" else base
        value = super().behind(base, name, types)
        hit = value.found[0] if value.found else None
        if types and hit is not None and hit.definition.kind == "enumerator":
            return Value("type", Type(hit, base.type.args if base.type else ()), found=value.found)
        return value

    def _from_library(self, name: str, at: int) -> Value:
        if name in _HEADS:
            return Value("type", Type(name))
        outline = self.family.outline(LIBRARY)
        hits = [self.family.at(LIBRARY, index) for index in outline.by_name.get(name, ())]
        hits = [
            hit
            for hit in hits
            if (hit.definition.kind != "macro" and not hit.is_member) or hit.definition.kind == "enumerator"
        ]
        inner = [
            h
            for h in hits
            if h.definition.kind == "type_parameter" and h.definition.visible_from <= at < h.definition.visible_to
        ]
        tops = [h for h in hits if h.definition.kind in CLASSES or h.definition.kind in ("function", "enumerator")]
        return self.named((inner or tops)[:1])

    def _prelude(self, path: str, name: str) -> Value:
        found = self._from_library(name, 0)
        if found.kind != "unknown":
            return found
        known = name in self.family.details(path)["builtins"]
        return replace(EXTERNAL, other="builtin", why="") if known else UNKNOWN

    def everywhere(self, name: str) -> Sequence[Found]:
        """The definitions of a name, those of the library among them."""
        return self.family.named(name)

    def holding(self, name: str) -> tuple[str, ...]:
        """The files that hold a name, the library among them."""
        return (*self.family.holders(name), LIBRARY)

    # Macros.

    def macro(self, path: str, name: str, at: int, before: str) -> Value:
        """The macros of the name that are in sight, then those of crates that the file's uses."""
        found = [hit for hit in self.family.own(name) if hit.definition.kind == "macro"]
        named = before or any(item.alias == name for item in self.family.outline(path).imports)
        root = self.scopes.crates.root(path)
        own = [hit for hit in found if self.scopes.crates.root(hit.path) == root]
        seen = [hit for hit in own if named or self.scopes.sees_macro(path, at, hit)]
        if seen and before.strip(":") not in STANDARD:
            nearest = [hit for hit in seen if hit.path == path] or seen
            return Value("called", found=tuple(nearest))
        reached = [hit for hit in found if self._uses(path, self.scopes.crates.root(hit.path))]
        if reached:
            return Value("called", found=tuple(reached))
        return EXTERNAL if not own or name in self.family.details(path)["builtins"] else UNKNOWN

    def _uses(self, path: str, root: str) -> bool:
        package = self.scopes.crates.package(path)
        names = [*package.uses, package.library] if package is not None else []
        return any(self.scopes.crates.external(path, name) == root for name in names)


class _Uses(Imports):
    """What imports bring, told by the evaluator."""

    def __init__(self, rust: Paths) -> None:
        super().__init__(rust.family)
        self._rust = rust

    def follow(self, path: str, item: Import) -> Exported:
        """What an import brings: definitions, or a whole module."""
        found: dict[str, Found] = {}
        files: tuple[str, ...] = ()
        external = False
        for types in (True, False):
            value = self._rust.used(path, item, types)
            found.update((hit.id, hit) for hit in value.found if hit.path != LIBRARY)
            if value.kind == "module" and value.module is not None and value.module.inner == -1:
                files = value.module.files
            external |= value.kind == "external"
        return Exported(tuple(found.values()), files, True, external and not found)
