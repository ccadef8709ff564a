"""What the server offers: which tools, over which roots, with which schemas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ctxask import canon
from ctxask.batch import Batch, run
from ctxask.lesson import Lesson, Stop
from ctxask.tools import TOOLS
from ctxask.tools.model import Said, Tool, compact

PREFIX = "ctx_"
STRUCTURED = "structured"  # argument: the answer as a JSON document instead of as text
INSTRUCTIONS = (
    "Ask ctx_ask before you grep: where a name is used, what breaks if it changes, how control flows, which tests to "
    "run. ctx_explore finds the place when you know no name. ctx_get prints the lines behind an address. "
    "Answers say what they are not sure of; nothing is started or changed."
)


def _batch(root: Path, given: Batch, check: Callable[[], None] | None) -> Said:
    answers = run(given.model_dump(exclude_unset=True), root, check)
    return Said(answers, lambda: canon.dumps(answers) + "\n", _nothing)


def _nothing() -> None:
    """Each step has kept what it computed."""


BATCH = Tool("batch", "Answers a ctx.batch/v1 document: several questions, all or none.", Batch, _batch, default=False)


def offered(everything: bool) -> dict[str, Tool]:
    """The tools by name."""
    tools = {**TOOLS, BATCH.name: BATCH}
    return {name: tool for name, tool in tools.items() if everything or tool.default}


def schema(tool: Tool, many_roots: bool) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments."""
    made = compact(tool.input.model_json_schema())
    extra = {STRUCTURED: {"type": "boolean", "description": "a JSON document instead of text"}}
    if many_roots:
        extra["root"] = {"type": "string", "description": "which of the folders that the server was started with"}
    return {**made, "properties": {**made["properties"], **extra}}


def root_of(given: dict[str, Any], roots: tuple[Path, ...]) -> Path:
    """The root that the arguments name, taken out of them; the first by default. Raises Stop for any other."""
    named = given.pop("root", None)
    if named is None:
        return roots[0]
    wanted = Path(str(named)).expanduser()
    for root in roots:
        if str(named) in (str(root), root.name) or (wanted.is_absolute() and wanted.resolve() == root):
            return root
    names = tuple(root.name for root in roots)
    raise Stop(Lesson("other_root", f"{named!r} is none of the server's roots", "ctx mcp --root DIR", names))
