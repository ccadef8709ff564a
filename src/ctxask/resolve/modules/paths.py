"""Modules by paths: relative ones by joining, the others by how a file's or a folder's path ends."""

from __future__ import annotations

import posixpath
import re

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family
from ctxask.resolve.modules.module import Find, Module, rules


def rule(family: Family) -> Find:
    """Finds modules of the family."""

    def find(path: str, item: Import) -> Module:
        return _find(family, path, item)

    return find


def is_external(family: Family, path: str, item: Import) -> bool:
    """Whether the language says of the module that it is none of a repository's."""
    return any(re.fullmatch(pattern, item.module) for pattern in rules(family, path).get("external", ()))


def by_tail(family: Family, tail: str, suffixes: list[str], folders: bool) -> tuple[str, ...]:
    """Files whose path ends so, else those right inside a folder whose path ends so."""
    for suffix in suffixes:
        whole = tail + suffix
        files = family.by_base.get(posixpath.basename(whole), ())
        hits = tuple(file for file in files if file == whole or file.endswith("/" + whole))
        if hits:
            return hits
    inside = family.by_folder.get(posixpath.basename(tail), ()) if folders and tail else ()
    return tuple(file for file in inside if f"/{posixpath.dirname(file)}".endswith("/" + tail))


def _find(family: Family, path: str, item: Import) -> Module:
    if is_external(family, path, item):
        return Module(external=True)
    said = rules(family, path)
    suffixes: list[str] = said.get("suffixes", [""])
    if said.get("separator", "/") == "/" and item.module.startswith(said.get("relative", ".")):
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), item.module))
        stems = [base, *(base.removesuffix(end) for end in said.get("stands_for", ()) if base.endswith(end))]
        for candidate in (stem + suffix for stem in stems for suffix in suffixes):
            if candidate in family.paths:
                return Module((candidate,), True)
        if item.module.startswith("."):
            return Module()
    return like(family, path, item)


def like(family: Family, path: str, item: Import) -> Module:
    """Files whose path ends as the module is written; sure only where the language has whole paths."""
    said = rules(family, path)
    suffixes: list[str] = said.get("suffixes", [""])
    separator = said.get("separator", "/")
    parts = [part for part in re.split(r"[/.:]+" if separator != "/" else "/", item.module) if part]
    parts = [part for part in parts if part not in said.get("roots", ())]
    names = [parts] if item.name == "*" else [[*parts, item.name], parts]
    for words in names if said.get("whole") else [parts[cut:] for cut in range(len(parts))]:
        files = by_tail(family, "/".join(words), suffixes, bool(said.get("folders")))
        if files and (len(words) > 1 or said.get("whole") or said.get("short")):
            return Module(files, bool(said.get("whole")) and len({posixpath.dirname(f) for f in files}) == 1)
    return Module()
