"""Blocks of the views `dependents` and `tests`: who stands on the subject, apart by how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ctxask.digest.dependents import kind
from ctxask.digest.model import Json
from ctxask.render.page import Block, Row, because, row, short, text

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
        yield Block(title, None, (), shown, totals.get(group, known) - known if last else 0)


def dependent_rows(candidate: Json) -> Iterator[Row]:
    """A dependent's own row, and one for each further site."""
    name = _named(candidate)
    if candidate.get("kind") == "folder":
        why = candidate["why"][0] if candidate["why"] != ["everything"] else candidate["of"]
        yield Row(candidate["test"], f"every test in it: {why}")
        return
    if "role" in candidate or "why" in candidate:
        within = candidate["symbol"].partition("::")[2]
        edge = (candidate.get("role") or candidate["why"][0]) + (f" in {within}" if within else "")
        yield Row(
            candidate.get("via") or _defined(candidate),
            name + _how(candidate),
            text(candidate),
            edge,
            because(candidate),
        )
    for group in candidate["files"]:
        for site in group["sites"]:
            further = row(group["path"], site)
            role = "" if site["role"] == candidate.get("role") else f", {site['role']}"
            yield further._replace(what=name + role)


def _how(candidate: Json) -> str:
    out = ""
    if candidate.get("hop", 1) > 1 and candidate.get("of") and candidate["group"] != "tests":
        out += f", {candidate['role']} of {short(candidate['of'])}"
    weakest = candidate.get("weakest", {"edge": ""})
    if weakest["edge"] == "dispatch" and candidate["group"] != "tests":
        out += ", unless overridden"
    elif weakest["edge"] in ("likely", "undecided") and weakest["via"] != candidate.get("via"):
        out += f", if {weakest['via']} means it"
    trail = [short(stop) for stop in candidate.get("trail", ())[1:-1]]
    if trail:
        out += f", through {' > '.join(trail)}"
    if candidate.get("evidence") in ("name", "syntax"):
        out += ", only the name says so"
    if candidate.get("why") == ["observed"]:
        out += ", seen to execute it"
    if candidate.get("changed"):
        out += f" ({candidate['changed']})"
    return out


def _named(candidate: Json) -> str:
    """What a dependent is called in its row: the code of a module goes without saying which, beside its path."""
    at = str(candidate.get("via", "")).rpartition(":")[0].rpartition(":")[0]
    return "module level" if at == candidate["symbol"] else short(candidate["symbol"])


def _defined(candidate: Json) -> str:
    path = candidate["symbol"].partition("::")[0]
    return f"{path}:{candidate['line']}" if "line" in candidate else path
