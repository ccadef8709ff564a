"""Places that more than words lead to: what the question spells out, and what the best places call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ctxask.explore import scores
from ctxask.explore.look import Look, Place, Source
from ctxask.explore.passages import Passage
from ctxask.lesson import Stop
from ctxask.rows import Symbol

LEADS = 3  # passages whose names and callees are followed
_MOST_NAMED = 3  # symbols that a word of the question means: a name of many means none
_CALL_WEIGHT = 15  # hundredths: of being called by one of the best passages, for one that holds the words itself
_QUOTED = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"")
_SPELLED = re.compile(r"(?<![\w./])([\w./-]*[\w]\.[\w.:/-]*\w|\w*[a-z0-9]_\w+|\w*[a-z][A-Z]\w*)")


def named(world: Source, question: str, look: Look) -> list[Place]:
    """What the question itself spells out: definitions by name or path, passages by a quoted text."""
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(question)]
    spelled = [match[1] for match in _SPELLED.finditer(_QUOTED.sub(" ", question))]
    found = [place for subject in (*quoted, *spelled) for place in _defined(world, subject, look)]
    return [*found, *(place for text in quoted for place in _holding(world, text, look))]


def _defined(world: Source, subject: str, look: Look) -> list[Place]:
    """The definitions of a name, in code."""
    try:
        symbols = world.find(subject.removesuffix("()"), None).rows
    except Stop:
        return []
    places = standing(symbols, look, 1, "named") if len(symbols) <= _MOST_NAMED else []
    return [place for place in places if place.tier == 0]


def _holding(world: Source, text: str, look: Look) -> Iterator[Place]:
    """The passages that hold a text as it is written, where they are few."""
    data = text.encode()
    paths = [path for path in look.files if data in world.source(path)]
    for path in paths if len(paths) <= _MOST_NAMED else ():
        source = world.source(path)
        line = source.count(b"\n", 0, source.find(data)) + 1
        for passage in look.passages_of(path):
            if passage.first <= line <= passage.last and line in passage.lines:
                yield Place(passage, 0, 1, ("text",), look.tiers[path])


def pointed_at(world: Source, look: Look) -> list[Place]:
    """The places of a look: who asks how something is done means what does it more than what hands it on."""
    found = look.places()
    callers: dict[tuple[str, int, int], int] = {}
    for rank, lead in enumerate(found[:LEADS]):
        for place in called(world, [lead], look, 1):
            callers.setdefault(place.passage.key, rank)
    lifted = []
    for place in found:
        rank = callers.get(place.passage.key, -1)
        if rank >= 0:
            score = place.score + scores.fused([(rank, _CALL_WEIGHT)])
            place = place._replace(score=score, channels=(*place.channels, "called"))
        lifted.append(place)
    return sorted(lifted, key=lambda place: (place.tier, -place.score, place.passage.key))


def called(world: Source, leads: Sequence[Place], look: Look, turn: int) -> list[Place]:
    """What the leads call, as far as that is certain."""
    ids = {f"{lead.passage.path}::{lead.passage.name}" for lead in leads if lead.passage.name}
    paths = sorted({lead.passage.path for lead in leads})
    symbols = [symbol for symbol in world.symbols_in(paths).rows if symbol.id in ids]
    sites = [site for site in world.callees(symbols).rows if site.bucket == "confirmed" and site.subject]
    wanted = list(dict.fromkeys(site.subject for site in sites))
    known = world.symbols_in(sorted({subject.partition("::")[0] for subject in wanted})).rows
    by_id = {symbol.id: symbol for symbol in known}
    return standing([by_id[subject] for subject in wanted if subject in by_id], look, turn, "called")


def standing(symbols: Iterable[Symbol], look: Look, turn: int, channel: str) -> list[Place]:
    """Symbols as places, those in tests last, without those that the question leaves out."""
    found = []
    for symbol in symbols:
        if symbol.path in look.tiers:
            length = symbol.last_line - symbol.first_line + 1
            span = (symbol.first_line, symbol.last_line)
            passage = Passage(symbol.path, symbol.name, symbol.kind, *span, length, (), (), ())
            found.append(Place(passage, 0, turn, (channel,), look.tiers[symbol.path]))
    return sorted(found, key=lambda place: place.tier)
