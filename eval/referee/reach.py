"""The call graph as it was observed: shortest ways, and who is above."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from eval.accuracy.oracle import Call


class Reach:
    """Which function calls which, as path::Qual.name, where the call is written by the name of what ran."""

    def __init__(self, calls: Iterable[Call], functions: Collection[str]) -> None:
        self.callees: dict[str, set[str]] = defaultdict(set)
        self.callers: dict[str, set[str]] = defaultdict(set)
        for call in calls:
            caller = f"{call.place[0]}::{call.scope}"
            for path, _, name in call.ran:
                callee = f"{path}::{name}"
                if caller in functions and callee in functions and name.rpartition(".")[2] == call.name:
                    self.callees[caller].add(callee)
                    self.callers[callee].add(caller)

    def ways(self, begin: str, most: int) -> list[tuple[str, ...]]:
        """The way to every symbol that at most so many calls reach by one shortest way alone; begin is left out."""
        level: dict[str, list[tuple[str, ...]]] = {begin: [()]}
        seen = {begin}
        found: list[tuple[str, ...]] = []
        for _ in range(most):
            after: dict[str, list[tuple[str, ...]]] = defaultdict(list)
            for symbol in sorted(level):
                for callee in sorted(self.callees[symbol] - seen):
                    after[callee] += [(*way, callee) for way in level[symbol]][:2]
            seen |= set(after)
            found += [ways[0] for _, ways in sorted(after.items()) if len(ways) == 1]
            level = after
        return found
