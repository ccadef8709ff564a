"""Units: the smallest parts of an answer that are shown or left out, and the places where they go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from ctxask.digest.model import Json


class Stage(IntEnum):
    """The fixed order in which units are admitted; inside a stage, the order in which a view gives them."""

    HEADS = 0  # a candidate with its totals
    DECISIVE = 1  # the first confirmed site of each file and role
    DOUBTS = 2  # the first likely or undecided site of each file and reason
    SITES = 3  # further confirmed sites
    DOUBTED = 4  # further likely and undecided sites
    CENSUS = 5  # what was ruled out or only mentioned: by file, by the symbol meant instead
    BODIES = 6
    AUDIT = 7  # each site that was ruled out or only mentions the name


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """An object of the document that units go into; without lists of its own size it is as small as it gets."""

    parent: Place | None
    field: str  # the list of the parent that it stands in
    stub: Json  # what stands for it on a page that has not its head; its lists are empty


class Unit(NamedTuple):
    """One element of one list of the document."""

    stage: Stage
    what: str  # the reason under which it is counted when it is left out
    into: Place
    field: str
    value: Json | list[Json]  # several elements stand or fall together
    opens: tuple[Place, ...] = ()  # the places that this unit is the head of
    needs: Place | None = None  # the place that must be there for it to be understood


def ordered(units: Iterable[Unit]) -> list[Unit]:
    """The units in the order of admission."""
    return sorted(units, key=_stage)


def _stage(unit: Unit) -> Stage:
    return unit.stage


def fill(units: Iterable[Unit], opened: dict[Place, Json]) -> None:
    """Puts the units into the document whose open objects are given, opening the places that they need."""
    touched: dict[tuple[int, str], list[Json]] = {}
    for unit in units:
        into = opened.get(unit.into)
        if into is None:
            into = _open(unit.into, opened, touched)
        if unit.needs is not None and unit.needs not in opened:
            _open(unit.needs, opened, touched)
        elements = into[unit.field]
        value = unit.value
        elements += value if isinstance(value, list) else [value]
        touched[id(elements), unit.field] = elements
        for place in unit.opens:
            opened[place] = value[0] if isinstance(value, list) else value
    for (_, field), elements in touched.items():
        if field in _ORDER:
            elements.sort(key=_ORDER[field])


def _open(place: Place, opened: dict[Place, Json], touched: dict[tuple[int, str], list[Json]]) -> Json:
    missing = []
    at: Place | None = place
    while at is not None and at not in opened:
        missing.append(at)
        at = at.parent
    for step in reversed(missing):
        assert step.parent is not None  # the root is always open
        elements = opened[step.parent][step.field]
        elements.append(step.stub)
        touched[id(elements), step.field] = elements
        opened[step] = step.stub
    return opened[place]


def _by_rank(value: Json) -> Any:
    return value["rank"]


def _by_path(value: Json) -> Any:
    return value["path"]


def _by_position(value: Json) -> Any:
    return value["line"], value["col"]


_ORDER = {
    "candidates": _by_rank,
    "files": _by_path,
    "implicit": _by_path,
    "likely": _by_path,
    "outline": _by_position,
    "sites": _by_position,
}
