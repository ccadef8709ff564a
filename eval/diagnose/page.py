"""The results of diagnose: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eval.diagnose.score import BASELINES, Score, share
from eval.figures import Bound, Figures, gathered, least
from eval.tables import origin, percent, table

Document = dict[str, Any]
FIRST, FIRST_THREE = 0.9, 0.97  # culprits


def document(scores: Sequence[Score]) -> Document:
    """Totals, by kind and package, and every seed."""
    kinds = sorted({one.seed.kind for one in scores})
    packages = sorted({one.seed.package for one in scores})
    innocents = [edit for one in scores for edit in one.seed.edits if edit is not one.seed.culprit]
    return {
        "all": _total(scores),
        "groups": {
            "wrong value": _total([one for one in scores if one.seed.wrong_value]),
            "others": _total([one for one in scores if not one.seed.wrong_value]),
        },
        "baselines": {
            name: {
                "first": _rounded(share((one.baselines[name] for one in scores), 1)),
                "first_three": _rounded(share((one.baselines[name] for one in scores), 3)),
                "wrong_value_first": _rounded(
                    share((one.baselines[name] for one in scores if one.seed.wrong_value), 1)
                ),
            }
            for name in BASELINES
        },
        "kinds": {kind: _total([one for one in scores if one.seed.kind == kind]) for kind in kinds},
        "packages": {name: _total([one for one in scores if one.seed.package == name]) for name in packages},
        "innocents": {"edits": len(innocents), "executed": sum(edit.executed for edit in innocents)},
        "scores": [_row(one) for one in scores],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    beside = told["innocents"]
    heads = ("rank by", "first", "in the first three", "wrong value: first")
    worst = [row for row in told["scores"] if row["rank"] != 1]
    worst.sort(key=lambda row: (row["rank"] != 0, -row["rank"], row["seed"]))
    return "\n".join(
        [
            "# Which change explains the failures\n",
            f"{origin(told)}; seeds by `{told['seeds']}`.\n",
            f"{told['all']['seeds']} seeded faults of {len(told['kinds'])} kinds; beside them {beside['edits']}"
            f" innocent edits, of which the failing test executes {beside['executed']}.\n",
            _table("faults", {"all": told["all"], **told["groups"]}),
            table(
                heads,
                (
                    ("diagnose", *_shares(told["all"]), percent(told["groups"]["wrong value"]["first"])),
                    *(
                        (name, *_shares(row), percent(row["wrong_value_first"]))
                        for name, row in told["baselines"].items()
                    ),
                ),
            ),
            _table("kind", told["kinds"]),
            _table("package", told["packages"]),
            "## Not first\n",
            table(
                ("seed", "rank", "of", "culprit", "named first", "evidence", "error"),
                (
                    (
                        row["seed"] + " (wrong value)" * row["wrong_value"],
                        row["rank"] or "–",
                        row["candidates"],
                        f"`{row['culprit']}`",
                        f"`{row['named'][0]}`" if row["named"] else "–",
                        row["how"],
                        row["error"],
                    )
                    for row in worst
                ),
            ),
        ]
    )


def _table(title: str, rows: Mapping[str, Document]) -> str:
    head = (title, "seeds", "first", "in the first three", "not named", "errors")
    cells = ((name, row["seeds"], *_shares(row), row["unnamed"], row["errors"]) for name, row in rows.items())
    return table(head, cells)


def _shares(row: Document) -> tuple[str, str]:
    return percent(row["first"]), percent(row["first_three"])


def _total(scores: Sequence[Score]) -> Document:
    ranks = [one.rank for one in scores]
    return {
        "seeds": len(scores),
        "first": _rounded(share(ranks, 1)),
        "first_three": _rounded(share(ranks, 3)),
        "unnamed": ranks.count(0),
        "errors": sum(bool(one.error) for one in scores),
    }


def _row(one: Score) -> Document:
    culprit = one.seed.culprit
    return {
        "seed": one.seed.id,
        "wrong_value": one.seed.wrong_value,
        "rank": one.rank,
        "candidates": len(one.named),
        "culprit": f"{culprit.path}::{culprit.symbol}",
        "how": one.how,
        "named": list(one.named[:3]),
        "baselines": dict(one.baselines),
        "error": one.error,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    found = told["all"]
    yield least(f"diagnose: culprit first, {found['seeds']} seeds", FIRST, found["first"], "diagnose: first")
    yield least("diagnose: culprit in the first three", FIRST_THREE, found["first_three"], "diagnose: first three")


def hard_bounds(told: Document) -> Iterator[Bound]:
    """No bound is set for these: they show what is left without a comparison of syntax trees."""
    for one in bounds(told):
        yield one._replace(what=f"hard, {one.what}", bound="–", kept="–")


def figures(told: Document) -> Figures:
    """By seed."""
    names = {1: "diagnose: first", 3: "diagnose: first three"}
    return gathered(
        (name, row["seed"], float(0 < row["rank"] <= most), 1) for row in told["scores"] for most, name in names.items()
    )
