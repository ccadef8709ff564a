"""Changes whose consequences are known: a definition that is renamed without its users, and a body that does more."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from eval.referee.sources import Definition

Edits = tuple[tuple[str, int, str], ...]  # path, line, and what stands there instead
RENAMED, BODY = "renamed", "body"


def renamed(symbol: Definition, text: str) -> Edits:
    """Another name in the head of a definition, and nowhere else."""
    line = text.split("\n")[symbol.line - 1]
    new = re.sub(rf"\b(def|class)(\s+){symbol.leaf}\b", rf"\1\2renamed_{symbol.leaf.strip('_')}", line, count=1)
    return _kept(((symbol.path, symbol.line, new),), text) if new != line else ()


def body(symbol: Definition, text: str) -> Edits:
    """A call before the first statement."""
    if not symbol.body:
        return ()
    line = text.split("\n")[symbol.body - 1]
    indent = line[: len(line) - len(line.lstrip())]
    return _kept(((symbol.path, symbol.body, f"{indent}print()\n{line}"),), text)


KINDS: Mapping[str, Callable[[Definition, str], Edits]] = {RENAMED: renamed, BODY: body}


def applied(edits: Edits, text: str) -> str:
    """A file after its edits."""
    lines = text.split("\n")
    for _, line, new in edits:
        lines[line - 1] = new
    return "\n".join(lines)


def _kept(edits: Edits, text: str) -> Edits:
    """The edits, where what comes of them is Python."""
    try:
        ast.parse(applied(edits, text))
    except SyntaxError:
        return ()
    return edits
