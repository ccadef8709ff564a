"""evidence.failures: what failed in a captured run; nothing is run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.ops.joining import NAMED, RUN, failures_of
from ctxask.plan.declare import Operator
from ctxask.rows import Failure
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Failure]:
    """Failures in the order in which the runner reported them."""
    return failures_of(world, args)


OPERATOR = Operator(
    "evidence.failures",
    "failures of a captured run, with every frame of every exception",
    run,
    output="failures",
    source=True,
    args=(RUN, NAMED),
    view="runs",
)
