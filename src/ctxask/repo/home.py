"""Where something may be kept for a place: a private folder outside the work tree, or the reason why there is none."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal, NamedTuple

from ctxask import canon
from ctxask.repo.place import Place, work_tree

Kind = Literal["facts", "runs", "indexes"]


class Home(NamedTuple):
    """A folder for what is kept of one place; `refused` says why there is none."""

    folder: Path | None
    refused: str = ""


def home(kind: Kind, place: Place, identity: Path) -> Home:
    """The folder of that kind that belongs to an identity of the place; it need not be there yet."""
    base, refused = base_of(kind)
    if base is None:
        return Home(None, refused)
    if _in_work_tree(Path(os.path.realpath(base)), place):
        return Home(None, "the store would lie inside the work tree")
    folder = base / canon.fingerprint(os.fsencode(identity))[: canon.ID_DIGITS]
    return Home(folder) if private(base) and private(folder) else Home(None, "somebody else can write to the store")


def kept_runs(place: Place) -> str | None:
    """Which runs are kept of a place, without reading any: a fingerprint, empty for none.

    None where that is not settled: one is going on or was killed, or they may be in another folder.
    """
    folder = home("runs", place, place.root).folder
    if folder is None:
        return None
    names = []
    for part in ("open", "kept"):
        try:
            names.append(sorted(entry.name for entry in (folder / part).iterdir() if entry.name[0] != "."))
        except OSError:
            return ""
    return None if names[0] else canon.fingerprint("\n".join(names[1]).encode()) if names[1] else ""


def base_of(kind: Kind) -> tuple[Path | None, str]:
    """The folder that holds those of all places, or why there is none."""
    chosen = os.environ.get("CTXASK_HOME")
    if chosen:
        return Path(chosen).absolute() / kind, ""
    import platformdirs

    if not Path.home().is_dir():  # as in a container: nothing is created in place of a home folder
        return None, "there is no home folder"
    folder = platformdirs.user_cache_path if kind == "facts" else platformdirs.user_state_path
    return folder("ctxask", appauthor=False) / kind, ""


def private(folder: Path) -> bool:
    """Whether nobody else can plant anything there; true for a folder that is not there yet."""
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return own and stat.S_ISDIR(found.st_mode) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


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
