"""Who is meant at one site of a typed language: by what its receiver comes to, else by a guarded guess."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from ctxask.facts.held import MACRO, PATH
from ctxask.facts.outline import LOCALS, Occurrence
from ctxask.resolve.family import Family, Found
from ctxask.resolve.guess import Guesses
from ctxask.resolve.imported import Imports
from ctxask.resolve.typed.evaluate import Evaluator
from ctxask.resolve.typed.language import Members
from ctxask.resolve.typed.owners import Owners
from ctxask.resolve.typed.values import Module, Type, Value
from ctxask.resolve.verdict import Verdict

_TYPE_ROLES = frozenset({"annotation", "base"})


class TypedBinder:
    """Binds sites of a family whose `names.toml` names an evaluator."""

    def __init__(self, family: Family, evaluator: str) -> None:
        self.family = family
        room = import_module(f"ctxask.resolve.typed.{evaluator}")
        self.evaluator: Evaluator = room.evaluator(family, Imports(family))
        self.imports = self.evaluator.imports
        self.classes = Owners(family, self.evaluator)
        self._guess = Guesses(family, self.imports, self.classes)

    def bind(self, path: str, name: str, site: Occurrence) -> Verdict:
        """What the occurrence of the name means."""
        receiver = site.receiver
        if receiver is not None and receiver.endswith(MACRO):
            return self._named(path, name, site, self.evaluator.macro(path, name, site.start, receiver[: -len(MACRO)]))
        if receiver is None:
            if site.role == "key":
                return Verdict(other="label")
            types = site.role in _TYPE_ROLES or self._is_prefix(path, name, site.start)
            value = self.evaluator.bare(path, name, site.start, types)
            if value.kind == "unknown" and site.role in _TYPE_ROLES:  # functions take type arguments as types do
                value = self.evaluator.bare(path, name, site.start, False)
            return self._named(path, name, site, value)
        if receiver.endswith(PATH):
            base = self.evaluator.value(path, receiver.removesuffix(PATH), site.start, True)
            return self._behind(path, name, site, base)
        base = self.evaluator.value(path, receiver, site.start)
        if site.role == "key" and base.kind == "unknown":
            return Verdict(evidence="syntax", target="unresolved", mechanism="object_key")
        if site.role == "key" and base.type is not None and self.evaluator.is_table(base.type):
            return self._named(path, name, site, self.evaluator.bare(path, name, site.start, False))
        if base.kind == "module" and base.module is not None:
            return self._in_module(path, name, site, base.module, base.sure)
        called = None if site.role == "key" else site.role == "call"
        return self._of(path, name, site, base, base.type and self.evaluator.members(base.type, name, called))

    def receiver(self, path: str, site: Occurrence) -> tuple[str, Found | None]:
        """What stands before a name, as it is evaluated, and the type that it comes to."""
        written = (site.receiver or "").removesuffix(MACRO).removesuffix(PATH)
        base = self.evaluator.value(path, written, site.start, (site.receiver or "").endswith(PATH))
        return written.removeprefix(":"), base.type.definition if base.type is not None else None

    def _behind(self, path: str, name: str, site: Occurrence, base: Value) -> Verdict:
        if base.kind == "module" and base.module is not None:
            types = site.role in _TYPE_ROLES or self._is_prefix(path, name, site.start)
            return self._in_module(path, name, site, base.module, base.sure, types)
        return self._of(path, name, site, base, base.type and self.evaluator.beside(base.type, name))

    def _is_prefix(self, path: str, name: str, start: int) -> bool:
        """Whether a path goes on behind the name, so that it means a type or a module."""
        end = start + len(name.encode())
        after = self.family.sources.read(path)[end : end + 3]
        return after.startswith(b"::") and after != b"::<"

    def _in_module(
        self, path: str, name: str, site: Occurrence, module: Module, sure: bool, types: bool = False
    ) -> Verdict:
        value = self.evaluator.within(module, name, types)
        if value.kind == "unknown" and not value.found:
            return Verdict(evidence="syntax", target="unresolved", mechanism="not_in_module")
        return self._named(path, name, site, value, sure)

    def _named(self, path: str, name: str, site: Occurrence, value: Value, sure: bool = True) -> Verdict:
        """What a value says of the name that it was found by."""
        if value.found and all(hit.is_library for hit in value.found):
            return Verdict(target="external", other="standard library")
        if value.found:
            if all(hit.definition.kind in LOCALS for hit in value.found):
                return _local(value.found[0].definition.kind, site.role)
            if sure and value.sure:
                return _certain(value.found)
            return self._guess(path, name, site, value.found, "import_by_likeness")
        if value.kind == "external" or value.other:
            return Verdict(target="external", other=value.other or "external")
        if value.kind == "module" and value.module is not None:
            return Verdict(files=value.module.files)
        if value.why == "unresolved_import":
            return Verdict(evidence="syntax", target="unresolved", mechanism="unresolved_import")
        free = [hit for hit in self.family.own(name) if self.family.is_free(hit)]
        return self._guess(path, name, site, free, "undefined_name")

    def _of(self, path: str, name: str, site: Occurrence, base: Value, members: Members | None) -> Verdict:
        """What the name means behind a value or a type."""
        if base.kind == "external":
            return Verdict(target="external", other="external")
        if members is None or base.type is None:
            if base.why == "unresolved_import":
                return Verdict(evidence="syntax", target="unresolved", mechanism="external_receiver")
            if base.why == "external_result":
                return Verdict(evidence="syntax", target="unresolved", mechanism=base.why)
            anywhere = [hit for hit in self.family.own(name) if hit.definition.kind == "method"]
            return self._guess(path, name, site, anywhere, "unknown_receiver")
        if members.other:
            return Verdict(target="external", other=members.other)
        if not members.found:
            why = "no_such_member" if members.whole else "unknown_base"
            return Verdict(evidence="syntax", target="unresolved", mechanism=why)
        found = [member.found for member in members.found if not member.found.is_library]
        if not found:
            return Verdict(target="external", other="standard library")
        if not base.sure:
            return self._guess(path, name, site, found, "unknown_receiver")
        receiver = self._virtual(base.type, found)
        if receiver is not None:
            return Verdict(tuple(found), target="dispatch", receiver=receiver)
        return _certain(found, [hit for hit in found if not self._is_declared(hit)])

    def _is_declared(self, hit: Found) -> bool:
        """Whether an interface declares the member, for others to define."""
        owner = self.classes.owner(hit)
        return owner is not None and owner.definition.kind == "interface"

    def _virtual(self, of: Type, found: Sequence[Found]) -> Found | None:
        """The interface through which a member is reached whose implementers may run instead."""
        for hit in found:
            owner = self.classes.owner(hit)
            if owner is not None and owner.definition.kind == "interface" and hit.definition.kind == "method":
                return owner if not self.evaluator.is_known(of) else None
        return None


def _local(kind: str, role: str) -> Verdict:
    """A name that a function keeps to itself; what a parameter is given to call, its callers know."""
    if kind == "parameter" and role == "call":
        return Verdict(evidence="syntax", target="unresolved", mechanism="callback_parameter")
    return Verdict(other=kind)


def _certain(found: Sequence[Found], running: Sequence[Found] = ()) -> Verdict:
    """Definitions that are meant, with those among them that may run; what one of these declares is no other."""
    several = len({hit.id for hit in running or found}) > 1
    return Verdict(tuple(found), target="ambiguous" if several else "exact", candidates=tuple(found) if several else ())
