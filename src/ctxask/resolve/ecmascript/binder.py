"""Who is meant at one site of JavaScript or TypeScript."""

from __future__ import annotations

from collections.abc import Callable

from ctxask.facts.outline import CLASSES, Occurrence
from ctxask.resolve.bind import Binder
from ctxask.resolve.classes import Classes
from ctxask.resolve.classes import Members as ClassMembers
from ctxask.resolve.ecmascript.exports import Exports
from ctxask.resolve.ecmascript.infer import Inference
from ctxask.resolve.ecmascript.members import Members, members
from ctxask.resolve.ecmascript.types import RESULT, Place, Type, parts, read
from ctxask.resolve.family import Family, Found
from ctxask.resolve.guess import Guesses
from ctxask.resolve.verdict import Verdict


class TypedClasses(Classes):
    """Look-ups in classes by what inference says of their bases."""

    def __init__(self, family: Family, imports: Exports, infer: Inference) -> None:
        super().__init__(family, imports)
        self._infer = infer

    def owner(self, found: Found) -> Found | None:
        """The class, object or function whose member the definition is."""
        return self._infer.owner(found)

    def member(self, cls: Found, name: str, fits: Callable[[Found], bool] | None = None) -> ClassMembers:
        """Definitions of the name in the class, else in the nearest of its bases that has them."""
        self._infer.start()
        found = members(self._infer, Type("instance", cls), name)
        return ClassMembers(tuple(hit for hit in found.found if fits is None or fits(hit)), found.whole)

    def _bases(self, cls: Found) -> tuple[list[Found], bool]:
        self._infer.start()
        kinds = self._infer.bases(Type("instance", cls)) if cls.definition.kind in CLASSES else ()
        flat = [part for kind in kinds for part in (kind.args if kind.kind in ("union", "all") else (kind,))]
        found = [kind.found for kind in flat if kind.found is not None]
        return found, len(found) == len(flat)


class EcmascriptBinder(Binder):
    """Binds sites by scopes, imports and types."""

    def __init__(self, family: Family) -> None:
        super().__init__(family)
        self.exports = Exports(family)
        self.imports = self.exports
        self.infer = Inference(family, self.exports)
        self.classes = TypedClasses(family, self.exports, self.infer)
        self._guess = Guesses(family, self.imports, self.classes)

    def bind(self, path: str, name: str, site: Occurrence) -> Verdict:
        """What the occurrence of the name means."""
        if site.role == "key" and site.receiver is None:
            return Verdict(evidence="syntax", target="unresolved", mechanism="object_key")
        self.infer.start()
        if site.role in ("import", "re-export"):
            clause = self._clause(path, name, site.start)
            if clause is not None:
                return self._through(path, name, site, self.imports.follow(path, clause))
        if site.receiver is None:
            if site.role == "annotation" and self.family.lexical(path, name, site.start, "annotation") is None:
                site = site._replace(role="read")  # `typeof` names a value
            return self.bare(path, name, site)
        term, place = read(site.receiver), Place(path, site.start, site.within)
        if term == ["name", "module"] and name == "exports":
            return Verdict(target="external", other="module")
        base = self.infer.value(term, place)
        return self._behind(path, name, site, base, self.infer.members(term, name, place))

    def receiver(self, path: str, site: Occurrence) -> Found | None:
        """The class of what stands before the dot, where it is known."""
        self.infer.start()
        return self.infer.value(read(site.receiver or ""), Place(path, site.start, site.within)).found

    def _behind(self, path: str, name: str, site: Occurrence, base: Type, found: Members) -> Verdict:
        """What the name of a member means, by what its receiver has under it."""
        if found.found:
            if base.sure and found.every:
                receiver = next((part.found for part in parts(base) if part.kind == "instance"), None)
                target = "dispatch" if receiver is not None else "exact"
                return Verdict(found.found, target=target, receiver=receiver)
            if len({hit.id for hit in found.found}) == 1 and base.kind == "union" and base.sure:
                return Verdict(found.found, target="dispatch")  # a test before the place told the others apart
            return self._guess(path, name, site, found.found, "several_types" if base.sure else base.why)
        if found.types:
            return (
                Verdict(target="unresolved", other="property") if base.sure else self._unknown(path, name, site, base)
            )
        if base == RESULT:
            return Verdict(evidence="syntax", target="unresolved", mechanism="external_result")
        if found.outside or base.kind == "external":
            return Verdict(target="external", other="external") if base.sure else self._unknown(path, name, site, base)
        if base.kind in ("unknown", "module"):
            why = "not_in_module" if base.kind == "module" else base.why
            return self._unknown(path, name, site, base._replace(why=why))
        why = "no_such_member" if found.whole else "unknown_base"
        return Verdict(evidence="syntax", target="unresolved", mechanism=why)

    def _unknown(self, path: str, name: str, site: Occurrence, base: Type) -> Verdict:
        if base.why in ("unresolved_import", "not_in_module"):
            why = "external_receiver" if base.why == "unresolved_import" else base.why
            return Verdict(evidence="syntax", target="unresolved", mechanism=why)
        anywhere = [hit for hit in self.family.named(name) if hit.definition.kind == "method"]
        common = name in self.family.details(path).get("builtin_methods", ())
        if not common and (site.role != "call" or len({hit.id for hit in anywhere}) > 1):  # the nearest may not be it
            target = "ambiguous" if anywhere else "unresolved"
            return Verdict(evidence="syntax", target=target, mechanism=base.why, candidates=tuple(anywhere))
        return self._guess(path, name, site, anywhere, base.why)
