"""How a test runner names tests."""

from __future__ import annotations

from ctxask.rows import Symbol


def test_id(row: Symbol) -> str:
    """`path::Class::name` of a Python test, else the file or folder."""
    names = row.name.split(".") if row.path.endswith(".py") and row.name else []
    return "::".join((row.path, *names))
