"""Where a repository's facts are kept: a private folder outside the work tree, or the reason why there is none."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from ctxask import canon
from ctxask.repo.place import Place, work_tree


class Home(NamedTuple):
    """A folder for one repository's store; `refused` says why there is none."""

    folder: Path | None
    refused: str = ""


def home(place: Place) -> Home:
    """The folder that belongs to a place: one for a repository, shared by its work trees.

    One database for each repository rather than one for all: a hostile repository can fill or spoil only its own,
    writers of different repositories never wait for each other, and a repository that is gone is one folder to remove.
    """
    base, refused = _base()
    if base is None:
        return Home(None, refused)
    if _in_work_tree(Path(os.path.realpath(base)), place):
        return Home(None, "the store would lie inside the work tree")
    folder = base / canon.fingerprint(os.fsencode(place.identity))[: canon.ID_DIGITS]
    return Home(folder) if _private(base) and _private(folder) else Home(None, "somebody else can write to the store")


def stores() -> tuple[Path, ...]:
    """The folders of all repositories' stores, and what an interrupted creation left beside them."""
    base, _ = _base()
    return tuple(sorted(base.iterdir())) if base is not None and base.is_dir() else ()


def _base() -> tuple[Path | None, str]:
    chosen = os.environ.get("CTXASK_HOME")
    if chosen:
        return Path(chosen).absolute() / "facts", ""
    import platformdirs

    if not Path.home().is_dir():  # as in a container: nothing is created in place of a home folder
        return None, "there is no home folder"
    return platformdirs.user_cache_path("ctxask", appauthor=False) / "facts", ""


def _in_work_tree(base: Path, place: Place) -> bool:
    """Whether a folder is in the place, in another work tree of its repository, or in one that the place lies in.

    A repository over a whole home folder holds the caches of every program: it is no reason to keep nothing.
    """
    if base.is_relative_to(place.root):
        return True
    whole_home = Path(os.path.realpath(Path.home()))
    for folder in base.parents:
        found = work_tree(folder)
        encloses = place.root.is_relative_to(folder) and folder != whole_home
        if found is not None and (found.identity == place.identity or encloses):
            return True
    return False


def _private(folder: Path) -> bool:
    """Whether nobody else can plant anything there; true for a folder that is not there yet."""
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return own and stat.S_ISDIR(found.st_mode) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
