"""What a digest claims: whatever plan it is of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eval.referee.arms import Claims
from eval.referee.session import Document


def meant(page: Document, given: str) -> str:
    """The symbol that a reader of a lesson takes: of those that are called just what was asked for, else of all, the
    first that is no stub and no test; empty without a lesson."""
    offered = [str(one).partition(" ")[0] for one in page.get("error", {}).get("candidates", ())]
    return min(offered, key=lambda one: _doubt(one, given), default="")


def places(page: Document) -> tuple[str, ...]:
    """Definitions, and the sites that are confirmed, likely or lead there through a base, as `path:line`."""
    found: dict[str, None] = {}
    for candidate in page.get("candidates", ()):
        if "line" in candidate:
            found[f"{candidate['path'] if 'path' in candidate else _path(candidate)}:{candidate['line']}"] = None
        for group in (*candidate.get("files", ()), *candidate.get("likely", ())):
            for site in group.get("sites", ()):
                found[f"{group['path']}:{site['line']}"] = None
    for group, site in _apart(page, "dispatch"):
        found[f"{group['path']}:{site['line']}"] = None
    return tuple(found)


def dependents(page: Document) -> Claims:
    """Who depends directly and who further away, as `path::name`: what is listed, and what holds a site that is likely
    or leads there through a base."""
    direct: dict[str, None] = {}
    further: dict[str, None] = {}
    for candidate in page.get("candidates", ()):
        if "hop" in candidate and candidate.get("group") not in ("imports", "public", "changes"):
            shown = candidate.get("group") != "tests" or "text" in candidate  # other tests name what it belongs to
            (direct if candidate["hop"] == 1 and shown else further)[named(candidate["symbol"])] = None
    for group, site in _apart(page, "likely", "dispatch"):
        direct[named(f"{group['path']}::{site.get('in', '')}")] = None
    return Claims(tuple(direct), tuple(further))


def _apart(page: Document, *kinds: str) -> Iterator[tuple[Document, Document]]:
    """The sites that are listed beside the candidates, each with its file."""
    for part in page.get("counterevidence", ()):
        for group in part["files"] if part["kind"] in kinds else ():
            yield from ((group, site) for site in group.get("sites", ()))


def consequences(page: Document) -> Claims:
    """Where a change left names without a target, as `path:line`, and who depends on what changed."""
    broken = [f"{one['path']}:{one['line']}" for one in page.get("candidates", ()) if one.get("group") == "broken"]
    told = dependents(page)
    return Claims((*dict.fromkeys(broken), *told.direct), told.further)


def selected(page: Document) -> tuple[str, ...]:
    """The ids of tests, as a runner takes them."""
    return tuple(one["test"] for one in page.get("candidates", ()) if one.get("group") == "tests")


def culprits(page: Document) -> tuple[str, ...]:
    """The changes that explain failures, the likeliest first."""
    return tuple(named(one["symbol"]) for one in page.get("candidates", ()) if one.get("group") == "culprits")


def way(page: Document) -> tuple[str, ...]:
    """The first way that a trace shows from beginning to end, its beginning left out."""
    nodes = {node["node"]: node for node in page.get("spines", {}).get("nodes", ())}
    for node in nodes.values():
        if node.get("ends"):
            back = [node]
            while "parent" in back[-1]:
                back.append(nodes[back[-1]["parent"]])
            return tuple(named(one["symbol"]) for one in reversed(back[:-1]))
    return ()


def addresses(page: Document) -> list[str]:
    """Where the definitions of an answer stand."""
    found = [candidate["address"] for candidate in page.get("candidates", ()) if "address" in candidate]
    return list(dict.fromkeys(found))


def _doubt(offered: str, given: str) -> tuple[bool, bool, bool]:
    path, _, name = offered.partition("::")
    return path.endswith(".pyi"), "test" in path, name != given


def _path(candidate: dict[str, Any]) -> str:
    return str(candidate["symbol"]).partition("::")[0]


def named(symbol: str) -> str:
    """The path and the last name; of a module the path."""
    path, colons, name = symbol.partition("::")
    return f"{path}::{name.rpartition('.')[2]}" if colons and name else path
