"""Reasons: the steps by which it was settled, or left open, what a site means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxask.rows import Record, Site

MOST = 8  # steps of one site that are told one by one


class Reason(NamedTuple):
    """One step, and the place that decides it; no place where it stands in the library or nowhere."""

    says: str
    at: str = ""  # path:line:col


OPEN = {
    "annotation": "the annotation names no class that is known",
    "arguments": "what is passed does not fit",
    "budget": "the evaluations that one site may cost were used up",
    "builtin_method": "builtin types have a method of that name",
    "call_result": "nothing tells what the call gives",
    "callback_parameter": "whatever is passed is called",
    "callers": "only the calls that are seen tell what is passed; others may pass something else",
    "decorator": "nothing tells what the decorator makes of it",
    "default": "only the default tells something of its type",
    "expression": "the expression has no type that is known",
    "external_base": "a base class outside the repository may define it",
    "external_receiver": "the receiver comes from an import that leads to no file here",
    "external_result": "it comes from outside the repository, with no known type",
    "function_attribute": "it is an attribute of a function",
    "getattr": "the class answers for any name (__getattr__)",
    "heirs": "subclasses have it; others may not",
    "import_by_likeness": "the import leads there by likeness of paths alone",
    "iteration": "nothing tells what the items are",
    "literal_receiver": "the receiver is a literal",
    "loop": "nothing tells what the loop runs over",
    "match_capture": "nothing tells what the pattern binds",
    "missing_attribute": "the class that is known has no such attribute",
    "missing_module": "the import leads to no file",
    "no_such_member": "the class that is known has no such member",
    "not_in_module": "the module does not define it",
    "object_key": "the key of an object",
    "override": "typed as a base class, behind which the subject's own class may stand",
    "parameter": "no annotation, default or call tells its type",
    "protocol": "typed as a protocol, whose shape the subject's class has",
    "star_import": "a star import brings names that cannot be seen",
    "subscript": "nothing tells what is in there",
    "syntax_error": "the text around it could not be parsed",
    "too_many_types": "more types are possible than are told apart",
    "type_parameter": "a type parameter without a bound",
    "undefined_name": "the name is bound nowhere in sight",
    "unknown_base": "a base class is not known",
    "unknown_receiver": "the receiver has no known type",
    "unparsed_text": "the text could not be parsed",
    "unresolved_import": "the import leads to no file",
}


def why_open(mechanism: str) -> str:
    """A mechanism as a sentence."""
    return OPEN.get(mechanism, mechanism.replace("_", " "))


def conclusion(site: Site) -> Reason | None:
    """What follows for the site from the steps before; None where they say it all."""
    others = site.other.replace(",", " or ")
    if site.bucket == "confirmed":
        open_ = site.target == "dispatch" and not site.implicit
        return Reason("or an override of it: the receiver may be of a subclass") if open_ else None
    if site.bucket == "likely":
        beside = f"; beside it {others} could be meant" if others else ""
        told = "only its name says so" if site.evidence == "name" else "it is one of what the receiver can be"
        return Reason(f"likely: {told}{beside}")
    if site.bucket == "ruled_out":
        return Reason(f"ruled out: {_somebody(others or site.target)}")
    beside = f"; {others} could be meant" if others else ""
    return Reason(f"undecided: {why_open(site.mechanism or site.target)}{beside}")


_NOBODY = {
    "builtin": "it is built in",
    "exact": "somebody else is meant",
    "external": "it is outside the repository",
    "keyword": "it is a keyword",
    "local": "a local is meant",
    "outside the repository": "it is outside the repository",
    "parameter": "a parameter is meant",
    "type_parameter": "a type parameter is meant",
}


def _somebody(others: str) -> str:
    if others in _NOBODY or others.startswith("a name in "):
        return _NOBODY.get(others, f"it is {others}")
    return f"{others} {'' if '::' in others or '/' in others else 'of the library '}is meant"


def record(site: Site, reasons: Sequence[Reason]) -> Record:
    """The row of a site's reasons, in their order."""
    told = list(dict.fromkeys(reasons))
    if len(told) > MOST:
        between = Reason(f"{len(told) - MOST + 1} steps between")
        told = [*told[: MOST - 3], between, *told[-2:]]
    because = tuple((reason.says, reason.at) for reason in told)
    values = (("because", because), ("col", site.col), ("line", site.line), ("path", site.path))
    return Record("because", (*values, ("subject", site.subject)))
