"""Which files an import means: one rule a language, by paths alone where a language has no rule of its own.

`rule` under `[imports]` in `names.toml` names the rule; it is made once for a family, and may keep what it has read.
"""

from __future__ import annotations

from importlib import import_module

from ctxask.facts.outline import Import
from ctxask.resolve.family import Family
from ctxask.resolve.modules.module import Find, Module, rules

__all__ = ["Finder", "Module"]

RULES = frozenset({"crates", "ecmascript", "manifest", "packages", "paths"})  # modules of this room, each with `rule`


class Finder:
    """Finds modules for the files of a family."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._rules: dict[str, Find] = {}

    def __call__(self, path: str, item: Import) -> Module:
        """The files that the import's module means in this file."""
        name = rules(self._family, path).get("rule", "paths")
        if name not in self._rules:
            assert name in RULES, f"names.toml names the unknown rule {name}"
            self._rules[name] = import_module(f"{__name__}.{name}").rule(self._family)
        return self._rules[name](path, item)
