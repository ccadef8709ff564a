"""What a class and its bases are to each other, one edge at a time, whatever says so in its language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ctxask.rows import Symbol

UNSEEN = "unresolved"  # target of an edge whose base is not known: the result of a call, a parameter, …


class Edge(NamedTuple):
    """A class and what it stands on."""

    below: Symbol
    above: Symbol
    at: str  # path:line:col where that is written
    target: str = "exact"  # exact; external: a class outside the repository; UNSEEN
    evidence: str = "scope"
    role: str = "base"  # or implements, where only the shape says so


class Kin(Protocol):
    """What a language's resolver tells of classes."""

    def owner(self, symbol: Symbol) -> Symbol | None:
        """The class whose member a symbol is."""

    def bases(self, cls: Symbol) -> Sequence[Edge]:
        """What a class is written to stand on, in that order; of a class of the library what its stub says."""

    def line(self, cls: Symbol) -> Sequence[str]:
        """Ids of the bases in the order in which a member is looked for; empty where that is by distance."""

    def heirs(self, classes: Sequence[Symbol]) -> Sequence[Edge]:
        """What stands directly on the classes; and, UNSEEN, what in the files looked at stands on something unknown."""

    def shapes(self, cls: Symbol) -> Sequence[Edge]:
        """The protocols and interfaces whose members a class has without naming them."""

    def shaped(self, cls: Symbol) -> Sequence[Edge]:
        """The classes that have every member of a protocol or an interface without naming it."""

    def member(self, cls: Symbol, name: str) -> Symbol | None:
        """What a class itself defines under a name, one of the library too."""

    def overrides(self, lower: Symbol, upper: Symbol) -> bool:
        """Whether of two members of one name the one in the class below takes the other's place."""


def outside(name: str, kind: str = "class") -> Symbol:
    """A definition that is not in the repository: a name without a place."""
    return Symbol("", name, kind, 0, 0, 0, 0, "")
