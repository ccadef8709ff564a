"""Who runs at the uses of a method: itself, an override, what a base or protocol stands for; each counted apart."""

from __future__ import annotations

from collections import Counter

from ctxask.digest.counterevidence import THROUGH
from ctxask.digest.joined import Joined
from ctxask.digest.model import Json
from ctxask.rows import Site, Symbol

_CALLS = ("call", "read", "value", "property")


def dispatch(joined: Joined) -> Json:
    """Sites by who runs there; empty where no class relation is concerned.

    `exact`: the subject and nobody else; `overridable`: the subject, or an override of it; `through_base`: somebody
    that the receiver's type defines, or the subject; `through_override`: an override, where the receiver's class has
    one: a change of what callers may expect concerns these as well. `overriders`: how many definitions override it.
    """
    asked = {row.id for row in joined.asked()}
    overriders = {
        row.id
        for result in joined.results.values()
        for row in result.rows
        if isinstance(row, Symbol) and row.hop == 1 and row.role in ("override", "implements")
    }
    results = [result for result in joined.results.values() if result.op == "code.refs"]
    counts: Counter[str] = Counter()
    for row in joined.sites_of(results) if results else ():
        if row.role in _CALLS and not row.implicit:
            counts[_who(row, asked, overriders)] += 1
    counts.pop("", None)
    return dict(counts) | {"overriders": len(overriders)} if set(counts) - {"exact"} else {}


def _who(row: Site, asked: set[str], overriders: set[str]) -> str:
    if row.bucket == "confirmed" and row.subject in asked:
        return "overridable" if row.target == "dispatch" else "exact"
    if row.bucket == "undecided" and row.mechanism in THROUGH:
        return "through_base"
    meant = row.other.split(",") if row.bucket == "ruled_out" else ()
    return "through_override" if any(other in overriders for other in meant) else ""
