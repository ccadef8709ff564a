"""Python as a whole: subjects, references, callees of the covered files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ctxask.facts.sources import Sources
from ctxask.resolve.python import fits
from ctxask.resolve.python.bindings import target_values
from ctxask.resolve.python.callees import Called, applied
from ctxask.resolve.python.flow import constructors, parts, starts, written
from ctxask.resolve.python.infer import FOUND_FURTHER, Frame, Inference
from ctxask.resolve.python.members import member
from ctxask.resolve.python.modules import Modules
from ctxask.resolve.python.names import Target, follow, module_member
from ctxask.resolve.python.packaging import layout
from ctxask.resolve.python.reach import chain
from ctxask.resolve.python.references import References, module_name
from ctxask.resolve.python.symbols import Symbols
from ctxask.resolve.python.values import Class, Module, Namespace, Value
from ctxask.rows import Note, Site, Symbol

if TYPE_CHECKING:
    from ctxask.resolve.python.explain import Explanation
    from ctxask.resolve.python.kin import PythonKin
    from ctxask.resolve.reason import Reason


class PythonResolver:
    """Answers for Python files; everything it learns is kept for the request."""

    def __init__(self, sources: Sources, roots: Sequence[str] = ()) -> None:
        self.sources = sources
        found = layout(sources)
        modules = Modules(sources.paths_of("python"), (*roots, *found.roots), found.packages)
        self.inf = Inference(sources, modules, sources.check)
        self.further = Inference(sources, modules, sources.check, self.inf, sources.holding)
        self.symbols = Symbols(sources, self.inf)
        self._explanations: dict[str, Explanation] = {}  # by the subject, where its own files were looked at further
        self._meanings: dict[tuple[str, str], dict[tuple[int, int], Site]] = {}

    def definitions(self, path: str) -> tuple[Symbol, ...]:
        """The file's definitions in source order."""
        return self.symbols.definitions(path)

    def exact(self, path: str, qualname: str) -> Symbol | None:
        """The symbol of a qualified name in a file."""
        keys = self.symbols.keys(path, qualname)
        return self.symbols.of_key(keys[0]) if keys else None

    def named(self, dotted: str) -> tuple[Symbol, ...]:
        """Symbols whose qualified name is `dotted` or ends with it."""
        last = dotted.rpartition(".")[2]
        paths = self.sources.holding(last)
        self.sources.warm(paths)
        found: dict[str, Symbol] = {}
        for key in self.symbols.named(last, paths):
            qualname = self.symbols.qualname(key)
            if qualname == dotted or qualname.endswith("." + dotted):
                symbol = self.symbols.of_key(key)
                if symbol is not None:
                    found.setdefault(symbol.id, symbol)
        return tuple(found[id_] for id_ in sorted(found)) or self._inside(dotted)

    def _inside(self, dotted: str) -> tuple[Symbol, ...]:
        """A parameter or local, by the name of its function: `draw.mode`."""
        around, _, last = dotted.rpartition(".")
        functions = [s for s in self.named(around) if s.kind in ("function", "method")] if around else []
        found = [self.exact(function.path, f"{function.name}.{last}") for function in functions]
        return tuple(symbol for symbol in found if symbol is not None)

    def described(self, symbol: Symbol) -> set[str]:
        """Ids of what a stub's definition describes: what the module's source offers by its name, behind re-exports."""
        if not symbol.path.endswith(".pyi"):
            return set()
        named = (f"{module}.{symbol.name}" for module in self.inf.modules.dotted(symbol.path))
        return {found.id for dotted in named for found in self.imported(dotted)}

    def imported(self, dotted: str) -> tuple[Symbol, ...]:
        """What a dotted import path means from the repository's source roots, behind re-exports."""
        parts = dotted.split(".")
        for cut in range(len(parts), 0, -1):
            path = self.inf.modules.find(".".join(parts[:cut]), "")
            if path is None or (path.endswith("/") and cut == len(parts)):
                continue
            module: Value = Namespace(path) if path.endswith("/") else Module(path)
            if cut == len(parts):
                return (self.symbols.module(path),)
            found = self._below(module, parts[cut:])
            if found:
                return found
        return ()

    def _below(self, value: Value, parts: list[str]) -> tuple[Symbol, ...]:
        values: tuple[Value, ...] = (value,)
        targets: list[Target] = []
        for part in parts:
            self.inf.begin()
            steps = [
                module_member(self.inf, v, part) if isinstance(v, Module | Namespace) else member(self.inf, v, part)
                for v in values
                if isinstance(v, Module | Namespace | Class)
            ]
            targets = [t for step in steps for one in step for t in follow(self.inf, one)]
            values = tuple(v for t in targets for v in target_values(self.inf, t))
        found: dict[str, Symbol] = {}
        for target in targets:
            symbol = None
            if target.key is not None and not target.key.path.startswith("<"):
                symbol = self.symbols.of_key(target.key)
            elif isinstance(target.value, Module) and not target.value.path.startswith("<"):
                symbol = self.symbols.module(target.value.path)
            if symbol is not None:
                found.setdefault(symbol.id, symbol)
        return tuple(found[id_] for id_ in sorted(found))

    def enclosing(self, path: str, line: int, col: int = 1) -> Symbol | None:
        """The innermost definition that holds a place; the module where none does."""
        offset = self.sources.positions(path).offset(line, col)
        if offset is None:
            return None
        positions = self.sources.positions(path)
        if col == 1:
            text = positions.text(line)
            offset += len(text) - len(text.lstrip())
        scope = self.inf.skeleton(path).at(offset)
        return self.symbols.of_key(self.symbols.of_scope(path, scope))

    def references(self, symbol: Symbol) -> tuple[Site, ...]:
        """Every site of the symbol, by place, each in one bucket."""
        return tuple(References(self.sources, self.inf, self.symbols, symbol).search())

    def module_name(self, path: str) -> str:
        """The last part of the dotted name of a file."""
        return module_name(path)

    def looked(self, symbol: Symbol, paths: Sequence[str]) -> Iterator[Sequence[Site]]:
        """The sites of the symbol's own name file by file, for who stops at the first that is enough."""
        search = References(self.sources, self.inf, self.symbols, symbol)
        return (search.next_file(path) for path in paths)

    def meaning(self, path: str, line: int, col: int, name: str) -> Site | None:
        """What the name at a place stands for, as a site that is nobody's: `other` where it is known, else a mechanism.

        None where the place does not hold the name.
        """
        if (path, name) not in self._meanings:
            nobody = Symbol(path, f"<nobody>.{name}", "variable", 1, 1, 1, 1, "")
            sites = References(self.sources, self.inf, self.symbols, nobody).of_file(path)
            self._meanings[path, name] = {(site.line, site.col): site for site in sites}
        return self._meanings[path, name].get((line, col))

    def tries(self, path: str, line: int) -> bool:
        """Whether a line imports in a `try`, which may have another way."""
        for scope in range(len(self.inf.skeleton(path).scopes)):
            segment = self.inf.segment(path, scope)
            for row in segment.imports:
                blocks = (segment.blocks[block][1] for block in chain(segment, row[6]))
                if "try" in blocks and self.sources.positions(path).line(row[3]) == line:
                    return True
        return False

    def imports(self, path: str) -> dict[str, int]:
        """The names that a module only imports, with the lines where it does; star imports bind none."""
        binds = self.inf.segment(path, 0).binds
        positions = self.sources.positions(path)
        return {
            name: positions.line(rows[0][1])
            for name, rows in binds.items()
            if name != "*" and all(row[0] in ("from", "import") for row in rows)
        }

    def bound(self, path: str) -> frozenset[str]:
        """Every name that a module binds."""
        return frozenset(self.inf.segment(path, 0).binds)

    def exported(self, path: str, name: str) -> Symbol | None:
        """The definition behind a name of a module, through its imports."""
        found = self._below(Module(path), [name])
        return found[0] if len(found) == 1 else None

    def misfits(self, symbol: Symbol, sites: Sequence[Site]) -> list[Site]:
        """The calls among a function's sites that pass what it does not take, with what does not fit."""
        scopes = [i for i, _ in self._scopes_of(symbol)]
        if len(scopes) != 1:  # overloads and branches: one of them may fit
            return []
        found: list[Site] = []
        skipped = {(site.path, site.line, site.col): site for site in sites if site.role in ("call", "construct")}
        for path in sorted({site.path for site in skipped.values()}):
            positions = self.sources.positions(path)
            for scope in range(len(self.inf.skeleton(path).scopes)):
                for start, why in fits.misfits(self.inf, path, scope, (symbol.path, scopes[0])):
                    site = skipped.get((path, *positions.place(start)))
                    if site is not None and site.bucket == "confirmed" and _is_plain(site):
                        found.append(site._replace(target="unresolved", mechanism="arguments", other=why))
        return found

    def _scopes_of(self, symbol: Symbol) -> list[tuple[int, str]]:
        skeleton = self.inf.skeleton(symbol.path)
        named = ((scope, skeleton.qualname(scope)) for scope in range(1, len(skeleton.scopes)))
        return [(scope, name) for scope, name in named if name == symbol.name]

    def openings(self, symbol: Symbol, alone: bool = False) -> list[Note]:
        """Why the symbol may be used though no site names it; `alone`: nothing else speaks for that."""
        from ctxask.resolve.python.openings import openings, through_instances

        self.inf.begin()
        keys = self.symbols.keys(symbol.path, symbol.name)
        found = openings(self.inf, symbol, keys)
        return found or (through_instances(self.inf, symbol, keys) if alone else [])

    def callees(self, symbol: Symbol) -> tuple[Site, ...]:
        """The calls in the symbol's own body, by place; `subject` is who is meant, empty where that is unresolved."""
        found: list[Site] = []
        skeleton = self.inf.skeleton(symbol.path)
        for scope in range(len(skeleton.scopes)):
            if skeleton.qualname(scope) == symbol.name and (symbol.name or scope == 0):
                found += self.calls_in(symbol.path, scope)
        return tuple(sorted(found, key=_place))

    def calls(self, path: str) -> tuple[Site, ...]:
        """Every call of a file, by place, for who asks the same of every file."""
        if not self.inf.unbounded:
            self.inf.unbounded = self.further.unbounded = True
            self.sources.list_words()
        scopes = range(len(self.inf.skeleton(path).scopes))
        found = tuple(sorted((site for scope in scopes for site in self.calls_in(path, scope)), key=_place))
        self._let_go(path)
        return found

    def _let_go(self, path: str) -> None:
        """Forgets what functions of a file say, as the next file hardly ever asks again."""
        for scope, inner in enumerate(self.inf.skeleton(path).scopes):
            if inner.kind == "function":
                nodes = len(self.inf.segment(path, scope).nodes)
                self.inf.forget(Frame(path, scope), nodes)
                self.further.forget(Frame(path, scope), nodes)
        self.sources.forget(path)

    def calls_in(self, path: str, scope: int) -> Iterator[Site]:
        """The calls of one scope; one row a callee, one without a subject where there is none."""
        segment, frame = self.inf.segment(path, scope), Frame(path, scope)
        within = self.inf.skeleton(path).qualname(scope)
        for expression in segment.nodes:
            if expression[0] == "c" and expression[5] >= 0:
                yield from self._calls_at(frame, within, expression[1], written(segment, expression[1], expression[5]))

    def _calls_at(
        self, frame: Frame, within: str, node: int, called: tuple[str, int], role: str = "call"
    ) -> Iterator[Site]:
        """The calls of what an expression is, of which this is the name and the place."""
        (name, start), path = called, frame.path
        self.inf.begin()
        reached = applied(self.inf, frame, node)
        if not reached.inside and not FOUND_FURTHER.isdisjoint(reached.mechanisms):
            self.further.begin()
            reached = applied(self.further, frame, node)
        line, col = self.sources.positions(path).place(start)
        ids = [self.id_of(c) for c in reached.inside]
        if ids:
            target = "exact" if len(ids) == 1 and not reached.mechanisms else "ambiguous"
            for id_ in ids:
                yield Site(id_, path, line, col, name, role, "confirmed", within, "scope", target)
        elif reached.outside and not reached.mechanisms:
            yield Site("", path, line, col, name, role, "ruled_out", within, "scope", "external")
        else:
            why = reached.mechanisms[0] if reached.mechanisms else "call_result"
            yield Site("", path, line, col, name, role, "undecided", within, "syntax", "unresolved", why)

    def runs(self, symbol: Symbol) -> tuple[Site, ...]:
        """The calls and the decorators that run with the symbol's body, by place; what stands around it does not."""
        found: list[Site] = []
        for scope, _ in self._bodies_of(symbol):
            for inner, around in parts(self.inf, symbol.path, scope):
                segment, frame = self.inf.segment(symbol.path, inner), Frame(symbol.path, inner)
                within = self.inf.skeleton(symbol.path).qualname(inner)
                for node, name, role in starts(segment, around):
                    found += self._calls_at(frame, within, node, name, role)
        return tuple(sorted(found, key=lambda s: (s.path, s.line, s.col, s.role, s.subject)))

    @cached_property
    def kin(self) -> PythonKin:
        """What classes are to each other."""
        from ctxask.resolve.python.kin import PythonKin

        return PythonKin(self)

    def constructors(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """What making an instance of a class runs in the repository: `__init__`, `__new__`, its own or inherited."""
        found = [
            self.exact(called.path, self.inf.skeleton(called.path).qualname(called.scope))
            for scope, _ in self._scopes_of(symbol)
            for called in constructors(self.inf, symbol.path, scope)
        ]
        return tuple({one.id: one for one in found if one is not None}.values())

    def _bodies_of(self, symbol: Symbol) -> list[tuple[int, str]]:
        return self._scopes_of(symbol) if symbol.name else [(0, "")]

    def explain(self, site: Site) -> list[Reason]:
        """The steps that settle a site, or leave it open."""
        further = site.subject if site.mechanism in ("callers", "heirs") else ""
        if further not in self._explanations:
            from ctxask.resolve.python.explain import Explanation
            from ctxask.resolve.python.further import looking_at
            from ctxask.resolve.python.recorded import Recorded

            paths = self.sources.holding(site.name) if further else ()
            inf = Recorded(looking_at(self.inf, paths) if further else self.inf)
            self._explanations[further] = Explanation(inf, Symbols(self.sources, inf))
        return self._explanations[further].reasons(site)

    def id_of(self, called: Called) -> str:
        """The id of the symbol that a scope defines."""
        name = self.inf.skeleton(called.path).qualname(called.scope)
        return f"{called.path}::{name}" if name else called.path


def _place(site: Site) -> tuple[int, int, str]:
    return site.line, site.col, site.subject


def _is_plain(site: Site) -> bool:
    """Whether no override can be meant instead; construction is that of the class that is named."""
    return site.target == "exact" or site.role == "construct"
