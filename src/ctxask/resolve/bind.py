"""Who is meant at one site: by scope where that is certain, by name where a guard allows it, else undecided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxask.facts.expressions import Expression, read
from ctxask.facts.outline import CALLABLES, CLASSES, LOCALS, Import, Occurrence
from ctxask.resolve.classes import Classes, Members
from ctxask.resolve.family import Family, Found
from ctxask.resolve.guess import Guesses
from ctxask.resolve.imported import Exported, Imports
from ctxask.resolve.modules.module import rules
from ctxask.resolve.overloads import Overloads
from ctxask.resolve.types import UNDEFINED, UNKNOWN, Place, Value
from ctxask.resolve.values import Values
from ctxask.resolve.verdict import Verdict

_TYPE_ROLES = frozenset({"annotation", "base", "import", "re-export", "decorator"})


def _is_nearer(lexical: tuple[Found, ...] | Import | None) -> bool:
    """Whether a bare name means something that stands nearer than the members of the classes around it."""
    if lexical is None or isinstance(lexical, Import):
        return False
    return all(hit.definition.kind in LOCALS | CLASSES for hit in lexical)


class Binder:
    """Binds sites of one family of languages."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.imports = Imports(family)
        self.classes = Classes(family, self.imports)
        self.values = Values(self)
        self.overloads = Overloads(self)
        self._guess = Guesses(family, self.imports, self.classes)

    def bind(self, path: str, name: str, site: Occurrence) -> Verdict:
        """What the occurrence of the name means."""
        self.values.begin()
        verdict = self._bound(path, name, site)
        if not any(hit.is_library for hit in verdict.targets):
            return verdict
        return replace(verdict, targets=(), target="external", other="library")

    def _bound(self, path: str, name: str, site: Occurrence) -> Verdict:
        if site.role == "key":
            return Verdict(evidence="syntax", target="unresolved", mechanism="object_key")
        arguments = read(site.arguments).arguments if site.arguments else None
        declared = rules(self.family, path).get("rule") == "packages"  # then imports are written like paths
        if site.receiver is None or (site.role in ("import", "re-export") and (not declared or site.receiver == "?")):
            return self.bare(path, name, site, arguments)
        receiver = read(site.receiver)
        if receiver.kind == "literal" and not receiver.text:
            return Verdict(evidence="syntax", target="unresolved", mechanism="literal_receiver")
        place = Place(path, site.start, site.within)
        value = self.values.of(receiver, place)
        if value == UNDEFINED:
            exported = self.values.packaged(receiver, name, place)
            if exported.found or (exported.external and site.role in ("import", "re-export")):
                return self._through(path, name, site, exported)
            value = UNKNOWN
        return self.member(path, name, site, value, arguments)

    # Bare names.

    def bare(self, path: str, name: str, site: Occurrence, arguments: Sequence[Expression] | None = None) -> Verdict:
        """What a name without a receiver means."""
        lexical = self.family.lexical(path, name, site.start, site.role)
        details = self.family.details(path)
        inside = details.get("bare_types" if site.role in _TYPE_ROLES else "bare_members")
        if inside and site.role not in ("import", "re-export") and not _is_nearer(lexical):
            inherited = self._inherited(path, name, site, arguments)
            if inherited is not None:
                return inherited
        if isinstance(lexical, Import):
            return self._through(path, name, site, self.imports.follow(path, lexical))
        if lexical:
            return self._defined(lexical, site.role)
        if site.role in ("import", "re-export"):
            clause = self._clause(path, name, site.start)
            if clause is not None:
                return self._through(path, name, site, self.imports.follow(path, clause))
        packaged = self.classes.packaged(path, name)
        if packaged:
            return Verdict(packaged)
        spilled = self.imports.spilled(path, name)
        if spilled.found and spilled.sure:
            return Verdict(spilled.found)
        beside = self.imports.beside(path, name) if details.get("headers") else ()
        if beside and len({self.classes.key(hit) for hit in beside}) == 1:
            return Verdict(beside)
        if name in details.get("builtins", ()):
            return Verdict(target="external", other="builtin")
        free = spilled.found or [hit for hit in self.family.own(name) if self.family.is_free(hit)]
        return self._guess(path, name, site, free, "undefined_name")

    def _defined(self, found: tuple[Found, ...], role: str) -> Verdict:
        kind = found[0].definition.kind
        if kind == "parameter" and role == "call":
            return Verdict(evidence="syntax", target="unresolved", mechanism="callback_parameter")
        return Verdict(other=kind) if all(hit.definition.kind in LOCALS for hit in found) else Verdict(found)

    def _inherited(
        self, path: str, name: str, site: Occurrence, arguments: Sequence[Expression] | None
    ) -> Verdict | None:
        """The member that a bare name means in the classes around it, innermost first; None where they have none."""
        details = self.family.details(path)
        cls = self.classes.around(path, site.within)
        while cls is not None:
            if cls.definition.name == name and details.get("bare_types"):
                return Verdict((cls,))  # a class's own name means it inside, not how it is made
            members = self._members(cls, name, site.role, arguments, Place(path, site.start, site.within))
            found = members.found
            if details.get("bare_types"):
                found = tuple(map(self.classes.constructed, found))
                found = tuple(hit for hit in found if site.role not in _TYPE_ROLES or hit.definition.kind in CLASSES)
            if found:
                return Verdict(found, target="dispatch", receiver=cls)
            if not members.whole and not details.get("bare_types"):
                known = any(hit.definition.kind in CLASSES for hit in self.family.own(name))
                return None if known else Verdict(evidence="syntax", target="unresolved", mechanism="unknown_base")
            container = cls.definition.container
            cls = self.classes.around(cls.path, container) if container >= 0 else None
        return None

    def _clause(self, path: str, name: str, start: int) -> Import | None:
        """The import whose written names hold this one: `f` of `import {f as g}` is bound nowhere in the file."""
        items = [item for item in self.family.outline(path).imports if name in (item.name, item.alias)]
        after = [item for item in items if item.start >= start]
        return min(after, key=lambda item: item.start) if after else (items[-1] if items else None)

    def _through(self, path: str, name: str, site: Occurrence, exported: Exported) -> Verdict:
        if exported.found:
            if exported.sure:
                return Verdict(exported.found)
            return self._guess(path, name, site, exported.found, "import_by_likeness")
        if exported.files and exported.sure:
            return Verdict(files=exported.files)
        if exported.external:
            return Verdict(target="external", other="external")
        return Verdict(evidence="syntax", target="unresolved", mechanism="unresolved_import", files=exported.files)

    # Names behind a dot.

    def member(
        self,
        path: str,
        name: str,
        site: Occurrence,
        value: Value,
        arguments: Sequence[Expression] | None = None,
    ) -> Verdict:
        """What a name behind a dot means."""
        if value.kind == "external":
            return Verdict(target="external", other="external")
        if value.kind == "module":
            exported = self.imports.lookup(value.files, name, value.sure)
            if exported.found:
                return self._through(path, name, site, exported)
            return Verdict(evidence="syntax", target="unresolved", mechanism="not_in_module")
        if value.cls is None:
            if value.why == "unresolved_import":
                return Verdict(evidence="syntax", target="unresolved", mechanism="external_receiver")
            if value.kind == "array":
                return Verdict(target="external", other="array")
            if site.role != "call" and self.family.details(path).get("methods_apart"):
                return Verdict(evidence="syntax", target="unresolved", mechanism=value.why)
            methods = (hit for hit in self.family.own(name) if hit.definition.kind == "method")
            return self._guess(path, name, site, methods, value.why)  # a field proves nothing
        place = Place(path, site.start, site.within)
        members = self._members(value.cls, name, site.role, arguments, place)
        if not members.found:
            if value.cls.is_library:
                return Verdict(target="external", other="library", receiver=value.cls)
            why = "no_such_member" if members.whole else "unknown_base"
            return Verdict(evidence="syntax", target="unresolved", mechanism=why)
        if not value.sure:
            return self._guess(path, name, site, members.found, value.why)
        virtual = value.kind == "instance" and (
            self.family.details(path).get("dispatch", True) or value.cls.definition.kind == "interface"
        )
        return Verdict(members.found, target="dispatch", receiver=value.cls) if virtual else Verdict(members.found)

    def _members(
        self, cls: Found, name: str, role: str, arguments: Sequence[Expression] | None, place: Place
    ) -> Members:
        """The members of a class that a name means there: of its sort, and by the arguments of a call."""
        details = self.family.details(cls.path)
        if not details.get("methods_apart"):
            return self.classes.member(cls, name)
        called = role == "call"

        def fits(hit: Found) -> bool:
            callable_ = hit.definition.kind in CALLABLES
            return self.overloads.takes(hit, arguments) if called else not callable_

        levels, whole = self.classes.levels(cls, name)
        fitting = [hit for level in levels for hit in level if fits(hit)]
        if not called or len({hit.id for hit in fitting}) < 2:
            return self.classes.member(cls, name, fits)
        kept: list[Found] = []
        for hit in fitting:
            if not any(self.overloads.overrides(other, hit) for other in kept):
                kept.append(hit)
        best = self.overloads.best(kept, arguments or (), place)
        return Members(tuple(hit for hit in best if self.classes.owner(hit) == self.classes.owner(best[0])), whole)
