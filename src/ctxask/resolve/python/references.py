"""Every site of a Python symbol: occurrences of its name and of its aliases, each in one bucket."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter
from typing import Any

from ctxask.facts.positions import identifier_starts, word_at
from ctxask.facts.python.builder import BODY
from ctxask.facts.python.model import Segment
from ctxask.facts.sources import Sources
from ctxask.resolve.python import fixtures, implicit, keywords, patched
from ctxask.resolve.python.callees import Called
from ctxask.resolve.python.classes import name_of
from ctxask.resolve.python.further import Left, looked_further
from ctxask.resolve.python.infer import Frame, Inference, Key
from ctxask.resolve.python.names import Target, follow, import_targets, imported_module, is_private
from ctxask.resolve.python.near import near
from ctxask.resolve.python.sites import Subject, Verdict, by_name, judged, judged_targets, library_methods, role_of
from ctxask.resolve.python.symbols import Symbols
from ctxask.resolve.python.values import Class
from ctxask.rows import Site, Symbol

_SILENT = "-"


class References:
    """One search for the sites of one symbol."""

    def __init__(self, sources: Sources, inf: Inference, symbols: Symbols, symbol: Symbol) -> None:
        self.sources, self.inf, self.symbols, self.symbol = sources, inf, symbols, symbol
        keys = symbols.keys(symbol.path, symbol.name)
        module = "" if symbol.name else symbol.path
        self.subject = Subject(frozenset(keys), module, self._owner(keys), self._callable(), self._bodies(keys))
        self.name = symbol.name.rpartition(".")[2] or module_name(symbol.path)
        self.found: dict[tuple[str, int], Site] = {}
        self.aliases: list[tuple[str, int, str]] = []  # file, scope, name under which the subject is also known there
        self.left: list[Left] = []
        self._own = frozenset(start for key in keys for start in symbols.name_starts(key))
        self._bearers: tuple[Key, ...] | None = None

    def _owner(self, keys: tuple[Key, ...]) -> Class | None:
        for key in keys:
            if key.scope > 0 and self.inf.skeleton(key.path).scopes[key.scope].kind == "class":
                return Class(key.path, key.scope)
        return None

    def _bodies(self, keys: tuple[Key, ...]) -> frozenset[Called | None]:
        """The class and function scopes that the keys name."""
        found: set[Called | None] = set()
        for key in keys:
            rows = self.inf.segment(key.path, key.scope).binds.get(key.name, []) if key.scope >= 0 else []
            found |= {Called(key.path, row[4]) for row in rows if row[0] in ("def", "class")}
        return frozenset(found)

    def _callable(self) -> bool:
        return self.symbol.kind in ("function", "method")

    def search(self) -> list[Site]:
        """All sites, by path and position: the name's, then those of aliases until no new one turns up."""
        paths = self._paths()
        self.sources.warm(paths)
        for path in paths:
            self._file(path, self.name)
        for item in looked_further(self.inf, self.subject, self.left, paths):
            self.found[item.frame.path, item.start] = self._placed(item)
        self._keywords_elsewhere()
        done: set[tuple[str, int, str]] = set()
        while self.aliases:
            path, scope, alias = self.aliases.pop()
            if (path, scope, alias) not in done:
                done.add((path, scope, alias))
                for other in self._alias_paths(path, scope, alias):
                    self._alias(other, alias)
        if self.subject.owner is not None and implicit.is_implicit(self.name):
            self._silent()
        return [self.found[place] for place in sorted(self.found)]

    def next_file(self, path: str) -> list[Site]:
        """The sites of the name in one more file."""
        before = len(self.found)
        self._file(path, self.name)
        return list(islice(self.found.values(), before, None))

    def of_file(self, path: str) -> list[Site]:
        """The sites of the name in one file, by position; aliases are not followed."""
        self._file(path, self.name)
        return [self.found[place] for place in sorted(self.found)]

    def _silent(self) -> None:
        """Where the syntax calls the subject, in the files that name its class or import one that does."""
        owner = self.subject.owner
        assert owner is not None
        for path in self.sources.holding(name_of(self.inf, owner)):
            for scope in range(len(self.inf.skeleton(path).scopes)):
                frame, segment = Frame(path, scope), self.inf.segment(path, scope)
                for place in implicit.places(segment, self.name):
                    if place.start >= 0 and implicit.reaches(self.inf, frame, place, self.name, self.subject.keys):
                        self._implicit(path, place.start, scope, place.role)
                for node in implicit.constructions(segment) if implicit.is_constructor(self.name) else ():
                    start = implicit.start_of(segment, node)
                    if start >= 0 and implicit.constructed(self.inf, frame, node, owner, self.name, self.subject.keys):
                        self._implicit(path, start, scope, "construct")

    def _implicit(self, path: str, start: int, scope: int, role: str) -> None:
        site = self._site(path, start, scope, role, Verdict("confirmed", target="dispatch"), BODY)
        self.found.setdefault((path, start), site._replace(implicit=True))

    def _paths(self) -> tuple[str, ...]:
        if self.symbol.kind in ("local", "parameter"):
            return (self.symbol.path,)
        return self.sources.holding(self.name)

    def _alias_paths(self, path: str, scope: int, alias: str) -> list[str]:
        """The file itself, and where a module or class binds the alias, the files that may take it from there."""
        paths = {path}
        if scope == 0:
            module = module_name(path)
            both = self.sources.holders(frozenset((alias, module)))
            paths |= set(both[alias]) & (set(both[module]) | _same_folder(path, both[alias]))
        elif self.inf.skeleton(path).scopes[scope].kind == "class":
            paths |= set(self.sources.holding(alias))
        return sorted(p for p in paths if self.sources.language(p) == "python")

    # -- one file -------------------------------------------------------------------------------------------------

    def _file(self, path: str, name: str) -> None:
        """Puts every occurrence of the name in the file into a bucket."""
        left = self._occurrences(path, name)
        skeleton = self.inf.skeleton(path)
        scopes = sorted({skeleton.at(start) for start in left})
        for scope in scopes:
            segment = self.inf.segment(path, scope)
            for start, site in self._scope(path, scope, segment, name):
                left.pop(start, None)
                if site is not None:
                    self.found.setdefault((path, start), site)
        for index, inner in enumerate(skeleton.scopes):
            if inner.name == name and inner.name_start in left:
                del left[inner.name_start]
                site = self._definition(path, index)
                if site is not None:
                    self.found.setdefault((path, inner.name_start), site)
        spans = {scope: sorted(self.inf.segment(path, scope).strings) for scope in scopes}
        for start in left:
            scope = skeleton.at(start)
            at = bisect_right(spans[scope], start, key=itemgetter(0)) - 1
            if at >= 0 and start < spans[scope][at][1]:
                self.found[path, start] = self._in_string(path, start, scope, spans[scope][at][0])
            else:
                self._leftover(path, start, scope)

    def _occurrences(self, path: str, name: str) -> dict[int, None]:
        """Starts of the identifier in the file's bytes."""
        return dict.fromkeys(identifier_starts(self.sources.read(path), name))

    def _scope(self, path: str, scope: int, segment: Segment, name: str) -> Iterator[tuple[int, Site | None]]:
        frame = Frame(path, scope)
        for index, node in enumerate(segment.nodes):
            if node[0] == "n" and node[1] == name and node[4] != _SILENT:
                yield node[2], self._judged(frame, segment, index, node[2], node[3])
            elif node[0] == "a" and node[2] == name and node[4] != _SILENT:
                yield node[3], self._judged(frame, segment, index, node[3], node[5])
        for row in segment.imports:
            yield from self._import(path, scope, row, name)
        for word, start, kind, *call in segment.words:
            if word == name:
                yield start, self._word(path, scope, start, kind, call[0] if call else -1)

    def _judged(self, frame: Frame, segment: Segment, index: int, start: int, block: int) -> Site | None:
        node = segment.nodes[index]
        if start in self._own and frame.path == self.symbol.path:
            return None
        if node[0] == "a" and self.symbol.kind in ("local", "parameter"):
            return self._site(frame.path, start, frame.scope, "read", Verdict("ruled_out", target="external"), block)
        found = Left(frame, index, start, block, judged(self.inf, self.subject, frame, index))
        if found.is_open:
            self.left.append(found)
        return self._placed(found)

    def _placed(self, found: Left) -> Site:
        frame, index, start, block, verdict = found
        segment = self.inf.segment(frame.path, frame.scope)
        node = segment.nodes[index]
        if verdict.bucket == "undecided" and node[0] == "a" and self.subject.owner is not None:
            verdict = by_name(verdict, self._guarded(), self.subject, lambda: near(self.inf, frame.path, self.name))
        role = role_of(node if node[0] == "n" else ["n", "", 0, 0, node[4]], self.subject.is_callable)
        if any(segment.nodes[base][:2] == ["s", index] for base in segment.bases):
            role = "base"  # with type arguments
        if verdict.bucket == "confirmed" and role in ("read", "value"):
            self._note_alias(frame, segment, index)
        return self._site(frame.path, start, frame.scope, role, verdict, block)

    def _note_alias(self, frame: Frame, segment: Segment, index: int) -> None:
        """A plain `other = subject` makes another name for it."""
        if not self.subject.is_callable and self.symbol.kind != "class":
            return
        for other, rows in segment.binds.items():
            for row in rows:
                if row[0] == "assign" and row[3] == index and row[4][0] == [] and other != self.name:
                    self.aliases.append((frame.path, frame.scope, other))
                    self.subject = self.subject._replace(keys=self.subject.keys | {Key(frame.path, frame.scope, other)})

    def _import(self, path: str, scope: int, row: list[Any], name: str) -> Iterator[tuple[int, Site | None]]:
        level, module, imported, start, alias, alias_start, block = row
        if not imported:
            yield from self._module_parts(path, scope, row, name)
            return
        if name not in (imported, alias):
            return
        bound = ["from", start, block, -1, [level, module, imported]]
        targets = [t for inner in import_targets(self.inf, path, bound) for t in follow(self.inf, inner)]
        self.inf.begin()
        verdict = judged_targets(self.inf, self.subject, targets)
        role = "re-export" if scope == 0 and self._reexports(path, imported, alias) else "import"
        if name == imported:
            yield start, self._site(path, start, scope, role, verdict, block)
        if name == alias:
            yield alias_start, self._site(path, alias_start, scope, role, verdict, block, name=alias)
        if verdict.bucket == "confirmed" and name == imported and alias and alias != name:
            self.aliases.append((path, scope, alias))

    def _reexports(self, path: str, imported: str, alias: str) -> bool:
        listed = self.inf.segment(path, 0).listed or ()
        return path.endswith("/__init__.py") or alias == imported or (alias or imported) in listed

    def _module_parts(self, path: str, scope: int, row: list[Any], name: str) -> Iterator[tuple[int, Site | None]]:
        """The parts of the dotted name of an import statement that are the name."""
        level, module, _, start, alias, alias_start, block = row
        at, dotted = start, ""
        for part in module.split(".") if module else []:
            dotted = f"{dotted}.{part}" if dotted else part
            if part == name:
                value = imported_module(self.inf, path, level, dotted)
                verdict = judged_targets(self.inf, self.subject, [Target(None, value=value)])
                yield at, self._site(path, at, scope, "import", verdict, block)
                if verdict.bucket == "confirmed" and alias and dotted == module:
                    self.aliases.append((path, scope, alias))
            at += len(part.encode("utf-8")) + 1
        if alias and alias == name:
            value = imported_module(self.inf, path, level, module)
            verdict = judged_targets(self.inf, self.subject, [Target(None, value=value)])
            yield alias_start, self._site(path, alias_start, scope, "import", verdict, block)

    def _word(self, path: str, scope: int, start: int, kind: str, call: int) -> Site | None:
        """A keyword at a call or a parameter's own name: no reference to anything but a parameter."""
        if start in self._own and path == self.symbol.path:
            return None
        if kind == "parameter" and self._is_requested(path, scope):
            return self._site(path, start, scope, "fixture", Verdict("confirmed"), BODY)
        verdict = Verdict("ruled_out", others=(Key(path, scope, self.name),) if kind == "parameter" else ())
        if call >= 0 and self.symbol.kind in ("parameter", "attribute"):
            verdict = keywords.passed(self.inf, self.subject, Frame(path, scope), call)
        return self._site(path, start, scope, kind, verdict, BODY)

    def _keywords_elsewhere(self) -> None:
        """Calls in other files that pass the parameter by its name; other uses of the name there are no sites of it."""
        if self.symbol.kind != "parameter":
            return
        for path in self.sources.holding(self.name):
            skeleton = self.inf.skeleton(path)
            starts = self._occurrences(path, self.name) if path != self.symbol.path else {}
            scopes = {skeleton.at(start) for start in starts}
            for scope in sorted(scopes):
                for word, start, _, *call in self.inf.segment(path, scope).words:
                    site = self._word(path, scope, start, "keyword", call[0]) if word == self.name and call else None
                    if site is not None and site.bucket != "ruled_out":
                        self.found.setdefault((path, start), site)

    def _is_requested(self, path: str, scope: int) -> bool:
        """Whether the parameter of a test or fixture asks for the subject, a fixture."""
        if self.symbol.kind not in ("function", "method") or not fixtures.requests(self.inf, Frame(path, scope)):
            return False
        found = fixtures.find(self.inf, path, scope, self.name)
        return found is not None and Called(found.path, found.scope) in self.subject.scopes

    def _definition(self, path: str, scope: int) -> Site | None:
        """The name in a `class` or `def`: the subject's own, an override of it, or somebody else's."""
        key = self.symbols.of_scope(path, scope)
        start = self.inf.skeleton(path).scopes[scope].name_start
        if key in self.subject.keys:
            return None
        self.inf.begin()
        overrides = self._overrides(key)
        if self.inf.exhausted:
            verdict = Verdict("undecided", "syntax", "unresolved", "budget", (key,))
            return self._site(path, start, key.scope, "definition", verdict, BODY)
        if overrides:
            site = self._site(path, start, key.scope, "override", Verdict("confirmed"), BODY)
            return site._replace(implicit=True)
        return self._site(path, start, key.scope, "definition", Verdict("ruled_out", others=(key,)), BODY)

    def _overrides(self, key: Key) -> bool:
        from ctxask.resolve.python.classes import is_subclass

        inside = key.scope > 0 and self.inf.skeleton(key.path).scopes[key.scope].kind == "class"
        return (
            inside
            and self.subject.owner is not None
            and not is_private(key.name)
            and is_subclass(self.inf, Class(key.path, key.scope), self.subject.owner)
        )

    def _leftover(self, path: str, start: int, scope: int) -> None:
        """What is in no expression: a comment, or text that the parser could not place."""
        positions = self.sources.positions(path)
        head = positions.source[positions.starts[positions.line(start) - 1] : start]
        if b"#" in head:
            self.found[path, start] = self._mention(path, start, scope, "comment")
        else:
            verdict = Verdict(
                "undecided", "syntax", "unresolved", "syntax_error" if self._damaged(path) else "unplaced"
            )
            self.found[path, start] = self._site(path, start, scope, "read", verdict, BODY)

    def _damaged(self, path: str) -> bool:
        return bool(self.inf.skeleton(path).damage)

    # -- aliases --------------------------------------------------------------------------------------------------

    def _alias(self, path: str, alias: str) -> None:
        """Sites under another name: only those that mean the subject are sites of it."""
        skeleton = self.inf.skeleton(path)
        starts = self._occurrences(path, alias)
        for scope in sorted({skeleton.at(start) for start in starts}):
            segment = self.inf.segment(path, scope)
            for start, site in self._scope(path, scope, segment, alias):
                if site is not None and site.bucket == "confirmed" and site.role not in ("write", "override"):
                    self.found.setdefault((path, start), site)

    # -- guards of the name tier ------------------------------------------------------------------------------------

    def _guarded(self) -> tuple[Key, ...]:
        """Every definition that bears the name; none where it is a builtin type's method or too many bear it."""
        if self._bearers is None:
            self._bearers = ()
            if self.name not in library_methods(self.inf) and not self.name.startswith("__"):
                keys = tuple(self.symbols.named(self.name, self.sources.holding(self.name)))
                self._bearers = keys if len(keys) <= 3 else ()
        return self._bearers

    # -- rows -----------------------------------------------------------------------------------------------------

    def _site(self, path: str, start: int, scope: int, role: str, verdict: Verdict, block: int, name: str = "") -> Site:
        line, col = self.sources.positions(path).place(start)
        other = ",".join(self._id(key) for key in verdict.others[:3])
        if verdict.bucket == "ruled_out" and not other and verdict.target == "external":
            other = "outside the repository"
        within = self.inf.skeleton(path).qualname(scope)
        written = name or word_at(self.sources.read(path), start)
        return Site(
            self.symbol.id, path, line, col, written, role, verdict.bucket, within, verdict.evidence, verdict.target,
            verdict.mechanism, other,
        )  # fmt: skip

    def _id(self, key: Key) -> str:
        if key.path.startswith("<"):
            return key.name
        name = self.symbols.qualname(key)
        return f"{key.path}::{name}" if name else key.path

    def _in_string(self, path: str, start: int, scope: int, first: int) -> Site:
        """The name in a string that begins at `first`: a mention, unless a call replaces what the string names."""
        source = self.sources.read(path)
        text = source[first + 1 : start].decode("utf-8", "replace") + word_at(source, start)
        verdict = patched.replaced(self.inf, self.subject, Frame(path, scope), text)
        if verdict is None:
            return self._mention(path, start, scope, "string")
        return self._site(path, start, scope, "patch", verdict, BODY)

    def _mention(self, path: str, start: int, scope: int, role: str) -> Site:
        line, col = self.sources.positions(path).place(start)
        within = self.inf.skeleton(path).qualname(scope)
        return Site(self.symbol.id, path, line, col, self.name, role, "mentioned", within, "syntax", "unresolved")


def module_name(path: str) -> str:
    """The last part of the dotted name of a file."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return path.rpartition("/")[0].rpartition("/")[2] if stem == "__init__" else stem


def _same_folder(path: str, others: tuple[str, ...]) -> set[str]:
    folder = path.rpartition("/")[0]
    return {other for other in others if other.rpartition("/")[0] == folder}
