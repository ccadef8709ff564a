"""Modules that are packages which files declare, as Java does: `a.b.C.D` is a type in a type of the package `a.b`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.family import Family, nearest
from ctxask.resolve.modules.module import Find, Module
from ctxask.resolve.modules.paths import is_external


def rule(family: Family) -> Find:
    """Finds packages of the family, and types in them."""

    def find(path: str, item: Import) -> Module:
        words = re.split(r"[./\\]+", item.module)
        if item.name == "*":
            files = _package(family, ".".join(words))
            if files:
                return Module(files, True)
        else:
            words.append(item.name)
        for cut in range(len(words) - 1, 0, -1):
            files = _declaring(family, path, ".".join(words[:cut]), words[cut], cut == len(words) - 1)
            if files:
                inside = words[cut:] if item.name == "*" else words[cut:-1]
                return Module(files, True, inside=".".join(inside))
        known = is_external(family, path, item) or not any(_package(family, ".".join(words[:n])) for n in _cuts(words))
        return Module(external=known)

    return find


def _cuts(words: Sequence[str]) -> range:
    return range(len(words) - 1, 1, -1)


def _package(family: Family, name: str) -> tuple[str, ...]:
    """The files that declare the package; they lie in a folder that is named like its last part."""
    files = family.by_folder.get(name.rpartition(".")[2], ())
    ends = "/" + name.replace(".", "/")
    found = tuple(
        file for file in files if f"/{posixpath.dirname(file)}".endswith(ends) and family.package(file) == name
    )
    return found or tuple(file for file in family.library if family.package(file) == name)


def _declaring(family: Family, path: str, package: str, name: str, is_last: bool) -> tuple[str, ...]:
    """The files of a package that define the name at their top, as a type unless it is the last; the nearest ones."""
    hits = [hit for hit in family.named(name) if hit.definition.container < 0]
    meant = {hit.path for hit in hits if is_last or hit.definition.kind in CLASSES}
    return nearest(path, sorted(file for file in meant if family.package(file) == package))
