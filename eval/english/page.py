"""The suggested intents: rows a question, and the table of confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from eval.figures import Bound, Figures, gathered
from eval.sampling import interval, mean
from eval.tables import origin, percent, table

Document = dict[str, Any]
NONE = "none"
HALVES = ("tuning", "kept")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the intent that answers it, and the one that was suggested."""

    question: str
    intent: str
    half: str  # tuning, kept
    number: int
    suggested: str = ""

    def told(self, suggested: str) -> Asked:
        """With what was suggested."""
        return replace(self, suggested=suggested)

    @property
    def right(self) -> bool:
        """Whether the right one was."""
        return self.suggested == self.intent

    def row(self) -> Document:
        """As it is kept."""
        return asdict(self)


def share(told: Sequence[Asked]) -> float:
    """How many are right."""
    return mean([float(one.right) for one in told])


def halves(rows: Sequence[Document]) -> dict[str, list[Asked]]:
    """The kept rows by half."""
    told = [Asked(**row) for row in rows]
    return {half: [one for one in told if one.half == half] for half in HALVES}


def markdown(head: Document, rows: Sequence[Document]) -> str:
    """The page of kept rows."""
    parts = ["# Which intent a question in plain words looks like\n", f"{origin(head)}.\n"]
    lines = []
    for half, told in halves(rows).items():
        low, high = interval(told, share)
        wrong = sum(not one.right and bool(one.suggested) for one in told)
        silent = sum(not one.suggested for one in told)
        lines.append((half, len(told), percent(share(told)), f"{100 * low:.1f}–{100 * high:.1f} %", wrong, silent))
    parts.append(table(("half", "questions", "right intent first", "95 % of draws", "another", "none"), lines))
    for half, told in halves(rows).items():
        parts += [f"## Confusions, {half}\n", _confusions(told)]
    wrong_rows = [one for one in halves(rows)["tuning"] if not one.right]
    parts += ["## Not right, tuning\n", table(("question", "meant", "suggested"), map(_line, wrong_rows))]
    return "\n".join(parts)


def _line(one: Asked) -> tuple[str, str, str]:
    return one.question.replace("|", "\\|"), one.intent, one.suggested or NONE


def _confusions(told: Sequence[Asked]) -> str:
    meant = list(dict.fromkeys(one.intent for one in told))
    counts = Counter((one.intent, one.suggested or NONE) for one in told)
    heads = [*meant, *sorted({one.suggested for one in told} - {*meant, ""}), NONE]
    return table(("meant \\ suggested", *heads), ((row, *(counts[row, head] or "" for head in heads)) for row in meant))


def bounds(head: Document, rows: Sequence[Document]) -> Iterator[Bound]:
    """No bound is set."""
    for half, told in halves(rows).items():
        if told:
            what = f"plain words: right intent suggested first, {len(told)} questions, {half}"
            yield Bound(what, "–", percent(share(told)), "–", f"plain words: {half}")


def figures(head: Document, rows: Sequence[Document]) -> Figures:
    """By question of a half."""
    return gathered(
        (f"plain words: {half}", one.question, float(one.right), 1)
        for half, told in halves(rows).items()
        for one in told
    )
