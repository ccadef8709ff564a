"""What calls give, what they take, and what they give to the functions that they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ctxask.facts.outline import Import
from ctxask.resolve.ecmascript import library
from ctxask.resolve.ecmascript.signatures import Signature, parameter_type, signatures, takes
from ctxask.resolve.ecmascript.types import (
    EXTERNAL,
    RESULT,
    UNKNOWN,
    Env,
    Key,
    Place,
    Type,
    builtin,
    kept,
    parts,
    read,
    union,
)
from ctxask.resolve.family import Found

if TYPE_CHECKING:
    from ctxask.resolve.ecmascript.infer import Inference

_MOST_OVERLOADS = 12


class Calls:
    """Calls, by the signatures of what is called."""

    def __init__(self, infer: Inference) -> None:
        self._infer = infer

    # Results.

    def called(self, term: list[Any], place: Place, env: Env) -> Type:
        """What a call gives."""
        callee, arguments, explicit = term[1], term[2], term[3]
        if not isinstance(callee, list):
            return UNKNOWN
        if callee[0] == "name" and callee[1] in ("import", "require") and arguments:
            return self._module(callee[1], arguments[0], place)
        if callee[0] == "member":
            return self._method(callee, arguments, explicit, place, env)
        return self.result(self._infer.value(callee, place, env), arguments, explicit, place, env)

    def _module(self, how: str, argument: Any, place: Place) -> Type:
        if not isinstance(argument, list) or argument[0] != "literal":
            return UNKNOWN
        item = Import(argument[1].strip("'\"`"), "*", "", place.start, False, 0, 0)
        exported = self._infer.imports.follow(place.path, item)
        if exported.found:
            return union(self._infer.held(hit) for hit in exported.found)
        if not exported.files:
            return EXTERNAL if exported.external else UNKNOWN._replace(why="unresolved_import")
        module = Type("module", files=exported.files, sure=exported.sure)
        return builtin("Promise", module) if how == "import" else module

    def _method(self, callee: list[Any], arguments: list[Any], explicit: list[Any], place: Place, env: Env) -> Type:
        infer, name = self._infer, callee[2]
        base = infer.value(callee[1], place, env)
        if base.kind == "external" and base.name in ("Object", "Array", "Promise"):
            given = tuple(infer.value(part, place, env) for part in arguments)
            return library.of_global(base.name, name, given)
        results = []
        for part in parts(base):
            if part.kind == "builtin":
                results.append(library.result(part, name, self._callback(part, name, arguments, place, env)))
            elif part.kind == "function" and name in ("call", "apply", "bind"):
                results.append(part if name == "bind" else self.result(part, [], explicit, place, env))
        if results and base.kind != "union":
            return union(results)
        found = infer.members(callee[1], name, place, env)
        if found.outside and not found.types and not results:
            return RESULT
        others = (self.result(kind, arguments, explicit, place, env) for kind in found.types)
        return union([*results, *others])

    def _callback(self, of: Type, name: str, arguments: list[Any], place: Place, env: Env) -> Type:
        """What the function that is a call's first argument gives."""
        first = arguments[0] if arguments else None
        if not isinstance(first, list):
            return UNKNOWN
        if first[0] == "fn" and len(first) > 4:
            return (
                self._infer.value(first[4], place, env) if first[3] is None else self._infer.type(first[3], place, env)
            )
        return self.result(self._infer.value(first, place, env), [], [], place, env)

    def result(self, callee: Type, arguments: list[Any], explicit: list[Any], place: Place, env: Env = ()) -> Type:
        """What calling a value gives."""
        if callee.kind == "external":
            return RESULT
        every = list(signatures(self._infer, callee))
        fits = [signature for signature in every if takes(signature, arguments)] or every
        answers = [self._returned(signature, arguments, explicit, place, env) for signature in fits[:_MOST_OVERLOADS]]
        if not answers:
            return UNKNOWN
        known = [answer for answer in answers if answer.kind != "unknown"]
        if len({_plain(answer) for answer in known}) <= 1:
            return (known or answers)[0] if callee.sure else (known or answers)[0]._replace(sure=False)
        return union(known)._replace(sure=False)

    def returned(self, found: Found, env: Env) -> Type:
        """What a getter gives."""
        place = Place(found.path, found.definition.start, found.index)
        return self.result(Type("function", found, env=env), [], [], place, env)

    def _returned(
        self, signature: Signature, arguments: list[Any], explicit: list[Any], place: Place, env: Env
    ) -> Type:
        infer = self._infer
        bound = self._bound(signature, arguments, explicit, place, env)
        if signature.term[3] is not None:
            return infer.type(signature.term[3], signature.place, bound)
        path, within = signature.place.path, signature.place.within
        given = signature.term[4] if len(signature.term) > 4 else None
        if isinstance(given, list) and (not given or isinstance(given[0], list)):
            result = union(infer.value(part, Place(path, start, within), bound) for start, part in given)
            how = signature.term[5]
            return UNKNOWN if how == "generator" else builtin("Promise", library.awaited(result)) if how else result
        return infer.value(given, signature.place, bound) if given else UNKNOWN

    def _bound(self, signature: Signature, arguments: list[Any], explicit: list[Any], place: Place, env: Env) -> Env:
        """What the type parameters of a signature stand for in a call."""
        names = [part[1] for part in signature.term[1] if isinstance(part, list)]
        if not names:
            return signature.env
        keys = {name: (signature.place.path, f"{signature.owner}.{name}") for name in names}
        found: dict[Key, Type] = {}
        for name, written in zip(names, explicit, strict=False):
            found[keys[name]] = self._infer.type(written, place, env)
        if not found:
            for at, argument in enumerate(arguments):
                kind = parameter_type(signature.term[2], at)
                if kind is not None and isinstance(argument, list):
                    self._unify(kind, argument, keys, found, place, env)
        for part in signature.term[1]:
            default = part[3] if isinstance(part, list) else None
            if default is not None and keys[part[1]] not in found:
                found[keys[part[1]]] = self._infer.type(default, signature.place, signature.env)
        return (*signature.env, *sorted(found.items(), key=lambda item: item[0]))

    def _unify(
        self, kind: Any, argument: list[Any], keys: dict[str, Key], found: dict[Key, Type], place: Place, env: Env
    ) -> None:
        """Adds what type parameters must be for an argument to fit what is written."""
        if not isinstance(kind, list):
            return
        if kind[0] == "fn" and argument[0] == "fn":
            result, name = kind[3], kind[3][1] if isinstance(kind[3], list) and kind[3][0] == "name" else ""
            if name in keys and len(argument) > 4 and keys[name] not in found and result is not None:
                given = self._infer.value(argument[4], place, env)
                if given.kind != "unknown":
                    found[keys[name]] = given
            return
        if not _mentions(kind, keys):
            return
        self._match(kind, self._infer.value(argument, place, env), keys, found)

    def _match(self, kind: Any, given: Type, keys: dict[str, Key], found: dict[Key, Type]) -> None:
        if not isinstance(kind, list) or given.kind in ("unknown", "null"):
            return
        match kind[0]:
            case "name" if kind[1] in keys:
                found.setdefault(keys[kind[1]], given)
            case "list":
                self._match(kind[1], library.element(given), keys, found)
            case "apply" if given.args and kind[1][0] == "name":
                for part, argument in zip(kind[2], given.args, strict=False):
                    self._match(part, argument, keys, found)
            case "apply" if kind[1] == ["name", "Promise"]:
                self._match(kind[2][0], given, keys, found)
            case "union":
                for part in kind[1]:
                    if isinstance(part, list) and (part[0] != "name" or part[1] in keys):
                        self._match(part, given, keys, found)
            case "fn" if given.kind in ("function", "signature"):
                self._match(kind[3], self.result(given, [], [], Place("", 0, -1)), keys, found)
            case "newfn" if given.kind in ("class", "function") and given.found is not None:
                self._match(kind[3], Type("instance", given.found, sure=given.sure), keys, found)

    # Construction.

    def made(self, term: list[Any], place: Place, env: Env) -> Type:
        """What `new` gives."""
        infer = self._infer
        callee = infer.value(term[1], place, env)
        explicit = tuple(infer.type(part, place, env) for part in term[3])
        if callee.kind == "external":
            name = term[1][1] if isinstance(term[1], list) and term[1][0] == "name" else ""
            return builtin(name, *explicit) if name in library.KNOWN else EXTERNAL
        if callee.kind == "instance":
            made = list(signatures(self._infer, callee, "newfn"))
            return self._returned(made[0], term[2], term[3], place, env) if made else UNKNOWN
        if callee.kind not in ("class", "function") or callee.found is None:
            return UNKNOWN
        if not explicit:
            explicit = self._constructed(callee.found, term[2], place, env)
        return Type("instance", callee.found, explicit, sure=callee.sure)

    def _constructed(self, found: Found, arguments: list[Any], place: Place, env: Env) -> tuple[Type, ...]:
        """The type arguments of a class by what its constructor is given."""
        term = read(found.definition.type)
        names = (
            [part[1] for part in term[1] if isinstance(part, list)]
            if isinstance(term, list) and term[0] == "class"
            else []
        )
        if not names:
            return ()
        from ctxask.resolve.ecmascript.members import prefixed

        keys: dict[str, Key] = {name: ("", name) for name in names}
        bound: dict[Key, Type] = {}
        for constructor in prefixed(self._infer, found, "constructor")[:1]:
            signature = read(constructor.definition.type)
            for at, argument in enumerate(arguments):
                kind = parameter_type(signature[2], at) if isinstance(signature, list) else None
                if kind is not None and isinstance(argument, list):
                    self._unify(kind, argument, keys, bound, place, env)
        return tuple(bound.get(keys[name], UNKNOWN) for name in names) if bound else ()

    # What is taken.

    def given(self, term: list[Any], place: Place, env: Env) -> Type:
        """What a function that is an argument of a call is given at a place of its parameters."""
        call, argument, at = term[1:]
        if isinstance(call[1], list) and call[1][0] == "member":
            base = self._infer.value(call[1][1], place, env)
            if base.kind == "builtin":
                return library.given(base, call[1][2], at)
            if base.kind == "external":
                return RESULT
        return self.parameter(self.argument(call, argument, place, env), at)

    def argument(self, call: list[Any], at: int, place: Place, env: Env) -> Type:
        """The type that a call wants at a place of its arguments."""
        infer, callee = self._infer, call[1]
        if call[0] == "new":
            made = infer.value(callee, place, env)
            kinds = infer.members(callee, "constructor", place, env).types if made.kind == "class" else ()
        elif isinstance(callee, list) and callee[0] == "member":
            kinds = infer.members(callee[1], callee[2], place, env).types
        else:
            kinds = (infer.value(callee, place, env),)
        every = [signature for kind in kinds for signature in signatures(self._infer, kind)][:_MOST_OVERLOADS]
        answers = []
        for signature in [one for one in every if takes(one, call[2])]:
            wanted = parameter_type(signature.term[2], at)
            bound = self._bound(signature, call[2], call[3], place, env)
            answers.append(infer.type(wanted, signature.place, bound))
        if not answers:  # as many parameters as no overload has: the one that takes as many is in what did not parse
            wanted = [parameter_type(one.term[2], len(one.term[2]) - 1) for one in every]
            answers += (infer.type(kind, one.place, one.env) for kind, one in zip(wanted, every, strict=True))
        if not every and any(kind.kind == "external" for kind in kinds):
            return RESULT
        answers = [answer for answer in answers if answer.kind not in ("unknown", "null", "builtin")]
        return union(dict.fromkeys(answers)) if answers else UNKNOWN

    def parameter(self, of: Type, at: int) -> Type:
        """What a function of a type is given at a place of its parameters."""
        answers = []
        for part in parts(of):
            for signature in signatures(self._infer, part):
                wanted = parameter_type(signature.term[2], at)
                if wanted is not None:
                    answers.append(self._infer.type(wanted, signature.place, signature.env))
        known = [answer for answer in answers if answer.kind != "unknown"]
        return union(dict.fromkeys(known)) if known else UNKNOWN


def _mentions(kind: list[Any], keys: dict[str, Key]) -> bool:
    text = kept(kind)
    return any(f'["name","{name}"]' in text for name in keys)


def _plain(of: Type) -> tuple[object, ...]:
    """What tells types of results apart: arguments do not, for whose members are the same."""
    return of.kind, of.found and of.found.id, of.name, of.term, of.files
