"""The results of tests: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eval.figures import Bound, Figures, bound, gathered, least
from eval.tables import origin, percent, table
from eval.tests_selection.score import ARMS, Recalled, Selected, middle, quartiles

Document = dict[str, Any]

RECALL = 0.95
BOUND = 0.30  # of a suite, that the median selection is to be within


def document(selected: Sequence[Selected], recalled: Sequence[Recalled]) -> Document:
    """Totals, by arm, kind and package, and all that was missed."""
    return {
        "arms": {arm.name: _arm([one for one in selected if one.arm == arm]) for arm in ARMS},
        "recalled": {
            "all": _recalled(recalled),
            "packages": {
                name: _recalled([one for one in recalled if one.package == name])
                for name in sorted({one.package for one in recalled})
            },
            "functions": [_function(one) for one in recalled],
        },
    }


def _arm(rows: Sequence[Selected]) -> Document:
    return {
        "all": _selected(rows),
        "kinds": {
            kind: _selected([one for one in rows if one.seed.kind == kind])
            for kind in sorted({one.seed.kind for one in rows})
        },
        "packages": {
            name: _selected([one for one in rows if one.seed.package == name])
            for name in sorted({one.seed.package for one in rows})
        },
        "seeds": [_seed(one) for one in rows],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    arms, recalled = told["arms"], told["recalled"]
    missing = [(arm, row) for arm in arms for row in arms[arm]["seeds"] if row["missed"] or row["error"]]
    short = sorted(
        (row for row in recalled["functions"] if row["found"] < row["executing"]),
        key=lambda row: (row["found"] / row["executing"], row["symbol"]),
    )
    return "\n".join(
        [
            "# Which tests to run\n",
            f"{origin(told)}; seeds by `{told['seeds']}`.\n",
            "## For a change that breaks tests\n",
            _totals({arm: arms[arm]["all"] for arm in arms}),
            "Median share of the suite that is selected, and failing tests missed, by package:\n",
            _apart("package", {arm: arms[arm]["packages"] for arm in arms}),
            "By kind of fault:\n",
            _apart("kind", {arm: arms[arm]["kinds"] for arm in arms}),
            table(
                ("seed with a failing test missed", "change", "missed", "of", "share", "for example", "error"),
                (
                    (
                        row["seed"],
                        arm,
                        row["missed"],
                        row["failing"],
                        percent(row["share"]),
                        f"`{row['example']}`" if row["example"] else "",
                        row["error"],
                    )
                    for arm, row in missing
                ),
            ),
            "## For a function, against tests that executed it\n",
            table(
                ("package", "functions", "tests", "recall", "macro recall", "median share", "everything"),
                (
                    (
                        name,
                        row["functions"],
                        row["tests"],
                        percent(row["recall"]),
                        percent(row["macro_recall"]),
                        percent(row["median_share"]),
                        row["everything"],
                    )
                    for name, row in {"all": recalled["all"], **recalled["packages"]}.items()
                ),
            ),
            table(
                ("function", "found", "of", "missed for example"),
                (
                    (f"{row['package']} `{row['symbol']}`", row["found"], row["executing"], f"`{row['missed'][0]}`")
                    for row in short[:20]
                ),
            ),
        ]
    )


def _totals(rows: Mapping[str, Document]) -> str:
    head = (
        "change", "seeds", "with a failing test missed", "failing tests", "missed", "median share", "lower quartile",
        "upper quartile", "by coverage", "everything", f"median at most {BOUND:.0%}, none missed",
    )  # fmt: skip
    cells = (
        (
            name,
            row["seeds"],
            row["missing"],
            row["failing"],
            row["missed"],
            percent(row["median_share"]),
            percent(row["quartiles"][0]),
            percent(row["quartiles"][1]),
            percent(row["median_executing"]),
            row["everything"],
            "holds" if row["median_share"] <= BOUND and not row["missed"] else "does not hold",
        )
        for name, row in rows.items()
    )
    return table(head, cells)


def _apart(title: str, arms: Mapping[str, Mapping[str, Document]]) -> str:
    names = next(iter(arms.values()))
    cells = (
        (
            name,
            rows["seeds"],
            *(f"{percent(found[name]['median_share'])}, {found[name]['missed']}" for found in arms.values()),
        )
        for name, rows in names.items()
    )
    return table((title, "seeds", *arms), cells)


def _selected(rows: Sequence[Selected]) -> Document:
    return {
        "seeds": len(rows),
        "missing": sum(bool(one.missed) for one in rows),
        "failing": sum(len(one.seed.failing) for one in rows),
        "missed": sum(len(one.missed) for one in rows),
        "median_share": _rounded(middle(one.share for one in rows)),
        "median_executing": _rounded(middle(one.executing for one in rows)),
        "quartiles": [round(share, 4) for share in quartiles([one.share for one in rows])],
        "everything": sum(one.everything for one in rows),
        "errors": sum(bool(one.error) for one in rows),
    }


def _recalled(rows: Sequence[Recalled]) -> Document:
    tests = sum(one.executing for one in rows)
    return {
        "functions": len(rows),
        "tests": tests,
        "recall": _rounded(sum(one.found for one in rows) / tests) if tests else None,
        "macro_recall": _rounded(sum(one.found / one.executing for one in rows) / len(rows)) if rows else None,
        "median_share": _rounded(middle(one.share for one in rows)),
        "everything": sum(one.everything for one in rows),
    }


def _seed(one: Selected) -> Document:
    return {
        "seed": one.seed.id,
        "failing": len(one.seed.failing),
        "missed": len(one.missed),
        "example": one.missed[0] if one.missed else "",
        "share": round(one.share, 4),
        "executing": round(one.executing, 4),
        "everything": one.everything,
        "error": one.error,
    }


def _function(one: Recalled) -> Document:
    return {
        "package": one.package,
        "symbol": one.symbol,
        "executing": one.executing,
        "found": one.found,
        "share": round(one.share, 4),
        "everything": one.everything,
        "missed": list(one.missed),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    for arm, rows in told["arms"].items():
        found = rows["all"]
        missed = f"{found['missed']} of {found['failing']}, in {found['missing']} of {found['seeds']} seeds"
        yield bound(f"tests: failing tests missed; {arm}", "none", missed, not found["missed"])
        share = found["median_share"]
        what = f"tests: share of the suite selected, median; {arm}"
        yield bound(what, f"≤ {percent(BOUND)}", percent(share), share <= BOUND)
    for name, row in told["recalled"]["packages"].items():
        if row["recall"] is not None:
            what = f"tests: recall against coverage, {name}"
            yield least(what, RECALL, row["recall"], what)


def figures(told: Document) -> Figures:
    """Of each arm by seed, of recall by function."""
    rows: list[tuple[str, str, float, float]] = []
    for arm, found in told["arms"].items():
        for one in found["seeds"]:
            rows.append((f"tests: failing found; {arm}", one["seed"], one["failing"] - one["missed"], one["failing"]))
            rows.append((f"tests: left out; {arm}", one["seed"], 1 - one["share"], 1))
    for one in told["recalled"]["functions"]:
        what = f"tests: recall against coverage, {one['package']}"
        rows.append((what, one["symbol"], one["found"], one["executing"]))
    return gathered(rows)
