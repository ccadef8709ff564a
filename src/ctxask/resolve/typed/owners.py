"""Whose member a definition is, and which types may stand behind an interface."""

from __future__ import annotations

from ctxask.facts.outline import CLASSES
from ctxask.resolve.classes import Classes
from ctxask.resolve.family import Family, Found
from ctxask.resolve.typed.evaluate import Evaluator


class Owners(Classes):
    """Classes as an evaluator sees them."""

    def __init__(self, family: Family, evaluator: Evaluator) -> None:
        super().__init__(family, evaluator.imports)
        self._evaluator = evaluator
        self._owned: dict[tuple[str, int], Found | None] = {}
        self._implements: dict[tuple[str, str], bool] = {}

    def key(self, found: Found) -> str:
        """A definition is itself wherever it is met."""
        return found.id

    def owner(self, found: Found) -> Found | None:
        """The type whose member the definition is."""
        key = (found.path, found.index)
        if key not in self._owned:
            self._owned[key] = self._evaluator.owner(found) if found.is_member else None
        return self._owned[key]

    def constructed(self, found: Found) -> Found:
        """The definition itself: no constructor bears its type's name."""
        return found

    def derives(self, cls: Found, base: Found) -> bool:
        """Whether a value of the type may stand behind the interface."""
        if cls.id == base.id or base.definition.kind != "interface" or cls.definition.kind not in CLASSES:
            return False
        key = (cls.id, base.id)
        if key not in self._implements:
            self._implements[key] = self._evaluator.implements(cls, base)
        return self._implements[key]
