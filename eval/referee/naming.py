"""Which symbols are asked about, and how somebody would write them: exactly, by a re-export, or not quite right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from eval.referee.sources import Definition, Sources

POPULAR = 4  # definitions that share a name
FEWEST = 6  # letters of a name that may be misspelt


@dataclass(frozen=True, slots=True)
class Named:
    """A symbol, and how it is asked for."""

    symbol: Definition
    kind: str
    given: str


class Namer:
    """Draws symbols of a package's sources, tests left out."""

    def __init__(self, sources: Sources, path: str, random: Random) -> None:
        self.random = random
        self.known = {one.id: one for one in sources.definitions}
        self._sources = sources
        self._path = "" if path == "." else f"{path}/"
        self._qualified = Counter(one.name for one in sources.definitions)
        every = [one for one in sources.definitions if one.path.startswith(self._path) and not _tests(one.path)]
        self._asked = [one for one in every if not one.inner and not one.leaf.startswith("__")]

    def pool(self, counts: Mapping[str, int], occurrences: int) -> list[Named]:
        """So many symbols of each kind, none of whose names stands at more than so many places."""
        found: list[Named] = []
        for kind, count in counts.items():
            drawn = list(self._asked)
            self.random.shuffle(drawn)
            fitting = (one for symbol in drawn for one in self._fitting(symbol, kind, occurrences))
            found += [one for one, _ in zip(fitting, range(count), strict=False)]
        return found

    def named(self, id: str) -> str:
        """How a symbol is written where it is not misspelt; empty where that would not tell it apart."""
        symbol = self.known.get(id)
        asked = symbol is not None and not symbol.inner and not symbol.leaf.startswith("__")
        return symbol.name if symbol and asked and self._qualified[symbol.name] == 1 else ""

    def _fitting(self, symbol: Definition, kind: str, occurrences: int) -> Iterator[Named]:
        places = len(self._sources.occurrences[symbol.leaf])
        alone = len(self._sources.by_leaf[symbol.leaf]) == 1
        if not 3 <= places <= occurrences or self._qualified[symbol.name] > 1:
            return
        match kind:
            case "plain" if alone:
                yield Named(symbol, kind, symbol.name)
            case "popular" if len(self._sources.by_leaf[symbol.leaf]) >= POPULAR:
                yield Named(symbol, kind, symbol.name if "." in symbol.name else self._dotted(symbol))
            case "re-exported" if (package := self._offered(symbol)) is not None:
                yield Named(symbol, kind, f"{package}.{symbol.leaf}")
            case "wrong name" if alone and len(symbol.leaf) >= FEWEST:
                yield Named(symbol, kind, self._misspelt(symbol))

    def _dotted(self, symbol: Definition) -> str:
        return f"{self._module(symbol.path)}.{symbol.leaf}"

    def _module(self, path: str) -> str:
        return path.removeprefix(self._path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def _offered(self, symbol: Definition) -> str | None:
        """The package whose `__init__` imports a symbol of a module below it."""
        if "." in symbol.name or symbol.path.endswith("__init__.py"):
            return None
        for path, line, _ in self._sources.occurrences[symbol.leaf]:
            folder = path.removesuffix("__init__.py")
            if folder != path and symbol.path.startswith(folder) and line in self._sources.imports[path]:
                return self._module(path)
        return None

    def _misspelt(self, symbol: Definition) -> str:
        """Two letters of the name the other way round, or one left out, so that nothing is called that."""
        holder, dot, leaf = symbol.name.rpartition(".")
        while True:
            at = self.random.randrange(1, len(leaf) - 2)
            swapped = leaf[:at] + leaf[at + 1] + leaf[at] + leaf[at + 2 :]
            wrong = self.random.choice([swapped, leaf[:at] + leaf[at + 1 :]])
            if wrong not in self._sources.occurrences:
                return f"{holder}{dot}{wrong}"


def _tests(path: str) -> bool:
    return any(part.startswith("test") for part in path.split("/"))
