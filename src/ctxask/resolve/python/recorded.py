"""Inference that keeps what each result was made from, for the sites that somebody asks why about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from ctxask.resolve.python.infer import STEPS, Frame, Inference
from ctxask.resolve.python.values import NOTHING, Value, Values, unknown

R = TypeVar("R")
Part = tuple[Any, ...]  # the key under which inference keeps a result; its first item says of what kind


class Recorded(Inference):
    """The same rules over the same facts; every result knows the results that it leant on.

    Whatever rule goes through `once` or `evaluate` is recorded; no rule has to think of it.
    """

    def __init__(self, plain: Inference) -> None:
        super().__init__(plain.facts, plain.modules, plain.check, plain.below, plain.among)
        self._parts: dict[Hashable, dict[Part, None]] = {}
        self._results: dict[Hashable, Any] = {}
        self._around: list[Part] = []

    def begin(self) -> None:
        """Starts the budget of a site, whatever the sites before it cost."""
        super().begin()
        self.budget = STEPS

    def evaluate(self, frame: Frame, node: int) -> Values:
        """What the expression may be."""
        from ctxask.resolve.python import expressions

        return self.once(("e", frame, node), NOTHING, unknown, expressions.evaluate, self, frame, node)

    def once(
        self, key: tuple[Any, ...], bottom: R, cut: Callable[[str], R], compute: Callable[..., R], *given: Any
    ) -> R:
        """The result of compute, noted as a part of the one that is being made."""
        if self._around:
            self._parts.setdefault(self._around[-1], {}).setdefault(key)
        begun = key in self._around
        self._around.append(key)
        try:
            result = super().once(key, bottom, cut, compute, *given)
        finally:
            self._around.pop()
        if not begun:
            self._results[key] = result
        return result

    def parts(self, part: Part) -> tuple[Part, ...]:
        """The results that a result leant on, in the order in which they were asked for."""
        return tuple(self._parts.get(part, ()))

    def leading(self, part: Part, value: Value) -> Iterator[Part]:
        """The result and, one after the other, those from which it has the value."""
        seen = {part}
        following: Part | None = part
        while following is not None:
            yield following
            inner = self.parts(following)
            following = next((key for key in inner if key not in seen and self.holds(key, value)), None)
            seen.update(() if following is None else (following,))

    def holds(self, part: Part, value: Value) -> bool:
        """Whether a result is, or holds, the value."""
        result = self._results.get(part)
        if isinstance(result, tuple):
            return value in result
        return isinstance(result, list) and any(getattr(item, "value", None) == value for item in result)
