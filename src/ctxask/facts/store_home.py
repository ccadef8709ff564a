"""Where a repository's facts are kept: a private folder outside the work tree, or the reason why there is none."""

from __future__ import annotations

from pathlib import Path

from ctxask.repo.home import Home, base_of
from ctxask.repo.home import home as home_of
from ctxask.repo.place import Place


def home(place: Place) -> Home:
    """The folder that belongs to a place: one for a repository, shared by its work trees.

    One database for each repository rather than one for all: a hostile repository can fill or spoil only its own,
    writers of different repositories never wait for each other, and a repository that is gone is one folder to remove.
    """
    return home_of("facts", place, place.identity)


def stores() -> tuple[Path, ...]:
    """The folders of all repositories' stores, and what an interrupted creation left beside them."""
    base, _ = base_of("facts")
    return tuple(sorted(base.iterdir())) if base is not None and base.is_dir() else ()
