"""The packages of a repository by package.json: their names, what they depend on, and where their entries lie."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ctxask.resolve.family import Sources
from ctxask.resolve.modules.jsonc import read_object

_ENTRIES = ("source", "types", "typings", "module", "main", "browser")
_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_BUILT = re.compile(
    r"^(?:dist|lib|build|out|output|es|esm|cjs|umd|types|typings)(?:/(?:es|esm|cjs|umd|types|src)\d*)*/"
)
_DEEPEST = 8  # of conditions in `exports`


class Package(NamedTuple):
    """A folder with a package.json."""

    name: str
    folder: str
    content: dict[str, Any]


class Packages:
    """The packages of a repository, read when the first module without a dot is asked for."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    @cached_property
    def _by_folder(self) -> dict[str, Package]:
        found = {}
        for path in self._sources.paths():
            if posixpath.basename(path) == "package.json":
                content = read_object(self._sources.read(path))
                name, folder = content.get("name"), posixpath.dirname(path)
                found[folder] = Package(name if isinstance(name, str) else "", folder, content)
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[Package]]:
        found: dict[str, list[Package]] = {}
        for package in sorted(self._by_folder.values(), key=lambda item: (item.folder.count("/"), item.folder)):
            found.setdefault(package.name, []).append(package)
        return found

    def at(self, folder: str) -> Package | None:
        """The package whose package.json lies in the folder."""
        return self._by_folder.get(folder)

    def named(self, module: str) -> tuple[Package, str] | None:
        """The package that a module names, and the rest of the name."""
        parts = module.split("/")
        length = 2 if module.startswith("@") else 1
        name, rest = "/".join(parts[:length]), "/".join(parts[length:])
        packages = self._by_name.get(name) if name else None
        return (packages[0], rest) if packages else None

    def around(self, path: str) -> Iterator[Package]:
        """The packages that hold a file, innermost first."""
        folder = posixpath.dirname(path)
        while True:
            if folder in self._by_folder:
                yield self._by_folder[folder]
            if not folder:
                return
            folder = posixpath.dirname(folder)

    def depends(self, path: str, module: str) -> bool:
        """Whether a package around the file says that the module is one of another package."""
        parts = module.split("/")
        name = "/".join(parts[: 2 if module.startswith("@") else 1])
        for package in self.around(path):
            tables = (package.content.get(kind) for kind in _DEPENDENCIES)
            if any(isinstance(table, dict) and (name in table or f"@types/{name}" in table) for table in tables):
                return True
        return False


def entries(package: Package, rest: str) -> Iterator[str]:
    """Where the package's module of that name may lie, from the root: as its manifest says, then as its source."""
    said = [*_exported(package.content.get("exports"), f"./{rest}" if rest else ".")]
    if not rest:
        said += [value for key in _ENTRIES if isinstance(value := package.content.get(key), str)]
    said = [posixpath.normpath(target) for target in said]
    for target in said:
        yield posixpath.join(package.folder, target)
    for target in [*said, rest or "index"]:
        inner = _BUILT.sub("", target)
        stem = re.sub(r"(\.d)?\.[cm]?[jt]sx?$", "", inner)
        for source in ("src/", "", "source/", "lib/"):
            yield posixpath.join(package.folder, source + stem)


def imported(package: Package, module: str) -> Iterator[str]:
    """Where a `#name` of the package's own `imports` leads, from the root."""
    for target in _exported(package.content.get("imports"), module):
        yield posixpath.normpath(posixpath.join(package.folder, target))
        yield from entries(package, posixpath.normpath(target))


def _exported(table: object, wanted: str) -> Iterator[str]:
    """The targets of a subpath: whatever the conditions, in their order."""
    if not isinstance(table, dict) or not any(str(key)[:1] in (".", "#") for key in table):
        yield from _targets(table, "") if wanted == "." else ()
        return
    if wanted in table:
        yield from _targets(table[wanted], "")
        return
    for pattern, value in table.items():
        before, star, after = pattern.partition("*")
        if star and wanted.startswith(before) and wanted.endswith(after):
            yield from _targets(value, wanted[len(before) : len(wanted) - len(after)])


def _targets(value: object, part: str) -> Iterator[str]:
    work = [(value, 0)]
    while work:
        item, depth = work.pop(0)
        if isinstance(item, str):
            yield item.replace("*", part)
        elif isinstance(item, dict | list) and depth < _DEEPEST:
            inner = item.values() if isinstance(item, dict) else item
            work = [*((one, depth + 1) for one in inner), *work]
