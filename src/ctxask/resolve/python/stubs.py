"""Stubs for builtins and the few library modules whose types flow through user code, written here as Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PREFIX = "<stubs>/"
BUILTINS = PREFIX + "builtins.pyi"
ENUM = (PREFIX + "enum.pyi", "EnumMeta")  # file and class
_FOLDER = Path(__file__).parent / "pyi"
_ALIASES = {"typing_extensions": "typing", "collections.abc": "typing", "asyncio.tasks": "asyncio", "attrs": "attr"}


@cache
def _names() -> frozenset[str]:
    return frozenset(p.stem for p in _FOLDER.glob("*.pyi"))


def path(dotted: str) -> str | None:
    """The stub of a module, None when there is none."""
    name = _ALIASES.get(dotted, dotted)
    return f"{PREFIX}{name}.pyi" if name in _names() else None


def dotted(stub: str) -> str:
    """The module's name."""
    return stub.removeprefix(PREFIX).removesuffix(".pyi")


@cache
def source(stub: str) -> bytes:
    """The stub's text."""
    return (_FOLDER / stub.removeprefix(PREFIX)).read_bytes()
