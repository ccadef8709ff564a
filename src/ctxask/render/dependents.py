"""Blocks of the views `dependents` and `tests`: who stands on the subject, apart by how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ctxask.digest.dependents import kind
from ctxask.digest.model import Json
from ctxask.render.page import MODULE, Block, Row, because, row, short, text

TITLES = {
    "callers": "called by",
    "support": "used by test support",
    "decorated": "decorates",
    "values": "used as a value by",
    "readers": "read by",
    "writers": "written by",
    "types": "named as a type by",
    "subclasses": "subclassed by",
    "overrides": "overridden by",
    "implementers": "has its shape",
    "public": "public as",
    "re-exports": "re-exported by",
    "imports": "imported by",
    "tests": "tests that reach it",
    "others": "used by",
}


def blocks(candidates: Sequence[Json], totals: Mapping[str, int]) -> Iterator[Block]:
    """The blocks of candidates that come in rank order."""
    apart: dict[tuple[str, int], list[Json]] = {}
    for candidate in candidates:
        group = kind(candidate)
        hop = candidate["hop"] if group == "further" else 1
        apart.setdefault((group, hop), []).append(candidate)
    for (group, hop), found in apart.items():
        title = TITLES.get(group, group) if hop == 1 else f"{hop} hops away"
        shown = tuple(line for candidate in found for line in dependent_rows(candidate))
        known = sum(len(same) for (name, _), same in apart.items() if name == group)
        last = (group, hop) == max(key for key in apart if key[0] == group)
        yield Block(title, None, (), shown, totals.get(group, known) - known if last else 0, drawn=True)


def dependent_rows(candidate: Json) -> Iterator[Row]:
    """A dependent's own row, and one for each further site."""
    name = named(candidate)
    if candidate.get("kind") == "folder":
        why = candidate["why"][0] if candidate["why"] != ["everything"] else candidate["of"]
        yield Row(candidate["test"], f"every test in it: {why}")
        return
    if "role" in candidate or "why" in candidate:
        within = candidate["symbol"].partition("::")[2]
        edge = (candidate.get("role") or candidate["why"][0]) + (f" in {within}" if within else "")
        yield Row(
            candidate.get("via") or defined(candidate),
            name + _how(candidate),
            text(candidate),
            edge,
            because(candidate),
            candidate["symbol"],
            candidate.get("address", ""),
        )
    for group in candidate["files"]:
        for site in group["sites"]:
            further = row(group["path"], site)
            role = "" if site["role"] == candidate.get("role") else f", {site['role']}"
            yield further._replace(what=name + role, symbol=candidate["symbol"])


def _how(candidate: Json) -> str:
    edge = []
    if candidate.get("hop", 1) > 1 and candidate.get("of") and candidate["group"] != "tests":
        edge = [f"{candidate['role']} of {short(candidate['of'])}"]
    changed = f" ({candidate['changed']})" if candidate.get("changed") else ""
    return "".join(f", {said}" for said in (*edge, *remarks(candidate))) + changed


def remarks(candidate: Json, way: bool = True) -> Iterator[str]:
    """What there is to say of a dependent's edge: what it is sure under, and the way to a test."""
    weakest = candidate.get("weakest", {"edge": ""})
    if weakest["edge"] == "dispatch" and candidate["group"] != "tests":
        yield "unless overridden"
    elif weakest["edge"] in ("likely", "undecided") and weakest["via"] != candidate.get("via"):
        yield f"if {weakest['via']} means it"
    trail = [short(stop) for stop in candidate.get("trail", ())[1:-1]]
    if trail and way:
        yield f"through {' > '.join(trail)}"
    if candidate.get("evidence") in ("name", "syntax"):
        yield "only the name says so"
    if candidate.get("why") == ["observed"]:
        yield "seen to execute it"


def named(candidate: Json) -> str:
    """What a dependent is called in its row: the code of a module goes without saying which, beside its path."""
    at = str(candidate.get("via", "")).rpartition(":")[0].rpartition(":")[0]
    return MODULE if at == candidate["symbol"] else short(candidate["symbol"])


def defined(candidate: Json) -> str:
    """Where a dependent is defined, as far as is known."""
    path = candidate["symbol"].partition("::")[0]
    return f"{path}:{candidate['line']}" if "line" in candidate else path
