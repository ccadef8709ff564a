"""The folder of a work tree's runs: private, outside every work tree, one for each."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ctxask import canon
from ctxask.lesson import Lesson, Stop
from ctxask.repo.home import home as home_of
from ctxask.repo.home import private
from ctxask.repo.place import Place

PARTS = ("open", "kept", "blobs")


def home(place: Place) -> Path:
    """The folder, made where it is not there yet; raises Stop with a lesson where there can be none."""
    found = home_of("runs", place, place.root)
    folder = found.folder
    if folder is None and "home folder" in found.refused:
        folder = _temporary(place)
    if folder is None:
        raise Stop(_none(found.refused))
    try:
        _make(folder)
        if not (folder / "root").exists():
            _name(folder, place)
    except OSError as error:
        raise Stop(_none(f"{error.strerror or type(error).__name__}")) from error
    if not all(map(private, (folder.parent, folder, *(folder / part for part in PARTS)))):
        raise Stop(_none("somebody else can write to it, or a link stands in its place"))
    return folder


def _temporary(place: Place) -> Path:
    """Where there is no home folder, such as in a container: a folder of our own among the temporary ones."""
    owner = os.geteuid() if hasattr(os, "geteuid") else 0
    base = Path(tempfile.gettempdir()) / f"ctxask-{owner}" / "runs"
    if not private(base.parent):
        raise Stop(_none("somebody else can write to it"))
    return base / canon.fingerprint(os.fsencode(place.root))[: canon.ID_DIGITS]


def _make(folder: Path) -> None:
    folder.parent.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for part in (folder.parent, folder, *(folder / part for part in PARTS)):
        part.mkdir(exist_ok=True, mode=0o700)


def _name(folder: Path, place: Place) -> None:
    """Says whose runs these are, so that they can go some time after their work tree has."""
    from ctxask.runs.files import write_whole

    write_whole(folder / "root", os.fsencode(place.root))


def _none(why: str) -> Lesson:
    hint = "set CTXASK_HOME to a folder of your own, outside the work tree"
    return Lesson("no_run_store", f"there is no place to keep runs in: {why}", hint)


def not_begun(error: OSError) -> Lesson:
    """Why a run cannot begin where the place for runs is there and takes nothing."""
    why = error.strerror or type(error).__name__
    hint = "ctx runs gc makes room; CTXASK_HOME names another folder"
    return Lesson("no_run_store", f"the run cannot be kept, and did not start: {why}", hint)
