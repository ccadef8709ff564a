"""The indexes that are kept of a repository; where there are none, that is all that is looked at."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ctxask import canon
from ctxask.repo.home import base_of, home
from ctxask.repo.place import Place

if TYPE_CHECKING:
    from ctxask.facts.index import Index

_SUFFIX = ".index"
ENGINES = {"pyrefly": "1.5.0"}  # checkers that ctx runs itself, each in the one version whose reports it knows


class Indexes:
    """What is kept in a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The files, sorted; their names change with what is in them."""
        try:
            found = [file.name for file in self._folder.iterdir()] if self._folder is not None else []
        except OSError:
            return ()
        return tuple(sorted(name for name in found if name.endswith(_SUFFIX)))

    @property
    def print(self) -> str:
        """What an answer that stands on them depends on; empty where there are none."""
        return canon.fingerprint("\n".join(self.names).encode()) if self.names else ""

    @cached_property
    def all(self) -> tuple[Index, ...]:
        """Every index that can be read, by name, also those that are of no use."""
        if not self.names:
            return ()
        from ctxask.facts.index import Broken, Index

        found = []
        for name in self.names:
            try:
                assert self._folder is not None
                found.append(Index(self._folder / name))
            except Broken:
                continue
        return tuple(sorted(found, key=lambda index: index.head.name))

    @property
    def usable(self) -> tuple[Index, ...]:
        """The indexes that answers stand on."""
        return tuple(index for index in self.all if not refused(index))

    @property
    def shown(self) -> tuple[str, ...]:
        """Tool and version of each index that answers stand on."""
        return tuple(index.head.shown for index in self.usable)

    @property
    def broken(self) -> int:
        """How many cannot be read."""
        return len(self.names) - len(self.all)

    def drop(self, name: str) -> int:
        """Removes the indexes of a name, or with an empty one those of any; how many went."""
        from ctxask.facts.index import slot

        gone = [file for file in self.names if not name or file.startswith(slot(name) + "-")]
        for file in gone:
            assert self._folder is not None
            (self._folder / file).unlink(missing_ok=True)
        del self.__dict__["names"]
        return len(gone)


def refused(index: Index) -> str:
    """Why answers do not stand on an index; empty where they do."""
    from ctxask.facts.index import FORMAT

    if index.format != FORMAT:
        return "another version of ctx made it"
    pinned = ENGINES.get(index.head.name)
    if pinned is not None and index.head.version != pinned:
        return f"{index.head.tool} {pinned} is the version whose reports are known"
    return ""


def indexes_of(place: Place) -> Indexes:
    """The indexes of a repository, shared by its work trees as each file in them is told by its content."""
    base, _ = base_of("indexes")
    if base is None or not base.is_dir():
        return Indexes(None)
    return Indexes(folder_of(place)[0])


def collect() -> int:
    """Removes the indexes of repositories that are gone, and what interrupted ones left; how many went."""
    base, _ = base_of("indexes")
    gone = []
    for folder in sorted(base.iterdir()) if base is not None and base.is_dir() else []:
        gone += [index.path for index in Indexes(folder).all if not _is_there(index)]
        gone += folder.glob(".new-*")
    for file in gone:
        file.unlink(missing_ok=True)
    return len(gone)


def _is_there(index: Index) -> bool:
    return not index.head.root or Path(os.fsdecode(bytes.fromhex(index.head.root))).is_dir()


def folder_of(place: Place) -> tuple[Path | None, str]:
    """The private folder in which indexes of a repository are kept, or why there is none."""
    return home("indexes", place, place.identity)
