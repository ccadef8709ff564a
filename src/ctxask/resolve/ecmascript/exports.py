"""What a module of JavaScript or TypeScript lets out: in a module with `export`, nothing that is not exported."""

from __future__ import annotations

import re

from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports

_IS_MODULE = re.compile(rb"^\s*export\b", re.MULTILINE)


class Exports(Imports):
    """Follows imports through files that say what they export."""

    def __init__(self, family: Family) -> None:
        super().__init__(family)
        self._is_module: dict[str, bool] = {}

    def is_module(self, path: str) -> bool:
        """Whether the file has an `export` of its own."""
        if path not in self._is_module:
            self._is_module[path] = bool(_IS_MODULE.search(self._family.sources.read(path)))
        return self._is_module[path]

    def _exported(self, file: str, name: str, inside: str = "") -> list[Found]:
        hits = self._top(file, name, inside)
        if not hits or not self.is_module(file) or file.endswith((".d.ts", ".d.mts", ".d.cts")):
            return hits
        source = self._family.sources.read(file)
        return [hit for hit in hits if source.startswith(b"export", hit.definition.first)]
