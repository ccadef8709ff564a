"""The loop: each turn looks for terms and for what the best places so far name and call, and only adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ctxask.explore.channels import LEADS, called, named, pointed_at
from ctxask.explore.look import Look, Place, Source
from ctxask.explore.words import Term, parts, stem


class Found(NamedTuple):
    """What exploring found."""

    places: tuple[Place, ...]  # the best first
    turns: int
    files: int  # that hold a term, of those looked at
    looked_at: int


def explore(world: Source, question: str, terms: tuple[Term, ...], most_turns: int) -> Found:
    """The places that answer a question, over at most so many turns; a turn that adds no new file is the last."""
    look = Look(world, terms)
    places = _once((*named(world, question, look), *pointed_at(world, look)))
    asked = {term.stem for term in terms}
    turn = 1
    while turn < most_turns:
        turn += 1
        known = {place.passage.path for place in places}
        leads = [place for place in places if place.tier == 0][:LEADS] or places[:LEADS]
        further = _further(leads, asked)
        asked |= {term.stem for term in further}
        added = called(world, leads, look, turn)
        added += [p._replace(turn=turn, channels=("followed",)) for p in Look(world, further).places()]
        places = _once((*places, *added))
        if known == {place.passage.path for place in places}:
            break
    return Found(tuple(places), turn, len(look.files), len(look.tiers))


def _further(leads: Iterable[Place], asked: set[str]) -> tuple[Term, ...]:
    """The words of the names that lead on, without those that were asked for."""
    words = [word for lead in leads for word in parts(lead.passage.name.rpartition(".")[2])]
    found = {stem(word): Term(stem(word), word) for word in words if len(word) > 2}
    return tuple(term for name, term in found.items() if name not in asked)


def _once(places: Iterable[Place]) -> list[Place]:
    """Each passage once, where it stands first, with all its channels."""
    found: dict[tuple[str, int, int], Place] = {}
    for place in places:
        known = found.get(place.passage.key)
        if known is None:
            found[place.passage.key] = place
        else:
            channels = tuple(dict.fromkeys((*known.channels, *place.channels)))
            found[place.passage.key] = known._replace(channels=channels, score=max(known.score, place.score))
    return list(found.values())
