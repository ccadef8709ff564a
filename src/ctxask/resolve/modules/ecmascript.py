"""Modules of JavaScript and TypeScript: relative paths, configured aliases, packages of the repository."""

from __future__ import annotations

import posixpath

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family
from ctxask.resolve.modules.module import Find, Module, rules
from ctxask.resolve.modules.packages_json import Package, Packages, entries, imported
from ctxask.resolve.modules.paths import is_external, like
from ctxask.resolve.modules.tsconfig import Configurations


def rule(family: Family) -> Find:
    """Finds modules of the family; configurations and manifests are read when a module needs them."""
    return _Search(family).find


class _Search:
    def __init__(self, family: Family) -> None:
        self._family = family
        self._configurations = Configurations(family.sources)
        self._packages = Packages(family.sources)

    def find(self, path: str, item: Import) -> Module:
        """The file that the import's module means in this file."""
        name = item.module.partition("?")[0]  # bundlers take queries
        if is_external(self._family, path, item):
            return Module(external=True)
        if name.startswith("."):
            return self._sure(path, [posixpath.normpath(posixpath.join(posixpath.dirname(path), name))])
        found = self._sure(path, list(self._configurations.candidates(path, name)))
        if found.files:
            return found
        if name.startswith("#"):
            targets = [target for package in self._packages.around(path) for target in imported(package, name)]
            return self._sure(path, targets)
        named = self._packages.named(name)
        if named is not None:
            found = self._sure(path, list(entries(*named)))
            return found if found.files else Module()
        if self._packages.depends(path, name):
            return Module(external=True)
        return like(self._family, path, item)

    def _sure(self, path: str, stems: list[str]) -> Module:
        """The first file that one of these paths means, with any of the language's endings."""
        for stem in stems:
            file = self._file(path, stem)
            if file:
                return Module((file,), True)
        return Module()

    def _file(self, path: str, stem: str) -> str:
        said = rules(self._family, path)
        plain = (stem.removesuffix(end) for end in said["stands_for"] if stem.endswith(end))
        for candidate in (f"{base}{suffix}" for base in (stem, *plain) for suffix in said["suffixes"]):
            if candidate in self._family.paths:
                return candidate
        package = self._packages.at(stem) if self._is_folder(stem) else None
        return self._main(path, package) if package is not None else self._index(path, stem)

    def _is_folder(self, stem: str) -> bool:
        return posixpath.basename(stem) in self._family.folders

    def _main(self, path: str, package: Package) -> str:
        """The entry of a package whose folder an import names."""
        said: list[str] = rules(self._family, path)["suffixes"]
        places = (entry + suffix for entry in entries(package, "") for suffix in said)
        return next((place for place in places if place in self._family.paths), "") or self._index(path, package.folder)

    def _index(self, path: str, folder: str) -> str:
        places = (posixpath.join(folder, "index" + suffix) for suffix in rules(self._family, path)["suffixes"])
        return next((place for place in places if place in self._family.paths), "")
