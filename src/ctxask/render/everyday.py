"""Blocks of outlines, of symbols that were found, of hierarchies, and of what is unused: a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ctxask.digest.model import Json
from ctxask.render.page import Block, Row, short
from ctxask.render.words import count, counted

RELATIVES = {
    "base": "stands on",
    "protocol": "implements",
    "overridden": "overrides",
    "override": "overridden by",
    "implementer": "implemented by",
    "subclass": "subclassed by",
}

UNUSED = {
    "proven": "proven unused in this repository",
    "tests_only": "used by tests alone",
    "none_found": "no use found, which is not proven",
}


def blocks(candidates: Sequence[Json], total: int) -> Iterator[Block]:
    """A block for each outlined file, nested by indents, and one of everything that was found."""
    for candidate in candidates:
        if candidate.get("group") == "outline":
            yield _file(candidate)
    found = tuple(_found(candidate) for candidate in candidates if candidate.get("group") == "found")
    if found:
        last = max(candidate["rank"] for candidate in candidates)
        yield Block(count(total, "symbol"), None, (), found, total - last)


def _file(candidate: Json) -> Block:
    path, entries = candidate["path"], candidate["outline"]
    names: set[str] = {entry["name"] for entry in entries}
    rows = tuple(_entry(path, entry, names) for entry in entries)
    total = candidate.get("count")
    title = f"{path}  {count(total, 'definition')}" if total is not None else f"{path}  (continued)"
    return Block(title, None, (), rows, total - len(rows) if total is not None else 0)


def _entry(path: str, entry: Json, names: set[str]) -> Row:
    parts = entry["name"].split(".")
    around = max((n for n in range(1, len(parts)) if ".".join(parts[:n]) in names), default=0)
    depth = sum(".".join(parts[:n]) in names for n in range(1, len(parts)))
    said = entry.get("signature") or f"{entry['kind']} {'.'.join(parts[around:])}"
    size = entry["last"] - entry["line"] + 1
    at = f"{path}:{entry['line']}:{entry['col']}"
    return Row(at, "  " * depth + said, f"{size} lines" if size > 1 else "", f"{entry['kind']} {entry['name']}")


def _found(candidate: Json) -> Row:
    at = f"{candidate['path']}:{candidate['line']}:{candidate['col']}"
    what = f"{candidate['kind']} {short(candidate['symbol'])}"
    signature = candidate.get("signature", "")
    return Row(at, what, signature if signature != what else "", what)


def relatives(candidates: Sequence[Json], totals: Mapping[str, int]) -> Iterator[Block]:
    """A block for each way to stand above or below."""
    for role, title in RELATIVES.items():
        rows = tuple(relative(value) for value in candidates if value.get("group") == role)
        if rows:
            yield Block(title, None, (), rows, totals.get(role, len(rows)) - len(rows), drawn=True)


def relative(value: Json) -> Row:
    """What stands above or below, with the one that stands between."""
    at = f"{value['path']}:{value['line']}:{value['col']}" if "path" in value else value.get("via") or "library"
    name = short(value["symbol"]) if "path" in value else value["symbol"]
    between = f", through {named(value['of'])}" if "of" in value else ""
    open_ = {"external": ", outside the repository", "unresolved": ", which is not known"}.get(
        value.get("target", ""), ""
    )
    likely = ", only the name says so" if value.get("evidence") == "name" else ""
    edge = f"{value['group']} {name}"
    return Row(at, f"{name}{between}{open_}{likely}", value.get("signature", ""), edge, "", value["symbol"])


def named(symbol: str) -> str:
    """What a definition is called; one outside the repository by its whole name."""
    return short(symbol) if "::" in symbol else symbol


def unused(candidates: Sequence[Json], totals: Mapping[str, int], ran: bool) -> Iterator[Block]:
    """A block for each thing that no use may be worth."""
    found: dict[str, list[Json]] = {}
    for value in candidates:
        if value.get("group") == "unused":
            found.setdefault("tests_only" if "tests" in value else value["claim"]["state"], []).append(value)
    for state, title in UNUSED.items():
        rows = tuple(map(_unused, found.get(state, ())))
        if rows:
            yield Block(title, None, (), rows, totals.get(state, len(rows)) - len(rows), sure=state != "none_found")
    if ran and not totals:
        yield Block("", None, ("everything that was judged has a use, or is reached in another way",))


def _unused(value: Json) -> Row:
    at = f"{value['path']}:{value['line']}:{value['col']}"
    what = f"{value['kind']} {short(value['symbol'])}"
    doubts = [counted(code, number) for code, number in sorted(value["claim"]["blockers"].items())]
    tests = [count(value["tests"], "use") + " in tests"] if "tests" in value else []
    return Row(at, what, ", ".join([*tests, *doubts]), what, "", value["symbol"])
