"""Which of several definitions of one name a call means, by its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxask.facts.expressions import Expression
from ctxask.facts.outline import CALLABLES, CLASSES, Import
from ctxask.resolve.family import Found
from ctxask.resolve.types import Place, Value, parsed

if TYPE_CHECKING:
    from ctxask.resolve.bind import Binder

_UNFIT = -1000


class Overloads:
    """Chooses by number of arguments, then by those whose type is evident."""

    def __init__(self, binder: Binder) -> None:
        self._binder = binder
        self._family, self._classes = binder.family, binder.classes

    def takes(self, found: Found, arguments: Sequence[Expression] | None) -> bool:
        """Whether the definition can be called so, by the number of arguments."""
        kind = found.definition.kind
        if arguments is None or not self._family.details(found.path).get("overloads"):
            return True
        if kind not in CALLABLES:
            return kind in CLASSES or not arguments
        types = [hit.definition.type for hit in self._classes.parameters(found)]
        many = bool(types) and types[-1].endswith("[]")
        return len(arguments) >= len(types) - 1 if many else len(arguments) == len(types)

    def best(self, targets: Sequence[Found], arguments: Sequence[Expression], place: Place) -> Sequence[Found]:
        """Those of the definitions that suit the arguments best; all of them where nothing tells them apart."""
        if len(targets) < 2:
            return targets
        fitting = [target for target in targets if self.takes(target, arguments)] or targets
        if len(fitting) < 2 or not arguments:
            return fitting
        values = [self._binder.values.of(argument, place) for argument in arguments]
        scores = [self._score(target, values) for target in fitting]
        most = max(scores)
        return [target for target, score in zip(fitting, scores, strict=True) if score == most]

    def overrides(self, one: Found, other: Found) -> bool:
        """Whether a method takes the place of another one of its name: their parameters are of the same types."""
        first, second = self._classes.parameters(one), self._classes.parameters(other)
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(self._alike(one, other) for one, other in pairs)

    def _alike(self, one: Found, other: Found) -> bool:
        names = parsed(one.definition.type).names, parsed(other.definition.type).names
        if names[0][-1:] == names[1][-1:]:
            return True
        place = other.definition.start
        meant = self._family.lexical(other.path, "".join(names[1]), place, "annotation")
        if meant is None or isinstance(meant, Import):
            return False
        return meant[0].definition.kind == "type_parameter"

    def _score(self, target: Found, values: Sequence[Value]) -> int:
        parameters = self._classes.parameters(target)
        return sum(self._suits(parameter, value) for parameter, value in zip(parameters, values, strict=False))

    def _suits(self, parameter: Found, value: Value) -> int:
        """How well an argument suits a parameter: 2 its very type, 1 a type above it, 0 who knows."""
        text = parameter.definition.type
        name = parsed(text).names[-1:]
        if value.kind == "function":
            return 0
        if value.kind == "array":
            return 1 if text.endswith("[]") else _UNFIT // 2
        if value.kind == "external":
            if value.why == "unknown_receiver":
                return 0
            return 2 if text == value.why else 0
        if value.kind != "instance" or value.cls is None or text.endswith("[]"):
            return 0
        if name == (value.cls.definition.name,):
            return 2
        definition = parameter.definition
        hits = self._classes.named(parameter.path, "".join(name), definition.start)
        if hits and self._classes.derives(value.cls, hits[0]):
            return 1
        return _UNFIT if hits and self._classes.settled(value.cls) else 0
