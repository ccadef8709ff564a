"""What checkers say of sites: where an index that is kept knows a place, it is heard before us."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from ctxask.facts.index import Index, Said
from ctxask.facts.sources import Sources
from ctxask.resolve.reason import Reason, conclusion
from ctxask.rows import Note, Site, Symbol

DISAGREES = "scope_disagrees"  # why a site stands where it does although we would have put it elsewhere
_NOT_ASKED = {"definition", "override", "parameter", "fixture"}  # roles that are no question of who is meant
_FIELDS = ("parameter", "attribute", "variable")  # what a keyword may stand for
_VALUES = ("attribute", "constant", "local", "parameter", "property", "variable")
_CALLABLES = ("function", "method")
_CALLS = ("call", "decorator")
Place = tuple[str, int, int]


class Checker:
    """The indexes that are kept, seen from one snapshot: each file is told by the first index that has it as it is."""

    def __init__(self, indexes: Sequence[Index], sources: Sources) -> None:
        self._indexes = indexes
        self._sources = sources
        self._file: tuple[str, dict[tuple[int, int], list[Said]]] = ("", {})

    @cached_property
    def _fresh(self) -> dict[str, Index]:
        """Path -> the index that speaks of the file as it is now."""
        found: dict[str, Index] = {}
        for index in self._indexes:
            for path, content in index.files.items():
                if self._sources.content(path) == content:
                    found.setdefault(path, index)
        return found

    @cached_property
    def _spoken_of(self) -> frozenset[str]:
        return frozenset(path for index in self._indexes for path in index.files)

    @cached_property
    def _languages(self) -> frozenset[str]:
        return frozenset(self._sources.language(path) for path in self._spoken_of)

    def references(self, symbol: Symbol, sites: Sequence[Site]) -> list[Site]:
        """The sites, each as the checker says where it says anything, and those that only it knows."""
        about = [index for index in self._indexes if index.knows(symbol.id)]
        if not about:
            return list(sites)
        said = {name: self._said(about, name) for name in sorted({site.name for site in sites})}
        out = [self._judged(symbol, site, said[site.name].get((site.path, site.line, site.col))) for site in sites]
        there = {(site.path, site.line, site.col) for site in sites}
        for index in about:
            out += [self._found(symbol, row) for row in self._beyond(symbol, index) if row[:3] not in there]
        return out

    def _said(self, about: Sequence[Index], name: str) -> dict[Place, list[Said]]:
        """What is meant, and called, wherever a name is written, in files as they are."""
        found: dict[Place, list[Said]] = {}
        for index in about:
            for row in index.named(name):
                if self._fresh.get(row.path) is index and row.kind != "unresolved":
                    found.setdefault(row[:3], []).append(row)
        return found

    def _judged(self, symbol: Symbol, site: Site, said: list[Said] | None) -> Site:
        apart = site.role == "keyword" and symbol.kind not in _FIELDS
        if said is None or site.bucket == "mentioned" or site.role in _NOT_ASKED or apart:
            return site
        planes = _planes(symbol, site)
        for row in said:
            if row.target == symbol.id and row.plane in planes:
                return self._confirmed(symbol, site, row)
        said = [row for row in said if row.plane == planes[-1]]
        if not said or (said[0].kind == "ambiguous" and len(said) == 1):  # it is not all that may be called
            return site
        meant = [row.target for row in said]
        if said[0].kind == "protocol":  # whatever has its shape is meant
            return _open(site, "protocol", meant)
        index = self._fresh[site.path]
        if not index.bases(symbol.id).isdisjoint(meant):  # a base's is meant, and the subject may run in its place
            return _open(site, "override", meant)
        if self._fresh.get(symbol.path) is not index or site.implicit:
            return site  # the subject may be another one by now
        other = "outside the repository" if said[0].kind == "external" else ",".join(meant[:3])
        target = "external" if said[0].kind == "external" else "exact"
        mechanism = DISAGREES if site.bucket == "confirmed" else ""
        return site._replace(bucket="ruled_out", evidence="checker", target=target, mechanism=mechanism, other=other)

    def _confirmed(self, symbol: Symbol, site: Site, said: Said) -> Site:
        if site.bucket == "confirmed":
            return site._replace(evidence="checker")
        mechanism = DISAGREES if site.bucket == "ruled_out" else ""
        target = self._target(symbol, said)
        return site._replace(bucket="confirmed", evidence="checker", target=target, mechanism=mechanism, other="")

    def _target(self, symbol: Symbol, said: Said) -> str:
        replaced = said.kind == "exact" and symbol.kind == "method" and self._fresh[said.path].is_replaced(symbol.id)
        return "dispatch" if replaced or said.kind == "protocol" else said.kind

    def _beyond(self, symbol: Symbol, index: Index) -> Iterator[Said]:
        """The places of a symbol in files as they are, its definitions apart."""
        own = (symbol.path, symbol.line, symbol.col)
        for row in index.bound(symbol.id):
            wanted = row.plane == "name" and row.role not in _NOT_ASKED and row[:3] != own
            if wanted and self._fresh.get(row.path) is index:
                yield row

    def _found(self, symbol: Symbol, row: Said) -> Site:
        """A site that the name did not lead to."""
        role = "value" if row.role == "read" and symbol.kind in _CALLABLES else row.role
        target = self._target(symbol, row)
        return Site(
            symbol.id, row.path, row.line, row.col, row.name, role, "confirmed", row.within, "checker", target,
        )  # fmt: skip

    def callees(self, path: str, sites: Sequence[Site]) -> list[Site]:
        """The calls of a file, each as the checker says where it says anything."""
        if path not in self._fresh:
            return list(sites)
        said = self._calls_in(path)
        out: list[Site] = []
        for place, group in groupby(sites, key=lambda site: (site.line, site.col)):
            out += _called(list(group), said.get(place, []))
        return out

    def _calls_in(self, path: str) -> dict[tuple[int, int], list[Said]]:
        """What the calls of a file reach; kept for the next symbol of the same file."""
        if self._file[0] != path:
            said: dict[tuple[int, int], list[Said]] = {}
            left = {"protocol"} if self._sources.language(path) == "python" else set()  # nobody's call there, as for us
            for row in self._fresh[path].of_file(path):
                if row.plane == "call" and row.kind not in left:
                    said.setdefault((row.line, row.col), []).append(row)
            self._file = (path, said)
        return self._file[1]

    def explain(self, site: Site) -> list[Reason]:
        """Who says so, and whether we would have said something else."""
        index = self._fresh.get(site.path)
        says = [Reason(f"{index.head.shown} says so" if index is not None else "a checker says so")]
        says += [Reason("scopes, imports and types say otherwise")] if site.mechanism == DISAGREES else []
        last = conclusion(site)
        return [*says, last] if last is not None else says

    def notes(self, rows: Iterable[Site | Symbol]) -> tuple[Note, ...]:
        """How much of an answer checkers say, where they and we differ, and files that they do not know."""
        shown = list(rows)
        told = [row for row in shown if row.evidence == "checker"]
        apart = [row for row in told if isinstance(row, Site) and row.mechanism == DISAGREES]
        paths = {row.path for row in shown if not isinstance(row, Site) or row.bucket != "mentioned"}
        stale = sorted(path for path in paths if path in self._spoken_of and path not in self._fresh)
        absent = sorted(p for p in paths - self._spoken_of if self._sources.language(p) in self._languages)
        names = ", ".join(index.head.shown for index in self._indexes)
        broken = sum(index.damaged for index in self._indexes)
        first = f"{apart[0].path}:{apart[0].line}:{apart[0].col}" if apart else ""
        found = (
            Note("by_checker", len(told), names),
            Note("checker_against_scope", len(apart), first),
            Note("changed_since_indexed", len(stale), stale[0] if stale else ""),
            Note("not_indexed", len(absent), absent[0] if absent else ""),
            Note("index_damaged", broken),
        )
        return tuple(note for note in found if note.count)


def _planes(symbol: Symbol, site: Site) -> tuple[str, ...]:
    """What may confirm a site; the last may rule it out: a name may mean a variable, and its call what is in it."""
    return ("name", "call") if site.role in _CALLS and symbol.kind not in _VALUES else ("name",)


def _open(site: Site, mechanism: str, meant: list[str]) -> Site:
    """The site, undecided where nothing but the name was known of it: the subject may stand behind what is meant."""
    if site.bucket != "undecided" and site.evidence != "name":
        return site
    open_ = site._replace(bucket="undecided", evidence="syntax", target="unresolved", mechanism=mechanism)
    return open_._replace(other=",".join(meant[:3]))


def _called(ours: list[Site], rows: list[Said]) -> list[Site]:
    """The rows of one call: one a callee; ours where the checker does not say, or says the same."""
    if not rows:
        return ours
    if rows[0].kind == "unresolved":
        return [site._replace(other=rows[0].target) if site.bucket == "undecided" else site for site in ours]
    inside = [row for row in rows if row.kind != "external"]
    mine = {site.subject for site in ours if site.subject and site.bucket == "confirmed"}
    kinds = {row.target: "dispatch" if row.kind == "protocol" else row.kind for row in inside}
    if mine and mine == kinds.keys():
        return [site._replace(evidence="checker", target=kinds.get(site.subject, site.target)) for site in ours]
    first = ours[0]._replace(evidence="checker", mechanism=DISAGREES if mine else "", other="")
    if not inside:
        return [first._replace(subject="", bucket="ruled_out", target="external")]
    return [first._replace(subject=id_, bucket="confirmed", target=kind) for id_, kind in kinds.items()]
