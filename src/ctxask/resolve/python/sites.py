"""Which bucket an occurrence of a name falls into, seen from a subject."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ctxask.facts.python.model import ANNOTATION, BASE, CALL, DECORATOR, DELETE, WRITE
from ctxask.resolve.python import stubs
from ctxask.resolve.python.callees import Called, definition
from ctxask.resolve.python.classes import is_protocol, is_subclass, mro
from ctxask.resolve.python.infer import Frame, Inference, Key
from ctxask.resolve.python.members import member
from ctxask.resolve.python.names import Target, follow, is_private, unknown_target
from ctxask.resolve.python.targets import targets
from ctxask.resolve.python.values import Class, External, Instance, Module, Super, Unknown, Value
from ctxask.rows import Bucket

ROLES = {CALL: "call", WRITE: "write", DELETE: "write", ANNOTATION: "annotation", BASE: "base", DECORATOR: "decorator"}
_BY_NAME = {  # mechanisms under which a guarded match of the name is likely
    "parameter", "default", "unknown_receiver", "call_result", "subscript", "iteration", "type_parameter",
    "callback_parameter", "annotation", "match_capture", "operator", "await", "loop", "budget", "too_many_types",
    "exception", "unassigned", "missing_attribute", "function_attribute", "expression", "super",
}  # fmt: skip


# A hit beside something unknown is likely, not confirmed: what is known may be one of many. Not so for what a default
# value tells of a parameter, and for an object that another branch leaves unset.
_HARMLESS = {"default", "unknown_receiver", "heirs"}


class Subject(NamedTuple):
    """What is asked about: the keys of one symbol, and the class that owns it."""

    keys: frozenset[Key]
    module: str  # the path, where the subject is a module
    owner: Class | None
    is_callable: bool
    scopes: frozenset[Called | None] = frozenset()  # the bodies of a class or function


class Verdict(NamedTuple):
    """The bucket of one site and why."""

    bucket: Bucket
    evidence: str = "scope"
    target: str = "exact"
    mechanism: str = ""
    others: tuple[Key, ...] = ()


def judged(inf: Inference, subject: Subject, frame: Frame, node: int) -> Verdict:
    """The verdict on a name or attribute node; a call that reaches the subject under a name of its own is one of it."""
    inf.begin()
    found = [t for target in targets(inf, frame, node) for t in follow(inf, target)]
    found = found or [unknown_target("unknown_receiver")]
    if any(isinstance(t.receiver, Class) for t in found) and _names_class(inf, frame, node):
        found = [t._replace(receiver=None) if t.key is not None else t for t in found]
    verdict = judged_targets(inf, subject, found)
    if (
        verdict.bucket in ("ruled_out", "undecided")
        and verdict.others
        and subject.scopes
        and _is_call(inf, frame, node)
    ):
        places = {definition(value) for value in inf.evaluate(frame, node)}
        if not subject.scopes.isdisjoint(places):
            return Verdict("confirmed", target="exact" if len(places) == 1 else "ambiguous", mechanism="alias")
    if inf.exhausted and verdict.bucket == "ruled_out":  # what was not looked at to the end is not ruled out
        return Verdict("undecided", "syntax", "unresolved", "budget", verdict.others)
    return verdict


def _is_call(inf: Inference, frame: Frame, node: int) -> bool:
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    return bool(expression[4] == CALL)


def _names_class(inf: Inference, frame: Frame, node: int) -> bool:
    """Whether an attribute is read from a class that is named as such, so that no subclass can stand in its place."""
    thing = inf.segment(frame.path, frame.scope).nodes[node][1]
    named = [t for target in targets(inf, frame, thing) for t in follow(inf, target)]
    return all(t.rows and all(row[0] == "class" for row in t.rows) for t in named)


def judged_targets(inf: Inference, subject: Subject, found: list[Target]) -> Verdict:
    """The verdict on what a site can mean."""
    hits = [t for t in found if t.key in subject.keys or (subject.module and t.value == Module(subject.module))]
    hidden = [(t, t.value.mechanism) for t in found if t.key is None and isinstance(t.value, Unknown)]
    others = tuple(dict.fromkeys(t.key for t in found if t.key is not None and t.key not in subject.keys))
    shaky = [mechanism for _, mechanism in hidden if mechanism not in _HARMLESS]
    if hits and shaky:
        return Verdict("likely", "scope", "ambiguous", shaky[0], others)
    if hits:
        open_ = hidden or others or any(_open(t.receiver) for t in hits)
        by_heirs = "heirs" if any(mechanism == "heirs" for _, mechanism in hidden) else ""
        if any(t.key in others and not _related(inf, subject, t) for t in found):
            return Verdict("confirmed", "scope", "ambiguous", by_heirs, others)
        return Verdict("confirmed", "scope", "dispatch" if subject.owner is not None and open_ else "exact", by_heirs)
    if any(_overridden(inf, subject, t) for t in found):
        return Verdict("undecided", "syntax", "unresolved", "override", others)
    if any(_fits_protocol(inf, subject, t) for t in found):
        return Verdict("undecided", "syntax", "unresolved", "protocol", others)
    told = [mechanism for target, mechanism in hidden if not _impossible(subject, target, mechanism)]
    if told:
        return Verdict("undecided", "syntax", "unresolved", told[0], others)
    external = any(isinstance(t.value, External) for t in found) or (not others)
    return Verdict("ruled_out", target="external" if external and not others else "exact", others=others)


def _related(inf: Inference, subject: Subject, target: Target) -> bool:
    """Whether what else a site may mean takes the subject's place in a subclass, or has its place taken by it."""
    mine, its = subject.owner, target.owner
    return mine is not None and its is not None and (is_subclass(inf, mine, its) or is_subclass(inf, its, mine))


def _open(receiver: Value | None) -> bool:
    """Whether a subclass may stand behind the receiver."""
    return isinstance(receiver, Instance) and not receiver.exact


def _overridden(inf: Inference, subject: Subject, target: Target) -> bool:
    """Whether the subject's class may stand behind a receiver that is typed as one of its ancestors."""
    if subject.owner is None or any(is_private(key.name) for key in subject.keys):
        return False
    receiver = target.receiver
    if isinstance(receiver, Instance) and not receiver.exact:
        return receiver.cls[:2] != subject.owner[:2] and is_subclass(inf, subject.owner, receiver.cls)
    if isinstance(receiver, Class):
        return receiver[:2] != subject.owner[:2] and is_subclass(inf, subject.owner, receiver)
    if isinstance(receiver, Super):  # what a class that inherits from both puts between the two
        beyond = target.owner is None or is_subclass(inf, subject.owner, target.owner)
        return beyond and not is_subclass(inf, subject.owner, receiver.cls)
    return False


def _fits_protocol(inf: Inference, subject: Subject, target: Target) -> bool:
    """Whether the receiver is typed as a Protocol whose every member the subject's class has."""
    if subject.owner is None or target.owner is None or not is_protocol(inf, target.owner):
        return False
    typed = target.receiver.cls if isinstance(target.receiver, Instance) else target.owner
    protocols = [c for c in mro(inf, typed) if isinstance(c, Class) and is_protocol(inf, c)]
    names = {name for c in protocols for name in inf.segment(c.path, c.scope).binds}
    found = (member(inf, Instance(subject.owner), name) for name in sorted(names))
    return all(any(t.key is not None for t in targets_) for targets_ in found)


def _impossible(subject: Subject, target: Target, mechanism: str) -> bool:
    """Whether what is missing cannot be the subject: a bare name that is no attribute, a receiver of a library type."""
    receiver = target.receiver
    if mechanism in ("undefined_name", "class_cell"):
        return receiver is None and subject.owner is not None
    if mechanism != "missing_attribute" or receiver is None or isinstance(receiver, Unknown):
        return False
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    exact = not isinstance(receiver, Instance) or receiver.exact
    return exact or (isinstance(cls, Class) and cls.path.startswith(stubs.PREFIX))


def by_name(
    verdict: Verdict, bearers: tuple[Key, ...], subject: Subject, near: Callable[[], frozenset[str]]
) -> Verdict:
    """An undecided site whose receiver is unknown, in the name tier: likely where few definitions bear the name.

    `bearers` are all of them, already guarded; `near` gives the files that the site's file imports, itself included.
    """
    if verdict.bucket != "undecided" or verdict.mechanism not in _BY_NAME or not 0 < len(bearers) <= 3:
        return verdict
    files = near()
    close = [key for key in bearers if key.path in files] or list(bearers)
    if subject.keys.isdisjoint(close):
        return Verdict("undecided", "name", "ambiguous", verdict.mechanism, tuple(close))
    others = tuple(key for key in close if key not in subject.keys)
    return Verdict("likely", "name", "ambiguous" if others else "exact", verdict.mechanism, others)


def library_methods(inf: Inference) -> frozenset[str]:
    """Method names of builtin types: too common to be matched by name."""
    return inf.once(("library_methods",), frozenset(), lambda _: frozenset(), lambda: _library_methods(inf))


def _library_methods(inf: Inference) -> frozenset[str]:
    scopes = inf.skeleton(stubs.BUILTINS).scopes
    return frozenset(s.name for s in scopes if s.kind == "function" and s.parent > 0)


def role_of(node: list[Any], is_callable: bool) -> str:
    """The role that a node's place gives; a callable that is only read is used as a value."""
    role = node[4]
    return ROLES.get(role, "value" if is_callable else "read")
