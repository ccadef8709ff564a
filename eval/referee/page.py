"""The referee's results: rows a question and arm, and the page that is written from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any

from eval.figures import Bound, Figures, bound, gathered
from eval.referee.score import Gate, Score, by_intent, gates
from eval.sampling import interval, mean
from eval.tables import origin, table

Document = dict[str, Any]
NOT_JUDGED = {
    "verify": "runs what `tests` selects, and says whether it passed; nothing is known that it could say else",
    "review": "puts `affected`, `tests` and `diagnose` side by side; which risk deserves a look is an opinion",
    "compare": "counts what two runs recorded, in which nothing is in doubt",
    "outline, find": "list what was parsed; the tests hold them to it",
    "explore": "has questions and a page of its own",
}
ARMS = {"A": "A, tuned grep and reading", "B": "B, single operators and `ctx get`", "C": "C, `ctx ask`"}


def rows(scores: Iterable[Score]) -> list[Document]:
    """One row a question, with each arm beside the others."""
    found: dict[str, Document] = {}
    for one in scores:
        row = found.setdefault(
            one.question,
            {"question": one.question, "intent": one.intent, "trap": one.trap, "simple": one.simple, "arms": {}},
        )
        told = asdict(one)
        row["arms"][one.arm] = {name: told[name] for name in told if name not in ("arm", *row)}
    return list(found.values())


def scores(document: Iterable[Document]) -> list[Score]:
    """The scores of kept rows."""
    names = {field.name for field in fields(Score)}
    found = []
    for row in document:
        for arm, told in row["arms"].items():
            held = {name: value for name, value in {**row, **told, "arm": arm}.items() if name in names}
            found.append(Score(**{**held, "commands": tuple(told["commands"])}))
    return found


def verdicts(told: Iterable[Score]) -> dict[str, list[Gate]]:
    """The gates of each intent."""
    return {intent: gates(found) for intent, found in by_intent(told).items()}


def markdown(head: Document, document: Sequence[Document]) -> str:
    """The page of kept rows."""
    every = scores(document)
    weak = {intent: [g.name for g in told if not g.kept] for intent, told in verdicts(every).items()}
    named = "; ".join(f"{intent}: {', '.join(failed)}" for intent, failed in weak.items() if failed) or "none"
    parts = [
        "# Grep, operators, or `ctx ask`\n",
        f"{origin(head)}.\n",
        f"Gates that are not kept: {named}.\n",
    ]
    for intent, found in by_intent(every).items():
        parts += [f"## {intent}\n", _arms(found), _gates(gates(found)), _traps(found), _lost(found)]
    parts += ["## Not judged\n", table(("intent", "why"), list(NOT_JUDGED.items()))]
    return "\n".join(parts)


def _arms(found: Sequence[Score]) -> str:
    head = (
        "arm",
        "questions",
        "turns",
        "bytes",
        "decisive recall",
        "95 % of draws",
        "wrong claims",
        "omitted",
        "success",
    )
    lines = []
    for arm, name in ARMS.items():
        told = [one for one in found if one.arm == arm]
        low, high = interval(told, lambda rows: mean([one.recall for one in rows]))
        lines.append(
            (
                name,
                len(told),
                sum(one.turns for one in told),
                f"{sum(one.bytes for one in told):,}",
                f"{100 * mean([one.recall for one in told]):.1f} %",
                f"{100 * low:.1f}–{100 * high:.1f} %",
                sum(one.wrong for one in told),
                sum(one.omitted for one in told),
                f"{sum(one.success for one in told)} of {len(told)}",
            )
        )
    return table(head, lines)


def _gates(found: Sequence[Gate]) -> str:
    head = ("C's gate", "bound", "measured", "kept")
    return table(head, ((gate.name, gate.bound, gate.measured, "yes" if gate.kept else "no") for gate in found))


def _traps(found: Sequence[Score]) -> str:
    traps = list(dict.fromkeys(one.trap for one in found))
    lines = []
    for trap in traps:
        told = [[one for one in found if one.trap == trap and one.arm == arm] for arm in ARMS]
        lines.append((trap, len(told[0]), *(f"{sum(one.success for one in rows)}" for rows in told)))
    return table(("success by kind", "questions", *ARMS), lines)


def _lost(found: Sequence[Score]) -> str:
    """The questions at which C has no success."""
    lost = [one for one in found if one.arm == "C" and not one.success]
    lines = [(one.question, f"{one.found} of {one.wanted}", one.wrong) for one in lost]
    return table(("C without success", "evidence", "wrong"), lines) if lost else ""


def bounds(head: Document, document: Sequence[Document]) -> Iterator[Bound]:
    """One line an intent."""
    for intent, told in verdicts(scores(document)).items():
        failed = [gate.name for gate in told if not gate.kept]
        asked = sum(row["intent"] == intent for row in document)
        measured = f"{len(told) - len(failed)}" + f"; not: {', '.join(failed)}" * bool(failed)
        yield bound(f"referee: gates of {intent}, {asked} questions", f"all {len(told)}", measured, not failed)


def figures(head: Document, document: Sequence[Document]) -> Figures:
    """Success and recall of `ctx ask`, by question of an intent."""
    return gathered(
        row
        for one in scores(document)
        if one.arm == "C"
        for row in (
            (f"referee: success, {one.intent}", one.question, float(one.success), 1),
            (f"referee: recall, {one.intent}", one.question, one.recall, 1),
        )
    )
