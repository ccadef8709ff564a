"""repo.changed: the files that differ from a base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import File
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[File]:
    """Changed files by path."""
    return world.changed(args.get("base"))


OPERATOR = Operator(
    "repo.changed",
    "files that differ from a base",
    run,
    output="files",
    source=True,
    args=(Argument("base", "text", "the revision to compare with; HEAD, or the last commit where the tree is clean"),),
    view="changes",
)
