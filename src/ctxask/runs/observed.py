"""Which lines each test of a run executed, from what the plugin wrote down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ctxask.runs.paths import Places, Tree

_TELLS_SHARED = 2  # the first format that does
Lines = tuple[tuple[int, int], ...]  # first and last line of runs of executed lines, ascending
Files = Mapping[str, Lines]  # path relative to the root -> what was executed there
_NOTHING_SEEN = "no lines were recorded: coverage is measured where pytest runs tests"


class Observed(NamedTuple):
    """What the tests of a run executed, by the ids that their results have."""

    tests: Mapping[str, Files] = MappingProxyType({})
    shared: Files | None = None  # executed where several tests stand on it; None where the run does not tell
    blind: Mapping[str, str] = MappingProxyType({})  # test of which not all is seen -> why
    counts: Mapping[str, int] = MappingProxyType({})  # parametrised function -> how many tests it has, run or not


class _Process:
    """What one process that ran tests wrote, as far as it has been read."""

    def __init__(self, root: str, format_: Any) -> None:
        self.root = root
        self.tells_shared = isinstance(format_, int) and format_ >= _TELLS_SHARED
        self.sets: dict[int, tuple[str, Lines]] = {}

    def add(self, numbers: Any, files: dict[str, set[Lines]]) -> None:
        """Adds the sets of lines of these numbers to what was executed in files."""
        for number in numbers if isinstance(numbers, list) else ():
            if number in self.sets:
                path, lines = self.sets[number]
                files.setdefault(path, set()).add(lines)


_Key = tuple[str, str]  # the root of a session, and an id in it


def read(data: bytes, tree: Tree) -> Observed:
    """What the tests executed; never raises, and leaves out what is no record."""
    processes: dict[str, _Process] = {}
    seen: dict[_Key, dict[str, set[Lines]]] = {}
    shared: dict[str, set[Lines]] = {}
    blind: dict[_Key, str] = {}
    counts: dict[_Key, int] = {}
    for record in _records(data.split(b"\n")):
        of = str(record.get("of"))
        if "format" in record:
            processes[of] = _Process(str(record.get("root")), record["format"])
        process = processes.get(of)
        if process is None:
            continue
        if "set" in record and isinstance(record.get("path"), str):
            process.sets[record["set"]] = record["path"], _pairs(record.get("lines"))
        elif isinstance(record.get("test"), str):
            key = process.root, record["test"]
            process.add(record.get("sets"), seen.setdefault(key, {}))
            if record.get("blind"):
                blind[key] = str(record["blind"])
        process.add(record.get("shared"), shared)
        for function, count in _counts(record.get("counts")):
            counts[process.root, function] = max(count, counts.get((process.root, function), 0))
    names = _named({*seen, *counts}, tree)
    found: dict[str, dict[str, set[Lines]]] = {}
    for key, files in seen.items():
        known = found.setdefault(names[key], {})
        for path, parts in files.items():
            known.setdefault(path, set()).update(parts)
    told = bool(seen) and all(process.tells_shared for process in processes.values())
    return Observed(
        {test: _executed(files) for test, files in found.items()},
        _executed(shared) if told else None,
        {names[key]: why for key, why in blind.items()},
        {names[key]: count for key, count in counts.items()},
    )


def _executed(files: Mapping[str, set[Lines]]) -> dict[str, Lines]:
    return {path: _joined(parts) for path, parts in files.items()}


def _counts(value: Any) -> Iterator[tuple[str, int]]:
    for function, count in value.items() if isinstance(value, dict) else ():
        if isinstance(count, int):
            yield function, count


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


def _named(tests: Iterable[_Key], tree: Tree) -> dict[_Key, str]:
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
