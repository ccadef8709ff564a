"""How long runs are kept: the newest ones, for some days, up to some bytes."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import NamedTuple

from ctxask.repo.files import read_regular
from ctxask.runs.files import is_locked
from ctxask.runs.model import Run
from ctxask.runs.store import InProgress, Store


class Limits(NamedTuple):
    """What is kept of a work tree's runs."""

    runs: int = 50
    seconds: int = 14 * 24 * 3600
    size: int = 2 << 30  # bytes on disk


class Removed(NamedTuple):
    """What went."""

    runs: tuple[str, ...]
    freed: int  # bytes


def retain(store: Store, newest: Run | None = None, limits: Limits | None = None) -> Removed:
    """Removes what is over the limits, the oldest first; never a run in progress, nor the one that was just made."""
    limits = limits or Limits()
    oldest = int(time.time()) - limits.seconds
    gone: list[str] = []
    used = 0
    for number, run in enumerate(reversed(store.runs())):
        used += store.size(run)
        if newest is not None and run.id == newest.id:
            continue
        if number >= limits.runs or run.started < oldest or used > limits.size:
            try:
                store.remove(run)
                gone.append(run.id)
            except InProgress:
                pass
    return Removed(tuple(gone), store.sweep())


def forget_gone(store: Store, limits: Limits | None = None) -> int:
    """Removes the stores of work trees that are gone, once nothing in them is young any more; how many went."""
    limits = limits or Limits()
    gone = 0
    for folder in sorted(store.folder.parent.iterdir()):
        if folder == store.folder or folder.is_symlink() or not _is_abandoned(folder, limits.seconds):
            continue
        shutil.rmtree(folder, ignore_errors=True)
        gone += 1
    return gone


def _is_abandoned(folder: Path, seconds: int) -> bool:
    try:
        root = Path(read_regular(folder / "root", 1 << 16).decode("utf-8", "surrogateescape"))
        young = max((folder / part).lstat().st_mtime for part in ("open", "kept")) > time.time() - seconds
        busy = any(is_locked(file) for name in ("lock", "stdout") for file in (folder / "open").glob(f"*/{name}"))
    except OSError:
        return False
    return not root.is_dir() and not young and not busy
