"""Words for what digests count: roles, reasons and notes as people say them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ROLES = {
    "value": ("use as a value", "uses as a value"),
    "base": ("subclass", "subclasses"),
    "property": ("property read", "property reads"),
    "construct": ("construction", "constructions"),
    "with": ("with block", "with blocks"),
    "for": ("loop", "loops"),
    "fixture": ("request as a fixture", "requests as a fixture"),
    "builtin": ("call by a builtin", "calls by a builtin"),
    "patch": ("replacement by a test", "replacements by tests"),
}
_MENTIONS = {"docs": "in docs", "string": "in strings", "comment": "in comments", "config": "in configuration"}
_UNITS = {
    "bodies": ("body", "bodies"),
    "candidates": ("candidate", "candidates"),
    "census": ("count by file", "counts by file"),
    "paths": ("stop of a path", "stops of paths"),
    "sites": ("site", "sites"),
}
_GROUPS = {
    "callers": ("caller", "callers"),
    "decorated": ("use as a decorator", "uses as a decorator"),
    "values": ("use as a value", "uses as a value"),
    "readers": ("reader", "readers"),
    "writers": ("writer", "writers"),
    "types": ("use in types", "uses in types"),
    "subclasses": ("subclass", "subclasses"),
    "overrides": ("override", "overrides"),
    "re-exports": ("re-export", "re-exports"),
    "implementers": ("implementer of its shape", "implementers of its shape"),
    "public": ("public name", "public names"),
    "imports": ("import", "imports"),
    "base": ("base", "bases"),
    "protocol": ("protocol that it implements", "protocols that it implements"),
    "overridden": ("member that it overrides", "members that it overrides"),
    "override": ("override", "overrides"),
    "implementer": ("implementer", "implementers"),
    "subclass": ("subclass", "subclasses"),
    "further": ("further dependent", "further dependents"),
    "tests": ("test", "tests"),
    "changes": ("changed file", "changed files"),
    "others": ("other use", "other uses"),
    "support": ("use in test support", "uses in test support"),
}


def count(number: int, one: str, many: str = "") -> str:
    """`1 file`, `3 files`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def roles(counts: Mapping[str, int]) -> str:
    """`50 calls, 4 imports`, the most frequent first."""
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(count(number, *_ROLES.get(role, (role,))) for role, number in order)


def groups(counts: Mapping[str, int]) -> str:
    """`3 callers, 1 use as a value`, in the order in which they are shown."""
    order = sorted(counts, key=lambda name: list(_GROUPS).index(name) if name in _GROUPS else len(_GROUPS))
    return ", ".join(count(counts[name], *_GROUPS.get(name, (name, name))) for name in order)


def dispatched(counts: Mapping[str, int]) -> str:
    """`of its uses 9 run it and no other; 2 through a base or protocol may run it`: who runs at a method's uses."""
    if not (counts.get("overriders") or counts.get("through_base")):
        return ""  # nothing that is known can run instead
    own = [
        f"{counts[name]} {'runs' if counts[name] == 1 else 'run'} {what}"
        for name, what in (("exact", "it and no other"), ("overridable", "it or an override"))
        if counts.get(name)
    ]
    parts = [", ".join(own)] if own else []
    if number := counts.get("through_base"):
        parts.append(f"{number} through a base or protocol may run it")
    if number := counts.get("through_override"):
        parts.append(f"{number} {'runs' if number == 1 else 'run'} an override instead")
    return "of its uses " + "; ".join(parts) if parts else ""


def reasons(counts: Mapping[str, int]) -> str:
    """`9 unknown receiver, 3 override`, the most frequent first."""
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number} {plain(reason)}" for reason, number in order)


def mentions(counts: Mapping[str, int]) -> str:
    """`28 times in docs, 3 in strings`."""
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{number} {_MENTIONS.get(role, 'as ' + role)}" for role, number in order]
    first, *rest = parts
    number, _, where = first.partition(" ")
    return ", ".join([f"{number} {'time' if number == '1' else 'times'} {where}", *rest])


def units(counts: Mapping[str, int]) -> str:
    """`12 sites, 3 undecided`: parts of an answer that are on other pages."""
    return ", ".join(count(number, *_UNITS.get(what, (plain(what),) * 2)) for what, number in sorted(counts.items()))


def plain(code: str) -> str:
    """A code as words."""
    return code.replace("_", " ")


WALKS = "dependents whose own were not looked for"
OPENINGS = {
    "decorated": "what decorates it may use it",
    "handed_out": "what it is an attribute of is given to code outside the repository",
    "held_by_heir": "a subclass puts it where a base has another",
    "made_up_name": "getattr is given names that begin so",
    "name_level": "names are matched here, not followed",
    "not_imported": "no file imports its module, which may be loaded by its path",
    "outside_base": "a base class outside the repository may call it",
    "protocol_method": "the language calls it by syntax",
    "public": "it is offered to others",
    "registered": "it may be looked for by what it derives from",
    "run_by_tests": "the test runner calls it",
    "undecided_uses": "it may be named where the meaning is open",
    "used_as_value": "it is handed on as a value",
}


_SENTENCES = {
    "judged": "{} definitions judged",
    "not_judged_common_name": "{} not judged: their names stand in many files, and mean them in none of the nearest",
    "not_judged_for_time": "{} not judged: the search is bounded",
}


def counted(code: str, number: int) -> str:
    """`1 damaged file`, `5 links not followed`; for a way in which something may be used unseen, a sentence."""
    if code in OPENINGS:
        return OPENINGS[code]
    if code in _SENTENCES:
        return _SENTENCES[code].format(number)
    if code == "bounded_walk":
        return f"{number} {WALKS}"
    if code == "tests_within":
        return f"tests within {number} hop{'s' * (number > 1)} or the nearest, others by ctx tests"
    said = plain(code)
    if number == 1:
        said = re.sub(r"\b(base|file|link|folder|site|submodule|row|step|test)s\b", r"\1", said).replace(
            "repositories", "repository"
        )
    return f"{number} {said}"
