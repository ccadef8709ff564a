"""The results on PyCG's snippets: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from eval.figures import Bound, Figures, counted, gathered, least
from eval.pycg.score import Edge, Scored
from eval.tables import origin, percent, table

Document = dict[str, Any]
PRECISION, RECALL = 0.97, 0.75


def document(head: Document, suite: str, scored: Sequence[Scored]) -> Document:
    """In all and by category, with the edges that are wrong or missed."""
    categories = sorted({one.category for one in scored})
    return {
        **head,
        "suite": suite,
        "all": _total(scored),
        "categories": {name: _total([one for one in scored if one.category == name]) for name in categories},
        "snippets": {f"{one.category}/{one.name}": [len(one.right), len(one.wrong), len(one.missed)] for one in scored},
        "imperfect": [
            {
                "snippet": f"{one.category}/{one.name}",
                "wrong": [_arrow(edge) for edge in one.wrong],
                "missed": [_arrow(edge) for edge in one.missed],
            }
            for one in scored
            if one.wrong or one.missed
        ],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    rows = {"all": told["all"], **told["categories"]}
    return "\n".join(
        [
            "# PyCG's micro-benchmark\n",
            f"{origin(told)}; the suite at {told['suite']}.\n",
            table(
                ("category", "snippets", "exact", "edges", "precision", "recall", "right", "wrong", "missed"),
                [
                    (
                        name,
                        row["snippets"],
                        row["exact"],
                        row["edges"],
                        percent(row["precision"]),
                        percent(row["recall"]),
                        row["right"],
                        row["wrong"],
                        row["missed"],
                    )
                    for name, row in rows.items()
                ],
            ),
            table(
                ("snippet", "wrong", "missed"),
                [(one["snippet"], _cell(one["wrong"]), _cell(one["missed"])) for one in told["imperfect"]],
            ),
        ]
    )


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    for name, lowest in (("precision", PRECISION), ("recall", RECALL)):
        yield least(f"small programs: {name}", lowest, told["all"][name], f"small programs: {name}")


def figures(told: Document) -> Figures:
    """By snippet."""
    snippets = told.get("snippets", {}).items()
    return gathered(row for name, counts in snippets for row in counted("small programs: ", name, *counts))


def _total(scored: Sequence[Scored]) -> Document:
    right, wrong, missed = (sum(len(getattr(one, part)) for one in scored) for part in ("right", "wrong", "missed"))
    return {
        "snippets": len(scored),
        "exact": sum(not one.wrong and not one.missed for one in scored),
        "edges": right + missed,
        "right": right,
        "wrong": wrong,
        "missed": missed,
        "precision": round(right / (right + wrong), 4) if right + wrong else None,
        "recall": round(right / (right + missed), 4) if right + missed else None,
    }


def _arrow(edge: Edge) -> str:
    return " → ".join(edge)


def _cell(edges: Sequence[str]) -> str:
    return ", ".join(f"`{edge}`" for edge in edges) or "–"
