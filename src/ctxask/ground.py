"""The ground of a request: its work tree, configuration and store, and the snapshot once it is wanted."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any

import ctxask
from ctxask import canon
from ctxask.facts.store import Store, open_store
from ctxask.repo import place
from ctxask.repo.config import Config, load_config
from ctxask.repo.snapshot import Snapshot, open_snapshot

_ANSWER = "answer"  # kind of kept answers: the snapshot's id, a newline, the digest


class Ground:
    """What is asked about; opening it reads no file of the repository but its configuration."""

    def __init__(self, where: place.Place, config: Config, store: Store) -> None:
        self._where = where
        self.config = config
        self.store = store

    @cached_property
    def snapshot(self) -> Snapshot:
        """The repository as it was when first asked for; raises MovedTree while files change."""
        return open_snapshot(self._where, self.store)

    @cached_property
    def salt(self) -> str:
        """What everything kept depends on besides files: this very code, and the effective configuration."""
        config = self.config
        settings = (config.include, config.exclude, config.tests, config.max_file_bytes, config.source_roots)
        return canon.fingerprint(repr((_code(), settings)).encode())

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to say beside the answer, such as why nothing can be kept; no part of it."""
        return tuple(note.text for note in self.store.notes)

    def kept_answer(self, request: Any) -> bytes | None:
        """The digest that was kept for an equal request and an equal snapshot; the snapshot is read only for one."""
        key = self._key(request)
        kept = self.store.get(_ANSWER, [key]).get(key, {}).get(0)
        if kept is None:
            return None
        snapshot, _, digest = kept.partition(b"\n")
        return digest if snapshot.decode() == self.snapshot.id else None

    def keep_answer(self, request: Any, digest: bytes) -> None:
        """Keeps a digest until the next one for that request."""
        self.store.put(_ANSWER, self._key(request), 0, f"{self.snapshot.id}\n".encode() + digest)

    def close(self) -> None:
        """Writes what was kept."""
        self.store.flush()
        self.store.close()

    def _key(self, request: Any) -> bytes:
        return bytes.fromhex(canon.fingerprint(repr((self.salt, request)).encode("utf-8", "backslashreplace")))


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
