"""The ground of a request: its work tree, configuration and store, and the snapshot once it is wanted."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any

import ctxask
from ctxask import canon
from ctxask.facts.indexes import Indexes, indexes_of
from ctxask.facts.store import Store, open_store
from ctxask.repo import place
from ctxask.repo.config import Config, load_config
from ctxask.repo.home import kept_runs
from ctxask.repo.snapshot import Snapshot, open_snapshot

_ANSWER = "answer"  # kind of kept answers: the state of the repository, where needed that of its runs, the digest


class Ground:
    """What is asked about; opening it reads no file of the repository but its configuration."""

    def __init__(self, where: place.Place, config: Config, store: Store) -> None:
        self._where = where
        self.config = config
        self.store = store
        self.stands_on_runs = False  # whether the answer is another one once a run has come or gone

    @property
    def place(self) -> place.Place:
        """Where the work tree is."""
        return self._where

    @cached_property
    def snapshot(self) -> Snapshot:
        """The repository as it was when first asked for; raises MovedTree while files change."""
        return open_snapshot(self._where, self.store)

    @cached_property
    def runs(self) -> str | None:
        """Which captured runs there are: a fingerprint, empty for none; None where that is not settled."""
        return kept_runs(self._where)

    @cached_property
    def indexes(self) -> Indexes:
        """What checkers said of the repository, where an index was ingested."""
        return indexes_of(self._where)

    @cached_property
    def salt(self) -> str:
        """What everything kept depends on besides files: this very code, the configuration, what was ingested."""
        config = self.config
        settings = (config.include, config.exclude, config.tests, config.max_file_bytes, config.source_roots)
        return canon.fingerprint(repr((_code(), settings, self.indexes.print)).encode())

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to say beside the answer, such as why nothing can be kept; no part of it."""
        return tuple(note.text for note in self.store.notes)

    @property
    def _state(self) -> bytes:
        """All of the repository that shows in an answer: its files, and what was said of those that are not there."""
        seen = (self.snapshot.id, self.snapshot.notes, self.config.notes)
        return canon.fingerprint(repr(seen).encode("utf-8", "backslashreplace")).encode()

    def kept_answer(self, asked: Any) -> bytes | None:
        """The digest that was kept for what is asked in an equal state; the snapshot is read only when there is one."""
        key = self._key(asked)
        kept = self.store.get(_ANSWER, [key]).get(key, {}).get(0)
        if kept is None:
            return None
        state, _, digest = kept.partition(b"\n")
        state, _, runs = state.partition(b" ")
        return digest if state == self._state and runs in (b"", self._runs) else None

    def keep_answer(self, asked: Any, digest: bytes) -> None:
        """Keeps a digest until the next one for the same."""
        state = self._state + (b" " + self._runs if self.stands_on_runs else b"")
        self.store.put(_ANSWER, self._key(asked), 0, state + b"\n" + digest)

    @property
    def _runs(self) -> bytes:
        return b"unsettled" if self.runs is None else self.runs.encode() or b"none"

    def close(self) -> None:
        """Writes what was kept."""
        self.store.flush()
        self.store.close()

    def _key(self, asked: Any) -> bytes:
        return bytes.fromhex(canon.fingerprint(repr((self.salt, asked)).encode("utf-8", "backslashreplace")))


def open_ground(root: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> Ground:
    """The ground around root; raises Stop with a lesson where there is none."""
    where = place.find(root)
    return Ground(where, load_config(where.root).narrowed(include, exclude), open_store(where))


def _code() -> list[tuple[str, int, int]]:
    """The files of this package by size and time: what an earlier version of the code kept is not believed."""
    found = []
    folders = list(ctxask.__path__)
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif not entry.name.endswith(".pyc"):
                    stat = entry.stat()
                    found.append((entry.name, stat.st_size, stat.st_mtime_ns))
    return sorted(found)
