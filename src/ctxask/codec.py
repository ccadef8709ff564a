"""Rows as JSON and back: positional lists, so that a kept result loads fast."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from ctxask import canon
from ctxask.rows import Failure, File, Note, Record, Result, Row, Site, Symbol, Text

_TYPES: tuple[type[Row], ...] = (Symbol, Site, File, Text, Record, Failure)
_TAGS = {kind: tag for tag, kind in enumerate(_TYPES)}
_GETTERS: tuple[Callable[[Any], tuple[Any, ...]], ...] = tuple(attrgetter(*kind._fields) for kind in _TYPES)

FORMAT = canon.fingerprint(canon.encode([list(kind._fields) for kind in _TYPES]))[:16]  # of the lists


def encode_rows(rows: Sequence[Row]) -> bytes:
    """Rows as bytes: equal rows give equal bytes, whether they were computed or decoded."""
    tags = "".join(str(_TAGS[type(row)]) for row in rows)
    return canon.encode([tags, [_GETTERS[_TAGS[type(row)]](row) for row in rows]])


def decode_rows(data: bytes) -> tuple[Row, ...]:
    """The rows behind encode_rows."""
    tags, values = json.loads(data)
    return tuple(_row(int(tag), value) for tag, value in zip(tags, values, strict=True))


def _row(tag: int, values: list[Any]) -> Row:
    kind = _TYPES[tag]
    if kind is Site or kind is Text:
        return kind(*values)
    return kind(*map(_frozen, values))


def _frozen(value: Any) -> Any:
    """Lists as the tuples that they were; rows nest no deeper than a trail of paths."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def encode_result(result: Result) -> bytes:
    """A whole result: a line of everything but its rows, and the rows."""
    notes = [[note.code, note.count, note.text] for note in result.notes]
    head = [result.kind, result.omitted, result.engine, notes, [list(pair) for pair in result.inputs]]
    return canon.encode(head) + b"\n" + encode_rows(result.rows)


def rows_print(encoded: bytes) -> str:
    """The fingerprint of the rows in an encoded result: the same as that of encode_rows."""
    return canon.fingerprint(encoded[encoded.index(b"\n") + 1 :])


def decode_result(name: str, op: str, encoded: bytes) -> Result:
    """The result of the step `name` behind encode_result."""
    head, _, rows = encoded.partition(b"\n")
    kind, omitted, engine, notes, inputs = json.loads(head)
    return Result(
        name,
        op,
        kind,
        rows=decode_rows(rows),
        omitted=omitted,
        engine=engine,
        notes=tuple(Note(*note) for note in notes),
        inputs=tuple((key, value) for key, value in inputs),
    )
