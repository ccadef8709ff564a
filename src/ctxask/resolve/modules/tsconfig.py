"""`paths` and `baseUrl` of the tsconfig.json, or jsconfig.json, that holds for a file."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ctxask.resolve.family import Sources
from ctxask.resolve.modules.jsonc import read_object

_NAMES = ("tsconfig.json", "jsconfig.json")
_LONGEST_CHAIN = 8  # of configurations that extend each other


class Alias(NamedTuple):
    """A pattern of module names, `*` for any part, and where it leads."""

    before: str
    after: str | None  # None: without a `*`
    targets: tuple[str, ...]  # from the root of the repository


class Configurations:
    """The configurations of a repository, each read when a file asks for it."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._aliases: dict[str, tuple[Alias, ...]] = {}

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(path for path in self._sources.paths() if path.endswith((".json", ".jsonc")))

    def candidates(self, path: str, module: str) -> Iterator[str]:
        """Where a module may lie, from the root of the repository, the likeliest first."""
        folder = posixpath.dirname(path)
        while True:
            for name in _NAMES:
                yield from self._matched(posixpath.join(folder, name), module)
            if not folder:
                return
            folder = posixpath.dirname(folder)

    def _matched(self, config: str, module: str) -> Iterator[str]:
        for alias in self._of(config):
            if alias.after is None:
                if module == alias.before:
                    yield from alias.targets
            elif module.startswith(alias.before) and module.endswith(alias.after):
                part = module[len(alias.before) : len(module) - len(alias.after)]
                yield from (target.replace("*", part) for target in alias.targets)

    def _of(self, config: str) -> tuple[Alias, ...]:
        """The aliases of a configuration and of those that it refers to, the most particular first."""
        if config not in self._aliases:
            found: list[Alias] = []
            for one in [config, *self._referred(config)] if config in self._paths else ():
                found += self._own(one)
            found.sort(key=lambda alias: (alias.after is not None, -len(alias.before)))
            self._aliases[config] = tuple(found)
        return self._aliases[config]

    def _referred(self, config: str) -> list[str]:
        """Configurations of a solution that has no files of its own."""
        rows = self._read(config).get("references", ())
        named = [
            self._target(config, row["path"]) for row in rows if isinstance(row, dict) and _is_text(row.get("path"))
        ]
        return [name for name in named if name and posixpath.dirname(name) == posixpath.dirname(config)]

    def _own(self, config: str) -> list[Alias]:
        """The aliases of one configuration: `paths` of the nearest in its chain that has any, and its `baseUrl`."""
        paths: dict[str, Any] | None = None
        base: str | None = None
        origin = ""
        for one in self._chain(config):
            options = self._read(one).get("compilerOptions")
            options = options if isinstance(options, dict) else {}
            folder = posixpath.dirname(one)
            if paths is None and isinstance(options.get("paths"), dict):
                paths, origin = options["paths"], folder
            if base is None and _is_text(options.get("baseUrl")):
                base = _joined(folder, options["baseUrl"])
        found = []
        for pattern, targets in (paths or {}).items():
            before, star, after = pattern.partition("*")
            places = (_joined(origin if base is None else base, target) for target in targets if _is_text(target))
            found.append(Alias(before, after if star else None, tuple(places)))
        return found if base is None else [*found, Alias("", "", (_joined(base, "*"),))]

    def _chain(self, config: str) -> list[str]:
        """The configuration and those that it extends, nearest first."""
        chain: list[str] = []
        work = [config]
        while work and len(chain) < _LONGEST_CHAIN:
            one = work.pop(0)
            if one not in chain:
                chain.append(one)
                extended = self._read(one).get("extends", ())
                names = [extended] if _is_text(extended) else list(extended)
                work += [target for name in reversed(names) if _is_text(name) and (target := self._target(one, name))]
        return chain

    def _target(self, config: str, name: str) -> str:
        """The configuration that another one names; empty for one of a package."""
        if not name.startswith("."):
            return ""
        base = _joined(posixpath.dirname(config), name)
        return next((path for path in (base, f"{base}.json", f"{base}/tsconfig.json") if path in self._paths), "")

    def _read(self, config: str) -> dict[str, Any]:
        return read_object(self._sources.read(config)) if config in self._paths else {}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _joined(folder: str, name: str) -> str:
    path = posixpath.normpath(posixpath.join(folder, name))
    return "" if path == "." else path
