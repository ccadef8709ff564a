"""The runs of one work tree: begun, finished, listed and removed by many processes at once.

A run begins as a folder in `open`, which holds what the command prints as it comes. When it has ended, its bytes go
to `blobs` and its record to `kept`, and the folder goes. What was killed in between stays a folder: it is incomplete,
and whole. No database: each step is one rename, and a record is one small file.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from ctxask.repo.files import open_regular, pieces, read_regular
from ctxask.runs import record
from ctxask.runs.blobs import Blobs
from ctxask.runs.files import create, is_locked, lock, locked, new_name, write_whole
from ctxask.runs.model import Ended, Run

Part = Literal["stdout", "stderr", "records", "coverage"]
PARTS: tuple[Part, ...] = ("stdout", "stderr", "records", "coverage")

_NAME = re.compile(r"([0-9]{8,12})-([0-9a-f]{16})(?:\.json)?")


class Open(NamedTuple):
    """A run that has begun; it is in progress as long as the lock is held."""

    run: Run
    folder: Path
    lock: int


class InProgress(Exception):
    """A run that is still going on is not removed."""


class Store:
    """What is kept of a work tree's runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blobs = Blobs(folder / "blobs")

    def begin(self, run: Run, stamp: bytes = b"") -> Open:
        """Gives a run its id and its place in the order, and lets it begin; its files are there, and empty.

        `stamp` is the list of contents that it runs on. Raises OSError.
        """
        with self._adding():
            if stamp:
                run = run._replace(stamp=self.blobs.keep(stamp))
            with self._order():
                number = 1 + max((number for number, _ in self._names().values()), default=0)
                return self._open(run._replace(id=f"run:{os.urandom(8).hex()}", sequence=number, ended="incomplete"))

    def _open(self, run: Run) -> Open:
        """The folder of a new run, seen only once it is whole and its lock is held."""
        beside = self.folder / "open" / new_name("new")
        beside.mkdir(mode=0o700)
        try:
            held = create(beside / "lock")
            lock(held)
            for part in PARTS:
                os.close(create(beside / part))
            write_whole(beside / "record", record.write(run))
            folder = beside.with_name(_name(run))
            beside.rename(folder)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
        return Open(run, folder, held)

    def finish(self, begun: Open, run: Run) -> Run:
        """Keeps a run that has ended, packed; the run with the addresses of its bytes."""
        with self._adding():
            (stdout, out), (stderr, err), *rest = (self._packed(begun.folder / part) for part in PARTS)
            (records, _), (coverage, _) = rest
            run = run._replace(stdout=stdout, stderr=stderr, records=records, coverage=coverage)
            run = run._replace(stdout_bytes=out, stderr_bytes=err)
            write_whole(self.folder / "kept" / f"{_name(run)}.json", record.write(run))
        self._discard(begun.folder)
        os.close(begun.lock)
        return run

    def _packed(self, file: Path) -> tuple[str, int]:
        """Content id and size of a file that is kept from now on; no id for an empty one."""
        descriptor, found = open_regular(file)
        try:
            return self.blobs.keep_file(descriptor) if found.st_size else ("", 0)
        finally:
            os.close(descriptor)

    def runs(self) -> tuple[Run, ...]:
        """All runs in their order, the first one first; also those that are going on, were killed or are damaged."""
        names = self._names()
        return tuple(self._run(name) for name in sorted(names, key=lambda name: names[name]))

    def pieces(self, run: Run, part: Part) -> Iterator[bytes]:
        """What a run printed or wrote down, piece by piece; raises Damaged."""
        folder = self.folder / "open" / _name(run)
        if run.ended not in ("incomplete", "running"):
            yield from self.blobs.pieces(getattr(run, part))
            return
        try:
            descriptor, found = open_regular(folder / part)
        except OSError:
            kept = self._run(_name(run))  # it may have ended since it was listed
            yield from self.blobs.pieces(getattr(kept, part)) if kept.ended not in ("incomplete", "damaged") else ()
            return
        try:
            yield from pieces(descriptor, found.st_size)
        finally:
            os.close(descriptor)

    def size(self, run: Run) -> int:
        """How many bytes a run takes on disk, with what it shares with others."""
        folder = self.folder / "open" / _name(run)
        raw = sum(_size(folder / part) for part in PARTS)
        return raw + sum(self.blobs.size(content) for content in contents(run))

    def remove(self, run: Run) -> None:
        """Forgets a run; its bytes go with the next sweep. Raises InProgress."""
        with self._order():
            name = _name(run)
            if self._goes_on(name):
                raise InProgress(run.id)
            (self.folder / "kept" / f"{name}.json").unlink(missing_ok=True)
            self._discard(self.folder / "open" / name)

    def sweep(self) -> int:
        """Removes bytes that belong to no run, unless somebody is just adding some; how many that frees."""
        with locked(self.folder / "adding", wait=False) as alone:
            if not alone:
                return 0
            with self._order():
                for left in sorted((self.folder / "open").glob(".*")):
                    shutil.rmtree(left, ignore_errors=True)
                for left in sorted((self.folder / "kept").glob(".*")):
                    left.unlink(missing_ok=True)
                runs = self.runs()
            if any(run.ended == "damaged" for run in runs):
                return 0  # what belongs to it cannot be told
            return self.blobs.remove_but({content for run in runs for content in contents(run)})

    def _run(self, name: str) -> Run:
        """The run of that name, as far as it can be read."""
        kept = self.folder / "kept" / f"{name}.json"
        if os.path.lexists(kept):
            return _read(kept, name)
        folder = self.folder / "open" / name
        goes_on = is_locked(folder / "lock")
        run = _read(folder / "record", name)
        if run.ended == "damaged":
            return _read(kept, name) if os.path.lexists(kept) else run  # it has ended meanwhile
        ended: Ended = "running" if goes_on else "incomplete"
        return run._replace(ended=ended, stdout_bytes=_size(folder / "stdout"), stderr_bytes=_size(folder / "stderr"))

    def _names(self) -> dict[str, tuple[int, str]]:
        """Names of runs with what they say. `open` is read first: a run that ends meanwhile is then seen twice."""
        found = {}
        for part in ("open", "kept"):
            for entry in sorted((self.folder / part).iterdir()):
                match = _NAME.fullmatch(entry.name)
                if match:
                    found[entry.name.removesuffix(".json")] = (int(match[1]), match[2])
        return found

    def _goes_on(self, name: str) -> bool:
        """Whether the capture lives, or what outlives it still takes down what the command prints."""
        folder = self.folder / "open" / name
        return is_locked(folder / "lock") or is_locked(folder / "stdout")

    def _discard(self, folder: Path) -> None:
        """Takes a run's folder away at once, then its files."""
        aside = folder.with_name(new_name("old"))
        with suppress(FileNotFoundError):
            folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)

    @contextmanager
    def _order(self) -> Iterator[None]:
        with locked(self.folder / "order"):
            yield

    @contextmanager
    def _adding(self) -> Iterator[None]:
        """While this is held by anybody nothing is swept away: bytes are there before the record that names them."""
        with locked(self.folder / "adding", shared=True):
            yield


def contents(run: Run) -> tuple[str, ...]:
    """The content ids that a run names."""
    return tuple(content for content in (*(getattr(run, part) for part in PARTS), run.stamp) if content)


def _read(path: Path, name: str) -> Run:
    number, _, identity = name.partition("-")
    try:
        data = read_regular(path, record.MOST_BYTES)
        started = int(path.lstat().st_mtime)
        found = record.read(data)
    except OSError as error:
        started, found = 0, f"its record cannot be read: {error.strerror or error}"
    if isinstance(found, Run) and (found.id, found.sequence) != (f"run:{identity}", int(number)):
        found = "its record is another run's"
    if isinstance(found, Run):
        return found
    return Run(f"run:{identity}", int(number), started, ended="damaged", notes=(found,))


def _name(run: Run) -> str:
    return f"{run.sequence:08}-{run.id.removeprefix('run:')}"


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
