"""evidence.count: how many rows there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.rows import Record, Row
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Row]) -> Answer[Record]:
    """One record with the number of rows."""
    return Answer((Record("count", (("count", len(rows)),)),), engine="rows@1")


OPERATOR = Operator(
    "evidence.count",
    "how many rows there are",
    run,
    output="records",
    inputs=("symbols", "sites", "files", "failures", "records"),
)
