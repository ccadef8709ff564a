"""Counterevidence: what speaks against the candidates or stays open, always there, also when there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxask.digest import listings
from ctxask.digest.culprits import told
from ctxask.digest.dependents import FIRST_AFAR, at, likely
from ctxask.digest.grouped import Shelf, by_file
from ctxask.digest.joined import Joined
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Record, Result, Site

KINDS = ("undecided", "ruled_out", "mentioned")
THROUGH = (
    "override",
    "protocol",
)  # mechanisms of sites whose receiver is typed as something that the subject's class is


class Kind(NamedTuple):
    """One kind of counterevidence: what a page always shows of it, and what there is to show."""

    head: Json
    place: Place
    rows: tuple[Site, ...]
    symbols: tuple[Json, ...] = ()
    causes: tuple[Json, ...] = ()


def kinds(joined: Joined, root: Place) -> list[Kind]:
    """The kinds with their totals.

    `likely` where candidates do not show likely sites, `unresolved` with callees, `unexecuted` where a run may speak
    against tests.
    """
    out = []
    asked = _probes(joined)
    found = joined.sites_of(asked)
    dependents = [result for view, result in joined.shown("candidates") if view == "dependents"]
    if dependents:
        out.append(_likely(joined, root, asked, found, dependents))
    if any(result.op == "code.refs" for result in asked):
        through = [row for row in found if _is_through(row)]
        out.append(_kind("dispatch", root, asked, through))
        found = [row for row in found if not _is_through(row)]
    out += [_unexecuted(joined, root, result) for _, result in joined.shown("candidates") if _narrows(joined, result)]
    out += [_untouched(root, result) for _, result in joined.shown("counterevidence") if result.kind == "records"]
    for kind in KINDS:
        out.append(_kind(kind, root, asked, [row for row in found if row.bucket == kind]))
    callees = [result for _, result in joined.shown("candidates") if result.op == "code.callees"]
    if callees:
        rows = [row for row in joined.sites_of(callees) if row.bucket == "undecided"]
        out.append(_kind("unresolved", root, callees, rows))
    return out


def _is_through(row: Site) -> bool:
    return row.bucket == "undecided" and row.mechanism in THROUGH


def _probes(joined: Joined) -> list[Result]:
    """The results that say what was left out: the section's own sites, else those of the candidates."""
    for section in ("counterevidence", "candidates"):
        found = {result.id: result for _, result in joined.shown(section) if result.kind == "sites"}
        asked = [result for result in found.values() if result.op != "code.callees"]
        if asked:
            return asked
    return []


def _kind(kind: str, root: Place, asked: Sequence[Result], rows: Sequence[Site]) -> Kind:
    ran = sum(result.state == "ok" for result in asked)
    head: Json = {"kind": kind, "probes": ran, "counts": _counts(kind, rows), "files": []}
    if kind == "ruled_out":
        head["others"] = []
    return Kind(head, Place(root, "counterevidence", head), tuple(rows))


def _likely(
    joined: Joined, root: Place, asked: Sequence[Result], found: Sequence[Site], dependents: Sequence[Result]
) -> Kind:
    kind = _kind("likely", root, asked, [row for row in found if row.bucket == "likely"])
    known = {at(row) for row in kind.rows}
    symbols = tuple(value for value in likely(joined, dependents) if value.get("via") not in known)
    kind.head["counts"]["symbols"] = len(symbols)
    kind.head["symbols"] = []
    return kind._replace(symbols=symbols)


def _narrows(joined: Joined, result: Result) -> bool:
    return dict(joined.plan.step(result.id).args).get("narrow") is True


def _unexecuted(joined: Joined, root: Place, result: Result) -> Kind:
    """The tests that a run spoke against."""
    symbols = tuple(listings.unexecuted(joined, result))
    ran = any(name == "run" for name, _ in result.inputs)
    counts = {"tests": len(symbols)}
    head: Json = {"kind": "unexecuted", "probes": int(ran), "counts": counts, "files": [], "symbols": []}
    return Kind(head, Place(root, "counterevidence", head), (), symbols)


def _untouched(root: Place, result: Result) -> Kind:
    """The failures that touch no change, by cause."""
    rows = [dict(row.values) for row in result.rows if isinstance(row, Record) and row.kind == "cause"]
    shown = ("cause", "type", "message", "count", "at")
    causes = tuple(
        {name: row[name] for name in shown if name in row} | {"message": told(row["message"])} for row in rows
    )
    counts = {"causes": len(rows), "failures": sum(row["count"] for row in rows)}
    head: Json = {
        "kind": "untouched",
        "probes": int(result.state == "ok"),
        "counts": counts,
        "files": [],
        "causes": [],
    }
    return Kind(head, Place(root, "counterevidence", head), (), causes=causes)


def _counts(kind: str, rows: Sequence[Site]) -> Json:
    if kind in ("ruled_out", "likely"):
        return {"sites": len(rows)}
    reasons = Counter(row.role if kind == "mentioned" else row.mechanism or row.target for row in rows)
    return {"sites": len(rows), **reasons}


def _with_turns(doubts: Sequence[Unit]) -> Iterator[Unit]:
    """Doubts beside dependents: the first ones come with the first of those."""
    early = [index for index, unit in enumerate(doubts) if unit.stage == Stage.DOUBTS][:FIRST_AFAR]
    yield from (unit._replace(stage=Stage.HEADS) if index in early else unit for index, unit in enumerate(doubts))


def units(kinds: Sequence[Kind], joined: Joined) -> Iterator[Unit]:
    """Everything there is to show of every kind."""
    beside = any(view == "dependents" for view, _ in joined.shown("candidates"))
    for kind in kinds:
        name, place = kind.head["kind"], kind.place
        if name == "ruled_out":
            others = Counter(row.other for row in kind.rows if row.other)
            for other, count in sorted(others.items(), key=lambda item: (-item[1], item[0])):
                yield Unit(Stage.CENSUS, "census", place, "others", {"symbol": other, "count": count})
        if name in ("likely", "dispatch", "undecided", "unresolved"):
            shelf = Shelf(place, "files", name, Stage.DOUBTS, Stage.DOUBTED)
        else:
            shelf = Shelf(place, "files", name, Stage.AUDIT, Stage.AUDIT, Stage.CENSUS)
        doubts = [*by_file(kind.rows, shelf, joined)]
        stage = Stage.AUDIT if name == "unexecuted" else Stage.DOUBTS
        doubts += [Unit(stage, name, place, "symbols", value) for value in kind.symbols]
        yield from _with_turns(doubts) if beside and name in ("likely", "dispatch", "undecided") else doubts
        for value in kind.causes:
            yield Unit(Stage.DOUBTS, name, place, "causes", value)
