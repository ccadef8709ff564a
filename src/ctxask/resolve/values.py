"""What expressions are: walks them from the head through members and calls, by declared types with their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ctxask.facts.expressions import Expression, read
from ctxask.facts.outline import CALLABLES, CLASSES, Import, Occurrence
from ctxask.resolve.family import Found
from ctxask.resolve.imported import Exported
from ctxask.resolve.modules.module import rules
from ctxask.resolve.types import UNDEFINED, UNKNOWN, Place, Value, parsed, where

if TYPE_CHECKING:
    from ctxask.resolve.bind import Binder
    from ctxask.resolve.verdict import Verdict

_DEEPEST = 48  # steps from an expression through what it stands on
_MOST_STEPS = 4000  # of one site
_PARAMETER = re.compile(r"(\d+)\.(\d+)=")
_NOTHING: Mapping[str, Value] = {}


class Values:
    """Evaluates expressions of one family; a site has a budget of steps, and what it does not cover is unknown."""

    def __init__(self, binder: Binder) -> None:
        self._binder = binder
        self._family, self._imports, self._classes = binder.family, binder.imports, binder.classes
        self._left = _MOST_STEPS

    def begin(self) -> None:
        """A new site, a new budget."""
        self._left = _MOST_STEPS

    def of(self, expression: Expression | None, place: Place, depth: int = _DEEPEST) -> Value:
        """What the expression is at a place."""
        self._left -= 1
        if expression is None or depth <= 0 or self._left <= 0:
            return UNKNOWN
        kind, base = expression.kind, expression.base
        if kind == "name":
            return self._head(place, expression.text, depth)
        if kind == "member":
            value = self.of(base, place, depth - 1)
            found = self.packaged(base, expression.text, place).found if value == UNDEFINED else ()
            if found:
                return self._any(found, True, None, depth)
            return self._part(value, expression.text, depth)
        if kind == "call":
            if (made := self._made(expression, place, depth)) is not None:
                return made
            targets, receiver = self._callee(expression, place, depth)
            return self._results(targets, receiver, expression.arguments, place, depth)
        if kind in ("new", "cast", "literal"):
            return self.instance(expression.text, place, depth=depth) if expression.text else UNKNOWN
        if kind == "index":
            return self._element(self.of(base, place, depth - 1), place, depth)
        return Value("function", expression=expression, place=place) if kind in ("function", "reference") else UNKNOWN

    def packaged(self, before: Expression | None, name: str, place: Place) -> Exported:
        """What a name means behind a package that is written in full."""
        parts: list[str] = []
        while before is not None and before.kind in ("name", "member"):
            parts.append(before.text)
            before = before.base
        if before is not None or not parts or rules(self._family, place.path).get("rule") != "packages":
            return Exported()
        clause = Import(".".join(reversed(parts)), name, name, place.start, False, 0, 0)
        return self._imports.follow(place.path, clause)

    # Names and members.

    def _head(self, place: Place, name: str, depth: int) -> Value:
        path, start, within = place
        details = self._family.details(path)
        if name in details.get("this", ()):
            cls = self._classes.around(path, within)
            return Value("instance", cls) if cls else UNKNOWN
        if name in details.get("super", ()):
            cls = self._classes.around(path, within)
            bases = self._bases(Value("instance", cls), depth) if cls else []
            return replace(bases[0], kind="class") if bases else Value("unknown", why="unknown_base")
        lexical = self._family.lexical(path, name, start, "read")
        if isinstance(lexical, Import):
            exported = self._imports.follow(path, lexical)
            if exported.found:
                return self._any(exported.found, exported.sure, None, depth)
            if exported.files:
                return Value("module", files=exported.files, sure=exported.sure)
            return Value("external") if exported.external else Value("unknown", why="unresolved_import")
        if lexical:
            return self._any(lexical, True, None, depth)
        if details.get("bare_members"):
            inherited, owner = self._inherited(path, name, within)
            if inherited:
                return self._any(inherited, True, owner, depth)
        packaged = self._classes.packaged(path, name) or self._classes.named(path, name, start)
        if packaged:
            return self._any(packaged, True, None, depth)
        spilled = self._imports.spilled(path, name)
        if spilled.found and spilled.sure:
            return self._any(spilled.found, True, None, depth)
        return Value("external") if name in details.get("builtins", ()) else UNDEFINED

    def _inherited(self, path: str, name: str, within: int) -> tuple[tuple[Found, ...], Value | None]:
        """The fields that a bare name means in the classes around it, and the class that has them."""
        cls = self._classes.around(path, within)
        while cls is not None:
            found = tuple(h for h in self._classes.member(cls, name).found if h.definition.kind not in CALLABLES)
            if found:
                return found, Value("instance", cls)
            container = cls.definition.container
            cls = self._classes.around(cls.path, container) if container >= 0 else None
        return (), None

    def _part(self, value: Value, name: str, depth: int) -> Value:
        if value.kind == "module":
            exported = self._imports.lookup(value.files, name, value.sure)
            return self._any(exported.found, exported.sure, None, depth) if exported.found else UNKNOWN
        if value.cls is None:
            return value
        if name in self._family.details(value.cls.path).get("this", ()):
            return replace(value, kind="instance")
        apart = self._family.details(value.cls.path).get("methods_apart")
        levels, _ = self._classes.levels(value.cls, name)
        fields = [hit for level in levels for hit in level if not apart or hit.definition.kind not in CALLABLES]
        fields = [hit for hit in fields if self._classes.owner(hit) == self._classes.owner(fields[0])]
        return self._any(fields, value.sure, value, depth)

    def _any(self, found: Iterable[Found], sure: bool, owner: Value | None, depth: int) -> Value:
        """What a name that means these definitions holds; unknown where they differ."""
        values = [self._held(hit, sure, owner, depth) for hit in found]
        kinds = {(value.kind, value.cls and self._classes.key(value.cls)) for value in values}
        return values[0] if len(kinds) == 1 else UNKNOWN

    def _held(self, found: Found, sure: bool, owner: Value | None, depth: int) -> Value:
        kind = found.definition.kind
        if kind in CLASSES:
            return Value("class", self._classes.aliased(found), sure=sure)
        if kind == "enumerator":
            cls = self._classes.owner(found)
            return Value("instance", cls, sure=sure) if cls else UNKNOWN
        if kind in CALLABLES - {"property"}:
            return UNKNOWN
        value = self._typed(found, owner, _NOTHING, depth - 1)
        return replace(value, sure=value.sure and sure)

    # Types.

    def _typed(self, found: Found, owner: Value | None, given: Mapping[str, Value], depth: int) -> Value:
        """What a definition holds, or its call gives, by what is written of its type."""
        definition = found.definition
        place = Place(found.path, definition.start, definition.container)
        text = definition.type
        parameter = _PARAMETER.match(text)
        if parameter:
            return self._given(int(parameter[1]), int(parameter[2]), read(text[parameter.end() :]), place, depth)
        if text.startswith("=") or text.endswith("()"):
            return self.of(read(text.removeprefix("=")), place, depth - 1)
        return self.instance(text, place, owner, given, depth) if text else UNKNOWN

    def instance(
        self,
        text: str,
        place: Place,
        owner: Value | None = None,
        given: Mapping[str, Value] = _NOTHING,
        depth: int = _DEEPEST,
        plain: bool = False,
    ) -> Value:
        """An instance of the type that is written so at a place, `plain` without its arguments.

        The `owner`'s type arguments stand for the parameters of its class, what is `given` for those of a function.
        """
        self._left -= 1
        names, arguments, dimensions = parsed(text)
        if not names or depth <= 0 or self._left <= 0:
            return UNKNOWN
        if dimensions:
            inner = text[: text.rindex("[")]
            return Value("array", arguments=(self.instance(inner, place, owner, given, depth - 1),))
        if len(names) == 1 and names[0] in given:
            return given[names[0]]
        found = self._class(names, place, owner, depth)
        if isinstance(found, Value):
            return found
        if found.definition.kind == "type" and found.definition.type:
            return self.instance(found.definition.type, where(found), owner, given, depth - 1)
        values = () if plain else arguments
        known = tuple(self.instance(argument, place, owner, given, depth - 1) for argument in values)
        return Value("instance", found, known)

    def _class(self, names: Sequence[str], place: Place, owner: Value | None, depth: int) -> Found | Value:
        """The class of a dotted name, or the value that a type parameter or a foreign type stands for."""
        path, start, within = place
        if len(names) > 1:
            return self._qualified(names, place, depth)
        lexical = self._family.lexical(path, names[0], start, "annotation")
        if lexical and not isinstance(lexical, Import) and lexical[0].definition.kind == "type_parameter":
            return self._parameter(lexical[0], owner, depth)
        hits = self._classes.named(path, names[0], start) or self._member_class(path, names[0], within)
        if hits:
            return hits[0]
        if names[0] in self._family.details(path).get("builtins", ()):
            return Value("external", why=names[0])
        if isinstance(lexical, Import):
            external = self._imports.follow(path, lexical).external
            return Value("external") if external else Value("unknown", why="unresolved_import")
        return UNKNOWN

    def _member_class(self, path: str, name: str, within: int) -> tuple[Found, ...]:
        """A class that the classes around a place inherit."""
        cls = self._classes.around(path, within)
        while cls is not None:
            hits = tuple(hit for hit in self._classes.member(cls, name).found if hit.definition.kind in CLASSES)
            if hits:
                return hits
            container = cls.definition.container
            cls = self._classes.around(cls.path, container) if container >= 0 else None
        return ()

    def _qualified(self, names: Sequence[str], place: Place, depth: int) -> Found | Value:
        value = self.of(read(".".join(names)), place, depth - 1)
        if value.kind == "class" and value.cls is not None:
            return value.cls
        return value if value.kind == "external" or value.why == "unresolved_import" else UNKNOWN

    def _parameter(self, parameter: Found, owner: Value | None, depth: int) -> Value:
        """What a type parameter stands for: the owner's argument, else an instance of its bound."""
        definition = parameter.definition
        holder = self._family.at(parameter.path, definition.container) if definition.container >= 0 else None
        if owner is not None and holder is not None and holder.definition.kind in CLASSES:
            base = self.as_base(owner, holder, depth - 1)
            index = [hit.index for hit in self._classes.type_parameters(holder)].index(parameter.index)
            if base is not None and index < len(base.arguments) and base.arguments[index] != UNKNOWN:
                return base.arguments[index]
        top = self._family.details(parameter.path).get("top", "")
        place = Place(parameter.path, definition.start, definition.container)
        return self.instance(definition.type or top, place, depth=depth - 1, plain=True)

    def as_base(self, value: Value, cls: Found, depth: int) -> Value | None:
        """The value as an instance of a class that it is or derives from, with that one's type arguments."""
        queue, seen = [value], set()
        while queue and depth > 0:
            here = queue.pop(0)
            if here.cls is None or self._classes.key(here.cls) in seen:
                continue
            seen.add(self._classes.key(here.cls))
            if self._classes.key(here.cls) == self._classes.key(cls):
                return here
            queue += self._bases(here, depth - 1)
        return None

    def _bases(self, value: Value, depth: int) -> list[Value]:
        cls = value.cls
        assert cls is not None
        bases = [self.instance(text, where(cls), value, depth=depth) for text in self._classes.written_bases(cls)]
        return [base for base in bases if base.cls is not None]

    def _element(self, value: Value, place: Place, depth: int) -> Value:
        """What a loop takes out of a value, or an index."""
        if value.kind == "array":
            return value.arguments[0]
        for name in self._family.details(place.path).get("element", ()):
            if value.cls is None:
                return UNKNOWN
            value = self._results(self._classes.member(value.cls, name).found, value, (), place, depth)
        return value if value.cls else UNKNOWN

    # Calls.

    def _made(self, call: Expression, place: Place, depth: int) -> Value | None:
        """An instance, where a class is asked for one by a method that all classes have."""
        if call.base is None or call.base.text not in self._family.details(place.path).get("makes", ()):
            return None
        value = self.of(call.base.base, place, depth - 1)
        return replace(value, kind="instance") if value.kind == "class" else None

    def _callee(self, call: Expression, place: Place, depth: int) -> tuple[tuple[Found, ...], Value | None]:
        """What a call means where that is certain, and on what it is called."""
        base = call.base
        site = Occurrence(place.start, "call", None, place.within)
        if call.kind == "new":
            made = self.instance(call.text, place, depth=depth - 1)
            members = self._classes.member(made.cls, made.cls.definition.name).found if made.cls else ()
            return members, made
        if base is None or base.kind not in ("name", "member"):
            return (), None
        if base.kind == "name":
            receiver = None
            verdict: Verdict = self._binder.bare(place.path, base.text, site, call.arguments)
            if verdict.receiver is not None:
                receiver = Value("instance", verdict.receiver)
        else:
            receiver = self.of(base.base, place, depth - 1)
            site = site._replace(receiver="")
            verdict = self._binder.member(place.path, base.text, site, receiver, call.arguments)
        return (verdict.targets if verdict.evidence == "scope" else ()), receiver

    def _results(
        self,
        targets: Sequence[Found],
        receiver: Value | None,
        arguments: Sequence[Expression],
        place: Place,
        depth: int,
    ) -> Value:
        """What calling one of these definitions gives; unknown where they differ."""
        chosen = self._binder.overloads.best(targets, arguments, place)
        values = [self._result(target, receiver, arguments, place, depth) for target in chosen]
        kinds = {(value.kind, value.cls and self._classes.key(value.cls)) for value in values}
        return values[0] if len(kinds) == 1 else UNKNOWN

    def _result(
        self, target: Found, receiver: Value | None, arguments: Sequence[Expression], place: Place, depth: int
    ) -> Value:
        made = self._classes.constructed(target)
        if made.definition.kind in CLASSES:
            return Value("instance", made)
        if target.definition.type in self._family.details(target.path).get("this", ()):
            owner = self._classes.owner(target)
            return Value("instance", owner) if owner else UNKNOWN
        given = self.inferred(target, arguments, place, depth - 1)
        return self._typed(target, receiver, given, depth - 1)

    def inferred(self, target: Found, arguments: Sequence[Expression], place: Place, depth: int) -> Mapping[str, Value]:
        """What a function's own type parameters stand for in a call, by its arguments."""
        names = {hit.definition.name for hit in self._classes.type_parameters(target)}
        found: dict[str, Value] = {}
        if names and depth > 0:
            at = Place(target.path, target.definition.start, target.index)
            for parameter, argument in zip(self._classes.parameters(target), arguments, strict=False):
                value = self.of(argument, place, depth - 1)
                self._unify(parameter.definition.type, value, names, found, at, depth - 1)
        return found

    def _unify(self, text: str, value: Value, names: set[str], found: dict[str, Value], at: Place, depth: int) -> None:
        """Notes what the names in a written type stand for where the type is that of a value."""
        written = parsed(text)
        if depth <= 0 or not written.names:
            return
        if written.dimensions:
            if value.kind == "array":
                self._unify(text[: text.rindex("[")], value.arguments[0], names, found, at, depth - 1)
            elif written.dimensions == 1:  # a list of arguments of any length
                self._unify(text[: text.rindex("[")], value, names, found, at, depth - 1)
            return
        if written.names[0] in names:
            if value.kind in ("instance", "array") or (value.kind == "external" and value.why != "unknown_receiver"):
                found.setdefault(written.names[0], value)
            return
        hits = self._classes.named(at.path, written.names[-1], at.start) if written.arguments else ()
        if not hits:
            return
        if value.kind == "function":
            method = self._classes.abstract(hits[0])
            parameters = [hit.definition.name for hit in self._classes.type_parameters(hits[0])]
            if method is not None and method.definition.type in parameters:
                text = written.arguments[parameters.index(method.definition.type)]
                self._unify(text, self._gives(value, depth - 1), names, found, at, depth - 1)
        elif value.cls is not None:
            base = self.as_base(value, hits[0], depth - 1)
            for argument, known in zip(written.arguments, base.arguments if base else (), strict=False):
                self._unify(argument, known, names, found, at, depth - 1)

    def _gives(self, function: Value, depth: int) -> Value:
        """What a function that is written as a value gives."""
        expression, place = function.expression, function.place
        if expression is None or place is None:
            return UNKNOWN
        if expression.kind == "function":
            return self.of(expression.base, place._replace(start=expression.at), depth - 1)
        base = self.of(expression.base, place, depth - 1)
        if base.cls is None or expression.text == "new":
            return replace(base, kind="instance") if base.cls else UNKNOWN
        found = self._classes.member(base.cls, expression.text).found
        return self._results(found, replace(base, kind="instance"), (), place, depth - 1) if found else UNKNOWN

    def _given(self, index: int, position: int, call: Expression, place: Place, depth: int) -> Value:
        """What the parameter of a function is given that is an argument of a call."""
        targets, receiver = self._callee(call, place, depth - 1)
        arguments = tuple(Expression("unknown") if a.kind == "function" else a for a in call.arguments)
        values: list[Value] = []
        for target in self._binder.overloads.best(targets, call.arguments, place):
            parameters = self._classes.parameters(target)
            if index >= len(parameters):
                return UNKNOWN
            given = self.inferred(target, arguments, place, depth - 1)
            at = Place(target.path, target.definition.start, target.index)
            taken = self.instance(parameters[index].definition.type, at, receiver, given, depth - 1)
            method = self._classes.abstract(taken.cls) if taken.cls else None
            names = self._classes.parameters(method)[position:] if method else []
            values.append(self._typed(names[0], taken, _NOTHING, depth - 1) if names else UNKNOWN)
        kinds = {(value.kind, value.cls and self._classes.key(value.cls)) for value in values}
        return values[0] if len(kinds) == 1 else UNKNOWN
