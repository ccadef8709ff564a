"""The subject that a question names, where it names just one thing that looks like an identifier."""

from __future__ import annotations

import re

_EDGES = "\"'`“”‘’«»()[]{}<>,;:!?.…"
_TOKEN = re.compile(r"([\w.]+)(?:[(\['’\"`].*)?", re.DOTALL)  # with what a call, a subscript or a genitive adds


def identifiers(question: str) -> tuple[str, ...]:
    """The identifier-shaped tokens of a question, each once, in their order."""
    found: dict[str, None] = {}
    for word in question.split():
        token = _TOKEN.fullmatch(word.strip(_EDGES))
        if token is not None and looks_like_identifier(token[1]):
            found[token[1]] = None
    return tuple(found)


def looks_like_identifier(token: str) -> bool:
    """Whether a token is dotted, snake_case, or CamelCase with an inner capital; words and abbreviations are not."""
    parts = token.split(".")
    if not all(part.isidentifier() for part in parts):
        return False
    if len(parts) > 1:
        return any(len(part) > 1 for part in parts)  # e.g. is no name
    if "_" in token.strip("_") or (token.startswith("_") and token.strip("_")):
        return True
    return any(c.isupper() for c in token[1:]) and any(c.islower() for c in token)
