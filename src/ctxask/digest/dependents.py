"""The view `dependents`: who stands on the subject, by hop and by how it depends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

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
    "patch": "writers",
    "annotation": "types",
    "base": "subclasses",
    "override": "overrides",
    "implements": "implementers",
    "public": "public",
    "re-export": "re-exports",
    "import": "imports",
}
SUPPORT = "support"  # what stands in test files and is no test
ORDER = (*dict.fromkeys(GROUPS.values()), "others", SUPPORT)
AS_FAR = frozenset({"subclasses", "implementers"})  # groups that a dependent is of at any distance
FIRST, SECOND = 6, 24  # of what depends directly: how many of each group have the first turn, and the second
FIRST_AFAR, SECOND_AFAR = 3, 9  # of what is further away, and of tests


def units(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each dependent that is no test: near ones first, then by how it depends and where."""
    asked = {row.id for row in joined.subjects(result.id)}
    apart = asked | {row.id for row in _shown_as_tests(joined)}
    rows = [row for row in result.rows if isinstance(row, Symbol) and is_sure(row) and row.id not in apart]
    direct = direct_sites(joined)
    listed = {row.id for row in rows}
    lines = _lines(rows, asked)
    heads = [head(row, joined) for row in rows]
    for value in heads:  # a subclass of a class that only calls the subject is no subclass of it
        if value["hop"] > 1 and value["group"] in AS_FAR and value["symbol"] not in lines:
            value["group"] = "others"
    heads += [_unlisted(key, found, joined) for key, found in direct.items() if key not in listed | apart]
    return candidates(sorted(heads, key=_order(joined, result.id)), direct, root, rank, joined)


def candidates(
    heads: Iterable[Json], direct: Mapping[str, Sequence[Site]], root: Place, rank: int, joined: Joined
) -> Iterator[Unit]:
    """Each head with the sites beyond the one that it names; groups take turns, in each the first of a file begins."""
    heads = list(heads)
    stages = _stages(heads)
    for value, stage in zip(heads, stages, strict=True):
        value["rank"] = rank
        found = direct.get(value["symbol"], ()) if value["hop"] == 1 else ()
        if len(found) > 1:
            value["sites"] = len(found)
        stub = {"rank": rank, "symbol": value["symbol"], "group": value["group"], "hop": value["hop"], "files": []}
        here = Place(root, "candidates", stub)
        yield Unit(stage, "candidates", root, "candidates", value, (here,))
        further = [row for row in found if at(row) != value.get("via")]
        yield from by_file(further, Shelf(here, "files", "sites", Stage.SITES, Stage.SITES), joined)
        rank += 1


def _stages(heads: Sequence[Json]) -> list[Stage]:
    """When each head is admitted: no group, however large, keeps the others off a page."""
    groups: dict[tuple[str, bool], list[int]] = {}
    seen = set()
    for index, value in enumerate(heads):
        near = kind(value) not in ("further", "tests", SUPPORT)
        spot = place(value.get("via", ""))[0], value["group"], value["hop"]
        members = groups.setdefault((kind(value), near), [])
        members.append(index if spot not in seen else index + len(heads))
        seen.add(spot)
    stages = [Stage.SITES] * len(heads)
    for (_, near), members in groups.items():
        first, second = (FIRST, SECOND) if near else (FIRST_AFAR, SECOND_AFAR)
        for turn, index in enumerate(sorted(members)):
            stage = Stage.HEADS if turn < first else Stage.DECISIVE if turn < second else Stage.SITES
            stages[index % len(heads)] = stage
    return stages


def is_sure(row: Symbol) -> bool:
    """Whether every edge from the subject to the dependent is confirmed."""
    return row.evidence in SURE and row.weakest in ("", "dispatch")


def _lines(rows: Sequence[Symbol], asked: Container[str]) -> frozenset[str]:
    """The dependents that inherit from what is asked about, or have its shape, at whatever distance."""
    found: set[str] = set()
    for row in sorted(rows, key=lambda row: (row.hop, row.id)):
        if GROUPS.get(row.role) in AS_FAR and (row.of in asked or row.of in found):
            found.add(row.id)
    return frozenset(found)


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
    of = row.of if row.hop > 1 or len(joined.asked()) != 1 else ""  # else there is one that it can depend on
    out.update({key: value for key, value in (("via", row.via), ("of", of)) if value})
    if row.evidence not in ("", "scope"):
        out["evidence"] = row.evidence
    if row.target not in ("", "exact"):
        out["target"] = row.target
    if row.weakest and row.hop > 1:
        out["weakest"] = {"edge": row.weakest, "via": row.weak_at}
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


def _order(joined: Joined, step: str) -> Callable[[Json], tuple[int, int, int, str, int, str]]:
    """The order of dependents: by hop and group, then those first that stand in a folder of the subject's."""
    homes = {tuple(row.path.split("/")[:-1]) for row in joined.subjects(step)}

    def key(value: Json) -> tuple[int, int, int, str, int, str]:
        path, line, _ = place(value.get("via", ""))
        near = max((_shared(home, path.split("/")[:-1]) for home in homes), default=0)
        return value["hop"], ORDER.index(value["group"]), -near, path, line, value["symbol"]

    return key


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many folders two paths have in common, from the root on."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def likely(joined: Joined, results: Sequence[Result]) -> list[Json]:
    """Dependents that only a name suggests, somewhere on the way, in the order of the others."""
    rows = [row for result in results for row in result.rows if isinstance(row, Symbol) and not is_sure(row)]
    heads = [head(row, joined) for row in rows]
    for value in heads:
        del value["files"]
    steps = [result.id for result in results]
    return sorted(heads, key=_order(joined, steps[0])) if steps else []


def totals(heads: Iterable[Json]) -> Json:
    """How many dependents there are of each kind; those further away than one hop are one total."""
    return dict(Counter(kind(value) for value in heads))


def kind(value: Json) -> str:
    """The group under which a dependent is shown: its own, or that of everything further away."""
    return "further" if value["hop"] > 1 and value["group"] not in {"tests", *AS_FAR} else str(value["group"])
