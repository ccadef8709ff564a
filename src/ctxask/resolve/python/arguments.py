"""What a call passes, evaluated only where somebody asks."""

from __future__ import annotations

from collections.abc import Sequence

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.values import Values


class Arguments:
    """Positional and keyword arguments: values at hand, or expressions at the place of the call."""

    __slots__ = ("_inf", "_keywords", "_positional", "_spread", "frame", "node", "starred")

    def __init__(self, positional: Sequence[Values | int]) -> None:
        self._positional = tuple(positional)
        self._keywords: dict[str, int] = {}
        self._inf: Inference | None = None
        self.starred = False  # more are passed than are listed here
        self._spread = -1  # the first of these, where it is a sequence
        self.frame: Frame | None = None
        self.node = -1

    @classmethod
    def of_call(cls, inf: Inference, frame: Frame, node: int) -> Arguments:
        """The arguments of a call expression; what follows a starred one has no known place."""
        nodes = inf.segment(frame.path, frame.scope).nodes
        _, _, args, keywords, _, _ = nodes[node]
        first = next((i for i, n in enumerate(args) if nodes[n][0] in ("*", "**")), len(args))
        found = cls(args[:first])
        found._inf, found.frame, found.node = inf, frame, node
        found._keywords = dict(keywords)
        found.starred = first < len(args)
        if found.starred and nodes[args[first]][0] == "*":
            found._spread = nodes[args[first]][1]
        return found

    @classmethod
    def lazily(cls, inf: Inference, frame: Frame, node: int) -> Arguments:
        """A single argument, evaluated where somebody asks."""
        found = cls((node,))
        found._inf, found.frame = inf, frame
        return found

    def __len__(self) -> int:
        return len(self._positional)

    def at(self, position: int) -> Values:
        """The values of a positional argument."""
        item = self._positional[position]
        return self._evaluated(item) if isinstance(item, int) else item

    @property
    def names(self) -> tuple[str, ...]:
        """The keywords, in their order."""
        return tuple(self._keywords)

    def named(self, name: str) -> Values:
        """The values of a keyword argument."""
        return self._evaluated(self._keywords[name])

    def _evaluated(self, node: int) -> Values:
        assert self._inf is not None and self.frame is not None
        return self._inf.evaluate(self.frame, node)

    def passed(self, segment: Segment, skipped: int, wanted: Sequence[str]) -> list[tuple[str, Values]]:
        """The wanted parameters of a function with the values that they are given, in the order of the arguments."""
        found: list[tuple[str, Values]] = []
        places = [p for p in segment.params if p[1] in ("p", "*")][skipped:]
        for position in range(len(self)):
            name = ""
            if position < len(places) and places[position][1] == "p":
                name = places[position][0]
            elif places and places[-1][1] == "*":
                name = places[-1][0]
            if name in wanted:
                found.append((name, self.at(position)))
        if self._spread >= 0 and places and places[-1][1] == "*" and places[-1][0] in wanted:
            from ctxask.resolve.python.iterate import elements

            assert self._inf is not None
            found.append((places[-1][0], elements(self._inf, self._evaluated(self._spread))))
        return found + [(name, self.named(name)) for name in self._keywords if name in wanted]
