"""repo.changed: the files that differ from a base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Argument, Operator
from ctxask.rows import File
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[File]:
    """Changed files by path."""
    found = world.changed(args.get("base"))
    if args.get("uncommitted") and any(note.code == "clean_tree" for note in found.notes):
        notes = tuple(note for note in found.notes if note.code != "clean_tree")
        return Answer((), notes, engine=found.engine)
    return found


OPERATOR = Operator(
    "repo.changed",
    "files that differ from a base",
    run,
    output="files",
    source=True,
    args=(
        Argument("base", "text", "the revision to compare with; HEAD, or the last commit where the tree is clean"),
        Argument("uncommitted", "flag", "only what no commit has yet: none where the tree is clean"),
    ),
    view="changes",
)
