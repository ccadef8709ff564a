"""code.explain: why each site means what it means, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.rows import SILENT, Bucket, Record, Site, Symbol
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: Sequence[Site | Symbol]) -> Answer[Record]:
    """A record `because` for each site; of dependents, for the site through which each depends."""
    sites = (row if isinstance(row, Site) else _edge(row) for row in rows if isinstance(row, Site) or row.via)
    return world.explain(tuple(dict.fromkeys(sites)))


def _edge(row: Symbol) -> Site:
    """The site through which a dependent depends."""
    path, line, col = row.via.rsplit(":", 2)
    name = row.of.partition("::")[2].rpartition(".")[2]
    bucket: Bucket = "likely" if row.evidence == "name" else "confirmed"
    site = Site(row.of, path, int(line), int(col), name, row.role, "confirmed", row.name, row.evidence, row.target)
    return site._replace(bucket=bucket, implicit=row.role in SILENT)


OPERATOR = Operator(
    "code.explain",
    "why each site was confirmed, ruled out or left undecided: the steps, each with the place that decides it",
    run,
    output="records",
    inputs=("sites", "symbols"),
    cost="scan",
)
