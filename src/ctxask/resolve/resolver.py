"""One resolver for a repository in several languages: each symbol is answered for by its own language's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ctxask.facts import grammar
from ctxask.facts.positions import word_places
from ctxask.facts.sources import Sources
from ctxask.resolve.reason import conclusion, record
from ctxask.resolve.testfiles import is_test_file
from ctxask.rows import Note, Record, Site, Symbol

if TYPE_CHECKING:
    from ctxask.facts.indexes import Indexes
    from ctxask.resolve.checker import Checker
    from ctxask.resolve.kin import Kin
    from ctxask.resolve.names import NamesResolver
    from ctxask.resolve.python.resolver import PythonResolver

NAME_LEVEL = Note("name_level", 1, "names are matched, not followed through reflection or macros")


class Resolver:
    """Definitions, references and callees by path, whatever the language."""

    def __init__(self, sources: Sources, roots: Sequence[str] = (), indexes: Indexes | None = None) -> None:
        self.sources = sources
        self._indexes = indexes
        self._roots = tuple(roots)
        self._references: dict[str, tuple[Site, ...]] = {}
        self._imported: dict[str, bool] = {}
        self._kin: dict[str, Kin] = {}  # by family

    @cached_property
    def python(self) -> PythonResolver:
        from ctxask.resolve.python.resolver import PythonResolver

        return PythonResolver(self.sources, self._roots)

    @cached_property
    def names(self) -> NamesResolver:
        from ctxask.resolve.names import NamesResolver

        return NamesResolver(self.sources)

    @cached_property
    def checker(self) -> Checker | None:
        """What kept indexes say; None where nothing was ingested."""
        if self._indexes is None or not self._indexes.names:
            return None
        from ctxask.resolve.checker import Checker

        return Checker(self._indexes.usable, self.sources)

    def checked(self, rows: Sequence[Site | Symbol]) -> tuple[Note, ...]:
        """What to know of the checkers that say some of the rows."""
        return self.checker.notes(rows) if self.checker is not None else ()

    def kind(self, path: str) -> str:
        """Who resolves a file: python, names, or nobody (empty)."""
        language = self.sources.language(path)
        return grammar.languages()[language].resolver if language else ""

    def definitions(self, path: str) -> tuple[Symbol, ...]:
        """The file's definitions in source order; nothing for documentation and configuration."""
        kind = self.kind(path)
        if kind == "python":
            return self.python.definitions(path)
        return self.names.definitions(path) if kind == "names" else ()

    def module(self, path: str) -> Symbol:
        """The file itself as a symbol."""
        lines = self.sources.lines(path)
        anchor = self.sources.anchor(path, 1, len(lines)) if lines else ""
        return Symbol(path, "", "module", 1, 1, 1, max(1, len(lines)), anchor)

    def exact(self, path: str, name: str) -> Symbol | None:
        """The symbol of a qualified name in a file; the module for an empty name."""
        if not name:
            return self.module(path)
        if self.kind(path) == "python":
            return self.python.exact(path, name)
        return next((s for s in self.definitions(path) if s.name == name), None)

    def named(self, dotted: str) -> tuple[Symbol, ...]:
        """Symbols in any language whose qualified name is `dotted` or ends with it."""
        last = dotted.rpartition(".")[2]
        holders = self.sources.holders(frozenset((last,)))[last]
        found = list(self.python.named(dotted)) if any(self.kind(p) == "python" for p in holders) else []
        others = [p for p in holders if self.kind(p) == "names"]
        for symbol in self.names.named(last, others) if others else ():
            if symbol.name == dotted or symbol.name.endswith("." + dotted):
                found.append(symbol)
        return tuple(sorted(found, key=lambda s: s.id))

    def references(self, symbol: Symbol) -> tuple[Site, ...]:
        """Every site of the symbol's name in covered files, each in one bucket, by place."""
        if symbol.id not in self._references:
            kind = self.kind(symbol.path)
            own = self.python.references(symbol) if kind == "python" else ()
            own = self.names.references(symbol) if kind == "names" else own
            elsewhere = self._elsewhere(symbol) if symbol.name and symbol.kind not in ("local", "parameter") else []
            told = self.checker.references(symbol, own) if self.checker is not None else own
            rows = sorted([*told, *elsewhere], key=lambda s: (s.path, s.line, s.col))
            self._references[symbol.id] = tuple(rows)
        return self._references[symbol.id]

    def has(self, symbol: Symbol, enough: Callable[[Site], bool], most: int) -> tuple[bool | None, int]:
        """Whether one of the sites of a symbol's own name is enough, and how many files were looked at for it.

        None where none is in the files looked at and more hold the name: the nearest to it, tests last.
        """
        name = symbol.name.rpartition(".")[2] or self.python.module_name(symbol.path)
        near = sorted(self.sources.holders(frozenset((name,)))[name], key=lambda path: _distance(path, symbol.path))
        paths = [path for path in near if self._family(path) == self._family(symbol.path)]
        look = self.python.looked if self.kind(symbol.path) == "python" else self.names.looked
        for number, sites in enumerate(look(symbol, paths[:most]), 1):
            if any(enough(site) for site in sites):
                return True, number
        return (None if len(paths) > most else False), min(len(paths), most)

    def _family(self, path: str) -> str:
        return grammar.languages()[self.sources.language(path)].family

    def _elsewhere(self, symbol: Symbol) -> list[Site]:
        """The name in documentation and configuration is a mention; in another language it is another name."""
        name = symbol.name.rpartition(".")[2]
        table = grammar.languages()
        family = table[self.sources.language(symbol.path)].family
        found: list[Site] = []
        for path in self.sources.holders(frozenset((name,)))[name]:
            language = table[self.sources.language(path)]
            if language.family == family:
                continue
            for line, col in word_places(self.sources.read(path), name):
                if language.mentions:
                    role, bucket, other = language.mentions, "mentioned", ""
                else:
                    role, bucket, other = "read", "ruled_out", f"a name in {language.name}"
                found.append(
                    Site(symbol.id, path, line, col, name, role, bucket, "", "syntax", "unresolved", "", other)  # type: ignore[arg-type]
                )
        return found

    def openings(self, symbol: Symbol, at_any_rate: bool = False) -> tuple[Note, ...]:
        """Why a symbol may be used though no site says so; nothing for one with a confirmed site, unless wanted."""
        sites = self.references(symbol)
        if not at_any_rate and any(site.bucket == "confirmed" and site.role != "override" for site in sites):
            return ()
        roles = Counter(site.role for site in sites if site.bucket == "mentioned")
        found = [Note(f"mentioned_in_{role}", roles[role]) for role in ("config", "string") if roles[role]]
        templates = sum(site.role == "docs" and site.path.endswith(_TEMPLATES) for site in sites)
        found += [Note("mentioned_in_template", templates)] if templates else []
        kind = self.kind(symbol.path)
        if kind == "python":
            doubts = any(site.bucket in ("undecided", "likely") for site in sites)
            found += self.python.openings(symbol, not (found or doubts))
            is_outer = symbol.name and "." not in symbol.name and not symbol.name.startswith("_")
            if is_outer and not self._is_imported(symbol.path):
                found.append(Note("not_imported", 1, "what loads the file by its path may look for it"))
        elif kind == "names":
            found.append(NAME_LEVEL)
        return tuple(found)

    def _is_imported(self, path: str) -> bool:
        """Whether a file of Python is imported by another."""
        if path not in self._imported:
            every = len(self.sources.paths())
            self._imported[path] = bool(self.has(self.module(path), lambda site: site.bucket == "confirmed", every)[0])
        return self._imported[path]

    def callees(self, symbol: Symbol) -> tuple[Site, ...]:
        """The calls in the symbol's own body, by place."""
        kind = self.kind(symbol.path)
        own = self.python.callees(symbol) if kind == "python" else ()
        own = self.names.callees(symbol) if kind == "names" else own
        return tuple(self.checker.callees(symbol.path, own)) if self.checker is not None else own

    def calls(self, path: str) -> tuple[Site, ...]:
        """Every call of a file, by place, for who asks the same of every file: what it takes is made once for all."""
        kind = self.kind(path)
        own = self.python.calls(path) if kind == "python" else ()
        own = self.names.calls(path) if kind == "names" else own
        return tuple(self.checker.callees(path, own)) if self.checker is not None else own

    def runs(self, symbol: Symbol) -> tuple[Site, ...]:
        """The calls that run with the symbol's own code, and the decorators that it applies, by place."""
        if self.kind(symbol.path) != "python":
            return self.callees(symbol)
        own = self.python.runs(symbol)
        return tuple(self.checker.callees(symbol.path, own)) if self.checker is not None else own

    def constructors(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """What making an instance of a class runs inside the repository."""
        if self.kind(symbol.path) == "python":
            return self.python.constructors(symbol)
        return self.names.constructors(symbol) if self.kind(symbol.path) == "names" else ()

    def kin(self, path: str) -> Kin | None:
        """What the classes of a file's language are to each other; None where nobody knows."""
        kind = self.kind(path)
        if kind == "python":
            return self.python.kin
        if kind != "names":
            return None
        from ctxask.resolve.outlined_kin import OutlinedKin

        binder = self.names.binder(path)
        return self._kin.setdefault(binder.family.name, OutlinedKin(self.names, binder))

    def explain(self, site: Site) -> Record:
        """Why the site means what it means, step by step."""
        if site.evidence == "checker" and self.checker is not None:
            return record(site, self.checker.explain(site))
        kind = self.kind(site.path)
        steps = self.python.explain(site) if kind == "python" else []
        steps = self.names.explain(site) if kind == "names" else steps
        last = conclusion(site)
        return record(site, [*steps, last] if last is not None else steps)

    def enclosing(self, path: str, line: int, col: int = 1) -> Symbol:
        """The innermost definition that holds a place; the module where none does."""
        if self.kind(path) == "python":
            found = self.python.enclosing(path, line, col)
            if found is not None:
                return found
        holding = [s for s in self.definitions(path) if s.first_line <= line <= s.last_line and s.kind in _BODIES]
        return min(holding, key=lambda s: (s.last_line - s.first_line, -s.first_line)) if holding else self.module(path)


def _distance(path: str, other: str) -> tuple[bool, bool, int, str]:
    """The order in which files are looked at for a first use: itself, no test before tests, near before far."""
    common = next((n for n, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), min(len(path), len(other)))
    return path != other, is_test_file(path), -common, path


_TEMPLATES = (".html", ".htm")  # documents that programs fill in, by names
_BODIES = {"function", "method", "class", "property", "interface", "enum", "namespace", "type"}
