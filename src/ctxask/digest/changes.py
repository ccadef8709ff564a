"""The view `changes`: what differs from the base, what that left behind, and why it is worth a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxask.digest.joined import Joined, address, line_text
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import QUIET, File, Result, Site, Symbol

WIDE = 10  # direct users from which on a change is called widely used
_TESTED = ("function", "method", "class", "property", "constant", "attribute", "variable")


def units(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """A candidate for each changed file, changed symbol, or reference that lost its target."""
    named = {row.path for shown in _symbols(joined) for row in shown}
    heads: list[tuple[Stage, Json]] = []
    users = _users(joined)
    tested = _tested(joined)
    for row in result.rows:
        if isinstance(row, Symbol):
            stage = Stage.DOUBTS if row.change in QUIET else Stage.HEADS
            heads.append((stage, _symbol(row, users, tested)))
        elif isinstance(row, Site):
            heads.append((Stage.HEADS, _broken(row, joined)))
        elif isinstance(row, File):
            heads.append((Stage.CENSUS if row.path in named else Stage.HEADS, _file(row)))
    for number, (stage, value) in enumerate(heads, rank):
        yield Unit(stage, "candidates", root, "candidates", {"rank": number, **value})


def _symbols(joined: Joined) -> Iterator[list[Symbol]]:
    for view, result in joined.shown("candidates"):
        if view == "changes":
            yield [row for row in result.rows if isinstance(row, Symbol)]


def _file(row: File) -> Json:
    value: Json = {"group": "changes", "path": row.path, "change": row.change}
    if row.old_path:
        value["old_path"] = row.old_path
    if row.binary:
        value["binary"] = True
    lines = [[first, first + max(count, 1) - 1] for _, _, first, count in row.hunks if first]
    if lines and row.change in ("added", "modified", "renamed"):
        value["lines"] = lines
    return value


def _symbol(row: Symbol, users: Counter[str], tested: frozenset[str] | None) -> Json:
    """A changed definition; one that is gone has no address."""
    value: Json = {
        "group": "changed",
        "symbol": row.id,
        "kind": row.kind,
        "path": row.path,
        "change": row.change,
        "line": row.lines[0][0] if row.lines else row.line,
    }
    if row.lines:
        value["lines"] = [list(run) for run in row.lines]
    if row.old:
        value["old"] = row.old
    if row.change != "removed":
        value["address"] = address(row)
    risks = list(_risks(row, users, tested))
    return value | ({"risks": risks} if risks else {})


def _risks(row: Symbol, users: Counter[str], tested: frozenset[str] | None) -> Iterator[str]:
    """Why a changed symbol deserves a look, where the plan asked for its dependents and tests."""
    if row.change in QUIET or row.is_test:
        return
    if users[row.id] >= WIDE:
        yield f"used by {users[row.id]} definitions"
    if row.change in ("removed", "renamed", "signature") and _is_public(row):
        yield "public"
    if tested is not None and row.kind in _TESTED and row.change not in ("removed",) and row.id not in tested:
        yield "no test is known to reach it"


def _is_public(row: Symbol) -> bool:
    return bool(row.name) and not any(part.startswith("_") for part in row.name.split(".") if part != "__init__")


def _users(joined: Joined) -> Counter[str]:
    """How many definitions depend on each symbol directly."""
    dependents = [result for view, result in joined.shown("candidates") if view == "dependents"]
    return Counter(row.of for result in dependents for row in result.rows if isinstance(row, Symbol) and row.hop == 1)


def _tested(joined: Joined) -> frozenset[str] | None:
    """Symbols that a test reaches; None where the plan did not look for tests."""
    found = [result for view, result in joined.shown("candidates") if view == "tests" and result.state == "ok"]
    if not found:
        return None
    tests = [row for result in found for row in result.rows if isinstance(row, Symbol) and row.role != "name_only"]
    return frozenset(id_ for row in tests for id_ in row.reaches or row.trail[:1])


def _broken(row: Site, joined: Joined) -> Json:
    value: Json = {
        "group": "broken",
        "path": row.path,
        "line": row.line,
        "col": row.col,
        "role": row.role,
        "of": row.subject,
        "mechanism": row.mechanism,
    }
    value.update({key: found for key, found in (("in", row.within), ("other", row.other)) if found})
    if row.evidence != "scope":
        value["evidence"] = row.evidence
    text = joined.lines.get((row.path, row.line), "").strip()
    return value | (line_text(text) if text else {})
