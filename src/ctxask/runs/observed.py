"""Which lines each test of a run executed, from what the plugin wrote down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ctxask.runs.paths import Places, Tree

FORMAT = 1
Lines = tuple[tuple[int, int], ...]  # first and last line of runs of executed lines, ascending
Observed = Mapping[str, Mapping[str, Lines]]  # test id -> path relative to the root -> what it executed there
_NOTHING_SEEN = "no lines were recorded: coverage is measured where pytest runs tests"


class _Process:
    """What one process that ran tests wrote, as far as it has been read."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.sets: dict[int, tuple[str, Lines]] = {}


def read(data: bytes, tree: Tree) -> Observed:
    """What the tests executed, by the ids that their results have; never raises, and leaves out what is no record."""
    processes: dict[str, _Process] = {}
    seen: dict[tuple[str, str], dict[str, set[Lines]]] = {}
    for record in _records(data.split(b"\n")):
        of = str(record.get("of"))
        if "format" in record:
            processes[of] = _Process(str(record.get("root")))
        process = processes.get(of)
        if process is None:
            continue
        if "set" in record and isinstance(record.get("path"), str):
            process.sets[record["set"]] = record["path"], _pairs(record.get("lines"))
        elif isinstance(record.get("test"), str):
            files = seen.setdefault((process.root, record["test"]), {})
            for number in record.get("sets") or ():
                if number in process.sets:
                    path, lines = process.sets[number]
                    files.setdefault(path, set()).add(lines)
    names = _named(seen, tree)
    found: dict[str, dict[str, set[Lines]]] = {}
    for key, files in seen.items():
        known = found.setdefault(names[key], {})
        for path, parts in files.items():
            known.setdefault(path, set()).update(parts)
    return {test: {path: _joined(parts) for path, parts in files.items()} for test, files in found.items()}


def notes(pieces: Iterable[bytes]) -> tuple[str, ...]:
    """What must be known of coverage that was asked for: why some or all of it is missing."""
    said: dict[str, None] = {}
    some = False
    for line in _lines(pieces):
        if line.startswith(b'{"note"'):
            said.update((f"coverage: {record['note']}", None) for record in _records((line,)) if "note" in record)
        some = some or b'"test":' in line
    return tuple(said) or (() if some else (f"coverage: {_NOTHING_SEEN}",))


def any_test(pieces: Iterable[bytes]) -> bool:
    """Whether there is a record of a test."""
    return any(b'"test":' in line for line in _lines(pieces))


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    yield rest


def _records(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The lines that are records; the last one may have been cut off when the process was killed."""
    for line in lines:
        try:
            record = json.loads(line) if line else None
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record


def _pairs(value: Any) -> Lines:
    flat = value if isinstance(value, list) and all(isinstance(line, int) for line in value) else []
    return tuple(zip(flat[::2], flat[1::2], strict=False))


def _joined(parts: set[Lines]) -> Lines:
    """Runs of lines of several records as one; adjacent ones are joined."""
    if len(parts) == 1:
        return next(iter(parts))
    out: list[tuple[int, int]] = []
    for first, last in sorted(run for lines in parts for run in lines):
        if out and first <= out[-1][1] + 1:
            out[-1] = out[-1][0], max(out[-1][1], last)
        else:
            out.append((first, last))
    return tuple(out)


def _named(tests: Iterable[tuple[str, str]], tree: Tree) -> dict[tuple[str, str], str]:
    """The ids relative to the root of the tree, as results have them."""
    at = {}
    for root, test in tests:
        file = test.partition("::")[0]
        at[root, test] = file if file.startswith("/") else f"{root}/{file}", file
    places = Places(tree, (path for path, _ in at.values()))
    named = {}
    for (root, test), (path, file) in at.items():
        below, inside = places.place(path)
        named[root, test] = below + test[len(file) :] if inside else test
    return named
