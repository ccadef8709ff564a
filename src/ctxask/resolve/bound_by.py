"""Why a site means what it means, in languages that are bound by outlines: the receiver's definition, the import."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.facts.expressions import read
from ctxask.facts.outline import Import, Occurrence
from ctxask.resolve.bind import Binder
from ctxask.resolve.ecmascript.binder import EcmascriptBinder
from ctxask.resolve.ecmascript.types import read as read_term
from ctxask.resolve.ecmascript.types import shown
from ctxask.resolve.family import Found
from ctxask.resolve.reason import Reason
from ctxask.resolve.typed.bind import TypedBinder
from ctxask.resolve.types import Place
from ctxask.resolve.verdict import Verdict
from ctxask.rows import Site


def reasons(binder: Binder | TypedBinder, site: Site) -> list[Reason]:
    """The steps that settle the site, or leave it open; without the conclusion."""
    start = binder.family.sources.positions(site.path).offset(site.line, site.col)
    found = [one for one in binder.family.outline(site.path).occurrences(site.name) if one.start == start]
    if not found or site.bucket == "mentioned":
        return []
    occurrence = found[0]
    if occurrence.role == "definition":
        return list(_overriding(binder, site, occurrence))
    verdict = binder.bind(site.path, site.name, occurrence)
    if occurrence.receiver is None:
        return [*_named(binder, site.path, site.name, occurrence), *_targets(binder, verdict)]
    return [*_receiver(binder, site.path, occurrence), *_targets(binder, verdict)]


def _receiver(binder: Binder | TypedBinder, path: str, occurrence: Occurrence) -> Iterator[Reason]:
    """What the first name before the dot is, as it is written where it is bound."""
    assert occurrence.receiver is not None
    if isinstance(binder, TypedBinder):
        yield _evaluated(binder, path, occurrence)
        return
    receiver = _shown(binder, occurrence.receiver)
    written = {"?": "an expression", '""': "a literal"}.get(receiver, receiver)
    head = receiver.partition(".")[0]
    plain = head.isidentifier() and all(part.isidentifier() for part in receiver.split("."))
    told = list(_named(binder, path, head, occurrence) if plain else _valued(binder, path, occurrence))
    cls = binder.classes.around(path, occurrence.within)
    if not told and cls is not None and head in binder.family.details(path).get("this", ()):
        field = receiver.split(".")[1:2]
        members = binder.classes.member(cls, field[0]).found if field else (cls,)
        told = [_written(binder, hit) for hit in members[:1]]
    yield from (reason._replace(says=f"receiver {written}: {reason.says}") for reason in told)
    if not told:
        yield Reason(f"receiver {written}: no definition in sight tells its type")


def _valued(binder: Binder, path: str, occurrence: Occurrence) -> Iterator[Reason]:
    """The class that an expression with calls comes to."""
    place = Place(path, occurrence.start, occurrence.within)
    if isinstance(binder, EcmascriptBinder):
        cls = binder.receiver(path, occurrence)
    else:
        cls = binder.values.of(read(occurrence.receiver or "?"), place).cls
    if cls is not None:
        at = "" if cls.is_library else _place(binder, cls.path, cls.definition.start)
        yield Reason(f"{cls.definition.kind} {cls.definition.qualified}", at)


def _evaluated(binder: TypedBinder, path: str, occurrence: Occurrence) -> Reason:
    """The type that the expression before the dot was evaluated to."""
    written, cls = binder.receiver(path, occurrence)
    if cls is None:
        return Reason(f"receiver {written}: no definition in sight tells its type")
    at = _place(binder, cls.path, cls.definition.start)
    return Reason(f"receiver {written}: {cls.definition.kind} {cls.definition.qualified}", at)


def _named(binder: Binder | TypedBinder, path: str, name: str, occurrence: Occurrence) -> Iterator[Reason]:
    """What a bare name is bound by: definitions in sight, else an import."""
    lexical = binder.family.lexical(path, name, occurrence.start, "read" if occurrence.receiver else occurrence.role)
    if isinstance(lexical, Import):
        stops = [path, *binder.imports.module(path, lexical).files[:1]]
        end = lexical.module if len(stops) == 1 else ""
        yield Reason("import chain " + " → ".join([*stops, end] if end else stops), _place(binder, path, lexical.start))
    yield from (_written(binder, hit) for hit in (lexical[:1] if lexical and not isinstance(lexical, Import) else ()))


def _written(binder: Binder | TypedBinder, hit: Found) -> Reason:
    """A definition with the type that is written there."""
    definition = hit.definition
    declared = _shown(binder, definition.type).removeprefix(":")
    type_ = f" of type {declared}" if declared not in ("", "?") and "=" not in declared else ""
    return Reason(f"{definition.kind} {definition.qualified}{type_}", _place(binder, hit.path, definition.start))


def _targets(binder: Binder | TypedBinder, verdict: Verdict) -> Iterator[Reason]:
    """The definition that is meant, and of which class."""
    for hit in verdict.targets[:1]:
        owner = binder.classes.owner(hit)
        name = hit.definition.name
        says = (
            f"{owner.definition.qualified} defines {name}" if owner else f"{name} is the {hit.definition.kind} defined"
        )
        if owner and verdict.receiver is not None and verdict.receiver.id != owner.id:
            says = f"{verdict.receiver.definition.qualified} inherits {name} from {owner.definition.qualified}"
        yield Reason(says, _place(binder, hit.path, hit.definition.start))


def _overriding(binder: Binder | TypedBinder, site: Site, occurrence: Occurrence) -> Iterator[Reason]:
    hits = [hit for hit in binder.family.in_file(site.path, site.name) if hit.definition.start == occurrence.start]
    owner: Found | None = binder.classes.owner(hits[0]) if hits else None
    if owner is not None:
        bases = " and ".join(_shown(binder, base) for base in owner.definition.bases)
        at = _place(binder, owner.path, owner.definition.start)
        yield Reason(f"{owner.definition.qualified} derives from {bases}", at)


def _shown(binder: Binder | TypedBinder, written: str) -> str:
    """What is kept of an expression or a type as a person would write it."""
    return shown(read_term(written)) if isinstance(binder, EcmascriptBinder) else written


def _place(binder: Binder | TypedBinder, path: str, start: int) -> str:
    line, col = binder.family.sources.positions(path).place(start)
    return f"{path}:{line}:{col}"
