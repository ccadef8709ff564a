"""Addresses of what a run printed: `run:ID:stdout`, `run:ID:stderr:FIRST-LAST`, and the bytes behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ctxask.lesson import Lesson, Stop
from ctxask.repo import place
from ctxask.runs.model import Run
from ctxask.runs.output import count_lines, lines
from ctxask.runs.runs import Runs, open_runs
from ctxask.runs.store import Part

_ADDRESS = re.compile(r"run:([0-9a-f]{1,16}|latest):(stdout|stderr)(?::([0-9]{1,12})-([0-9]{1,12}))?")
_FORM = "run:ID:stdout or run:ID:stderr, with :FIRST-LAST for some lines; ctx runs list has the ids"


class Printed(NamedTuple):
    """The bytes behind an address."""

    runs: Runs
    run: Run
    part: Part
    first: int = 0  # 1-based; 0: everything
    last: int = 0

    @property
    def address(self) -> str:
        """The address with the whole id."""
        return f"{self.run.id}:{self.part}" + (f":{self.first}-{self.last}" if self.first else "")

    def pieces(self) -> Iterator[bytes]:
        """Exactly what was printed, piece by piece; raises Stop for a run that is damaged."""
        pieces = self.runs.pieces(self.run, self.part)
        return lines(pieces, self.first, self.last) if self.first else pieces


def printed(runs: Runs, address: str) -> Printed | Lesson:
    """What an address names, or the reason why there is no such thing; raises Stop for a run that is damaged."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return Lesson("bad_address", f"{address!r} is no address of what a run printed", _FORM)
    run = runs.find("latest" if match[1] == "latest" else f"run:{match[1]}")
    if isinstance(run, Lesson):
        return run
    part: Part = "stdout" if match[2] == "stdout" else "stderr"
    whole = Printed(runs, run, part)
    if match[3] is None:
        return whole
    first, last = int(match[3]), int(match[4])
    total = count_lines(whole.pieces())
    if not 1 <= first <= last <= total:
        hint = f"ctx get {whole.address}" + (f":1-{total}" if total else "")
        return Lesson("no_such_line", f"{part} of {run.id} has {total} lines", hint)
    return whole._replace(first=first, last=last)


def found(root: Path, addresses: Sequence[str]) -> list[Printed]:
    """What every address names; raises Stop with the lesson of the first that names nothing."""
    runs = open_runs(place.find(root))
    out = []
    for address in addresses:
        one = printed(runs, address)
        if isinstance(one, Lesson):
            raise Stop(one)
        out.append(one)
    return out


def document(addresses: Sequence[str], named: Sequence[Printed], limit: int = 0) -> dict[str, Any]:
    """The document `ctx.get/v1`; raises Stop where more than so many bytes would be in it, 0 for no bound."""
    entries = []
    for given, one in zip(addresses, named, strict=True):
        data = bytearray()
        for piece in one.pieces():
            data += piece
            if limit and len(data) > limit:
                hint = f"{one.run.id}:{one.part}:1-200, and so on"
                raise Stop(Lesson("too_long", f"{one.address} is longer than {limit} bytes: ask for lines of it", hint))
        out = {"given": given, "address": one.address, "run": one.run.id, "stream": one.part, "bytes": len(data)}
        entries.append({**out, "text": bytes(data).decode("utf-8", "backslashreplace")})
    return {"version": "ctx.get/v1", "printed": entries}
