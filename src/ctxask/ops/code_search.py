"""code.search: places where covered files hold a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Site
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Site]:
    """Sites of the text, by path and line."""
    return world.search(args["pattern"], args["regex"])


OPERATOR = Operator(
    "code.search",
    "places where covered files hold a text",
    run,
    output="sites",
    source=True,
    args=(
        Argument("pattern", "text", "the text to look for", required=True),
        Argument("regex", "flag", "the pattern is a regular expression", default=False),
    ),
    cost="scan",
    view="definitions",
)
