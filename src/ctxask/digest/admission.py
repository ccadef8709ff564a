"""Admission: how many units fit, by the exact size of what they add to the document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxask import canon
from ctxask.digest.model import Json
from ctxask.digest.units import Place, Unit

WIDE = 9_999_999_999  # as a bound: none; as a number on a page: at its widest, so that a larger budget never fits less


def fit(
    units: Sequence[Unit], size: Sequence[int], start: int, opened: Iterable[Place], room: int | None
) -> tuple[int, int]:
    """(end, bytes): the longest run from start that adds at most room bytes to the document; None is no bound."""
    here = set(opened)
    begun: set[tuple[Place, str]] = set()  # the lists that hold something: the next element brings a comma
    used = 0
    for index in range(start, len(units)):
        unit = units[index]
        spots, new = [(unit.into, unit.field)], []
        adds = size[index]
        for place in (unit.into, unit.needs):
            while place is not None and place not in here:
                adds += len(canon.encode(place.stub))
                assert place.parent is not None  # the root is always open
                spots.append((place.parent, place.field))
                new.append(place)
                place = place.parent
        adds += sum(spot in begun for spot in spots)
        if room is not None and used + adds > room:
            return index, used
        used += adds
        begun.update(spots)
        here.update(new, unit.opens)
    return len(units), used


def sized(value: Json | list[Json]) -> bytes:
    """What a unit adds to the list that it goes into: its element, or its elements with the commas between them."""
    encoded = canon.encode(value)
    return encoded[1:-1] if isinstance(value, list) else encoded


def with_used_bytes(document: Json) -> bytes:
    """The document's canonical JSON, once `budget.used_bytes` is exactly its length."""
    document["budget"]["used_bytes"] = 0
    encoded = canon.encode(document)
    bare = used = len(encoded) - 1
    while bare + len(str(used)) != used:
        used = bare + len(str(used))
    document["budget"]["used_bytes"] = used
    return encoded.replace(b'"used_bytes":0', b'"used_bytes":%d' % used, 1)  # the budget is the first key of all
