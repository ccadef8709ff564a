"""Which definitions an import means, through any chain of modules that pass a name on."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import NamedTuple

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family, Found
from ctxask.resolve.modules import Finder, Module
from ctxask.resolve.modules.module import rules

_MOST_IMPORTERS = 32  # of a file that are asked what a name in it means


class Exported(NamedTuple):
    """What a name means that comes out of a module."""

    found: tuple[Found, ...] = ()
    files: tuple[str, ...] = ()  # where the name means a whole module
    sure: bool = False
    external: bool = False


class Imports:
    """Follows imports through the files of a family."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._modules: dict[tuple[str, str, str], Module] = {}
        self._find = Finder(family)
        self._reached: dict[str, frozenset[str]] = {}

    def module(self, path: str, item: Import) -> Module:
        """The files that the import's module means in this file."""
        folder = posixpath.dirname(path)
        key = (folder, item.module, item.name)
        if key not in self._modules:
            self._modules[key] = self._find(path, item)
        return self._modules[key]

    def reached(self, path: str) -> frozenset[str]:
        """Every file that the imports of this file may mean."""
        if path not in self._reached:
            items = self._family.outline(path).imports
            self._reached[path] = frozenset(file for item in items for file in self.module(path, item).files)
        return self._reached[path]

    def follow(self, path: str, item: Import) -> Exported:
        """What an import brings: definitions, or a whole module."""
        if item.name == "*":
            module = self.module(path, item)
            whole = [(file, link) for file in module.files for link in self._links(file, "=")]
            if whole:
                return self._walk(whole, module.sure)
            return Exported((), module.files, module.sure, module.external)
        return self._walk([(path, item)], True)

    def lookup(self, files: Iterable[str], name: str, sure: bool) -> Exported:
        """What the name means as it comes out of these files."""
        found: list[Found] = []
        links: list[tuple[str, Import]] = []
        for file in files:
            found += self._exported(file, name)
            links += ((file, link) for link in self._links(file, name))
        if found:
            return Exported(tuple(found), (), sure)
        return self._walk(links, sure)

    def spilled(self, path: str, name: str) -> Exported:
        """What a bare name means through imports that spill everything into the file."""
        items = [item for item in self._family.outline(path).imports if item.name == "*" and not item.alias]
        modules = [self.module(path, item) for item in items]
        for sure in (True, False):
            files = [file for module in modules if module.sure is sure and not module.inside for file in module.files]
            exported = self.lookup(files, name, sure)
            if exported.found:
                return exported
        types = [(file, module) for module in modules if module.inside for file in module.files]
        found = [hit for file, module in types for hit in self._top(file, name, module.inside)]
        return Exported(tuple(found), (), True) if found else Exported()

    def beside(self, path: str, name: str) -> tuple[Found, ...]:
        """What a bare name means in a file that does not import it, by what the files that import this one do."""
        work, seen = [path], {path}
        found: dict[str, Found] = {}
        while work and len(seen) < _MOST_IMPORTERS:
            here = work.pop(0)
            stem = posixpath.basename(here).partition(".")[0]
            for other in self._family.holders(stem):
                if other not in seen and here in self.reached(other):
                    seen.add(other)
                    work.append(other)
                    hits = self.lookup((other,), name, True).found or self.spilled(other, name).found
                    found.update((f"{hit.path}:{hit.index}", hit) for hit in hits)
        return tuple(found[key] for key in sorted(found))

    def spills_from_elsewhere(self, path: str) -> bool:
        """Whether the file takes every name of a module that cannot be found here."""
        items = [item for item in self._family.outline(path).imports if item.name == "*" and not item.alias]
        modules = [self.module(path, item) for item in items if not item.exported]
        return any(not module.files and not module.external for module in modules)

    def _walk(self, work: list[tuple[str, Import]], sure: bool) -> Exported:
        seen: set[tuple[str, Import]] = set()
        found: dict[tuple[str, int], Found] = {}
        files: list[str] = []
        external = False
        while work:
            path, item = work.pop()
            if (path, item) in seen:
                continue
            seen.add((path, item))
            if not item.module:
                found.update(((hit.path, hit.index), hit) for hit in self._top(path, item.name))
                own = self._family.outline(path).imports_by_alias.get(item.name, ())
                work += ((path, clause) for clause in own if not clause.exported)
                continue
            module = self.module(path, item)
            external |= module.external
            if item.name == "*" and item.alias:
                whole = [(file, link) for file in module.files for link in self._links(file, "=")]
                files += module.files if not whole else ()
                work += whole
                sure &= module.sure
            for file in module.files if item.name != "*" else ():
                hits = self._exported(file, item.name, module.inside)
                found.update(((hit.path, hit.index), hit) for hit in hits)
                sure &= module.sure
                if not hits:
                    work += ((file, link) for link in self._links(file, item.name))
        return Exported(tuple(found[key] for key in sorted(found)), tuple(files), sure, external)

    def _exported(self, file: str, name: str, inside: str = "") -> list[Found]:
        """The file's own definitions of the name that others may import."""
        return self._top(file, name, inside)

    def _top(self, file: str, name: str, inside: str = "") -> list[Found]:
        """The file's definitions of the name that an import may mean, at its top or inside one of its types."""
        if not self._family.may_hold(file, name):
            return []
        spills = self._passes(file)  # then also those in its namespaces
        hits = self._family.in_file(file, name)
        meant = f"{inside}.{name}" if inside else name
        return [hit for hit in hits if hit.definition.qualified == meant or (spills and self._family.is_free(hit))]

    def _links(self, file: str, name: str) -> list[Import]:
        """Imports of the file through which it passes the name on."""
        passes = self._passes(file)
        links: list[Import] = []
        for item in self._family.outline(file).imports:
            if not (item.exported or passes):
                continue
            if item.alias == name or (name == "default" and item.alias == "="):
                links.append(item)
            elif item.name == "*" and not item.alias and name not in ("default", "="):
                links.append(item._replace(name=name, alias=name))
        return links

    def _passes(self, file: str) -> bool:
        """Whether what a file imports is passed on to who imports the file."""
        return bool(rules(self._family, file).get("transitive"))
