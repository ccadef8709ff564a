"""Who is meant at one site: by scope where that is certain, by name where a guard allows it, else undecided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ctxask.facts.outline import CALLABLES, CLASSES, LOCALS, Import, Occurrence
from ctxask.resolve.classes import Classes
from ctxask.resolve.family import Family, Found
from ctxask.resolve.guess import Guesses
from ctxask.resolve.imported import Exported, Imports
from ctxask.resolve.verdict import Verdict

_MOST_STEPS = 8  # from a variable through calls to the type that it holds


_TYPE_ROLES = frozenset({"annotation", "base", "import", "re-export", "decorator"})


@dataclass(frozen=True, slots=True)
class _Value:
    """What an expression before a dot is."""

    kind: str  # instance, class, module, external, unknown
    cls: Found | None = None
    files: tuple[str, ...] = ()
    sure: bool = True
    why: str = "unknown_receiver"


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
        self._guess = Guesses(family, self.imports, self.classes)

    def bind(self, path: str, name: str, site: Occurrence) -> Verdict:
        """What the occurrence of the name means."""
        if site.role == "key":
            return Verdict(evidence="syntax", target="unresolved", mechanism="object_key")
        if site.receiver is None or site.role in ("import", "re-export"):
            return self._bare(path, name, site)
        if site.receiver == '"':
            return Verdict(evidence="syntax", target="unresolved", mechanism="literal_receiver")
        value = _Value("unknown")
        if site.receiver != "?":
            value = self._value(path, site.receiver.split("."), site.start, site.within)
        return self._member(path, name, site, value)

    # Bare names.

    def _bare(self, path: str, name: str, site: Occurrence) -> Verdict:
        lexical = self.family.lexical(path, name, site.start, site.role)
        details = self.family.details(path)
        if details.get("bare_members") and site.role not in _TYPE_ROLES and not _is_nearer(lexical):
            inherited = self._inherited(path, name, site.within)
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
        if name in details.get("builtins", ()):
            return Verdict(target="external", other="builtin")
        free = spilled.found or [hit for hit in self.family.named(name) if self.family.is_free(hit)]
        return self._guess(path, name, site, free, "undefined_name")

    def _defined(self, found: tuple[Found, ...], role: str) -> Verdict:
        kind = found[0].definition.kind
        if kind == "parameter" and role == "call":
            return Verdict(evidence="syntax", target="unresolved", mechanism="callback_parameter")
        return Verdict(other=kind) if all(hit.definition.kind in LOCALS for hit in found) else Verdict(found)

    def _inherited(self, path: str, name: str, within: int) -> Verdict | None:
        """The member that a bare name means in the classes around it, innermost first; None where they have none."""
        cls = self.classes.around(path, within)
        while cls is not None:
            members = self.classes.member(cls, name)
            if members.found:
                return Verdict(members.found, target="dispatch", receiver=cls)
            if not members.whole:
                known = any(hit.definition.kind in CLASSES for hit in self.family.named(name))
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

    def _member(self, path: str, name: str, site: Occurrence, value: _Value) -> Verdict:
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
            anywhere = [
                hit for hit in self.family.named(name) if hit.definition.kind == "method"
            ]  # a field proves nothing
            return self._guess(path, name, site, anywhere, value.why)
        members = self.classes.member(value.cls, name)
        if not members.found:
            why = "no_such_member" if members.whole else "unknown_base"
            return Verdict(evidence="syntax", target="unresolved", mechanism=why)
        if not value.sure:
            return self._guess(path, name, site, members.found, value.why)
        virtual = value.kind == "instance" and (
            self.family.details(path).get("dispatch", True) or value.cls.definition.kind == "interface"
        )
        return Verdict(members.found, target="dispatch", receiver=value.cls) if virtual else Verdict(members.found)

    def _value(self, path: str, parts: list[str], start: int, within: int) -> _Value:
        """What a dotted path is at a place."""
        value = self._head(path, parts[0], start, within, _MOST_STEPS)
        for part in parts[1:]:
            if value.kind == "module":
                exported = self.imports.lookup(value.files, part, value.sure)
                value = self._of(exported.found, exported.sure, _MOST_STEPS) if exported.found else _Value("unknown")
            elif value.cls is not None:
                members = self.classes.member(value.cls, part)
                value = self._of(members.found, value.sure, _MOST_STEPS)
            else:
                return value
        return value

    def _head(self, path: str, name: str, start: int, within: int, steps: int) -> _Value:
        details = self.family.details(path)
        if name in details.get("this", ()):
            cls = self.classes.around(path, within)
            return _Value("instance", cls) if cls else _Value("unknown")
        if name in details.get("super", ()):
            cls = self.classes.around(path, within)
            bases = self.classes.bases_of(cls) if cls else []
            return _Value("class", bases[0]) if bases else _Value("unknown", why="unknown_base")
        lexical = self.family.lexical(path, name, start, "read")
        if isinstance(lexical, Import):
            exported = self.imports.follow(path, lexical)
            if exported.found:
                return self._of(exported.found, exported.sure, steps)
            if exported.files:
                return _Value("module", files=exported.files, sure=exported.sure)
            return _Value("external") if exported.external else _Value("unknown", why="unresolved_import")
        if lexical:
            return self._of(lexical, True, steps)
        if details.get("bare_members"):
            cls = self.classes.around(path, within)
            inherited = self.classes.member(cls, name).found if cls else ()
            if inherited:
                return self._of(inherited, True, steps)
        packaged = self.classes.packaged(path, name) or self.classes.named(path, name, start)
        if packaged:
            return self._of(packaged, True, steps)
        if name in details.get("builtins", ()):
            return _Value("external")
        return _Value("unknown")

    def _of(self, found: Iterable[Found], sure: bool, steps: int) -> _Value:
        """What a name that means these definitions holds."""
        values = [self._held(hit, sure, steps) for hit in found]
        kinds = {(value.kind, value.cls and self.classes.key(value.cls)) for value in values}
        return values[0] if len(kinds) == 1 else _Value("unknown")

    def _held(self, found: Found, sure: bool, steps: int) -> _Value:
        definition = found.definition
        if definition.kind in CLASSES:
            return _Value("class", found, sure=sure)
        if definition.kind in CALLABLES - {"property"} or not definition.type or not steps:
            return _Value("unknown")
        return self._typed(found, sure, steps - 1)

    def _typed(self, found: Found, sure: bool, steps: int) -> _Value:
        """An instance of the type that a definition declares, or of what the call gives that it holds."""
        definition = found.definition
        written = definition.type
        if written.endswith("()"):
            return self._called(found, written.removesuffix("()").split("."), sure, steps)
        if written in self.family.details(found.path).get("builtins", ()):
            return _Value("external")
        parts = written.split(".")
        if len(parts) == 1:
            hits = self.classes.named(found.path, written, definition.start)
            if hits:
                return _Value("instance", hits[0], sure=sure)
            return self._outside(found.path, written, definition.start)
        value = self._head(found.path, parts[0], definition.start, definition.container, steps)
        if value.kind == "module" and len(parts) == 2:
            exported = self.imports.lookup(value.files, parts[1], value.sure)
            hits = tuple(hit for hit in exported.found if hit.definition.kind in CLASSES)
            return _Value("instance", hits[0], sure=sure and exported.sure) if hits else _Value("unknown")
        if value.kind == "class" and value.cls is not None:
            hits = tuple(h for h in self.classes.member(value.cls, parts[-1]).found if h.definition.kind in CLASSES)
            return _Value("instance", hits[0], sure=sure) if hits else _Value("unknown")
        return value if value.kind == "external" or value.why == "unresolved_import" else _Value("unknown")

    def _outside(self, path: str, name: str, start: int) -> _Value:
        """An instance of a type that no class of the repository is."""
        lexical = self.family.lexical(path, name, start, "annotation")
        if isinstance(lexical, Import):
            external = self.imports.follow(path, lexical).external
            return _Value("external") if external else _Value("unknown", why="unresolved_import")
        return _Value("unknown")

    def _called(self, found: Found, callee: list[str], sure: bool, steps: int) -> _Value:
        """What calling a dotted path gives: an instance of a class, or of a function's declared result."""
        place = (found.definition.start, found.definition.container)
        if len(callee) == 1:
            site = Occurrence(place[0], "call", None, place[1])
            verdict = self._bare(found.path, callee[0], site)
        else:
            value = self._head(found.path, callee[0], *place, steps)
            for part in callee[1:-1]:
                members = self.classes.member(value.cls, part).found if value.cls else ()
                value = self._of(members, value.sure, steps)
            verdict = self._member(found.path, callee[-1], Occurrence(place[0], "call", "", place[1]), value)
        if verdict.evidence != "scope" or not verdict.targets or not steps:
            return _Value("unknown")
        target = verdict.targets[0]
        if target.definition.kind in CLASSES:
            return _Value("instance", target, sure=sure)
        if target.definition.type in self.family.details(target.path).get("this", ()):
            owner = self.classes.owner(target)
            return _Value("instance", owner, sure=sure) if owner else _Value("unknown")
        return self._typed(target, sure, steps - 1) if target.definition.type else _Value("unknown")
