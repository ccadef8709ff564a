"""The answer from its parts: one page of a digest from node results, budget and cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ctxask import canon
from ctxask.digest import bodies, counterevidence, cursor, dependents, everyday, paths, views
from ctxask.digest.admission import WIDE, fit, sized, with_used_bytes
from ctxask.digest.completeness import claim, of_page, of_set
from ctxask.digest.counterevidence import Kind
from ctxask.digest.coverage import coverage, omissions
from ctxask.digest.dispatch import dispatch
from ctxask.digest.joined import Joined, definition, join
from ctxask.digest.model import SHOWN_SYMBOLS, VERSION, Digest, Json, Meta
from ctxask.digest.onward import commands
from ctxask.digest.units import Place, Unit, fill, ordered
from ctxask.digest.verdict import verdict
from ctxask.lesson import EXIT, Lesson
from ctxask.plan.model import Plan
from ctxask.rows import Result


class _Onward(NamedTuple):
    """Where the next page begins, and a budget that is enough for it."""

    cursor: str
    budget: int


class _Answer(NamedTuple):
    """All pages together: what each shows, and the units that they share out."""

    fixed: Json  # what every page shows
    root: Place
    spines: tuple[Place, Json] | None  # the table of paths, and what every page says of it
    kinds: Sequence[Kind]
    units: Sequence[Unit]
    results: Sequence[Result]
    command: tuple[str, ...]
    set_state: str
    set_reasons: Sequence[str]
    final: bool  # every node ended: pages may be walked


def build(plan: Plan, results: Sequence[Result], meta: Meta, budget: int | None, at: str | None) -> Digest | Lesson:
    """The page that begins at the cursor `at`: the longest that fits into budget bytes; none or 0 is no bound."""
    answer = _answer(plan, results, meta)
    if not budget and not at:
        return _page(answer, 0, len(answer.units), None, 0, None)
    encoded = [sized(unit.value) for unit in answer.units]
    address = cursor.walked(plan.id, encoded)
    start = cursor.read(at, address, len(encoded)) if at else 0
    if isinstance(start, Lesson):
        return start
    return _fitting(answer, list(map(len, encoded)), address, start, min(budget, WIDE) if budget else WIDE)


def _fitting(answer: _Answer, size: Sequence[int], address: str, start: int, bound: int) -> Digest | Lesson:
    """All that is left where it fits, else the longest run of units under a reserve for what a page says of itself."""
    total = len(size)
    opened = _shell(answer, 0, total, None, 0, bound)[1]
    whole = _measure(answer, 0, total, None, 0) + fit(answer.units, size, 0, opened, None)[1]
    rest = whole
    if start:
        rest = _measure(answer, start, total, None, whole) + fit(answer.units, size, start, opened, None)[1]
    if rest <= bound:
        return _page(answer, start, total, None, whole if start else 0, bound)
    widest = _Onward(cursor.write(total, address), WIDE)
    reserve = _measure(answer, start, start, widest, whole)
    if not start:  # the pages that follow say that they are not the first: what is enough here is enough for them
        reserve += len(',"position"')
    end, _ = fit(answer.units, size, start, opened, bound - reserve)

    def least(first: int) -> int:
        return reserve + fit(answer.units[: first + 1], size, first, opened, None)[1]

    if end == start:
        return _too_small(min(least(start), rest), cursor.write(start, address) if start else "")
    return _page(answer, start, end, _Onward(cursor.write(end, address), max(bound, least(end))), whole, bound)


def _page(answer: _Answer, start: int, end: int, onward: _Onward | None, whole: int, bound: int | None) -> Digest:
    document, opened = _shell(answer, start, end, onward, whole, bound)
    fill(answer.units[start:end], opened)
    return Digest(document, with_used_bytes(document))


def _answer(plan: Plan, results: Sequence[Result], meta: Meta) -> _Answer:
    joined = join(plan, results, meta.notes)
    root, kinds = Place(None, "", {}), []
    spines = Place(root, "spines", {})
    kinds = counterevidence.kinds(joined, root)
    units = [
        *views.candidates(joined, root, spines),
        *counterevidence.units(kinds, joined),
        *bodies.units(joined, root),
    ]
    heads = [unit.value for unit in units if isinstance(unit.value, dict) and unit.field == "candidates"]
    doubts = _doubts(kinds, heads)
    state, reasons = of_set(results, sum(doubts), meta.notes)
    shown = {view for view, _ in joined.shown("candidates")}
    fixed: Json = {
        "version": VERSION,
        "intent": plan.kind,
        "class": plan.tier,
        "question": plan.question,
        "subject": _subject(joined, meta, not shown.isdisjoint(("dependents", "paths", "hierarchy"))),
        "plan": plan.id,
        "snapshot": meta.snapshot,
        "inputs": dict(sorted({*meta.inputs, *(pair for result in results for pair in result.inputs)})),
        "coverage": coverage(meta.notes, results),
    }
    if "dependents" in shown:
        near = [head for head in heads if "hop" in head]
        fixed["totals"] = dependents.totals(near)
        if "changes" in shown:
            fixed["totals"]["changes"] = len(joined.changed)
        if runs := dispatch(joined):
            fixed["dispatch"] = runs
        if not near:
            fixed["claim"] = claim(results, *doubts, meta.notes)
    if "found" in shown and not heads:
        fixed["claim"] = claim(results, *doubts, meta.notes)
    if "hierarchy" in shown:
        fixed |= everyday.relatives(heads, results, meta.notes)
    if "unused" in shown:
        fixed["totals"] = everyday.unused_totals(heads)
    judged = verdict(joined, heads, doubts[1])
    if judged is not None:
        fixed["verdict"] = judged
    final = all(result.state != "incomplete" for result in results)
    walks = [result for view, result in joined.shown("candidates") if view == views.SPINES]
    table = (spines, paths.head(joined, walks)) if walks else None
    return _Answer(fixed, root, table, kinds, ordered(units), results, meta.command, state, reasons, final)


def _doubts(kinds: Sequence[Kind], heads: Sequence[Json]) -> tuple[int, int]:
    likely = sum(head["counts"]["likely"] for head in heads if "likely" in head.get("counts", {}))
    likely += sum(len(kind.rows) + len(kind.symbols) for kind in kinds if kind.head["kind"] == "likely")
    return likely, sum(len(kind.rows) for kind in kinds if kind.head["kind"] in ("undecided", "dispatch"))


def _subject(joined: Joined, meta: Meta, defined: bool) -> Json:
    asked = joined.asked()
    out: Json = {"given": meta.given, "how": meta.how, "symbols": [row.id for row in asked[:SHOWN_SYMBOLS]]}
    if len(asked) > SHOWN_SYMBOLS:
        out["total"] = len(asked)
    if defined:
        out["definitions"] = [definition(row) for row in asked[:SHOWN_SYMBOLS]]
    return out


def _shell(
    answer: _Answer, start: int, end: int, onward: _Onward | None, whole: int, bound: int | None
) -> tuple[Json, dict[Place, Json]]:
    """A page without its units, and the objects into which they go."""
    units = answer.units
    page, reasons = of_page(start == 0, end == len(units))
    left_out = Counter(unit.what for unit in units[end:])
    goes_on = onward if answer.final else None
    document: Json = {
        **answer.fixed,
        "candidates": [],
        "counterevidence": [_fresh(kind.head) for kind in answer.kinds],
        "context": [],
        "omissions": omissions(answer.results, left_out),
        "completeness": {"page": page, "set": answer.set_state, "reasons": sorted({*reasons, *answer.set_reasons})},
        "budget": {"max_bytes": bound, "used_bytes": 0},
        "cursor": goes_on.cursor if goes_on else None,
        "next": commands(answer.command, goes_on, whole, _first_address(answer, units[start:end])),
    }
    opened = {answer.root: document}
    opened.update(zip((kind.place for kind in answer.kinds), document["counterevidence"], strict=True))
    if answer.spines is not None:
        document["spines"] = _fresh(answer.spines[1])
        opened[answer.spines[0]] = document["spines"]
    return document, opened


def _fresh(head: Json) -> Json:
    return {key: [] if isinstance(value, list) else value for key, value in head.items()}


def _first_address(answer: _Answer, page: Sequence[Unit]) -> str:
    """What `ctx get` would add: the first definition, where its body is not on the page."""
    found = answer.fixed["subject"].get("definitions") or [
        unit.value for unit in answer.units[:1] if isinstance(unit.value, dict)
    ]
    address = str(found[0].get("address", "")) if found else ""
    bodies = (unit.value for unit in page if isinstance(unit.value, dict) and unit.field == "context")
    shown = any(value["address"] == address and "text" in value for value in bodies)
    return "" if shown else address


def _measure(answer: _Answer, start: int, end: int, onward: _Onward | None, whole: int) -> int:
    """The size of a page without its units, its numbers at their widest."""
    document, _ = _shell(answer, start, end, onward, whole, WIDE)
    document["budget"]["used_bytes"] = WIDE
    return len(canon.encode(document))


def _too_small(minimum: int, at: str) -> Lesson:
    return Lesson(
        code="BUDGET_TOO_SMALL",
        message=f"the smallest page {'from there on' if at else 'of this answer'} needs {minimum} bytes",
        hint=f"--budget {minimum}" + (f" --cursor {at}" if at else ""),
        exit=EXIT["budget"],
    )
