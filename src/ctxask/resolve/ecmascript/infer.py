"""Works out what terms of JavaScript and TypeScript are: lazily, with a budget, safe on cycles."""

from __future__ import annotations

from typing import Any

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.ecmascript import library
from ctxask.resolve.ecmascript.calls import Calls
from ctxask.resolve.ecmascript.exports import Exports
from ctxask.resolve.ecmascript.members import Members, members, prefixed
from ctxask.resolve.ecmascript.types import (
    EXTERNAL,
    NULL,
    RESULT,
    THIS,
    UNKNOWN,
    Env,
    Place,
    Type,
    builtin,
    kept,
    read,
    union,
)
from ctxask.resolve.ecmascript.written import Written
from ctxask.resolve.family import Family, Found

_MOST_STEPS = 3000  # of one site
_DEEPEST = 40
_NEVER = 1 << 30
_LITERALS = {'"': "string", "'": "string", "`": "string"}
_ASSIGNABLE = frozenset({"variable", "local", "parameter"})
_PROMISED = ("then", "catch", "finally")
_THIS_NAMES = ("this", "super")


class Inference:
    """Types of a family's terms; what definitions hold is kept."""

    def __init__(self, family: Family, imports: Exports) -> None:
        self.family = family
        self.imports = imports
        self.calls = Calls(self)
        self.written = Written(self)
        self._held: dict[tuple[str, int, Env], Type] = {}
        self._active: dict[tuple[str, int, Env], int] = {}  # what is being worked out, by how deep inside others
        self._low = _NEVER  # the outermost of these that was leant on; -1 where something was cut short
        self._steps = 0
        self._depth = 0

    def start(self) -> None:
        """Begins a site: its budget is whole."""
        self._steps, self._depth = _MOST_STEPS, 0

    def _is_cut(self) -> bool:
        """Whether the site has used up what it may cost; what is worked out from there on is not kept."""
        if self._steps > 0 and self._depth < _DEEPEST:
            return False
        self._low = -1
        return True

    # Values.

    def value(self, term: Any, place: Place, env: Env = ()) -> Type:
        """What an expression is."""
        if not isinstance(term, list) or self._is_cut():
            return UNKNOWN
        self._steps -= 1
        self._depth += 1
        try:
            return self._narrowed(term, place) or self._value(term, place, env)
        finally:
            self._depth -= 1

    def _value(self, term: list[Any], place: Place, env: Env) -> Type:
        match term[0]:
            case "name":
                return self.name(term[1], place, env)
            case "of":
                return self.type(term[1], place, env)
            case "as":
                cast = self.type(term[2], place, env) if term[2] is not None else UNKNOWN
                return cast if cast != UNKNOWN else self.value(term[1], place, env)
            case "member":
                return self.property(term[1], term[2], place, env)
            case "index":
                return self._indexed(term, place, env)
            case "call":
                return self.calls.called(term, place, env)
            case "new":
                return self.calls.made(term, place, env)
            case "await":
                return library.awaited(self.value(term[1], place, env))
            case "each":
                return library.element(self.value(term[1], place, env))
            case "either":
                return union(self.value(part, place, env) for part in term[1:])
            case "literal":
                return builtin(_LITERALS.get(term[1][:1], "number"))
            case "builtin":
                return builtin(term[1])
            case "null":
                return NULL
            case "object":
                return Type("object", term=kept(term), place=place, env=env)
            case "array":
                return builtin("Array", union(self._item(part, place, env) for part in term[1][:8]))
            case "fn":
                return Type("signature", term=kept(term), place=place, env=env)
            case "given":
                return self.calls.given(term, place, env)
            case "parameter":
                return self.calls.parameter(self.value(term[1], place, env), term[2])
            case "argument":
                return self.calls.argument(term[1], term[2], place, env)
        return UNKNOWN

    def _item(self, term: Any, place: Place, env: Env) -> Type:
        if isinstance(term, list) and term[0] == "spread":
            return library.element(self.value(term[1], place, env))
        return self.value(term, place, env)

    def _narrowed(self, term: list[Any], place: Place) -> Type | None:
        """What a test around the place says that the expression is."""
        known = self.family.outline(place.path).known
        if not known or term[0] not in ("name", "member"):
            return None
        fits = [row for row in known if row.first <= place.start < row.last and read(row.name) == term]
        if not fits:
            return None
        made = self.value(read(fits[-1].type), Place(place.path, fits[-1].first, place.within))
        return Type("instance", made.found, sure=made.sure) if made.kind in ("class", "function") else None

    def _indexed(self, term: list[Any], place: Place, env: Env) -> Type:
        base, index = self.value(term[1], place, env), term[2]
        literal = index[1] if isinstance(index, list) and index[0] == "literal" else ""
        if literal.isdigit() and base.kind == "builtin" and base.name == "Tuple":
            return base.args[int(literal)] if int(literal) < len(base.args) else UNKNOWN
        if literal[:1] in _LITERALS:
            return self.joined(members(self, base, literal[1:-1]))
        return library.element(base) if base.kind in ("builtin", "union", "external") else UNKNOWN

    def property(self, of: Any, name: str, place: Place, env: Env = ()) -> Type:
        """What a member of an expression is."""
        if of == ["name", "module"] and name == "exports":
            return Type("module", files=(place.path,))
        return self.joined(self.members(of, name, place, env))

    def members(self, of: Any, name: str, place: Place, env: Env = ()) -> Members:
        """What an expression has under a name; also what is assigned to it under that name."""
        for hit in self.meant(of[1], place) if isinstance(of, list) and of[0] == "name" else ():
            own = prefixed(self, hit, name) if hit.definition.kind not in CLASSES else ()
            if own:
                return Members(own, tuple(self.held(one) for one in own))
        return members(self, self.module_or(self.value(of, place, env), of, name), name)

    def module_or(self, of: Type, term: Any, name: str) -> Type:
        """The module itself for `import("x")` in a type, which nobody waits for."""
        is_import = isinstance(term, list) and term[0] == "call" and term[1] == ["name", "import"]
        return of.args[0] if is_import and of.args and name not in _PROMISED else of

    def joined(self, found: Members) -> Type:
        """What a member is, by all that it may be."""
        if found.outside and not found.types:
            return EXTERNAL
        return union(found.types)

    # Names.

    def meant(self, name: str, place: Place) -> tuple[Found, ...]:
        """The definitions that a bare name means as a value."""
        lexical = self.family.lexical(place.path, name, place.start, "read")
        if isinstance(lexical, Import):
            return self.imports.follow(place.path, lexical).found
        return lexical or ()

    def name(self, name: str, place: Place, env: Env = ()) -> Type:
        """What a bare name is as a value."""
        if name in _THIS_NAMES:
            return self.this(name, place, env)
        if name == "exports":
            return Type("module", files=(place.path,))
        lexical = self.family.lexical(place.path, name, place.start, "read")
        if isinstance(lexical, Import):
            return self._imported(place.path, lexical)
        if lexical:
            return union(self.held(hit, env) for hit in lexical)
        if name in self.family.details(place.path)["builtins"]:
            return Type("external", name=name)
        return self.ambient(place)

    def ambient(self, place: Place) -> Type:
        """What a name is that the file neither defines nor imports: in a module, what no other file defines."""
        imports = self.family.outline(place.path).imports
        own = self.imports.is_module(place.path) or any(item.module for item in imports)
        return RESULT if own else UNKNOWN

    def _imported(self, path: str, item: Import) -> Type:
        exported = self.imports.follow(path, item)
        if exported.found:
            found = union(self.held(hit) for hit in exported.found)
            return found if exported.sure else found._replace(sure=False)
        if exported.files:
            return Type("module", files=exported.files, sure=exported.sure)
        module = self.imports.module(path, item)
        if item.name == "default" and module.files and not any(map(self.imports.is_module, module.files)):
            return Type("module", files=module.files, sure=module.sure)
        return EXTERNAL if exported.external else UNKNOWN._replace(why="unresolved_import")

    def this(self, name: str, place: Place, env: Env) -> Type:
        """What `this` or `super` is."""
        declared = self.family.lexical(place.path, "this", place.start, "read")
        if declared and not isinstance(declared, Import) and name == "this":
            return self.held(declared[0], env)
        holder = self.around(place)
        if holder is None:
            return UNKNOWN
        here = Type("instance", holder)
        if name == "this":
            return dict(env).get(THIS, here)
        bases = [base for base in self.bases(here) if base.kind != "unknown"]
        return bases[0] if bases else UNKNOWN._replace(why="unknown_base")

    def around(self, place: Place) -> Found | None:
        """Whose instance `this` is: the innermost class, object or constructing function around a place."""
        definitions = self.family.outline(place.path).definitions
        within = place.within
        while within >= 0:
            here = self.family.at(place.path, within)
            if here.definition.kind in CLASSES - {"namespace"}:
                return here
            owner = self.owner(here)
            if owner is not None:
                return owner
            if here.definition.kind == "function" and here.definition.name[:1].isupper():
                return here
            within = definitions[within].container
        return None

    def owner(self, found: Found) -> Found | None:
        """The definition whose member it is by its qualified name: a class, an object, a function, a variable."""
        definition = found.definition
        if definition.kind in ("parameter", "local", "type_parameter"):
            return None
        if definition.container >= 0:
            holder = self.family.at(found.path, definition.container)
            return holder if holder.definition.kind in CLASSES else None
        prefix = definition.qualified.rpartition(".")[0]
        outline = self.family.outline(found.path)
        for index in outline.by_name.get(prefix.rpartition(".")[2], ()):
            if outline.definitions[index].qualified == prefix and index != found.index:
                return self.family.at(found.path, index)
        return None

    def held(self, found: Found, env: Env = ()) -> Type:
        """What a name that means the definition is."""
        key = (found.path, found.index, env)
        if key in self._held:
            return self._held[key]
        if key in self._active:
            self._low = min(self._low, self._active[key])
            return UNKNOWN
        outer, self._low = self._low, _NEVER
        depth = self._active[key] = len(self._active)
        try:
            answer = self._held_by(found, env)
        finally:
            del self._active[key]
            low, self._low = self._low, min(outer, self._low if self._low < depth else _NEVER)
        if low >= depth:  # else it leant on what is not finished, or was cut short: true only from there
            self._held[key] = answer
        return answer

    def _held_by(self, found: Found, env: Env) -> Type:
        definition = found.definition
        term = read(definition.type)
        place = Place(found.path, definition.start, definition.container)
        if definition.kind in ("class", "interface", "enum", "namespace"):
            return Type("class", found)
        if definition.kind == "object":
            declared = self.value(term, place, env) if isinstance(term, list) and term[0] == "of" else UNKNOWN
            return declared if declared != UNKNOWN else Type("class", found)
        if definition.kind == "enumerator":
            return (
                Type("instance", self.family.at(found.path, definition.container))
                if definition.container >= 0
                else UNKNOWN
            )
        if definition.kind in _ASSIGNABLE and not (isinstance(term, list) and term[0] in ("of", "fn")):
            return self._assigned(found, term, place, env)
        if not isinstance(term, list):
            return UNKNOWN
        if definition.kind == "property":
            return self.calls.returned(found, env)
        if definition.kind == "type_parameter":
            return self.type(term[1], place, env) if term[0] == "of" else UNKNOWN
        if term[0] == "fn":
            return Type("function", found, env=env)
        return self.value(term, place, env)

    def _assigned(self, found: Found, term: Any, place: Place, env: Env) -> Type:
        """What a variable without a declared type is: its first value, and those that it gets later."""
        definition = found.definition
        values = [self.value(term, place, env)] if isinstance(term, list) else []
        outline = self.family.outline(found.path)
        for row in outline.assigned_to.get(definition.name, ()):
            if definition.visible_from <= row.start < definition.visible_to:
                lexical = self.family.lexical(found.path, row.name, row.start, "read")
                if lexical and not isinstance(lexical, Import) and lexical[0] == found:
                    values.append(self.value(read(row.value), Place(found.path, row.start, definition.container), env))
        return union(values)

    def type(self, term: Any, place: Place, env: Env = ()) -> Type:
        """What a value of a written type is."""
        if not isinstance(term, list) or self._is_cut():
            return UNKNOWN
        self._steps -= 1
        self._depth += 1
        try:
            return self.written.of(term, place, env)
        finally:
            self._depth -= 1

    def bases(self, of: Type) -> tuple[Type, ...]:
        """The types that a class extends and implements, or that an object is made of."""
        return self.written.bases(of)
