"""Which files an import means, and which definitions a name that they export."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family, Found


class Module(NamedTuple):
    """The files that an import may mean."""

    files: tuple[str, ...] = ()
    sure: bool = False  # the language's own rule leads to them, not likeness of paths
    external: bool = False  # certainly none of the repository's


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
        self._manifests: dict[str, list[tuple[str, str]]] = {}
        self._reached: dict[str, frozenset[str]] = {}

    def module(self, path: str, item: Import) -> Module:
        """The files that the import's module means in this file."""
        folder = posixpath.dirname(path)
        key = (folder, item.module, item.name)
        if key not in self._modules:
            self._modules[key] = self._find(path, folder, item)
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
            found += self._top(file, name)
            links += ((file, link) for link in self._links(file, name))
        if found:
            return Exported(tuple(found), (), sure)
        return self._walk(links, sure)

    def spilled(self, path: str, name: str) -> Exported:
        """What a bare name means through imports that spill everything into the file."""
        items = [item for item in self._family.outline(path).imports if item.name == "*" and not item.alias]
        modules = [self.module(path, item) for item in items]
        for sure in (True, False):
            files = [file for module in modules if module.sure is sure for file in module.files]
            exported = self.lookup(files, name, sure)
            if exported.found:
                return exported
        return Exported()

    def spills_from_elsewhere(self, path: str) -> bool:
        """Whether the file takes every name of a module that cannot be found here."""
        items = [item for item in self._family.outline(path).imports if item.name == "*" and not item.alias]
        modules = [self.module(path, item) for item in items if not item.exported]
        return any(not module.files and not module.external for module in modules)

    def _walk(self, work: list[tuple[str, Import]], sure: bool) -> Exported:
        seen: set[tuple[str, Import]] = set()
        found: dict[str, Found] = {}
        files: list[str] = []
        external = False
        while work:
            path, item = work.pop()
            if (path, item) in seen:
                continue
            seen.add((path, item))
            if not item.module:
                found.update((hit.id, hit) for hit in self._top(path, item.name))
                own = self._family.outline(path).imports_by_alias.get(item.name, ())
                work += ((path, clause) for clause in own if not clause.exported)
                continue
            module = self.module(path, item)
            external |= module.external
            if item.name == "*" and item.alias:
                files += module.files
                sure &= module.sure
            for file in module.files if item.name != "*" else ():
                hits = self._top(file, item.name)
                found.update((hit.id, hit) for hit in hits)
                sure &= module.sure
                if not hits:
                    work += ((file, link) for link in self._links(file, item.name))
        return Exported(tuple(found[key] for key in sorted(found)), tuple(files), sure, external)

    def _top(self, file: str, name: str) -> list[Found]:
        """The file's definitions of the name that an import may mean."""
        spills = self._passes(file)  # then also those in its namespaces
        hits = self._family.in_file(file, name)
        meant = {name}
        stem = posixpath.basename(file).partition(".")[0]
        if self._rules(file).get("statics") and stem != name:
            meant.add(f"{stem}.{name}")
        return [hit for hit in hits if hit.definition.qualified in meant or (spills and self._family.is_free(hit))]

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
        return bool(self._rules(file).get("transitive"))

    def _rules(self, file: str) -> dict[str, Any]:
        rules: dict[str, Any] = self._family.details(file).get("imports", {})
        return rules

    def _find(self, path: str, folder: str, item: Import) -> Module:
        rules = self._rules(path)
        if any(re.fullmatch(pattern, item.module) for pattern in rules.get("external", ())):
            return Module(external=True)
        if "manifest" in rules:
            return self._by_manifest(item.module, rules)
        suffixes: list[str] = rules.get("suffixes", [""])
        separator = rules.get("separator", "/")
        if separator == "/" and item.module.startswith(rules.get("relative", ".")):
            base = posixpath.normpath(posixpath.join(folder, item.module))
            stems = [base, *(base.removesuffix(end) for end in rules.get("stands_for", ()) if base.endswith(end))]
            for candidate in (stem + suffix for stem in stems for suffix in suffixes):
                if candidate in self._family.paths:
                    return Module((candidate,), True)
            if item.module.startswith("."):
                return Module()
        parts = [part for part in re.split(r"[/.:]+" if separator != "/" else "/", item.module) if part]
        parts = [part for part in parts if part not in rules.get("roots", ())]
        names = [parts] if item.name == "*" else [[*parts, item.name], parts]
        for words in names if rules.get("whole") else [parts[cut:] for cut in range(len(parts))]:
            files = self._by_tail("/".join(words), suffixes, bool(rules.get("folders")))
            if files and (len(words) > 1 or rules.get("whole") or rules.get("short")):
                return Module(files, bool(rules.get("whole")) and len({posixpath.dirname(f) for f in files}) == 1)
        return Module()

    def _by_tail(self, tail: str, suffixes: list[str], folders: bool) -> tuple[str, ...]:
        """Files whose path ends so, else those right inside a folder whose path ends so."""
        family = self._family
        for suffix in suffixes:
            whole = tail + suffix
            files = family.by_base.get(posixpath.basename(whole), ())
            hits = tuple(file for file in files if file == whole or file.endswith("/" + whole))
            if hits:
                return hits
        inside = family.by_folder.get(posixpath.basename(tail), ()) if folders and tail else ()
        return tuple(file for file in inside if f"/{posixpath.dirname(file)}".endswith("/" + tail))

    def _by_manifest(self, module: str, rules: dict[str, str]) -> Module:
        """Files of a folder that is named from a manifest at its root, as Go does."""
        if rules["manifest"] not in self._manifests:
            self._manifests[rules["manifest"]] = self._read_manifests(rules["manifest"], rules["manifest_name"])
        roots = self._manifests[rules["manifest"]]
        for name, root in roots:
            if module == name or module.startswith(name + "/"):
                folder = posixpath.join(root, module[len(name) + 1 :]).rstrip("/")
                inside = self._family.by_folder.get(posixpath.basename(folder), ())
                return Module(tuple(file for file in inside if posixpath.dirname(file) == folder), True)
        if roots:
            return Module(external=True)
        parts = module.split("/")
        for cut in range(len(parts)):
            files = self._by_tail("/".join(parts[cut:]), [], True)
            if files:
                return Module(files)
        return Module()

    def _read_manifests(self, base: str, pattern: str) -> list[tuple[str, str]]:
        """(name, folder) of every manifest, the longest name first."""
        sources = self._family.sources
        found: list[tuple[str, str]] = []
        for path in sources.paths():
            if posixpath.basename(path) == base:
                match = re.search(pattern, sources.read(path).decode("utf-8", "replace"), re.MULTILINE)
                if match:
                    found.append((match[1], posixpath.dirname(path)))
        return sorted(found, key=lambda item: (-len(item[0]), item))
