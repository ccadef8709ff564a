"""The arguments with which a step names its subject, and the symbols that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.plan.declare import Argument
from ctxask.rows import Note, Symbol
from ctxask.world import Answer, World

TOLD_APART = 4  # candidates whose uses a lesson tells
USES = 3  # places of each
SHOWN = 20  # candidates that a lesson about an ambiguous subject lists; it tells the total

SYMBOL = Argument(
    "symbol", "names", "the subject: a name, path::name, dotted path or path:line", required=True, source_only=True
)
FILE = Argument("file", "text", "only definitions in this file", source_only=True)
ONE = Argument("one", "flag", "stop where several symbols bear the name", source_only=True)


def found(world: World, args: Mapping[str, Any]) -> Answer[Symbol]:
    """The symbols that the arguments name, each once, in the order of the subjects; raises Stop with a lesson."""
    given = args["symbol"]
    subjects = (given,) if isinstance(given, str) else given
    rows: dict[str, Symbol] = {}
    notes: list[Note] = []
    engine = ""
    for subject in subjects:
        answer = world.find(subject, args.get("file"), bool(args.get("one")))
        if args.get("one") and len({row.id for row in answer.rows}) > 1:
            raise Stop(_ambiguous(world, subject, answer.rows))
        rows.update((row.id, row) for row in answer.rows)
        notes.extend(answer.notes)
        engine = engine or answer.engine
    return Answer(tuple(rows.values()), tuple(dict.fromkeys(notes)), engine=engine)


def _ambiguous(world: World, subject: str, rows: Sequence[Symbol]) -> Lesson:
    names = sorted({row.id for row in rows})
    more = f", the first {SHOWN} of them here" if len(names) > SHOWN else ""
    told = "; ".join(_used(world, row) for row in rows) if len(rows) <= TOLD_APART else ""
    return Lesson(
        "ambiguous",
        f"{len(names)} symbols bear the name {subject!r}{more}" + (f": {told}" if told else ""),
        "ctx locate with the same subject shows each with its uses",
        tuple(names[:SHOWN]),
        EXIT["ambiguous"],
    )


def _used(world: World, symbol: Symbol) -> str:
    """Where a candidate is used, so that its user knows it from the others."""
    sites = [site for site in world.references((symbol,)).rows if site.bucket == "confirmed" and not site.implicit]
    places = list(
        dict.fromkeys(f"{site.path}:{site.line}" for site in sites if site.role not in ("import", "re-export"))
    )
    more = f" and {len(places) - USES} more" if len(places) > USES else ""
    return f"{symbol.id} " + (f"is used at {', '.join(places[:USES])}{more}" if places else "is not used by its name")


def symbols(world: World, args: Mapping[str, Any], rows: Sequence[Symbol] | None) -> Answer[Symbol]:
    """The symbols that a step stands on: the rows of its input, or those that its arguments name."""
    return found(world, args) if rows is None else Answer(tuple(rows))
