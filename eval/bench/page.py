"""The bench's results: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from eval.bench.extras import Pair
from eval.bench.measure import Cost
from eval.bench.modes import MODES, Taken
from eval.bench.ratios import BOUNDS, peak, verdicts
from eval.figures import Bound, Figures, bound, gathered
from eval.tables import origin, table

Document = dict[str, Any]


def document(head: Document, repeats: int, taken: Sequence[Taken], pairs: Sequence[Pair]) -> Document:
    """Everything measured, as JSON values; costs are medians of the repetitions, memory the maximum."""
    measured = [(one.question, one.medians()) for one in taken]
    return {
        **head,
        "repeats": repeats,
        "verdicts": [_rounded(asdict(verdict)) for verdict in verdicts(measured)],
        "questions": [_question(one) for one in taken],
        "pairs": [_pair(pair) for pair in pairs],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    questions = told["questions"]
    parts = [
        "# How fast\n",
        f"{origin(told)}; CPU seconds, medians of {told['repeats']}"
        " interleaved repetitions; a wheel install; the store's writing is counted in.\n",
        table(
            ("CPU ratio", "bound", "class", "median", "worst", "kept", "worst subject"),
            map(_verdict, told["verdicts"]),
        ),
        *(_questions(kind, rows) for kind, rows in _by_kind(questions).items()),
        "## Beside them\n",
        table(
            ("CPU seconds", "one", "other", "ratio", "bound", "MB"),
            (
                (p["what"], p["one"]["cpu"], p["other"]["cpu"], p["ratio"], f"≤ {p['limit']:g}", p["one"]["mb"])
                for p in told["pairs"]
            ),
        ),
    ]
    return "\n".join(parts)


def _verdict(v: Document) -> tuple[object, ...]:
    kept = f"{v['kept']} of {v['of']}"
    return v["bound"], f"≤ {v['limit']:g}", v["kind"], v["middle"], v["worst"], kept, f"`{v['subject']}`"


def _questions(kind: str, rows: Sequence[Document]) -> str:
    head = ("subject", "files", *(f"{mode} s" for mode in MODES), "cold wall s", "hit wall s", "cold MB", "warm MB")
    cells = (
        (
            f"{row['package']} `{row['subject'].rpartition('::')[2]}`",
            row["files"],
            *(f"{row['costs'][mode]['cpu']:.2f}" + "*" * (mode in row["unfinished"]) for mode in MODES),
            *(f"{row['costs'][mode]['wall']:.2f}" for mode in ("cold", "hit")),
            *(row["costs"][mode]["mb"] for mode in ("cold", "warm")),
        )
        for row in rows
    )
    notes = "\n\\* without rows: the answer ran out of its wall time\n" if any(r["unfinished"] for r in rows) else ""
    return f"## {kind.capitalize()}\n\n{table(head, cells)}{notes}"


def _by_kind(questions: Sequence[Document]) -> dict[str, list[Document]]:
    kinds: dict[str, list[Document]] = {}
    for row in questions:
        kinds.setdefault(row["kind"], []).append(row)
    return kinds


def _question(one: Taken) -> Document:
    question = one.question
    costs = {mode: _cost(cost) for mode, cost in one.medians().items()}
    named = {"kind": question.kind, "package": question.package, "subject": question.subject, "files": question.files}
    return {**named, "costs": costs, "unfinished": sorted(one.unfinished)}


def _pair(pair: Pair) -> Document:
    return {
        "what": pair.what,
        "limit": pair.limit,
        "ratio": round(pair.ratio, 2),
        "one": _cost(pair.one),
        "other": _cost(pair.other),
    }


def _cost(cost: Cost) -> Document:
    return {"cpu": round(cost.cpu, 3), "wall": round(cost.wall, 3), "mb": peak(cost)}


def _rounded(verdict: Document) -> Document:
    return {key: round(value, 2) if isinstance(value, float) else value for key, value in verdict.items()}


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    for v in told["verdicts"]:
        measured = f"median {v['middle']}, worst {v['worst']}, {v['kept']} of {v['of']} questions"
        yield bound(f"{v['kind']} names: {v['bound']}", f"≤ {v['limit']:g}", measured, v["kept"] == v["of"])
    for pair in told["pairs"]:
        yield bound(pair["what"], f"≤ {pair['limit']:g}", str(pair["ratio"]), pair["ratio"] <= pair["limit"])


def figures(told: Document) -> Figures:
    """How many times a question keeps within its bound, by class: CPU seconds and memory, so less is better there."""
    return gathered(
        (
            f"{row['kind']} names: room in {one.name}",
            f"{row['package']} {row['subject']}",
            one.limit / one.ratio(costs),
            1,
        )
        for row in told["questions"]
        for costs in [{mode: _read(cost) for mode, cost in row["costs"].items()}]
        for one in BOUNDS
        if row["kind"] in one.kinds and (not one.packages or row["package"] in one.packages)
    )


def _read(cost: Document) -> Cost:
    return Cost(cost["cpu"], cost["wall"], cost["mb"] * 1_000_000 // 1024)
