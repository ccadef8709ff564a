"""Guesses by name, where nothing else says who is meant: the nearest of few definitions, or nobody."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from ctxask.facts.outline import Occurrence
from ctxask.resolve.classes import Classes
from ctxask.resolve.family import Family, Found
from ctxask.resolve.imported import Imports
from ctxask.resolve.verdict import Verdict

_MOST_CANDIDATES = 3  # definitions that bear a name for a guess by name to be worth anything


class Guesses:
    """Guesses among the definitions of a family."""

    def __init__(self, family: Family, imports: Imports, classes: Classes) -> None:
        self._family = family
        self._imports = imports
        self._classes = classes

    def __call__(self, path: str, name: str, site: Occurrence, found: Iterable[Found], why: str) -> Verdict:
        """The nearest of at most three definitions of the name, or nobody."""
        groups: dict[str, list[Found]] = {}
        for hit in found:
            if site.role != "call" or hit.definition.kind not in ("attribute", "enumerator", "constant"):
                groups.setdefault(self._classes.key(hit), []).append(hit)
        candidates = tuple(group[0] for group in groups.values())
        if not groups:
            return Verdict(evidence="syntax", target="unresolved", mechanism=why)
        if site.receiver is not None and name in self._family.details(path).get("builtin_methods", ()):
            return Verdict(evidence="syntax", target="unresolved", mechanism="builtin_method", candidates=candidates)
        if len(groups) > _MOST_CANDIDATES:
            return Verdict(evidence="syntax", target="ambiguous", mechanism=why, candidates=candidates)
        ranks = {key: min(self._distance(path, hit.path) for hit in group) for key, group in groups.items()}
        nearest = [key for key in groups if ranks[key] == min(ranks.values())]
        if len(nearest) > 1:
            return Verdict(evidence="syntax", target="ambiguous", mechanism=why, candidates=candidates)
        return Verdict(
            tuple(groups[nearest[0]]),
            evidence="name",
            target="exact" if len(groups) == 1 else "ambiguous",
            mechanism=why,
            candidates=candidates if len(groups) > 1 else (),
        )

    def _distance(self, path: str, other: str) -> int:
        if path == other:
            return 0
        if other in self._imports.reached(path):
            return 1
        return 2 if posixpath.dirname(path) == posixpath.dirname(other) else 3
