"""The view `dependents`: who stands on the subject, by hop and by how it depends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from ctxask.digest.grouped import Shelf, by_file
from ctxask.digest.joined import Joined, address, line_text
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Result, Site, Symbol

SURE = frozenset({"", "scope", "checker"})

GROUPS = {
    "call": "callers",
    "construct": "callers",
    "operator": "callers",
    "with": "callers",
    "for": "callers",
    "subscript": "callers",
    "builtin": "callers",
    "fixture": "callers",
    "decorator": "decorated",
    "value": "values",
    "read": "readers",
    "property": "readers",
    "write": "writers",
    "annotation": "types",
    "base": "subclasses",
    "override": "overrides",
    "re-export": "re-exports",
    "public": "public",
    "import": "imports",
}
SUPPORT = "support"  # what stands in test files and is no test
ORDER = (*dict.fromkeys(GROUPS.values()), "others", SUPPORT)


def units(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each dependent that is no test: near ones first, then by how it depends and where."""
    asked = {row.id for row in joined.subjects(result.id)}
    apart = asked | {row.id for row in _shown_as_tests(joined)}
    rows = [row for row in result.rows if isinstance(row, Symbol) and row.evidence in SURE and row.id not in apart]
    direct = direct_sites(joined)
    listed = {row.id for row in rows}
    heads = [head(row, joined) for row in rows]
    heads += [_unlisted(key, found, joined) for key, found in direct.items() if key not in listed | apart]
    return candidates(sorted(heads, key=_order), direct, root, rank, joined)


def candidates(
    heads: Iterable[Json], direct: Mapping[str, Sequence[Site]], root: Place, rank: int, joined: Joined
) -> Iterator[Unit]:
    """Each head with the sites beyond the one that it names; the first of each file, hop and group is decisive."""
    seen = set()
    for value in heads:
        value["rank"] = rank
        found = direct.get(value["symbol"], ()) if value["hop"] == 1 else ()
        if len(found) > 1:
            value["sites"] = len(found)
        spot = place(value.get("via", ""))[0], value["group"], value["hop"]
        stage = Stage.SITES if spot in seen else Stage.HEADS
        seen.add(spot)
        stub = {"rank": rank, "symbol": value["symbol"], "group": value["group"], "hop": value["hop"], "files": []}
        here = Place(root, "candidates", stub)
        yield Unit(stage, "candidates", root, "candidates", value, here)
        further = [row for row in found if at(row) != value.get("via")]
        yield from by_file(further, Shelf(here, "files", "sites", Stage.SITES, Stage.SITES), joined)
        rank += 1


def direct_sites(joined: Joined) -> dict[str, list[Site]]:
    """The confirmed sites of the plan's subjects, by the id of the symbol in which they stand."""
    results = [result for result in joined.results.values() if result.kind == "sites" and result.op != "code.callees"]
    near = {
        row.id for result in joined.results.values() for row in result.rows if isinstance(row, Symbol) and row.hop == 1
    }
    out: dict[str, list[Site]] = {}
    for row in joined.sites_of(results):
        if row.bucket == "confirmed":
            out.setdefault(_user(row, near), []).append(row)
    return out


def head(row: Symbol, joined: Joined) -> Json:
    """A dependent: what it is, and the edge through which it depends."""
    out: Json = {
        "symbol": row.id,
        "kind": row.kind,
        "group": SUPPORT if row.is_test else GROUPS.get(row.role, "others"),
        "hop": row.hop,
        "role": row.role,
        "address": address(row),
        "line": row.line,
        "files": [],
    }
    out.update({key: value for key, value in (("via", row.via), ("of", row.of)) if value})
    if row.evidence not in ("", "scope"):
        out["evidence"] = row.evidence
    if row.target not in ("", "exact"):
        out["target"] = row.target
    if row.path in joined.changed and not joined.settled:
        out["changed"] = joined.changed[row.path]
    path, line, col = place(row.via)
    if told := joined.because.get((path, line, col, row.of)):
        out["because"] = told
    text = joined.lines.get((path, line), "").strip()
    return out | (line_text(text) if text else {})


def place(via: str) -> tuple[str, int, int]:
    """Path, line and column of `path:line:col`; zeros where there is none."""
    path, _, col = via.rpartition(":")
    path, _, line = path.rpartition(":")
    return (path, int(line), int(col)) if path and line.isdigit() and col.isdigit() else (via, 0, 0)


def at(row: Site) -> str:
    """`path:line:col` of a site."""
    return f"{row.path}:{row.line}:{row.col}"


def _unlisted(symbol: str, found: Sequence[Site], joined: Joined) -> Json:
    first = min(found, key=lambda row: (ORDER.index(GROUPS.get(row.role, "others")), row.line, row.col))
    out = {
        "symbol": symbol,
        "group": GROUPS.get(first.role, "others"),
        "hop": 1,
        "role": first.role,
        "via": at(first),
        "of": first.subject,
        "files": [],
    }
    text = joined.lines.get((first.path, first.line), "").strip()
    return out | (line_text(text) if text else {})


def _user(row: Site, near: Container[str]) -> str:
    """Who depends through a site: what overrides there, else the nearest dependent around it, a nested one's test."""
    parts = [part for part in row.within.split(".") if part]
    if row.role == "override":
        parts.append(row.name)
    for end in range(len(parts), 0, -1):
        around = f"{row.path}::{'.'.join(parts[:end])}"
        if around in near:
            return around
    return f"{row.path}::{'.'.join(parts)}" if parts else row.path


def _shown_as_tests(joined: Joined) -> Iterator[Symbol]:
    for section in ("candidates", "counterevidence"):
        for view, result in joined.shown(section):
            if view == "tests":
                yield from (row for row in result.rows if isinstance(row, Symbol))


def _order(value: Json) -> tuple[int, int, str, int, str]:
    path, line, _ = place(value.get("via", ""))
    return value["hop"], ORDER.index(value["group"]), path, line, value["symbol"]


def likely(joined: Joined, results: Iterable[Result]) -> list[Json]:
    """Dependents that only a name suggests, in the order of the others."""
    rows = [row for result in results for row in result.rows if isinstance(row, Symbol) and row.evidence not in SURE]
    heads = sorted((head(row, joined) for row in rows), key=_order)
    for value in heads:
        del value["files"]
    return heads


def totals(heads: Iterable[Json]) -> Json:
    """How many dependents there are of each kind; those further away than one hop are one total."""
    return dict(
        Counter("further" if value["hop"] > 1 and value["group"] != "tests" else value["group"] for value in heads)
    )
