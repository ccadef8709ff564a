"""code.find: the symbols whose name is like a pattern, the most alike first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import translate
from typing import Any
from unicodedata import normalize

from ctxask.ops.below import HIDDEN
from ctxask.plan.declare import Argument, Operator
from ctxask.rows import Symbol
from ctxask.world import Answer, World

_WORD = re.compile(r"[^\W\d_][^\W_A-Z]*|[A-Z]+(?![a-z])|\d+")
_EXACT, _SAME, _PREFIX, _WORDS, _PART = range(5)


def run(world: World, args: Mapping[str, Any], rows: None) -> Answer[Symbol]:
    """Symbols: those of the name, of the name in another case, that begin with it, have its words, hold it."""
    given = args["symbol"]
    patterns = [normalize("NFKC", text) for text in ((given,) if isinstance(given, str) else given)]
    best: dict[tuple[str, int, int], tuple[int, Symbol]] = {}
    notes: dict[Any, None] = {}
    for pattern in patterns:
        answer = world.defined_like(needles(pattern))
        notes.update(dict.fromkeys(answer.notes))
        for row in answer.rows:
            rank = likeness(pattern, row.name)
            place = row.path, row.line, row.col
            if rank is not None and fits(row, args.get("kind")) and rank < best.get(place, (_PART + 1,))[0]:
                best[place] = rank, row
    order = sorted(best.values(), key=lambda one: (one[0], world.is_test_file(one[1].path), _key(one[1])))
    return Answer(tuple(row for _, row in order), tuple(notes))


def needles(pattern: str) -> tuple[str, ...]:
    """Texts that an identifier must hold, in whatever case, to be like the pattern."""
    parts = re.findall(r"[^\W_]+", pattern.rpartition(".")[2], re.ASCII)
    words = [word for part in parts for word in _WORD.findall(part)] if "[" not in pattern else []
    return tuple(dict.fromkeys(word.lower() for word in words))


def likeness(pattern: str, name: str) -> int | None:
    """How a qualified name is like a pattern, less is more alike; None where it is not."""
    own = ".".join(name.split(".")[-pattern.count(".") - 1 :])
    low, wanted = own.lower(), pattern.lower()
    if "*" in pattern or "?" in pattern:
        return _EXACT if re.match(translate(pattern), own) else None
    if own == pattern:
        return _EXACT
    if low == wanted:
        return _SAME
    if low.startswith(wanted):
        return _PREFIX
    words = [word.lower() for word in _WORD.findall(own)]
    if all(any(word.startswith(part.lower()) for word in words) for part in _WORD.findall(pattern)):
        return _WORDS
    return _PART if wanted in low else None


def fits(row: Symbol, kind: str | None) -> bool:
    """Whether a definition is of the kind that is wanted, or of one that is shown where none is."""
    return bool(row.name) and (row.kind == kind if kind else row.kind not in HIDDEN)


def _key(row: Symbol) -> tuple[int, str, int, int]:
    return len(row.name), row.path, row.line, row.col


OPERATOR = Operator(
    "code.find",
    "symbols whose name is like a pattern: equal, beginning, words, part, or with * and ?",
    run,
    output="symbols",
    source=True,
    args=(
        Argument("symbol", "names", "a name, a part of one, its words, or a pattern with *", required=True),
        Argument("kind", "text", "only definitions of this kind"),
    ),
    cost="scan",
    view="found",
)
