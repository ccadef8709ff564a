"""`ctx get run:…`: exactly what a run printed, piece by piece, however long it is."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path

from ctxask import canon
from ctxask.cli.say import write
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.render.style import visible
from ctxask.repo import place
from ctxask.runs.addresses import Printed, printed
from ctxask.runs.runs import open_runs


def get_printed(root: Path, addresses: tuple[str, ...], as_json: bool) -> int:
    """Prints what is behind the addresses, which must all be of runs; the exit code."""
    runs = open_runs(place.find(root))
    found = []
    for address in addresses:
        one = printed(runs, address)
        if isinstance(one, Lesson):
            raise Stop(one)
        found.append(one)
    if as_json:
        documents = [_document(*pair) for pair in zip(addresses, found, strict=True)]
        write(canon.encode({"version": "ctx.get/v1", "printed": documents}) + b"\n")
        return EXIT["answered"]
    for one in found:
        for piece in _visible(one.pieces()) if sys.stdout.isatty() else one.pieces():
            write(piece)
    return EXIT["answered"]


def _document(given: str, one: Printed) -> dict[str, object]:
    data = b"".join(one.pieces())
    out = {"given": given, "address": one.address, "run": one.run.id, "stream": one.part, "bytes": len(data)}
    return {**out, "text": data.decode("utf-8", "backslashreplace")}


def _visible(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The bytes without what would steer a terminal."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    for piece in pieces:
        yield _shown(decoder.decode(piece))
    yield _shown(decoder.decode(b"", final=True))


def _shown(text: str) -> bytes:
    return "\n".join(map(visible, text.split("\n"))).encode()
