"""The views `tests` and `rows`: one candidate a row."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.digest import dependents
from ctxask.digest.joined import Joined, definition
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.plan.runner import test_id
from ctxask.rows import UNEXECUTED, File, Record, Result, Symbol


def tests(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """Tests that reach the subject: the reason, and the trail from the subject to the test."""
    heads = []
    for row in result.rows:
        if isinstance(row, Symbol) and row.role != UNEXECUTED:
            value = dependents.head(row, joined)
            value["group"] = "tests"
            value["why"] = [value.pop("role")]
            value["test"] = test_id(row)
            if row.kind == "folder":
                del value["address"], value["line"]
            if len(row.trail) > 2 or (row.trail and len(joined.asked()) != 1):
                value["trail"] = list(row.trail)
            heads.append(value)
    return dependents.candidates(heads, dependents.direct_sites(joined), root, rank, joined)


def unexecuted(joined: Joined, result: Result) -> Iterator[Json]:
    """Tests that are left out because a run saw them not to execute what changed."""
    for row in result.rows:
        if isinstance(row, Symbol) and row.role == UNEXECUTED:
            value = dependents.head(row, joined) | {"group": "tests", "test": test_id(row)}
            del value["files"]
            yield value


def rows(joined: Joined, result: Result, root: Place, rank: int) -> Iterator[Unit]:
    """The rows as they are."""
    for row in result.rows:
        value: Json
        if isinstance(row, Symbol):
            value = definition(row)
        elif isinstance(row, File):
            value = {"path": row.path, "language": row.language, "size": row.size}
            value.update({"change": row.change} if row.change else {})
        elif isinstance(row, Record):
            value = {"kind": row.kind, "values": dict(row.values)}
        else:
            continue
        yield Unit(Stage.HEADS, "candidates", root, "candidates", {"rank": rank, "group": result.id, **value})
        rank += 1
