"""The small JSON record of a run: written with a checksum, and read as what may be damaged."""

from __future__ import annotations

import json
from typing import Any, get_args

from ctxask import canon
from ctxask.runs.model import Ended, Outcome, Run, Source

VERSION = "ctx.run-record/v1"
MOST_BYTES = 16 << 20  # a command line can be megabytes long; a larger file is no record
_TYPES: dict[str, type] = {name: type(value) for name, value in Run("", 0, 0)._asdict().items()}


def write(run: Run) -> bytes:
    """The record's bytes."""
    values = run._asdict()
    if not run.coverage:  # came later: a run without it is what it always was
        del values["coverage"]
    body = canon.dumps({"version": VERSION, **values})
    return f"{body}\n{canon.fingerprint(body.encode())}\n".encode()


def read(data: bytes) -> Run | str:
    """The run of a record, or why it cannot be read."""
    body, _, check = data.partition(b"\n")
    if check != f"{canon.fingerprint(body)}\n".encode():
        return "its record is damaged"
    try:
        found = json.loads(body)
    except ValueError:
        return "its record is damaged"
    if not isinstance(found, dict) or found.pop("version", None) != VERSION:
        return "its record was written by another version of ctx"
    return _run(found) or "its record was written by another version of ctx"


def _run(found: dict[str, Any]) -> Run | None:
    """The values as a run; None where one of them is not what it must be."""
    for name in ("command", "notes"):
        found[name] = _tuple(found.get(name), str)
    found.setdefault("coverage", "")
    counts = _tuple(found.get("counts"), list)
    found["counts"] = counts and tuple(map(tuple, counts))
    if found.keys() != _TYPES.keys() or any(type(found[name]) is not wanted for name, wanted in _TYPES.items()):
        return None
    if found["ended"] not in get_args(Ended) or found["source"] not in get_args(Source):
        return None
    if not all(len(pair) == 2 and pair[0] in get_args(Outcome) and type(pair[1]) is int for pair in found["counts"]):
        return None
    return Run(**found)


def _tuple(value: object, item: type) -> tuple[Any, ...] | None:
    fits = isinstance(value, list) and all(isinstance(each, item) for each in value)
    return tuple(value) if fits and isinstance(value, list) else None
