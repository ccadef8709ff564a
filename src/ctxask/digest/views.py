"""The views: how the rows of a step become units; one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxask.digest import changes, culprits, definitions, dependents, everyday, listings, paths
from ctxask.digest.joined import Joined
from ctxask.digest.units import Place, Unit
from ctxask.rows import Result

View = Callable[[Joined, Result, Place, int], Iterator[Unit]]

SPINES = "paths"  # the one view that fills a list of its own
CANDIDATES: dict[str, View] = {
    "definitions": definitions.units,
    "dependents": dependents.units,
    "tests": listings.tests,
    "changes": changes.units,
    "culprits": culprits.culprits,
    "runs": culprits.runs,
    "outline": everyday.outline,
    "found": everyday.found,
    "hierarchy": everyday.hierarchy,
    "unused": everyday.unused,
    "rows": listings.rows,
}


def candidates(joined: Joined, root: Place, spines: Place) -> Iterator[Unit]:
    """The units of everything that the plan shows as candidates, ranked in the plan's order."""
    rank, node = 1, 0
    for name, result in joined.shown("candidates"):
        if name == SPINES:
            found = list(paths.units(joined, result, spines, node))
            node += len(found)
        else:
            view = CANDIDATES["definitions" if result.kind == "sites" and name != "changes" else name]
            found = list(view(joined, result, root, rank))
            rank += sum(unit.field == "candidates" for unit in found)
        yield from found
