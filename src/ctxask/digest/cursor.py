"""Cursors: where the next page begins, bound to the plan and to the rows that it walks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ctxask import canon
from ctxask.lesson import Lesson

_FORM = re.compile(r"c1\.([1-9][0-9]{0,8})\.([0-9a-f]{16})", re.ASCII)


def walked(plan: str, units: Iterable[bytes]) -> str:
    """The address of what pages walk: sixteen hex digits over the plan's id and every unit in order."""
    return canon.fingerprint(b"\n".join((plan.encode(), *units)))[: canon.ID_DIGITS]


def write(position: int, address: str) -> str:
    """The cursor of the page that begins at that unit."""
    return f"c1.{position}.{address}"


def read(cursor: str, address: str, total: int) -> int | Lesson:
    """The position that a cursor stands for, or why it stands for none any more."""
    found = _FORM.fullmatch(cursor)
    if found is None:
        return Lesson(
            code="bad_cursor",
            message="this is no cursor",
            hint="copy the cursor from the answer's last line, or leave --cursor out to begin at the first page",
        )
    position = int(found[1])
    if found[2] != address or position >= total:
        return Lesson(
            code="ROWS_CHANGED",
            message="the cursor belongs to another question, or what it walked has changed since that page",
            hint="leave --cursor out to begin at the first page",
        )
    return position
