"""Coverage: what each node came to, and what was left out before the page was cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ctxask.digest.completeness import unfinished
from ctxask.digest.model import Json
from ctxask.rows import Note, Result


def coverage(notes: Iterable[Note], results: Iterable[Result]) -> list[Json]:
    """The snapshot and each node: state, engine, rows, notes."""
    snapshot: Json = {"node": "snapshot", "op": "snapshot", "state": "ok", "notes": [note_document(n) for n in notes]}
    return [snapshot, *map(_node, results)]


def _node(result: Result) -> Json:
    out: Json = {
        "node": result.id,
        "op": result.op,
        "state": result.state,
        "engine": result.engine,
        "rows": len(result.rows),
        "omitted": result.omitted,
        "notes": [note_document(note) for note in result.notes],
    }
    return out | ({"why": result.why} if result.why else {})


def note_document(note: Note) -> Json:
    """A note as JSON: what it has to say."""
    out: Json = {"code": note.code}
    if note.count:
        out["count"] = note.count
    if note.text:
        out["text"] = note.text
    return out


def omissions(results: Iterable[Result], left_out: Counter[str]) -> Json:
    """Exact counts of what this page does not hold, by category and reason."""
    reasons = Counter(left_out)
    details: list[Json] = []
    incomplete = 0
    for result in results:
        for reason, count in (("bounds", result.omitted), (unfinished(result), int(result.state != "ok"))):
            if count:
                incomplete += count
                reasons[reason] += count
                details.append({"node": result.id, "reason": reason, "count": count})
    return {
        "budget": left_out.total(),
        "incomplete": incomplete,
        "untrusted": 0,
        "reasons": dict(reasons),
        "details": details,
    }
