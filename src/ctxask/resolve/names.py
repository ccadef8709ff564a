"""Name-level resolution of every language that has only outlines: symbols, references and callees as rows."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ctxask.facts import grammar
from ctxask.facts.outline import LOCALS, Occurrence, Outline
from ctxask.resolve.bind import Binder
from ctxask.resolve.family import Family, Found, Sources
from ctxask.resolve.heads import head
from ctxask.resolve.verdict import Verdict
from ctxask.rows import Bucket, Site, Symbol

if TYPE_CHECKING:
    from ctxask.resolve.reason import Reason
    from ctxask.resolve.typed.bind import TypedBinder

    AnyBinder = Binder | TypedBinder


_VALUES = frozenset({"function", "method", "macro"})
_DEFAULTS = ("default", "=")
_KINDS = {"object": "variable", "enumerator": "constant", "macro": "function"}


class NamesResolver:
    """Answers for the languages whose folder says `resolver = "names"`."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._binders: dict[str, AnyBinder] = {}

    def definitions(self, path: str) -> tuple[Symbol, ...]:
        """The file's definitions that are no locals, in source order; those of one qualified name are one symbol."""
        binder = self.binder(path)
        outline = binder.family.outline(path)
        found = [binder.family.at(path, index) for index in range(len(outline.definitions))]
        return self.symbols(hit for hit in found if hit.definition.name and hit.definition.kind not in LOCALS)

    def named(self, name: str, language_paths: Sequence[str]) -> tuple[Symbol, ...]:
        """The definitions in these files whose last name part is the name, by path and position."""
        symbols: list[Symbol] = []
        for path in sorted(language_paths):
            symbols += self.symbols(self.binder(path).family.in_file(path, name))
        return tuple(symbols)

    def references(self, symbol: Symbol) -> tuple[Site, ...]:
        """Every site of the symbol's name in files of its family, each in one bucket, by place."""
        binder = self.binder(symbol.path)
        if not symbol.name:
            return tuple(self._imports_of(binder, symbol))
        name = symbol.name.rpartition(".")[2]
        subject = [hit for hit in binder.family.in_file(symbol.path, name) if hit.definition.qualified == symbol.name]
        if not subject:
            return ()
        sites: list[Site] = []
        for path in binder.family.holders(name):
            sites += self._sites_in(binder, path, name, symbol, subject[0])
        for path, alias in self.aliases(binder, name, subject[0]):
            sites += self._alias_sites(binder, path, alias, symbol, subject[0])
        return tuple(sorted(set(sites), key=_place))

    def looked(self, symbol: Symbol, paths: Sequence[str]) -> Iterator[Sequence[Site]]:
        """The sites of the symbol's own name file by file, for who stops at the first that is enough."""
        binder, name = self.binder(symbol.path), symbol.name.rpartition(".")[2]
        hits = [hit for hit in binder.family.in_file(symbol.path, name) if hit.definition.qualified == symbol.name]
        return (list(self._sites_in(binder, path, name, symbol, hits[0])) for path in paths if hits)

    def callees(self, symbol: Symbol) -> tuple[Site, ...]:
        """The calls whose innermost symbol is this one, by place; `subject` is the callee's id, empty if unresolved."""
        binder = self.binder(symbol.path)
        outline = binder.family.outline(symbol.path)
        bodies = {i for i, item in enumerate(outline.definitions) if item.qualified == symbol.name and symbol.name}
        return self._calls(binder, symbol.path, bodies or {-1})

    def calls(self, path: str) -> tuple[Site, ...]:
        """Every call of a file, by place."""
        binder = self.binder(path)
        return self._calls(binder, path, range(-1, len(binder.family.outline(path).definitions)))

    def _calls(self, binder: AnyBinder, path: str, bodies: Container[int]) -> tuple[Site, ...]:
        outline = binder.family.outline(path)
        sites: list[Site] = []
        for name in sorted(outline.names):  # kept ones are sorted, others are not
            for occurrence in outline.occurrences(name):
                if occurrence.role in ("call", "decorator") and outline.named(occurrence.within) in bodies:
                    verdict = binder.bind(path, name, occurrence)
                    sites.append(self._callee(binder, path, name, occurrence, verdict))
        return tuple(sorted(sites, key=_place))

    def constructors(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """What making an instance of a class runs: its members of its own name, and of those that the language has."""
        own = symbol.name.rpartition(".")[2]
        names = {
            f"{symbol.name}.{last}"
            for last in (own, *self.binder(symbol.path).family.details(symbol.path).get("constructors", ()))
        }
        return tuple(row for row in self.definitions(symbol.path) if row.name in names)

    def explain(self, site: Site) -> list[Reason]:
        """The steps that settle a site, or leave it open."""
        from ctxask.resolve.bound_by import reasons

        return reasons(self.binder(site.path), site)

    # Sites.

    def _sites_in(self, binder: AnyBinder, path: str, name: str, symbol: Symbol, subject: Found) -> Iterator[Site]:
        outline = binder.family.outline(path)
        code = {occurrence.start: occurrence for occurrence in outline.occurrences(name)}
        for match in _word(name, binder.family.details(path).get("sigils", "")).finditer(self._sources.read(path)):
            start = match.start()
            occurrence = code.get(start)
            if occurrence is None:
                site = self._mention(path, name, start, outline, symbol)
                if site is not None:
                    yield site
            elif occurrence.role == "definition":
                yield from self._override(binder, path, name, occurrence, symbol, subject)
            else:
                verdict = binder.bind(path, name, occurrence)
                yield self._site(binder, path, name, occurrence, verdict, symbol, subject)

    def _alias_sites(self, binder: AnyBinder, path: str, alias: str, symbol: Symbol, subject: Found) -> Iterator[Site]:
        for occurrence in binder.family.outline(path).occurrences(alias):
            if occurrence.role != "definition":
                verdict = binder.bind(path, alias, occurrence)
                if any(binder.classes.same(target, subject) for target in verdict.targets):
                    yield self._site(binder, path, alias, occurrence, verdict, symbol, subject)

    def _site(
        self,
        binder: AnyBinder,
        path: str,
        name: str,
        occurrence: Occurrence,
        verdict: Verdict,
        symbol: Symbol,
        subject: Found,
    ) -> Site:
        made = binder.classes.constructed(subject)
        if made is not subject and occurrence.role not in ("call", "write"):
            made = subject  # a constructor is meant only where it is called, or by those of classes that derive from it
        bucket, target, mechanism = self._bucket(binder, verdict, made)
        other = verdict.other
        if bucket == "ruled_out":
            other = verdict.targets[0].id if verdict.targets else ",".join(verdict.files) or verdict.other
        elif bucket == "undecided" or target == "ambiguous":
            other = _listed(verdict)
        line, col = self._sources.positions(path).place(occurrence.start)
        return Site(
            subject=symbol.id,
            path=path,
            line=line,
            col=col,
            name=name,
            role=_role(occurrence, subject),
            bucket=bucket,
            within=self._within(binder, path, occurrence.within),
            evidence="syntax" if bucket == "undecided" and verdict.evidence == "name" else verdict.evidence,
            target=target,
            mechanism=mechanism,
            other=other,
        )

    def _bucket(self, binder: AnyBinder, verdict: Verdict, subject: Found) -> tuple[Bucket, str, str]:
        """The bucket of a site for the subject, with target and mechanism."""
        hit = any(binder.classes.same(target, subject) for target in verdict.targets)
        if verdict.evidence == "scope":
            if hit:
                return "confirmed", verdict.target, ""
            if verdict.receiver is not None and self._may_override(binder, subject, verdict.receiver):
                return "undecided", "dispatch", "override"
            return "ruled_out", verdict.target, ""
        if verdict.evidence == "name" and hit:
            return "likely", verdict.target, verdict.mechanism
        if verdict.evidence == "name":
            return "undecided", "ambiguous", verdict.mechanism
        return "undecided", verdict.target, verdict.mechanism

    def _may_override(self, binder: AnyBinder, subject: Found, receiver: Found) -> bool:
        """Whether an instance that is known as the receiver's class may be one of the subject's."""
        owner = binder.classes.owner(subject)
        if owner is None:
            return False
        structural = binder.family.details(subject.path).get("structural")
        if structural and receiver.definition.kind == "interface":
            return owner.definition.kind != "interface"
        return binder.classes.derives(owner, receiver)

    def _override(
        self, binder: AnyBinder, path: str, name: str, occurrence: Occurrence, symbol: Symbol, subject: Found
    ) -> Iterator[Site]:
        """The name of a member that takes the subject's place in a subclass; other definitions are no sites."""
        classes = binder.classes
        base = classes.owner(subject)
        if base is None:
            return
        for hit in binder.family.in_file(path, name):
            owner = classes.owner(hit) if hit.definition.start == occurrence.start else None
            if owner is not None and classes.derives(owner, base) and self.takes_place(binder, hit, subject):
                within = hit.definition.qualified.rpartition(".")[0]
                line, col = self._sources.positions(path).place(occurrence.start)
                yield Site(symbol.id, path, line, col, name, "override", "confirmed", within, other=hit.id)

    def takes_place(self, binder: AnyBinder, hit: Found, subject: Found) -> bool:
        """Whether a member overrides one of the definitions that are the subject, where overloads are told apart."""
        if not isinstance(binder, Binder) or not binder.family.details(subject.path).get("overloads"):
            return True
        family = binder.family
        same = [item for item in family.in_file(subject.path, subject.definition.name) if item.id == subject.id]
        return any(binder.overloads.overrides(hit, item) for item in same)

    def _mention(self, path: str, name: str, start: int, outline: Outline, symbol: Symbol) -> Site | None:
        """The name where it is no identifier: in a comment, a string, unparsed text; None inside a private name."""
        if any(site.start == start - 1 for site in outline.occurrences(f"#{name}")):
            return None
        line, col = self._sources.positions(path).place(start)
        for role, spans in (("comment", outline.comments), ("string", outline.strings)):
            if bisect_right(spans, start) % 2:
                return Site(symbol.id, path, line, col, name, role, "mentioned", evidence="syntax", target="unresolved")
        if name in grammar.keywords(outline.language):
            return Site(symbol.id, path, line, col, name, "read", "ruled_out", target="external", other="keyword")
        unparsed = ("syntax", "unresolved", "unparsed_text")
        return Site(symbol.id, path, line, col, name, "read", "undecided", "", *unparsed)

    def _callee(self, binder: AnyBinder, path: str, name: str, occurrence: Occurrence, verdict: Verdict) -> Site:
        bucket: Bucket = "undecided"
        targets = [hit for hit in verdict.targets if not self._is_header(binder, hit)] or list(verdict.targets)
        if targets:
            bucket = "confirmed" if verdict.evidence == "scope" else "likely"
        elif verdict.evidence == "scope":
            bucket = "ruled_out"
        line, col = self._sources.positions(path).place(occurrence.start)
        return Site(
            subject=targets[0].id if targets else "",
            path=path,
            line=line,
            col=col,
            name=name,
            role=occurrence.role,
            bucket=bucket,
            within=self._within(binder, path, occurrence.within),
            evidence=verdict.evidence,
            target=verdict.target,
            mechanism=verdict.mechanism,
            other=_listed(verdict) or verdict.other,
        )

    # Aliases and modules.

    def aliases(self, binder: AnyBinder, name: str, subject: Found) -> list[tuple[str, str]]:
        """(file, name there) wherever imports give the subject another name, through any chain of them."""
        family, imports = binder.family, binder.imports
        work = [(name, family.holders(name))]
        if self._is_default(binder, subject):
            work.append(("default", self._importers(binder, subject.path)))
        seen = {(path, name) for path in family.holders(name)}
        aliases: list[tuple[str, str]] = []
        while work:
            name, paths = work.pop()
            for path in paths:
                for item in family.outline(path).imports:
                    if name not in (item.name, item.alias) and item.name != "*":
                        continue
                    if not item.alias or (path, item.alias) in seen or (item.alias in _DEFAULTS and not item.module):
                        continue
                    if not any(binder.classes.same(hit, subject) for hit in imports.follow(path, item).found):
                        continue
                    seen.add((path, item.alias))
                    if item.alias in _DEFAULTS:
                        work.append(("default", self._importers(binder, path)))
                        continue
                    aliases.append((path, item.alias))
                    if item.exported:
                        beyond = family.holders(item.alias)
                        work.append((item.alias, beyond))
                        if "typed" in family.details(path):  # paths reach it without an import
                            aliases += ((other, item.alias) for other in beyond if (other, item.alias) not in seen)
        return list(dict.fromkeys(aliases))

    def _importers(self, binder: AnyBinder, path: str) -> tuple[str, ...]:
        """Files that hold a word by which imports may name a file."""
        return tuple(sorted({holder for word in _stems(path) for holder in binder.family.holders(word)}))

    def _is_default(self, binder: AnyBinder, subject: Found) -> bool:
        links = [item for item in binder.family.outline(subject.path).imports if item.alias in ("default", "=")]
        return any(item.name == subject.definition.qualified for item in links)

    def _imports_of(self, binder: AnyBinder, symbol: Symbol) -> Iterator[Site]:
        """Where the module itself is imported."""
        for path in self._importers(binder, symbol.path):
            for item in binder.family.outline(path).imports:
                module = binder.imports.module(path, item)
                if symbol.path in module.files and item.module:
                    line, col = self._sources.positions(path).place(item.start)
                    role = "re-export" if item.exported else "import"
                    bucket: Bucket = "confirmed" if module.sure else "likely"
                    evidence = "scope" if module.sure else "name"
                    yield Site(symbol.id, path, line, col, item.alias or item.module, role, bucket, evidence=evidence)

    # Symbols and places.

    def symbols(self, found: Iterable[Found]) -> tuple[Symbol, ...]:
        """The definitions as rows; those of one qualified name are one symbol."""
        groups: dict[str, list[Found]] = {}
        for hit in found:
            groups.setdefault(hit.id, []).append(hit)
        return tuple(self._symbol(group) for group in groups.values())

    def _symbol(self, group: list[Found]) -> Symbol:
        path, definition = group[0].path, group[0].definition
        place = self._sources.positions(path).place
        line, col = place(definition.start)
        first, last = place(definition.first)[0], place(max(definition.last - 1, definition.first))[0]
        further = ((place(hit.definition.start)[0], place(hit.definition.last - 1)[0]) for hit in group[1:])
        return Symbol(
            path=path,
            name=definition.qualified,
            kind=_KINDS.get(definition.kind, definition.kind),
            line=line,
            col=col,
            first_line=first,
            last_line=last,
            anchor=self._sources.anchor(path, first, last),
            signature=head(self._sources.read(path), definition.start, definition.last),
            more=tuple(further),
        )

    def _within(self, binder: AnyBinder, path: str, within: int) -> str:
        outline = binder.family.outline(path)
        named = outline.named(within)
        return outline.definitions[named].qualified if named >= 0 else ""

    def _is_header(self, binder: AnyBinder, hit: Found) -> bool:
        return hit.path.endswith(tuple(binder.family.details(hit.path).get("headers", ())))

    def binder(self, path: str) -> AnyBinder:
        """Who binds the sites of a file's family."""
        family = grammar.languages()[self._sources.language(path)].family
        if family not in self._binders:
            self._binders[family] = _binder(
                Family(self._sources, family), grammar.details(self._sources.language(path))
            )
        return self._binders[family]


def _binder(family: Family, details: Mapping[str, Any]) -> AnyBinder:
    """Who binds the sites of a family: by evaluating terms where its languages have them."""
    if details.get("binder") == "ecmascript":
        from ctxask.resolve.ecmascript.binder import EcmascriptBinder

        return EcmascriptBinder(family)
    if "typed" not in details:
        return Binder(family)
    from ctxask.resolve.typed.bind import TypedBinder

    return TypedBinder(family, details["typed"])


@cache
def _word(name: str, sigils: str) -> re.Pattern[bytes]:
    """Matches the name where it stands as a whole word; a sigil before it is no part of a word."""
    before = rb"\w\x80-\xff" if "$" in sigils else rb"\w$\x80-\xff"
    return re.compile(rb"(?<![" + before + rb"])" + re.escape(name.encode()) + rb"(?![\w$\x80-\xff])")


def _place(site: Site) -> tuple[str, int, int, str, str]:
    return site.path, site.line, site.col, site.name, site.role


def _stems(path: str) -> tuple[str, ...]:
    """The words by which imports name a file: its base name; for an index file its folder's, and that of a package."""
    base = posixpath.basename(path).partition(".")[0]
    folders = posixpath.dirname(path).split("/")
    if base not in ("index", "mod", "lib") or not folders[-1]:
        return (base,)
    return tuple(folders[-2:]) if folders[-1] in ("src", "lib", "source") else (folders[-1],)


def _role(occurrence: Occurrence, subject: Found) -> str:
    """The row's role: reading a function without calling it takes it as a value."""
    if occurrence.role == "key":
        return "read"
    if occurrence.role == "read" and subject.definition.kind in _VALUES:
        return "value"
    return occurrence.role


def _listed(verdict: Verdict) -> str:
    """Ids of the candidates, or their number where they are many."""
    ids = sorted({hit.id for hit in verdict.candidates})
    return ",".join(ids) if len(ids) <= 3 else f"{len(ids)} definitions"
