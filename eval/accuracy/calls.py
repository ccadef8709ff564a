"""Scores the exported call graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.accuracy.oracle import Call, Place
from eval.accuracy.source import Source

NO_CLAIM = ("name", "syntax")  # evidence that confirms nothing


@dataclass(frozen=True, slots=True)
class Judged:
    """One call site, judged."""

    call: Call
    verdict: str  # right, base, wrong, none; at sites that only reach outside code: false, silent
    named: int  # callees that were named
    hits: int  # of them, those that ran or are the same-named method of a real ancestor of what ran


def judge(calls: Sequence[Call], rows: Iterable[Mapping[str, Any]], source: Source) -> list[Judged]:
    """Every observed call, held against the exported rows."""
    named: dict[Place, Sequence[Mapping[str, Any]]] = {
        (row["path"], row["line"], row["col"]): row["callees"] for row in rows if row["evidence"] not in NO_CLAIM
    }
    return [_judge(call, named.get(call.place, ()), source) for call in calls]


def _judge(call: Call, callees: Sequence[Mapping[str, Any]], source: Source) -> Judged:
    if call.kind == "neg":
        return Judged(call, "false" if callees else "silent", len(callees), 0)
    told = [_tell(call, callee, source) for callee in callees]
    hits = sum(verdict != "wrong" for verdict in told)
    best = next((v for v in ("right", "base", "wrong") if v in told), "none")
    return Judged(call, best, len(callees), hits)


def _tell(call: Call, callee: Mapping[str, Any], source: Source) -> str:
    """Whether a callee ran, is above what ran, or neither; one that the source does not define is wrong."""
    path, _, name = callee["symbol"].partition("::")
    owner, _, leaf = name.rpartition(".")
    if path != callee["path"] or not source.defines(path, name):
        return "wrong"
    owners = {(p, q.rpartition(".")[0]) for p, _, q in call.ran}  # for a class that was called: the classes
    classes = {q.rpartition(".")[2] for _, q in owners}
    ran = {(p, n) for p, line, q in call.ran for n in (line, q)}  # definitions of one name are one symbol
    if {(path, callee["line"]), (path, name)} & ran or (path, name) in owners:
        return "right"
    if call.kind == "class" and classes & {leaf, *source.ancestors(leaf)}:
        return "right"
    above = {a for c in classes for a in source.ancestors(c)}
    return "base" if leaf == call.name and owner.rpartition(".")[2] in above else "wrong"
