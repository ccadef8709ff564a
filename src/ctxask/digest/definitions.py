"""The view `definitions`: each symbol with the sites that mean it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ctxask.digest.completeness import claim
from ctxask.digest.grouped import Shelf, by_file
from ctxask.digest.joined import Joined, definition
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Result, Site, Symbol

GROUPS = {"code.callers": "callers", "code.callees": "callees", "code.search": "matches"}

FIRST, FIRST_CALLERS = 6, 3  # callees with the first turn; sites of callers that come with them


def units(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each symbol that was asked about, and for each that the sites mean."""
    group = GROUPS.get(result.op, "")
    asked = _asked(joined, result) if group != "callees" else {}
    rows = joined.sites.get(result.id, [])
    by_subject: dict[str, list[Site]] = {subject: [] for subject in asked}
    doubts: Counter[str] = Counter()
    for row in rows:
        if row.bucket in ("confirmed", "likely"):
            by_subject.setdefault(row.subject, []).append(row)
        elif row.bucket == "undecided":
            doubts[row.subject] += 1
    first = rank
    for subject, found in by_subject.items():
        doubtful = doubts[subject] + doubts[""]
        head = _head(rank, subject, asked.get(subject), found, group)
        if result.kind == "sites" and not head["counts"]["confirmed"] and not head["counts"].get("implicit"):
            head["claim"] = claim([result], head["counts"]["likely"], doubtful, joined.notes)
        place = Place(root, "candidates", _stub(head))
        sure = Shelf(place, "files", "sites", Stage.DECISIVE, Stage.SITES)
        sites = by_file([row for row in found if row.bucket == "confirmed" and not row.implicit], sure, joined)
        stage = _turn(group, rank - first, head)
        yield Unit(stage, "candidates", root, "candidates", head, (place,))
        yield from _early(sites, group, stage)
        silent = Shelf(place, "implicit", "implicit", Stage.DECISIVE, Stage.SITES)
        yield from by_file([row for row in found if row.bucket == "confirmed" and row.implicit], silent, joined)
        likely = Shelf(place, "likely", "likely", Stage.DOUBTS, Stage.DOUBTED)
        yield from by_file([row for row in found if row.bucket == "likely"], likely, joined)
        rank += 1


def _turn(group: str, turn: int, head: Json) -> Stage:
    """When a head is admitted: a body with many calls does not keep what is beside them off a page."""
    if group != "callees":
        return Stage.HEADS
    if not head["counts"]["confirmed"]:
        return Stage.DOUBTS
    return Stage.HEADS if turn < FIRST else Stage.DECISIVE


def _early(sites: Iterator[Unit], group: str, stage: Stage) -> Iterator[Unit]:
    """The sites; those without which a head in a direction says nothing come with it."""
    soon = {"callers": FIRST_CALLERS, "callees": 1}.get(group, 0)
    for unit in sites:
        if soon and unit.stage == Stage.DECISIVE:
            soon -= 1
            unit = unit._replace(stage=stage)
        yield unit


def _asked(joined: Joined, result: Result) -> dict[str, Symbol]:
    if result.kind == "symbols":
        return {row.id: row for row in result.rows if isinstance(row, Symbol)}
    return {row.id: row for row in joined.subjects(result.id)}


def _head(rank: int, subject: str, symbol: Symbol | None, rows: Sequence[Site], group: str) -> Json:
    head: Json = {"rank": rank, "counts": counts(rows), "files": [], "implicit": [], "likely": []}
    if group:
        head["group"] = group
    if symbol is not None:
        head.update(definition(symbol))
        head["why"] = ["definition"]
    elif subject:
        head["symbol"] = subject
    return head


def _stub(head: Json) -> Json:
    kept: Json = {key: head[key] for key in ("rank", "symbol", "group") if key in head}
    return kept | {"files": [], "implicit": [], "likely": []}


def counts(rows: Sequence[Site]) -> Json:
    """Totals of a symbol's sites; sites that only the syntax makes are a total of their own."""
    roles: Counter[str] = Counter()
    files = set()
    confirmed = implicit = 0
    for row in rows:
        if row.bucket == "confirmed":
            files.add(row.path)
            roles[row.role] += 1
            implicit += row.implicit
            confirmed += not row.implicit
    out: Json = {
        "confirmed": confirmed,
        "likely": len(rows) - confirmed - implicit,
        "files": len(files),
        "roles": dict(roles),
    }
    if implicit:
        out["implicit"] = implicit
    return out
