"""`ctx get run:…`: exactly what a run printed, piece by piece, however long it is."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path

from ctxask import canon
from ctxask.cli.say import write
from ctxask.lesson import EXIT
from ctxask.render.style import visible
from ctxask.runs.addresses import document, found


def get_printed(root: Path, addresses: tuple[str, ...], as_json: bool) -> int:
    """Prints what is behind the addresses, which must all be of runs; the exit code."""
    named = found(root, addresses)
    if as_json:
        write(canon.encode(document(addresses, named)) + b"\n")
        return EXIT["answered"]
    for one in named:
        for piece in _visible(one.pieces()) if sys.stdout.isatty() else one.pieces():
            write(piece)
    return EXIT["answered"]


def _visible(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The bytes without what would steer a terminal."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    for piece in pieces:
        yield _shown(decoder.decode(piece))
    yield _shown(decoder.decode(b"", final=True))


def _shown(text: str) -> bytes:
    return "\n".join(map(visible, text.split("\n"))).encode()
