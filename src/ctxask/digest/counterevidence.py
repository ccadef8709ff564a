"""Counterevidence: what speaks against the candidates or stays open, always there, also when there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxask.digest.dependents import at, likely
from ctxask.digest.grouped import Shelf, by_file
from ctxask.digest.joined import Joined, sites
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Result, Site

KINDS = ("undecided", "ruled_out", "mentioned")


def probes(joined: Joined) -> list[Result]:
    """The results that say what was left out: the section's own sites, else those of the candidates."""
    for section in ("counterevidence", "candidates"):
        found = {result.id: result for _, result in joined.shown(section) if result.kind == "sites"}
        if found:
            return list(found.values())
    return []


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of counterevidence: what a page always shows of it, and what there is to show."""

    head: Json
    place: Place
    rows: tuple[Site, ...]
    symbols: tuple[Json, ...] = ()


def kinds(joined: Joined, root: Place) -> list[Kind]:
    """The kinds with their totals; `likely` where the candidates do not show likely sites themselves."""
    asked = probes(joined)
    dependents = [result for view, result in joined.shown("candidates") if view == "dependents"]
    ran = sum(result.state == "ok" for result in asked)
    rows: dict[str, list[Site]] = {bucket: [] for bucket in (*(["likely"] if dependents else []), *KINDS)}
    for row in sites(asked):
        if row.bucket in rows:
            rows[row.bucket].append(row)
    out = []
    for kind, found in rows.items():
        symbols: tuple[Json, ...] = ()
        head: Json = {"kind": kind, "probes": ran, "counts": _counts(kind, found), "files": []}
        if kind == "ruled_out":
            head["others"] = []
        if kind == "likely":
            known = {at(row) for row in found}
            symbols = tuple(value for value in likely(joined, dependents) if value.get("via") not in known)
            head["symbols"] = []
            head["counts"]["symbols"] = len(symbols)
        out.append(Kind(head, Place(root, "counterevidence", head), tuple(found), symbols))
    return out


def _counts(kind: str, rows: Sequence[Site]) -> Json:
    if kind in ("ruled_out", "likely"):
        return {"sites": len(rows)}
    reasons = Counter((row.mechanism or row.target) if kind == "undecided" else row.role for row in rows)
    return {"sites": len(rows), **reasons}


def units(kinds: Sequence[Kind], joined: Joined) -> Iterator[Unit]:
    """Everything there is to show of every kind."""
    for kind in kinds:
        name, place = kind.head["kind"], kind.place
        if name in ("likely", "undecided"):
            yield from by_file(kind.rows, Shelf(place, "files", name, Stage.DOUBTS, Stage.DOUBTED), joined)
        else:
            yield from by_file(kind.rows, Shelf(place, "files", name, Stage.AUDIT, Stage.AUDIT, Stage.CENSUS), joined)
        for value in kind.symbols:
            yield Unit(Stage.DOUBTS, name, place, "symbols", value)
        if name == "ruled_out":
            others = Counter(row.other for row in kind.rows if row.other)
            for other, count in sorted(others.items(), key=lambda item: (-item[1], item[0])):
                yield Unit(Stage.CENSUS, "census", place, "others", {"symbol": other, "count": count})
