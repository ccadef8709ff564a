"""The results of tests: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval.tables import percent, table
from eval.tests_selection.score import Recalled, Selected, middle

Document = dict[str, Any]


def document(selected: Sequence[Selected], recalled: Sequence[Recalled]) -> Document:
    """Totals, by kind and package, and all that was missed."""
    kinds = sorted({one.seed.kind for one in selected})
    packages = sorted({one.seed.package for one in selected})
    return {
        "selected": {
            "all": _selected(selected),
            "kinds": {kind: _selected([one for one in selected if one.seed.kind == kind]) for kind in kinds},
            "packages": {name: _selected([one for one in selected if one.seed.package == name]) for name in packages},
            "seeds": [_seed(one) for one in selected],
        },
        "recalled": {
            "all": _recalled(recalled),
            "packages": {name: _recalled([one for one in recalled if one.package == name]) for name in packages},
            "functions": [_function(one) for one in recalled],
        },
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    versions = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    pins = ", ".join(f"{name} {version}" for name, version in told["pins"].items())
    selected, recalled = told["selected"], told["recalled"]
    missing = [row for row in selected["seeds"] if row["missed"] or row["error"]]
    short = sorted(
        (row for row in recalled["functions"] if row["found"] < row["executing"]),
        key=lambda row: (row["found"] / row["executing"], row["symbol"]),
    )
    return "\n".join(
        [
            "# Which tests to run\n",
            f"`{told['command']}`: {versions}; {pins} (pinned {told['pinned']}); seeds by `{told['seeds']}`.\n",
            "## For a change that breaks tests\n",
            _selected_table("package", {"all": selected["all"], **selected["packages"]}),
            _selected_table("kind", selected["kinds"]),
            table(
                ("seed with a failing test missed", "missed", "of", "share", "for example", "error"),
                (
                    (
                        row["seed"],
                        row["missed"],
                        row["failing"],
                        percent(row["share"]),
                        f"`{row['example']}`" if row["example"] else "",
                        row["error"],
                    )
                    for row in missing
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


def _selected_table(title: str, rows: Mapping[str, Document]) -> str:
    head = (
        title,
        "seeds",
        "with a failing test missed",
        "failing tests",
        "missed",
        "median share",
        "by coverage",
        "of the fault",
        "everything",
    )
    cells = (
        (
            name,
            row["seeds"],
            row["missing"],
            row["failing"],
            row["missed"],
            percent(row["median_share"]),
            percent(row["median_executing"]),
            percent(row["median_at_fault"]),
            row["everything"],
        )
        for name, row in rows.items()
    )
    return table(head, cells)


def _selected(rows: Sequence[Selected]) -> Document:
    return {
        "seeds": len(rows),
        "missing": sum(bool(one.missed) for one in rows),
        "failing": sum(len(one.seed.failing) for one in rows),
        "missed": sum(len(one.missed) for one in rows),
        "median_share": _rounded(middle(one.share for one in rows)),
        "median_executing": _rounded(middle(one.executing for one in rows)),
        "median_at_fault": _rounded(middle(one.at_fault for one in rows)),
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
        "at_fault": round(one.at_fault, 4),
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
