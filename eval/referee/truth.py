"""Where a symbol is used and where another is, by what several checkers say of every place that its name stands at."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.accuracy.oracle import Call, Place
from eval.engines.answering import ENGINES
from eval.engines.command import commands, copied
from eval.referee.sources import Definition, Sources

CHECKERS = ("pyright", "pyrefly", "ty")
AGREED = 2  # checkers that have to say the same; what a single one says counts neither way
OUTSIDE = ""  # what is defined in no file of the package


@dataclass(frozen=True, slots=True)
class Truth:
    """The places of a symbol's name: where it is meant, and where another is; of the rest nobody knows."""

    uses: tuple[Place, ...]
    others: tuple[Place, ...]


def truths(
    work: Path, package: str, interpreter: Path, sources: Sources, symbols: Sequence[Definition], calls: Iterable[Call]
) -> dict[str, Truth]:
    """What is true of each symbol: what checkers agree on, and what was observed."""
    names = sorted({one.leaf for one in symbols})
    asked = [Call(place, name, "", "", ()) for name in names for place in sources.occurrences[name]]
    votes: Counter[tuple[str, Place]] = Counter()
    for engine in CHECKERS:
        with tempfile.TemporaryDirectory(prefix="eval-referee-") as folder:
            copy = copied(work / "corpus" / package, Path(folder).resolve() / package, interpreter)
            rows = ENGINES[engine](commands(work), copy, asked).rows
        for call, row in zip(asked, rows, strict=True):
            votes.update((callee["symbol"], call.place) for callee in row["callees"])
            votes[OUTSIDE, call.place] += bool(row["outside"] and not row["callees"])
    for call in calls:
        votes.update({(f"{path}::{name}", call.place): AGREED for path, _, name in call.ran})
    return {one.id: _truth(one, votes, sources) for one in symbols}


def _truth(symbol: Definition, votes: Counter[tuple[str, Place]], sources: Sources) -> Truth:
    """A definition of the same name is no use and no other's; nor is a use of what the symbol overrides."""
    defined = {(one.path, one.line) for one in sources.by_leaf[symbol.leaf]}
    places = [place for place in sources.occurrences[symbol.leaf] if place[:2] not in defined]
    uses = tuple(place for place in places if votes[symbol.id, place] >= AGREED)
    strangers = {OUTSIDE, *(one.id for one in sources.by_leaf[symbol.leaf])} - {symbol.id, *sources.overridden(symbol)}
    others = [
        place
        for place in places
        if not votes[symbol.id, place] and any(votes[stranger, place] >= AGREED for stranger in strangers)
    ]
    return Truth(uses, tuple(others))
