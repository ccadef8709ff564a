"""Classes of a family by name: whose member a definition is, what a class has or inherits, what derives from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.family import Family, Found, nearest
from ctxask.resolve.imported import Imports
from ctxask.resolve.modules.module import rules
from ctxask.resolve.types import parsed

_WHOLE = (CLASSES - {"namespace"}) | {"attribute", "constant"}  # of which a header has no second one
_STATIC = re.compile(rb"\bstatic\b")
_MOST_NAMES = 8  # one for the other
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
        self._levels: dict[tuple[str, str], tuple[tuple[tuple[Found, ...], ...], bool]] = {}
        self._parameters: dict[tuple[str, str], dict[int, list[Found]]] = {}
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
        if self._imports.spills_from_elsewhere(path) or rules(self._family, path).get("rule") == "packages":
            return ()
        everywhere = [hit for hit in self._family.named(name) if hit.definition.kind in CLASSES]
        return tuple(everywhere) if len({self.key(hit) for hit in everywhere}) == 1 else ()

    def aliased(self, found: Found) -> Found:
        """The class that a name for another type means; itself where it is none, or what it means is unknown."""
        for _ in range(_MOST_NAMES):
            names = parsed(found.definition.type).names if found.definition.kind == "type" else ()
            hits = self.named(found.path, names[-1], found.definition.start) if names else ()
            if not hits or hits[0] == found:
                break
            found = hits[0]
        return found

    def packaged(self, path: str, name: str) -> tuple[Found, ...]:
        """Top-level definitions of the name in the same package, the nearest ones; else those that need no import."""
        package = self._family.package(path)
        if not package:
            return ()
        hits = [hit for hit in self._family.named(name) if self._family.is_free(hit) and hit.definition.visible_to]
        own = [hit for hit in hits if self._family.package(hit.path) == package]
        near = nearest(path, [hit.path for hit in own])
        always = self._family.details(path).get("always", ())
        return tuple(hit for hit in own if hit.path in near) or tuple(
            hit for hit in hits if hit.is_library and self._family.package(hit.path) in always
        )

    def key(self, found: Found) -> str:
        """What one thing is, however often declared: its id, or its name where others define what a header declares."""
        if not self._family.details(found.path).get("headers"):
            return found.id
        owner = self.owner(found)
        return f"{owner.definition.qualified}.{found.definition.name}" if owner else found.definition.qualified

    def same(self, one: Found, other: Found) -> bool:
        """Whether two definitions are of one thing; a header declares what another file defines."""
        if one.id == other.id:
            return True
        headers = tuple(self._family.details(one.path).get("headers", ()))
        declared = one.path.endswith(headers) or other.path.endswith(headers)
        kind = one.definition.kind
        if not declared or self.key(one) != self.key(other) or kind == other.definition.kind in _WHOLE:
            return False
        return not any(self._is_static(hit) for hit in (one, other) if not hit.path.endswith(headers))

    def _is_static(self, hit: Found) -> bool:
        """Whether a function is defined as its file's own."""
        place = hit.definition
        return _STATIC.search(self._family.source(hit.path), place.first, place.start) is not None

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

    def member(self, cls: Found, name: str, fits: Callable[[Found], bool] | None = None) -> Members:
        """Definitions of the name in the class, else in the nearest of its bases that has them.

        `fits`: only those, where there are any; overloads in bases count until another takes their place.
        """
        levels, whole = self.levels(cls, name)
        if fits is not None:
            fitting = [level for level in (tuple(filter(fits, level)) for level in levels) if level]
            return Members(fitting[0] if fitting else levels[0] if levels else (), whole)
        return Members(levels[0] if levels else (), whole)

    def levels(self, cls: Found, name: str) -> tuple[tuple[tuple[Found, ...], ...], bool]:
        """Definitions of the name class by class, nearest first, and whether every base is known."""
        key = (self.key(cls), name)
        if key not in self._levels:
            self._levels[key] = self._found(cls, name)
        return self._levels[key]

    def _found(self, cls: Found, name: str) -> tuple[tuple[tuple[Found, ...], ...], bool]:
        owned = self._by_owner(name) if not self._family.details(cls.path).get("members_inside") else None
        queue, seen, whole = [cls], {self.key(cls)}, True
        levels: list[tuple[Found, ...]] = []
        while queue and len(seen) < _MOST_CLASSES:
            here = queue.pop(0)
            own = tuple(owned.get(self.key(here), ())) if owned is not None else self._inside(here, name)
            if own:
                levels.append(own)
            bases, known = self._bases(here)
            whole &= known
            fresh = [base for base in bases if self.key(base) not in seen]
            seen.update(map(self.key, fresh))
            queue += fresh
        return tuple(levels), whole and not queue

    def _by_owner(self, name: str) -> dict[str, list[Found]]:
        owned: dict[str, list[Found]] = {}
        for hit in self._family.named(name):
            owner = self.owner(hit)
            if owner is not None and hit.definition.kind == "constant" and owner.definition.kind == "enum":
                beside = self.owner(owner)  # the constants of an enum of C stand beside it
                owned.setdefault(self.key(beside), []).append(hit) if beside is not None else None
            if owner is not None:
                owned.setdefault(self.key(owner), []).append(hit)
        return owned

    def _inside(self, cls: Found, name: str) -> tuple[Found, ...]:
        """Members that stand in the body of the class."""
        return tuple(h for h in self._family.in_file(cls.path, name) if h.definition.container == cls.index)

    def _bases(self, cls: Found) -> tuple[list[Found], bool]:
        bases: list[Found] = []
        known = True
        for text in self.written_bases(cls):
            names = parsed(text).names
            hits = self.named(cls.path, names[-1], cls.definition.start) if names else ()
            bases += map(self.aliased, hits)
            known &= bool(hits)
        return bases, known

    def written_bases(self, cls: Found) -> tuple[str, ...]:
        """The types that a class is written to derive from, or that every one of its kind does."""
        definition = cls.definition
        implied = self._family.details(cls.path).get("implied", {}).get(definition.kind, "")
        if definition.bases and (definition.kind != "enum" or not definition.name):
            return definition.bases
        text = implied.format(definition.name) if implied else ""
        return (*definition.bases, text) if text and text != definition.name else definition.bases

    def settled(self, cls: Found) -> bool:
        """Whether everything that a class derives from is known."""
        return self.levels(cls, "")[1]

    def parameters(self, function: Found) -> list[Found]:
        """The parameters of a function, in order."""
        place = function.definition
        return [
            hit
            for hit in self._held(function, "parameter")
            if (hit.definition.visible_from, hit.definition.visible_to) == (place.first, place.last)
        ]

    def type_parameters(self, holder: Found) -> list[Found]:
        """The type parameters of a class or a function, in order."""
        return self._held(holder, "type_parameter")

    def _held(self, holder: Found, kind: str) -> list[Found]:
        key = (holder.path, kind)
        if key not in self._parameters:
            table: dict[int, list[Found]] = {}
            for index, item in enumerate(self._family.outline(holder.path).definitions):
                if item.kind == kind:
                    table.setdefault(item.container, []).append(Found(holder.path, index, item))
            self._parameters[key] = table
        return self._parameters[key].get(holder.index, [])

    def abstract(self, cls: Found) -> Found | None:
        """The method that a function stands for where an instance of the interface is wanted."""
        queue, seen = [cls], {self.key(cls)}
        while queue and len(seen) < _MOST_CLASSES:
            here = queue.pop(0)
            source = self._family.source(here.path)
            outline = self._family.outline(here.path)
            methods = [
                Found(here.path, index, item)
                for index, item in enumerate(outline.definitions)
                if item.container == here.index and item.kind == "method" and source[item.last - 1 : item.last] == b";"
            ]
            if here.definition.kind == "interface" and methods:
                return methods[0] if len(methods) == 1 else None
            fresh = [base for base in self._bases(here)[0] if self.key(base) not in seen]
            seen.update(map(self.key, fresh))
            queue += fresh
        return None

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
