"""Fields of rows as combinators name them."""

from __future__ import annotations

from ctxask.rows import Record, Row, Symbol

Field = str | int | bool


def field(row: Row, name: str) -> Field:
    """The row's value for a field of FIELDS; the empty text where a record has none."""
    if isinstance(row, Record):
        value = dict(row.values).get(name, "")
        return value if isinstance(value, str | int) else ""
    if name == "symbol" and isinstance(row, Symbol):
        return row.id
    value = getattr(row, name)
    assert isinstance(value, str | int)
    return value


def spelled(value: Field) -> str:
    """A value as conditions and plans spell it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
