"""Whether a keyword at a call names a parameter, or a field that construction takes."""

from __future__ import annotations

from ctxask.resolve.python.callees import Called, reach
from ctxask.resolve.python.classes import is_subclass
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import member
from ctxask.resolve.python.sites import Subject, Verdict
from ctxask.resolve.python.values import Class, Instance

_CONSTRUCTORS = ("__init__", "__new__")


def passed(inf: Inference, subject: Subject, frame: Frame, call: int) -> Verdict:
    """The verdict on a keyword of a call, for a parameter or a field of a class without a constructor of its own."""
    inf.begin()
    reached = reach(inf, frame, call)
    if any(_takes(inf, subject, callee) for callee in reached.inside):
        return Verdict("confirmed")
    if reached.mechanisms and _may_mean(inf, subject, frame, call):
        return Verdict("undecided", "syntax", "unresolved", reached.mechanisms[0])
    return Verdict("ruled_out", target="external")


def _takes(inf: Inference, subject: Subject, callee: Called) -> bool:
    kind = inf.skeleton(callee.path).scopes[callee.scope].kind
    if kind == "function":
        return any((key.path, key.scope) == callee for key in subject.keys)
    cls = Class(callee.path, callee.scope)
    made_by = [
        (t.frame.path, row[4])
        for name in _CONSTRUCTORS
        for t in member(inf, Instance(cls), name)
        for row in t.rows
        if row[0] == "def" and t.frame is not None and not t.frame.path.startswith("<")
    ]
    if subject.owner is not None:
        return not made_by and is_subclass(inf, cls, subject.owner)
    return any((key.path, key.scope) in made_by for key in subject.keys)


def _may_mean(inf: Inference, subject: Subject, frame: Frame, call: int) -> bool:
    """Whether the called name is that of the subject's function, or of its class where it is a constructor."""
    nodes = inf.segment(frame.path, frame.scope).nodes
    called = nodes[nodes[call][1]]
    written = str(called[1] if called[0] == "n" else called[2]) if called[0] in "na" else ""
    names: set[str] = set()
    for key in subject.keys:
        scopes = inf.skeleton(key.path).scopes
        names.add(scopes[key.scope].name)
        if scopes[key.scope].name in _CONSTRUCTORS:
            names.add(scopes[scopes[key.scope].parent].name)
    return written in names
