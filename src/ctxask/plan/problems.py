"""Problems of a document as they are found: all of them, typed, in document order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxask.plan.nearest import listed, nearest
from ctxask.plan.words import Rejection


class Problems:
    """Collects rejections; true when there is one."""

    def __init__(self) -> None:
        self.found: list[Rejection] = []

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, code: str, path: str, message: str) -> None:
        """Notes one problem."""
        self.found.append(Rejection(code, path, message))

    def unknown_fields(self, document: Mapping[Any, Any], known: Iterable[str], where: str) -> None:
        """Notes every field of the document that the format does not have, with the closest one."""
        names = tuple(known)
        for field in sorted(set(document) - set(names), key=str):
            close = nearest(str(field), names)
            hint = f"did you mean {close}?" if close else f"known fields: {listed(names)}"
            self.add("unknown_field", below(where, field), hint)

    def all(self) -> tuple[Rejection, ...]:
        """The rejections found."""
        return tuple(self.found)


def below(where: str, field: Any) -> str:
    """The path of a field: a name that is no plain word is quoted, so that it cannot pose as another path."""
    name = str(field)
    if not (name.isascii() and name.isidentifier()) or len(name) > 64:
        return f"{where}[{name[:64]!a}]"
    return f"{where}.{name}" if where else name


def is_text(value: Any, limit: int) -> bool:
    """Whether a value is a text that canonical JSON can hold: valid Unicode, no NUL, not longer than the limit."""
    if not isinstance(value, str) or len(value) > limit or "\0" in value:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)
