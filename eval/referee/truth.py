"""Where a symbol is used, by what several checkers say of every place that its name stands at."""

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
AGREED = 2  # checkers that have to say the same; what a single one says is disputed


@dataclass(frozen=True, slots=True)
class Truth:
    """The places of a symbol's name."""

    uses: tuple[Place, ...]
    disputed: tuple[Place, ...]


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
    for call in calls:
        votes.update({(f"{path}::{name}", call.place): AGREED for path, _, name in call.ran})
    return {one.id: _truth(one, votes, sources) for one in symbols}


def _truth(symbol: Definition, votes: Counter[tuple[str, Place]], sources: Sources) -> Truth:
    defined = {(one.path, one.line) for one in sources.by_leaf[symbol.leaf]}  # an override may be named or not
    places = [
        place for place in sources.occurrences[symbol.leaf] if votes[symbol.id, place] and place[:2] not in defined
    ]
    uses = tuple(place for place in places if votes[symbol.id, place] >= AGREED)
    return Truth(uses, tuple(place for place in places if place not in uses))
