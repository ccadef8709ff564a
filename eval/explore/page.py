"""The results of explore: the page that is written from the kept rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from eval.explore.score import AT, Score
from eval.figures import Bound, Figures, gathered
from eval.sampling import interval, mean
from eval.tables import origin, percent, table

Document = dict[str, Any]
OURS = "explore"
TITLES = {OURS: "`ctx explore`", "grep": "BM25 over files by grep's hits", "definitions": "BM25 over definitions"}
FIGURES: Mapping[str, Callable[[Score], float]] = {
    **{f"file@{most}": lambda one, most=most: float(one.at(one.file, most)) for most in AT},  # type: ignore[misc]
    **{f"symbol@{most}": lambda one, most=most: float(one.at(one.symbol, most)) for most in AT},  # type: ignore[misc]
    "line F1": lambda one: one.f1,
}


def markdown(head: Document, rows: Sequence[Document]) -> str:
    """The page of kept rows."""
    parts = ["# Where the code is that a message speaks of\n", f"{origin(head)}.\n"]
    for half, found in _by(rows, lambda row: str(row["half"])).items():
        parts += [f"## {half}\n", _arms(found)]
        named = [row for row in found if row["named"]]
        parts.append(f"{len(named)} of {len(found)} questions name a definition or file that is sought. The others:\n")
        parts.append(_arms([row for row in found if not row["named"]]))
    parts += ["## By repository\n", _repositories(rows)]
    return "\n".join(parts)


def bounds(head: Document, rows: Sequence[Document]) -> Iterator[Bound]:
    """No bound is set."""
    for half, found in _by(rows, lambda row: str(row["half"])).items():
        for name, figure in FIGURES.items():
            what = f"explore, {half}: {name}"
            told = mean([figure(one) for one in arm_scores(found, OURS)])
            yield Bound(f"{what}, {len(found)} messages", "–", percent(told), "–", what)


def figures(head: Document, rows: Sequence[Document]) -> Figures:
    """Of `ctx explore`, by question of a half."""
    return gathered(
        (f"explore, {row['half']}: {name}", row["question"], figure(Score(**row["arms"][OURS])), 1)
        for row in rows
        for name, figure in FIGURES.items()
    )


def _arms(rows: Sequence[Document]) -> str:
    lines = []
    for arm in rows[0]["arms"] if rows else ():
        scores = arm_scores(rows, arm)
        cells = [_cell([figure(one) for one in scores]) for figure in FIGURES.values()]
        lines.append((TITLES[arm], len(scores), *cells, f"{mean([one.read for one in scores]):.0f}"))
    return table(("arm", "questions", *FIGURES, "lines read"), lines)


def _cell(values: Sequence[float]) -> str:
    low, high = interval(values, mean)
    return f"{100 * mean(values):.1f} % ({100 * low:.0f}–{100 * high:.0f})"


def _repositories(rows: Sequence[Document]) -> str:
    lines = []
    for name, found in _by(rows, lambda row: str(row["question"]).split()[0]).items():
        shares = [percent(mean([figure(one) for one in arm_scores(found, OURS)])) for figure in FIGURES.values()]
        lines.append((name, len(found), *shares))
    return table(("repository", "questions", *FIGURES), lines)


def arm_scores(rows: Sequence[Mapping[str, Any]], arm: str) -> list[Score]:
    """What an arm came to at each question."""
    return [Score(**row["arms"][arm]) for row in rows]


def _by(rows: Sequence[Document], key: Callable[[Document], str]) -> dict[str, list[Document]]:
    found: dict[str, list[Document]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found
