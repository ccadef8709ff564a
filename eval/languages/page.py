"""The figures of a language, and the page that shows those of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from eval.accuracy.references import Score
from eval.figures import Bound, Figures, counted, gathered, least
from eval.languages.suite import Suite
from eval.tables import origin, percent, table

Document = dict[str, Any]

PRECISION, RECALL, LIKELY = 0.97, 0.9, 0.9
COUNTED = ("right", "wrong", "missed", "likely", "guessed", "undecided", "ruled_out", "unsettled", "sites")


def language(suite: Suite, scores: Sequence[Score]) -> Document:
    """Totals, by repository and by category, and a row a symbol, the worst first."""
    return {
        "truth": suite.truth,
        "repositories": {name: f"{item.url} {item.commit}" for name, item in suite.repositories.items()},
        "all": _total(scores),
        "by_repository": _grouped(scores, lambda s: s.case.package),
        "by_category": _grouped(scores, lambda s: s.case.category),
        "symbols": [_row(s) for s in sorted(scores, key=lambda s: (s.f1, s.case.package, s.case.path, s.case.symbol))],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    languages: Mapping[str, Document] = told["languages"]
    parts = [
        "# How right, in languages other than Python\n",
        f"{origin(told)}.\n",
        _figures("language", {name: item["all"] for name, item in languages.items()}),
    ]
    for name, item in languages.items():
        parts += [f"## {name}\n", f"Truth: {item['truth']}.\n", _figures("repository", item["by_repository"])]
        parts += [_figures("category", item["by_category"]), _worst(item["symbols"])]
    return "\n".join(parts)


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    for name, item in told["languages"].items():
        found = item["all"]
        yield least(
            f"{name}: precision, {found['symbols']} symbols", PRECISION, found["precision"], f"{name}: precision"
        )
        yield least(f"{name}: recall", RECALL, found["recall"], f"{name}: recall")
        if found["likely_precision"] is not None:
            yield least(f"{name}: likely sites that are true", LIKELY, found["likely_precision"])


def figures(told: Document) -> Figures:
    """Of each language, by symbol."""
    return gathered(
        row
        for language, item in told["languages"].items()
        for one in item["symbols"]
        for row in counted(
            f"{language}: ", f"{one['repository']} {one['symbol']}", one["right"], one["wrong"], one["missed"]
        )
    )


def _figures(title: str, rows: Mapping[str, Document]) -> str:
    head = (title, "symbols", "true sites", "precision", "recall", "likely", "of them true")
    return table(
        (*head, "true but undecided", "true but ruled out", "errors"),
        (
            (
                name,
                row["symbols"],
                row["right"] + row["missed"],
                percent(row["precision"]),
                percent(row["recall"]),
                row["guessed"],
                percent(row["likely_precision"]),
                row["undecided"],
                row["ruled_out"],
                row["errors"],
            )
            for name, row in rows.items()
        ),
    )


def _worst(rows: Sequence[Document]) -> str:
    faulty = [row for row in rows if row["f1"] < 1]
    shown = (
        (f"{r['repository']} `{r['symbol']}`", r["category"], r["right"], r["wrong"], r["missed"], r["error"])
        for r in faulty[:12]
    )
    listed = table(("symbol", "category", "right", "wrong", "missed", "error"), shown)
    return f"Not perfect: {len(faulty)} of {len(rows)} symbols.\n\n{listed}"


def _grouped(scores: Sequence[Score], key: Callable[[Score], str]) -> dict[str, Document]:
    return {name: _total([s for s in scores if key(s) == name]) for name in sorted({key(s) for s in scores})}


def _total(scores: Sequence[Score]) -> Document:
    told: Document = {name: sum(getattr(s, name) for s in scores) for name in COUNTED}
    return {
        "symbols": len(scores),
        **told,
        "errors": sum(bool(s.error) for s in scores),
        "precision": _share(told["right"], told["right"] + told["wrong"]),
        "recall": _share(told["right"], told["right"] + told["missed"]),
        "likely_precision": _share(told["likely"], told["guessed"]),
    }


def _row(score: Score) -> Document:
    return {
        "repository": score.case.package,
        "symbol": f"{score.case.path}::{score.case.symbol}",
        "category": score.case.category,
        **{name: getattr(score, name) for name in COUNTED},
        "f1": round(score.f1, 4),
        "error": score.error,
        "shown": list(score.shown),
    }


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None
