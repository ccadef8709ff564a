"""The views `outline`, `found`, `hierarchy`, `unused`: definitions as an editor lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ctxask.digest.completeness import claim
from ctxask.digest.joined import Joined, definition
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Note, Record, Result, Symbol


def outline(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each file; of its definitions the outer ones come first."""
    files: dict[str, list[Symbol]] = {}
    for row in result.rows:
        if isinstance(row, Symbol):
            files.setdefault(row.path, []).append(row)
    for path, rows in files.items():
        head: Json = {"rank": rank, "group": "outline", "path": path, "count": len(rows), "outline": []}
        stub = {key: value for key, value in head.items() if key != "count"}
        here = Place(root, "candidates", stub)
        yield Unit(Stage.HEADS, "candidates", root, "candidates", head, (here,))
        classes = {row.name for row in rows if row.kind not in ("function", "method", "property")}
        for row in rows:
            outer = row.name.rpartition(".")[0]
            stage = Stage.DECISIVE if not outer else Stage.SITES if outer in classes else Stage.DOUBTED
            yield Unit(stage, "definitions", here, "outline", entry(row))
        rank += 1


def entry(row: Symbol) -> Json:
    """A definition in its file's outline."""
    out: Json = {"name": row.name, "kind": row.kind, "line": row.line, "col": row.col, "last": row.last_line}
    return out | ({"signature": row.signature} if row.signature else {})


def found(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each symbol, in the order of the rows."""
    for number, row in enumerate((row for row in result.rows if isinstance(row, Symbol)), rank):
        value = {"rank": number, "group": "found", **definition(row)}
        yield Unit(Stage.HEADS, "candidates", root, "candidates", value)


ABOVE, BELOW = ("base", "protocol", "overridden"), ("override", "implementer", "subclass")
_ORDER = {role: place for place, role in enumerate((*ABOVE, *BELOW))}
_SOON = 8  # of each role that come with the first turn


def hierarchy(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for what stands above and below, by role; no role, however large, keeps the others off a page."""
    rows = [row for row in result.rows if isinstance(row, Symbol)]
    rows.sort(key=lambda row: _ORDER.get(row.role, len(_ORDER)))
    seen: Counter[str] = Counter()
    for number, row in enumerate(rows, rank):
        stage = Stage.HEADS if seen[row.role] < _SOON else Stage.DECISIVE
        seen[row.role] += 1
        yield Unit(stage, "candidates", root, "candidates", {"rank": number, **_relative(row)})


def _relative(row: Symbol) -> Json:
    """What stands above or below: a definition, or a name outside the repository with the place that tells it."""
    out: Json = {"group": row.role, "hop": row.hop, "symbol": row.id if row.path else row.name, "kind": row.kind}
    out |= {"path": row.path, "line": row.line, "col": row.col} if row.path else {"via": row.via}
    out |= {"of": row.of.removeprefix("::")} if row.hop > 1 else {}
    out |= {"target": row.target} if row.target != "exact" else {}
    out |= {"evidence": row.evidence} if row.evidence != "scope" else {}
    return out | ({"signature": row.signature} if row.signature else {})


def relatives(heads: Sequence[Json], results: Iterable[Result], notes: tuple[Note, ...]) -> Json:
    """How many there are of each role; where nothing stands below, what that is worth."""
    counts = Counter(head["group"] for head in heads)
    out: Json = {"totals": dict(counts)}
    if any(counts[role] for role in BELOW):
        return out
    below = [one._replace(notes=tuple(note for note in one.notes if note.code != "unknown_bases")) for one in results]
    return out | {"claim": claim(below, 0, 0, notes)}


def unused(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each definition without a use, in the order of the rows, with what that is worth."""
    for number, row in enumerate((row for row in result.rows if isinstance(row, Record)), rank):
        values = dict(row.values)
        shown = {key: values[key] for key in ("symbol", "kind", "path", "line", "col", "tests") if values.get(key)}
        blockers = dict(values.get("blockers", ()))
        state = "proven" if not blockers and not values.get("tests") else "none_found"
        shown["claim"] = {"state": state, "blockers": blockers}
        yield Unit(Stage.HEADS, "candidates", root, "candidates", {"rank": number, "group": "unused", **shown})


def unused_totals(heads: Iterable[Json]) -> Json:
    """How many are proven, used by tests alone, and not found to be used."""
    return dict(Counter("tests_only" if "tests" in head else head["claim"]["state"] for head in heads))
