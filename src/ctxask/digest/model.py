"""The words of an answer: what a digest is made from, and the document that it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from ctxask.rows import Note

VERSION = "ctx.digest/v1"
BODY_LIMIT = 4096  # bytes; longer text is its address and size
SHOWN_SYMBOLS = 8  # ids of a subject that stands for many; the total is said

Json = dict[str, Any]


class Meta(NamedTuple):
    """What the rows cannot say: how the request was read, and over which snapshot it ran."""

    given: str  # the subject as it was given; empty for an intent without one
    how: str  # how it was obtained: symbol, question, file, …
    snapshot: str
    inputs: tuple[tuple[str, str], ...] = ()  # resolved defaults: base tree, runs
    notes: tuple[Note, ...] = ()  # about the snapshot as a whole
    command: tuple[str, ...] = ()  # the request as arguments, without budget and cursor: what `next` continues


class Digest(NamedTuple):
    """One page of an answer."""

    document: Json  # `ctx.digest/v1`, SPEC section 8
    encoded: bytes  # its canonical JSON: what budgets count
