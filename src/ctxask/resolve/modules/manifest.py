"""Modules that are folders named from a manifest at their root, as Go does."""

from __future__ import annotations

import posixpath
import re

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family
from ctxask.resolve.modules.module import Find, Module, rules
from ctxask.resolve.modules.paths import by_tail, is_external


def rule(family: Family) -> Find:
    """Finds modules of the family; manifests are read when the first is asked for."""
    known: dict[str, list[tuple[str, str]]] = {}

    def find(path: str, item: Import) -> Module:
        if is_external(family, path, item):
            return Module(external=True)
        said = rules(family, path)
        if said["manifest"] not in known:
            known[said["manifest"]] = _read_manifests(family, said["manifest"], said["manifest_name"])
        return _find(family, item.module, known[said["manifest"]])

    return find


def _find(family: Family, module: str, roots: list[tuple[str, str]]) -> Module:
    for name, root in roots:
        if module == name or module.startswith(name + "/"):
            return Module(_inside(family, posixpath.join(root, module[len(name) + 1 :]).rstrip("/")), True)
    if roots:
        copies = (_inside(family, posixpath.join(root, "vendor", module)) for _, root in roots)
        files = next((files for files in copies if files), ())
        return Module(files, bool(files), external=not files)
    parts = module.split("/")
    for cut in range(len(parts)):
        files = by_tail(family, "/".join(parts[cut:]), [], True)
        if files:
            return Module(files)
    return Module()


def _inside(family: Family, folder: str) -> tuple[str, ...]:
    """The files right inside a folder."""
    beside = family.by_folder.get(posixpath.basename(folder), ())
    return tuple(file for file in beside if posixpath.dirname(file) == folder)


def _read_manifests(family: Family, base: str, pattern: str) -> list[tuple[str, str]]:
    """(name, folder) of every manifest, the longest name first."""
    found: list[tuple[str, str]] = []
    for path in family.sources.paths():
        if posixpath.basename(path) == base:
            match = re.search(pattern, family.sources.read(path).decode("utf-8", "replace"), re.MULTILINE)
            if match:
                found.append((match[1], posixpath.dirname(path)))
    return sorted(found, key=lambda item: (-len(item[0]), item))
