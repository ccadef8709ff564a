"""Crates and their modules, as Cargo's manifests and `mod` items lay them out."""

from __future__ import annotations

import posixpath
import re
import tomllib
from functools import cached_property
from typing import Any, NamedTuple

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family
from ctxask.resolve.modules.module import Find, Module

STANDARD = frozenset({"std", "core", "alloc", "proc_macro", "test"})
MOD = "mod"  # the module of an import that declares a module of its own file

_ROOTS = re.compile(r"build\.rs|(src/bin|tests|benches|examples)/[^/]+(/main)?\.rs|src/(main|lib)\.rs")
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")


class Package(NamedTuple):
    """A package: its folder, what it is called where it is used, and the crates that it names by path."""

    folder: str
    name: str
    library: str  # name of its library
    root: str  # file of its library
    others: frozenset[str]  # files of crates that its manifest names
    uses: dict[str, str]  # name in its code -> package


class Crates:
    """The crates of a repository; manifests are read once, module files when they are asked for."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._parents: dict[str, tuple[str, int] | None] = {}
        self._inner: dict[str, list[tuple[int, int, int]]] = {}

    @cached_property
    def packages(self) -> list[Package]:
        """Every package, those in deeper folders first."""
        sources = self._family.sources
        tables: dict[str, dict[str, Any]] = {}
        for path in sources.paths():
            if posixpath.basename(path) == "Cargo.toml":
                try:
                    tables[posixpath.dirname(path)] = tomllib.loads(sources.read(path).decode("utf-8", "replace"))
                except tomllib.TOMLDecodeError:
                    continue
        shared: dict[str, Any] = {}
        for table in tables.values():
            shared |= table.get("workspace", {}).get("dependencies", {})
        found = [_package(folder, table, shared) for folder, table in tables.items() if "package" in table]
        return sorted(found, key=lambda package: (-len(package.folder), package.folder))

    def package(self, path: str) -> Package | None:
        """The package that a file is of."""
        return next((p for p in self.packages if not p.folder or path.startswith(p.folder + "/")), None)

    def is_root(self, path: str) -> bool:
        """Whether a crate begins in the file."""
        package = self.package(path)
        if package is None:
            return posixpath.basename(path) in ("lib.rs", "main.rs")
        return path == package.root or path in package.others or bool(_ROOTS.fullmatch(_below(package.folder, path)))

    def external(self, path: str, name: str) -> str | None:
        """The library file of the crate that a name means in the file; empty for one of outside; None for no crate."""
        package = self.package(path)
        if name in STANDARD:
            return ""
        if package is None:
            return None
        if name == package.library and self.root(path) != package.root:
            return package.root
        wanted = package.uses.get(name)
        if wanted is None:
            return None
        return next((p.root for p in self.packages if p.name == wanted and p.root in self._family.paths), "")

    def root(self, path: str) -> str:
        """The file in which the crate of a file begins."""
        seen = {path}
        while (parent := self.parent(path)) is not None and parent[0] not in seen:
            path = parent[0]
            seen.add(path)
        return path

    def parent(self, path: str) -> tuple[str, int] | None:
        """The file that declares the module of a file, and the module in it; None where a crate begins."""
        if path not in self._parents:
            self._parents[path] = None if self.is_root(path) else self._parent(path)
        return self._parents[path]

    def _parent(self, path: str) -> tuple[str, int] | None:
        folder, base = posixpath.split(path)
        name = base.removesuffix(".rs")
        if name == "mod":
            folder, name = posixpath.split(folder)
        beside = [
            p for p in self._family.by_folder.get(posixpath.basename(folder), ()) if posixpath.dirname(p) == folder
        ]
        above = [posixpath.join(folder, "mod.rs"), f"{folder}.rs", *(p for p in beside if self.is_root(p))]
        known = [file for file in above if file in self._family.paths and file != path]
        for candidate in known:
            for item in self._family.outline(candidate).imports:
                if item.module == MOD and item.name == name:
                    return candidate, self.inner(candidate, item.start)
        return (known[0], -1) if known else None  # a macro may declare it

    def inner(self, path: str, at: int) -> int:
        """The index of the innermost module that a file holds around a byte; -1 for the file's own."""
        best, width = -1, 0
        for index, first, last in self._namespaces(path):
            if first <= at < last and (best < 0 or last - first < width):
                best, width = index, last - first
        return best

    def child(self, path: str, inner: int, name: str) -> str:
        """The file of a module that another declares; empty where there is none."""
        folder = posixpath.dirname(path)
        if not self.is_root(path) and posixpath.basename(path) != "mod.rs":
            folder = path.removesuffix(".rs")
        names: list[str] = []
        while inner >= 0:
            item = self._family.outline(path).definitions[inner]
            names.insert(0, item.name)
            inner = item.container
        base = posixpath.join(folder, *names, name)
        return next((file for file in (f"{base}.rs", f"{base}/mod.rs") if file in self._family.paths), "")

    def _namespaces(self, path: str) -> list[tuple[int, int, int]]:
        """Index and extent of every module that a file holds."""
        if path not in self._inner:
            rows = enumerate(self._family.outline(path).definitions)
            self._inner[path] = [(i, item.first, item.last) for i, item in rows if item.kind == "namespace"]
        return self._inner[path]


def rule(family: Family) -> Find:
    """Finds the file of a module that an import declares, or in which the path of a `use` ends."""
    crates = Crates(family)

    def find(path: str, item: Import) -> Module:
        if item.module == MOD:
            file = crates.child(path, crates.inner(path, item.start), item.name)
            return Module((file,) if file else (), bool(file))
        return Module()

    return find


def _package(folder: str, table: dict[str, Any], shared: dict[str, Any]) -> Package:
    name = str(table["package"].get("name", ""))
    library = table.get("lib", {})
    targets = [item for kind in ("bin", "test", "bench", "example") for item in table.get(kind, ())]
    others = [str(item["path"]) for item in targets if "path" in item] + [
        str(table["package"].get("build", "build.rs"))
    ]
    uses: dict[str, str] = {}
    for part in (table, *table.get("target", {}).values()):
        for kind in _TABLES:
            for key, said in part.get(kind, {}).items():
                told = shared.get(key, said) if isinstance(said, dict) and said.get("workspace") else said
                uses[key.replace("-", "_")] = told.get("package", key) if isinstance(told, dict) else key
    root = posixpath.normpath(posixpath.join(folder, library.get("path", "src/lib.rs")))
    paths = frozenset(posixpath.normpath(posixpath.join(folder, other)) for other in others)
    return Package(folder, name, library.get("name", name.replace("-", "_")), root, paths, uses)


def _below(folder: str, path: str) -> str:
    return path[len(folder) + 1 :] if folder else path
