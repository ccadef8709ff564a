"""The nodes of a picture: the symbols of an answer, each with the one on which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxask.digest.dependents import AS_FAR, GROUPS, kind
from ctxask.digest.model import Json
from ctxask.render import changes, dependents, everyday, page, spines
from ctxask.render.culprits import said
from ctxask.render.words import count

ROOT = -1  # on what a node of the first rank stands
BETWEEN, CAUSES, FURTHER = "by way of", "began with", "further away"
DOUBTFUL = "likely to depend on it"


class Node(NamedTuple):
    """A definition at its distance, or a place in one."""

    on: int  # index of the node on which it stands, always a smaller one; ROOT for none
    hop: int  # how far it is from the first ones; below 0 for what comes in
    group: str  # the heading under which it stands
    name: str
    says: str = ""  # what there is to say of how it stands there
    at: str = ""  # path:line:col, path:line, or a path
    symbol: str = ""
    more: int = 0  # further sites
    sure: bool = True
    alarm: bool = False  # somebody should look at it


def nodes(document: Json) -> tuple[Node, ...]:
    """The nodes of a digest: what it is about, then what hangs on that; empty where nothing hangs together."""
    found = list(_first(document))
    first = _index(found)
    for make in (_broken, _causes, _sites, _dependents, _relatives, _likely, _spines):
        found += make(document, first, tuple(found))
    return tuple(found) if any(node.hop for node in found) else ()


def _index(found: Iterable[Node]) -> dict[str, int]:
    """Where each symbol that comes in or goes out stands first."""
    out: dict[str, int] = {}
    for index, node in enumerate(found):
        if node.symbol:
            out.setdefault(node.symbol, index)
    return out


def _first(document: Json) -> Iterator[Node]:
    """What is asked about; without a subject, what changed."""
    candidates = document["candidates"]
    defined = document["subject"].get("definitions") or [
        value for value in candidates if "likely" in value and value.get("group", "") in ("", "callers")
    ]
    for value in defined:
        if "symbol" in value:
            row = page.definition(value)
            yield Node(ROOT, 0, "", page.short(value["symbol"]), row.text, row.at, value["symbol"])
    if defined:
        return
    changed = {value["symbol"]: value for value in candidates if value.get("group") == "changed"}
    guilty = {value["symbol"]: value for value in candidates if value.get("group") == "culprits"}
    for symbol, value in (changed | {key: value for key, value in guilty.items() if key not in changed}).items():
        bad = symbol in guilty and guilty[symbol]["how"] != "changed"
        yield Node(
            ROOT,
            0,
            "changed",
            page.short(symbol),
            changes.how(value),
            f"{value['path']}:{value['line']}" if "path" in value else symbol,
            symbol,
            alarm=bad or "risks" in value,
        )
    if not changed and not guilty:
        yield from (Node(ROOT, 0, "", page.short(id_), "", id_, id_) for id_ in document["subject"]["symbols"])


def _broken(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    for value in document["candidates"]:
        if value.get("group") == "broken":
            on = first.get(value["of"], first.get(value.get("other", ""), ROOT))
            row = changes.broken(value)
            name = value.get("in") or page.MODULE
            yield Node(on, 1, changes.BROKEN, name, row.what.replace(f" in {name}", "", 1), row.at, alarm=True)


def _causes(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """What failures began with, on the change that explains them best."""
    explained: dict[str, str] = {}
    for value in document["candidates"]:
        for cause in value.get("causes", ()):
            explained.setdefault(cause, value.get("symbol", ""))
    for value in document["candidates"]:
        if value.get("group") == "causes":
            on = first.get(explained.get(value["cause"], ""), ROOT)
            at, _, function = value.get("at", "").partition(" in ")
            inside = [f"in {function}"] if function else []
            yield Node(on, 1, CAUSES, said(value), ", ".join([*inside, count(value["count"], "failure")]), at)


def _sites(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """Definitions in which the subject is used, and those that it calls, unless paths tell them all."""
    stops = {stop["symbol"] for stop in document.get("spines", {"nodes": []})["nodes"]}
    called = {value.get("symbol") for value in document["candidates"] if value.get("group") == "callees"}
    for value in document["candidates"]:
        if "likely" not in value:
            continue
        on = first.get(value.get("symbol", ""), 0 if first else ROOT)
        for bucket in ("files", "implicit", "likely"):
            sites = [(group["path"], site) for group in value.get(bucket, ()) for site in group["sites"]]
            if value.get("group") == "callees":
                if bucket == "files" and called <= stops:
                    continue
                yield from (_callee(value.get("symbol", ""), sites, bucket, 0 if first else ROOT) for _ in sites[:1])
                continue
            inward = value.get("group") == "callers"
            around: dict[tuple[str, str, str], list[Json]] = {}
            for path, site in sites:
                title = page.LIKELY if bucket == "likely" else page.INWARD if inward else _title(site["role"])
                around.setdefault((title, path, site.get("in", "")), []).append(site)
            for (title, path, within), here in around.items():
                yield _around(on, -1 if inward else 1, title, path, within, here)


def _title(role: str) -> str:
    group = GROUPS.get(role, "others")
    return dependents.TITLES.get(group, group)


def _around(on: int, hop: int, title: str, path: str, within: str, sites: list[Json]) -> Node:
    """The definition around sites."""
    row = page.row(path, sites[0])
    says = row.what.removeprefix(sites[0]["role"] + (f" in {within}" if within else "")).removeprefix(", ")
    sure = title != page.LIKELY and sites[0].get("target", "exact") == "exact"
    symbol = f"{path}::{within}" if within else path
    return Node(on, hop, title, within or page.MODULE, says, row.at, symbol, len(sites) - 1, sure)


def _callee(symbol: str, sites: list[tuple[str, Json]], bucket: str, on: int) -> Node:
    row = page.row(*sites[0])
    role = sites[0][1]["role"]
    title = page.LIKELY if bucket == "likely" else page.CALLED
    says = "" if role == "call" else role
    return Node(on, 1, title, page.short(symbol), says, row.at, symbol, len(sites) - 1, title == page.CALLED)


def _dependents(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """Dependents and tests, the nearer ones first; where only tests are told, the ways to them are told between."""
    index, number = dict(first), len(found)
    told = [value for value in document["candidates"] if "hop" in value and ("role" in value or "why" in value)]
    ways = all(kind(value) == "tests" for value in told)
    for value in sorted(told, key=lambda value: (kind(value) == "tests", value["hop"], value["rank"])):
        on = index.get(value.get("of", ""), _only(first))
        for hop, stop in enumerate(value.get("trail", ())[1:-1], 1):
            way = index.get(value["trail"][hop - 1], _only(first))
            if stop not in index and ways:
                index[stop] = number
                number += 1
                yield Node(way, hop, BETWEEN, page.short(stop), "", stop.partition("::")[0], stop)
            on = index.get(stop, on)
        index.setdefault(value["symbol"], number)
        number += 1
        yield _dependent(value, on)


def _relatives(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """What stands above and below, each on the one through which it does."""
    index, number = dict(first), len(found)
    told = [value for value in document["candidates"] if value.get("group") in everyday.RELATIVES]
    for value in sorted(told, key=lambda value: (value["hop"], value["rank"])):
        row = everyday.relative(value)
        on = index.get(value.get("of", ""), _only(first))
        index.setdefault(value["symbol"], number)
        number += 1
        name, _, says = row.what.partition(", ")
        says = ", ".join(part for part in says.split(", ") if part and not part.startswith("through "))
        sure = value.get("target") != "unresolved" and "evidence" not in value
        title = everyday.RELATIVES[value["group"]]
        yield Node(on, value["hop"], title, name, says, row.at, value["symbol"], sure=sure)


def _only(first: dict[str, int]) -> int:
    """On what stands what does not say on which of the first ones."""
    return next(iter(first.values())) if len(first) == 1 else ROOT


def _dependent(value: Json, on: int, title: str = "") -> Node:
    group = kind(value)
    further = FURTHER if group == "further" else dependents.TITLES.get(group, group)
    if value.get("kind") == "folder":
        return Node(on, 1, further, "every test in it", "", value["test"])
    role = value.get("role", "call")
    words = [role] if role != "call" and group in ("further", *AS_FAR) else []
    return Node(
        on,
        value["hop"],
        title or further,
        dependents.named(value),
        ", ".join([*words, *dependents.remarks(value, way=False)]),
        value.get("via") or dependents.defined(value),
        value["symbol"],
        value.get("sites", 1) - 1,
        not title and "weakest" not in value and value.get("target", "exact") == "exact",
    )


def _likely(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """Dependents that only a name suggests, on what they would depend on."""
    index = _index(found)
    for entry in document["counterevidence"]:
        if entry["kind"] == "likely":
            for value in entry.get("symbols", ()):
                yield _dependent(value, index.get(value.get("of", ""), _only(first)), DOUBTFUL)


def _spines(document: Json, first: dict[str, int], found: tuple[Node, ...]) -> Iterator[Node]:
    """Call paths from the subject on, in the order of the code; what another page leads to hangs on the subject."""
    subject = 0 if first else ROOT
    stops = document.get("spines", {"nodes": []})["nodes"]
    depth: dict[int, int] = {}
    for stop in stops:
        depth[stop["node"]] = depth.get(stop["parent"], 0) + 1 if "parent" in stop else 0
    index: dict[int, int] = {}
    number = len(found)
    for stop in sorted(stops, key=lambda stop: (depth[stop["node"]], spines.place(stop))):
        hop = depth[stop["node"]]
        if not hop:
            index[stop["node"]] = first.get(stop["symbol"], subject)
            continue
        on = index.get(stop["parent"], subject)
        index[stop["node"]] = number
        number += 1
        name = spines.MARKS.get(stop.get("role", ""), "") + page.short(stop["symbol"])
        yield Node(on, hop, page.REACHED, name, "", stop.get("via", ""), stop["symbol"])
