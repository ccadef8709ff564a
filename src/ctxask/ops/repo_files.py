"""repo.files: the files that a question covers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxask.plan.declare import Operator
from ctxask.rows import File
from ctxask.world import Answer, World


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[File]:
    """Covered files by path."""
    return world.files()


OPERATOR = Operator("repo.files", "covered files by language", run, output="files", source=True)
