"""evidence.group: how many rows share each value of a field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.ops.fields import field, spelled
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Record, Row
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Row]) -> Answer[Record]:
    """One record a value, the most frequent first, then by code point."""
    name = args["field"]
    counts = Counter(spelled(field(row, name)) for row in rows)
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Answer(
        tuple(Record("group", (("count", n), ("field", name), ("value", value))) for value, n in order), engine="rows@1"
    )


OPERATOR = Operator(
    "evidence.group",
    "rows counted by the value of a field",
    run,
    output="records",
    inputs=("symbols", "sites", "files", "failures", "records"),
    args=(Argument("field", "field", "what to group by", required=True),),
)
