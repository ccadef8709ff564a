"""Sites by file: the units of a list of files, each with its sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxask.digest.joined import Joined, site
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Stage, Unit
from ctxask.rows import Site


class Shelf(NamedTuple):
    """Where sites go, and how soon: the first of each file and reason, then the others."""

    into: Place
    field: str  # the list of files: files, likely
    what: str  # the reason under which a site is counted when it is left out
    first: Stage
    further: Stage
    counted: Stage | None = None  # when the file's count is shown before, and without, its sites


def by_file(rows: Iterable[Site], shelf: Shelf, joined: Joined) -> Iterator[Unit]:
    """The units of sites that come sorted by path; the first of each role and mechanism in a file is decisive."""
    files: dict[str, list[Site]] = {}
    for row in rows:
        files.setdefault(row.path, []).append(row)
    for path, here in files.items():
        place = Place(shelf.into, shelf.field, _census(path, len(here)))
        if shelf.counted is not None:
            yield Unit(shelf.counted, "census", shelf.into, shelf.field, _census(path, len(here)), (place,))
        seen = set()
        for row in here:
            reason = row.role, row.mechanism
            stage = shelf.further if reason in seen else shelf.first
            seen.add(reason)
            yield Unit(stage, shelf.what, place, "sites", site(row, joined))


def _census(path: str, count: int) -> Json:
    return {"path": path, "count": count, "sites": []}
