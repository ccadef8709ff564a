"""The engines' results: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from eval.accuracy.calls import Judged
from eval.accuracy.page import by_file, call_figures, call_totals
from eval.bench.measure import Cost, together
from eval.figures import Bound, Figures, bound, least
from eval.tables import origin, percent, table

Document = dict[str, Any]
COUNTED = ("right", "base", "wrong", "none", "false", "silent")
OURS = "ours"
PRECISION = 0.995  # at which recall has to be ahead of every other engine's
ANSWERED = 0.75  # of the trivial sites, below which an engine has not seen the tree


@dataclass(frozen=True, slots=True)
class Measured:
    """An engine's answers for a package, judged."""

    engine: str
    package: str
    judged: Sequence[Judged]
    cost: Cost


def line(measured: Measured) -> str:
    """What came of one engine on one package."""
    told = _row([measured])
    shares = f"recall {percent(told['recall'])} precision {percent(told['precision'])}"
    return (
        f"{measured.package} {measured.engine}: {shares} "
        f"trivial {percent(told['trivial'])} cpu {told['cpu']} s peak {told['peak']} MB"
    )


def document(head: Document, measured: Sequence[Measured]) -> Document:
    """All engines, in all and by package and kind of call; ours by file."""
    engines = list(dict.fromkeys(m.engine for m in measured))
    packages = list(dict.fromkeys(m.package for m in measured))
    by_engine = {engine: [m for m in measured if m.engine == engine] for engine in engines}
    return {
        **head,
        "engines": {engine: _row(rows) for engine, rows in by_engine.items()},
        "packages": {
            package: {engine: _row([m for m in rows if m.package == package]) for engine, rows in by_engine.items()}
            for package in packages
        },
        "kinds": {engine: _kinds([one for m in rows for one in m.judged]) for engine, rows in by_engine.items()},
        "files": by_file((m.package, one) for m in by_engine.get(OURS, ()) for one in m.judged),
    }


def trivial(judged: Sequence[Judged]) -> list[Judged]:
    """Calls of functions by their bare name, defined or imported there: an engine that sees the tree knows them."""
    return [
        one for one in judged if one.call.kind == "name" and any(name == one.call.name for _, _, name in one.call.ran)
    ]


def markdown(told: Document) -> str:
    """The page of a document."""
    kinds = [
        (engine, *(percent(rows[kind]["recall"]) for kind in ("name", "attr", "class")))
        for engine, rows in told["kinds"].items()
    ]
    packages = [
        (f"{package} {engine}", *_cells(row))
        for package, rows in told["packages"].items()
        for engine, row in rows.items()
    ]
    head = ("sites", "recall", "precision", *COUNTED, "trivial", "CPU s", "peak MB")
    return "\n".join(
        [
            "# Beside other engines\n",
            f"{origin(told)}.\n",
            "CPU and memory are for every call of the package for ours, for the sampled sites for the others.\n",
            table(("engine", *head), [(engine, *_cells(row)) for engine, row in told["engines"].items()]),
            "Recall by what is called: a bare name, an attribute, a class.\n",
            table(("engine", "name", "attribute", "class"), kinds),
            table(("package and engine", *head), packages),
        ]
    )


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    own = told["engines"][OURS]
    what = f"beside other engines, {own['sites']} sites of {', '.join(told['packages'])}: precision"
    yield least(what, PRECISION, own["precision"], "sampled sites: precision")
    for engine, row in told["engines"].items():
        if engine != OURS:
            ahead = f"> {percent(row['recall'])}"
            figure = "sampled sites: recall"
            yield bound(f"recall beside {engine}", ahead, percent(own["recall"]), own["recall"] > row["recall"], figure)


def figures(told: Document) -> Figures:
    """Of ours, by file."""
    return call_figures(told.get("files", {}), "sampled sites: ")


def _row(measured: Sequence[Measured]) -> Document:
    every = [one for m in measured for one in m.judged]
    cost = together(m.cost for m in measured)
    plain = trivial(every)
    known = sum(one.verdict == "right" for one in plain)
    return {
        **call_totals(every),
        "trivial": round(known / len(plain), 4) if plain else None,
        "cpu": round(cost.cpu, 1),
        "peak": cost.peak // 1024,
    }


def _kinds(judged: Sequence[Judged]) -> Document:
    kinds = ("name", "attr", "class")
    return {kind: call_totals([one for one in judged if one.call.kind == kind]) for kind in kinds}


def _cells(row: Document) -> tuple[object, ...]:
    seen = row["trivial"] is None or row["trivial"] >= ANSWERED
    trivial = percent(row["trivial"]) + ("" if seen else " (did not see the tree)")
    shares = (row["sites"], percent(row["recall"]), percent(row["precision"]))
    return (*shares, *(row[name] for name in COUNTED), trivial, row["cpu"], row["peak"])
