"""Classes of a family by name: whose member a definition is, what a class has or inherits, what derives from it."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports

_MOST_CLASSES = 64  # of one chain of bases; no real one is as long


class Members(NamedTuple):
    """What a look-up in a class and its bases gave."""

    found: tuple[Found, ...] = ()
    whole: bool = True  # every base is known, so nothing found means that there is none


class Classes:
    """Look-ups in classes; memos are safe because a class is settled by names alone."""

    def __init__(self, family: Family, imports: Imports) -> None:
        self._family = family
        self._imports = imports
        self._meant: dict[tuple[str, str, int], tuple[Found, ...]] = {}
        self._members: dict[tuple[str, str], Members] = {}
        self._derived: dict[tuple[str, str], bool] = {}

    def named(self, path: str, name: str, start: int) -> tuple[Found, ...]:
        """The class that a plain name means at a place: by scope, import or package, or as the only one so named."""
        key = (path, name, start)
        if key not in self._meant:
            self._meant[key] = tuple(hit for hit in self._named(path, name, start) if hit.definition.kind in CLASSES)
        return self._meant[key]

    def _named(self, path: str, name: str, start: int) -> tuple[Found, ...]:
        lexical = self._family.lexical(path, name, start, "annotation")
        if isinstance(lexical, Import):
            return self._imports.follow(path, lexical).found
        if lexical:
            return lexical
        spilled = self._imports.spilled(path, name)
        if spilled.found:
            return spilled.found
        packaged = self.packaged(path, name)
        if packaged:
            return packaged
        if self._imports.spills_from_elsewhere(path):
            return ()
        everywhere = [hit for hit in self._family.named(name) if hit.definition.kind in CLASSES]
        return tuple(everywhere) if len({self.key(hit) for hit in everywhere}) == 1 else ()

    def packaged(self, path: str, name: str) -> tuple[Found, ...]:
        """Top-level definitions of the name in the same folder, where the language makes that one package."""
        if self._family.details(path).get("package") != "folder":
            return ()
        folder = posixpath.dirname(path)
        hits = (hit for hit in self._family.named(name) if posixpath.dirname(hit.path) == folder)
        return tuple(hit for hit in hits if self._family.is_free(hit) and hit.definition.visible_to)

    def key(self, found: Found) -> str:
        """What one thing is, however often declared: its id, or its name where others define what a header declares."""
        if not self._family.details(found.path).get("headers"):
            return found.id
        owner = self.owner(found)
        return f"{owner.definition.qualified}.{found.definition.name}" if owner else found.definition.qualified

    def owner(self, found: Found) -> Found | None:
        """The class, or object, whose member the definition is."""
        definition = found.definition
        if definition.container >= 0:
            holder = self._family.at(found.path, definition.container)
            return holder if holder.definition.kind in CLASSES else None
        if not found.is_member or "." not in definition.qualified:
            return None
        name = definition.qualified.split(".")[-2]
        return next(iter(self.named(found.path, name, definition.start)), None)

    def constructed(self, found: Found) -> Found:
        """The class, for a constructor that bears its name: what the name means where it is called."""
        owner = self.owner(found)
        return owner if owner is not None and owner.definition.name == found.definition.name else found

    def around(self, path: str, within: int) -> Found | None:
        """The innermost class whose code stands in that definition; `this` there is an instance of it."""
        definitions = self._family.outline(path).definitions
        while within >= 0:
            here = self._family.at(path, within)
            if here.definition.kind in CLASSES:
                return here
            if definitions[within].container < 0:
                return self.owner(here)
            within = definitions[within].container
        return None

    def member(self, cls: Found, name: str) -> Members:
        """Definitions of the name in the class, else in the nearest of its bases that has them."""
        key = (self.key(cls), name)
        if key not in self._members:
            self._members[key] = self._member(cls, name)
        return self._members[key]

    def _member(self, cls: Found, name: str) -> Members:
        owned: dict[str, list[Found]] = {}
        for hit in self._family.named(name):
            owner = self.owner(hit)
            if owner is not None:
                owned.setdefault(self.key(owner), []).append(hit)
        queue, seen, whole = [cls], {self.key(cls)}, True
        while queue and len(seen) < _MOST_CLASSES:
            here = queue.pop(0)
            if self.key(here) in owned:
                return Members(tuple(owned[self.key(here)]))
            bases, known = self._bases(here)
            whole &= known
            fresh = [base for base in bases if self.key(base) not in seen]
            seen.update(map(self.key, fresh))
            queue += fresh
        return Members((), whole and not queue)

    def _bases(self, cls: Found) -> tuple[list[Found], bool]:
        bases: list[Found] = []
        known = True
        for name in cls.definition.bases:
            hits = self.named(cls.path, name, cls.definition.start)
            bases += hits
            known &= bool(hits)
        return bases, known

    def derives(self, cls: Found, base: Found) -> bool:
        """Whether the class names the base among its ancestors."""
        key = (self.key(cls), self.key(base))
        if key not in self._derived:
            queue, seen = [cls], {key[0]}
            while queue and len(seen) < _MOST_CLASSES and key[1] not in seen:
                fresh = [item for item in self._bases(queue.pop(0))[0] if self.key(item) not in seen]
                seen.update(map(self.key, fresh))
                queue += fresh
            self._derived[key] = key[1] in seen and key[0] != key[1]
        return self._derived[key]

    def bases_of(self, cls: Found) -> list[Found]:
        """The bases of a class that are known."""
        return self._bases(cls)[0]
