"""What a value of a written type is: names, arguments, aliases, and what classes are based on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ctxask.facts.outline import CLASSES, Import
from ctxask.resolve.ecmascript import library
from ctxask.resolve.ecmascript.members import members
from ctxask.resolve.ecmascript.types import (
    EXTERNAL,
    NULL,
    THIS,
    UNKNOWN,
    Env,
    Key,
    Place,
    Type,
    builtin,
    kept,
    read,
    union,
)
from ctxask.resolve.family import Found

if TYPE_CHECKING:
    from ctxask.resolve.ecmascript.infer import Inference

_LITERALS = {'"': "string", "'": "string", "`": "string"}


class Written:
    """Types by the terms of them."""

    def __init__(self, infer: Inference) -> None:
        self._infer = infer
        self._bases: dict[tuple[str, int, Env], tuple[Type, ...] | None] = {}

    def of(self, term: list[Any], place: Place, env: Env) -> Type:
        """What a value of the type is."""
        match term[0]:
            case "name":
                return self._named(term[1], (), place, env)
            case "apply":
                arguments = tuple(self._infer.type(part, place, env) for part in term[2])
                return self._applied(term[1], arguments, place, env)
            case "member":
                return self._applied(term, (), place, env)
            case "list":
                return builtin("Array", self._infer.type(term[1], place, env))
            case "tuple":
                return builtin("Tuple", *(self._part(part, place, env) for part in term[1]))
            case "union" | "union2":
                listed = term[1] if term[0] == "union" else term[1:]
                return union(self._infer.type(part, place, env) for part in listed)
            case "all":
                kinds = [self._infer.type(part, place, env) for part in term[1]]
                return Type("all", args=tuple(kinds), sure=all(kind.sure for kind in kinds))
            case "fn":
                return Type("signature", term=kept(term), place=place, env=env)
            case "shape":
                return Type("object", term=kept(term), place=place, env=env)
            case "typeof":
                return self._infer.module_or(self._infer.value(term[1], place, env), term[1], "")
            case "lookup":
                index = term[2]
                key = index[1] if isinstance(index, list) and index[0] == "literal" else ""
                base = self._infer.type(term[1], place, env)
                return self._infer.joined(members(self._infer, base, key[1:-1])) if key else library.element(base)
            case "literal":
                return builtin(_LITERALS.get(term[1][:1], "number"))
            case "null":
                return NULL
            case "builtin":
                if term[1] in ("any", "unknown", "object", "never"):
                    return UNKNOWN
                return NULL if term[1] in ("void", "undefined", "null") else builtin(term[1])
        return UNKNOWN

    def _part(self, term: Any, place: Place, env: Env) -> Type:
        """The type at one place of a tuple, which may have a name."""
        if isinstance(term, list) and term[0] in ("param", "param?"):
            return self._infer.type(term[2], place, env)
        return self._infer.type(term, place, env)

    def _named(self, name: str, arguments: tuple[Type, ...], place: Place, env: Env) -> Type:
        if name == "this":
            return self._infer.this("this", place, env)
        lexical = self._infer.family.lexical(place.path, name, place.start, "annotation")
        if isinstance(lexical, Import):
            exported = self._infer.imports.follow(place.path, lexical)
            if exported.found:
                return union(self._declared(hit, arguments, exported.sure) for hit in _types(exported.found))
            return EXTERNAL if exported.external else UNKNOWN._replace(why="unresolved_import")
        if lexical:
            if lexical[0].definition.kind == "type_parameter":
                key = (lexical[0].path, lexical[0].definition.qualified)
                bound = dict(env).get(key)
                return bound if bound is not None else self._infer.held(lexical[0])
            return union(self._declared(hit, arguments, True) for hit in _types(lexical))
        if name in library.WRAPPERS and arguments:
            return arguments[0]
        if name == "Awaited" and arguments:
            return library.awaited(arguments[0])
        if name == "ReturnType" and arguments:
            return self._infer.calls.result(arguments[0], [], [], place)
        if name == "InstanceType" and arguments:
            made = arguments[0]
            return Type("instance", made.found) if made.kind in ("class", "function") else UNKNOWN
        if name in library.KNOWN or name in self._infer.family.details(place.path)["builtins"]:
            return builtin(name, *arguments)
        return self._infer.ambient(place)

    def _applied(self, term: Any, arguments: tuple[Type, ...], place: Place, env: Env) -> Type:
        """A type that is named by a path."""
        if not isinstance(term, list) or term[0] != "member":
            return self._named(term[1], arguments, place, env) if isinstance(term, list) else UNKNOWN
        base = self._infer.module_or(self._infer.value(term[1], place, env), term[1], term[2])
        if base.kind == "external":
            return EXTERNAL
        found = members(self._infer, base, term[2])
        return union(self._declared(hit, arguments, base.sure) for hit in _types(found.found))

    def _declared(self, found: Found, arguments: tuple[Type, ...], sure: bool) -> Type:
        """A value of a declared type."""
        definition = found.definition
        term = read(definition.type)
        if definition.kind == "type" and isinstance(term, list) and term[0] == "alias":
            place = Place(found.path, definition.start, found.index)
            bound = self.bound(found, term[1], arguments)
            if isinstance(term[2], list) and term[2][0] == "shape":
                return Type("instance", found, arguments, sure=sure)
            kind = self._infer.type(term[2], place, bound)
            return kind if sure else kind._replace(sure=False)
        if definition.kind in CLASSES:
            return Type("instance", found, arguments, sure=sure)
        return UNKNOWN

    def bound(self, owner: Found, parameters: list[Any], arguments: tuple[Type, ...]) -> Env:
        """What the type parameters of a definition stand for; a missing argument is the parameter's default."""
        env: list[tuple[Key, Type]] = []
        place = Place(owner.path, owner.definition.start, owner.index)
        for at, parameter in enumerate(parameters):
            if not isinstance(parameter, list):
                continue
            key = (owner.path, f"{owner.definition.qualified}.{parameter[1]}")
            if at < len(arguments):
                env.append((key, arguments[at]))
            elif parameter[3] is not None:
                env.append((key, self._infer.type(parameter[3], place, tuple(env))))
        return tuple(env)

    def env_of(self, of: Type) -> Env:
        """What the type parameters of an instance's class stand for."""
        if of.found is None:
            return ()
        term = read(of.found.definition.type)
        if not isinstance(term, list) or term[0] not in ("class", "alias"):
            return ()
        env = self.bound(of.found, term[1], of.args)
        return (*env, (THIS, of)) if of.kind == "instance" else env

    def bases(self, of: Type) -> tuple[Type, ...]:
        """The types that a class extends and implements, or that an object is made of."""
        assert of.found is not None
        env = self.bound(of.found, _parameters(of.found), of.args)
        key = (of.found.path, of.found.index, env)
        if key not in self._bases:
            self._bases[key] = None
            self._bases[key] = tuple(self._based(of.found, env))
        return self._bases[key] or ()

    def _based(self, found: Found, env: Env) -> list[Type]:
        bases: list[Type] = []
        merged = self._infer.family.outline(found.path).by_name.get(found.definition.name, ())
        for index in merged:
            definition = self._infer.family.outline(found.path).definitions[index]
            if definition.qualified != found.definition.qualified or definition.kind not in CLASSES:
                continue
            place = Place(found.path, definition.start, definition.container)
            term = read(definition.type)
            if definition.kind == "object" and isinstance(term, list) and term[0] == "of":
                bases.append(
                    self._infer.value(term, place, env)
                )  # what is written out takes the place of what is declared
            for base in definition.bases:
                term = read(base)
                kind = self._infer.type(term, Place(found.path, definition.start, index), env)
                if kind.kind == "unknown":
                    made = self._infer.value(term[1] if term[0] == "apply" else term, place, env)
                    kind = Type("instance", made.found, sure=made.sure) if made.kind in ("class", "function") else made
                bases.append(kind)
        return bases


def _parameters(found: Found) -> list[Any]:
    term = read(found.definition.type)
    return term[1] if isinstance(term, list) and term[0] in ("class", "alias") else []


def _types(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """Of several declarations of one name those that are types; a class and an interface of one name count once."""
    kinds = {hit.id: hit for hit in found if hit.definition.kind in CLASSES}
    return tuple(kinds.values())
