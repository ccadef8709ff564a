"""The engines' results: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval import corpus
from eval.accuracy.calls import Judged
from eval.accuracy.page import call_totals
from eval.bench.measure import Cost, together
from eval.tables import percent, table

Document = dict[str, Any]
COUNTED = ("right", "base", "wrong", "none", "false", "silent")
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


def document(
    command: str, versions: Mapping[str, str], pins: Mapping[str, str], measured: Sequence[Measured]
) -> Document:
    """All engines, in all and by package and kind of call."""
    engines = list(dict.fromkeys(m.engine for m in measured))
    packages = list(dict.fromkeys(m.package for m in measured))
    by_engine = {engine: [m for m in measured if m.engine == engine] for engine in engines}
    return {
        "command": command,
        "versions": dict(versions),
        "pins": dict(pins),
        "pinned": corpus.pins().date,
        "engines": {engine: _row(rows) for engine, rows in by_engine.items()},
        "packages": {
            package: {engine: _row([m for m in rows if m.package == package]) for engine, rows in by_engine.items()}
            for package in packages
        },
        "kinds": {engine: _kinds([one for m in rows for one in m.judged]) for engine, rows in by_engine.items()},
    }


def trivial(judged: Sequence[Judged]) -> list[Judged]:
    """Calls of functions by their bare name, defined or imported there: an engine that sees the tree knows them."""
    return [
        one for one in judged if one.call.kind == "name" and any(name == one.call.name for _, _, name in one.call.ran)
    ]


def markdown(told: Document) -> str:
    """The page of a document."""
    versions = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    pins = ", ".join(f"{name} {version}" for name, version in told["pins"].items())
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
            f"`{told['command']}`: {versions}; {pins} (pinned {told['pinned']}).\n",
            "CPU and memory are for every call of the package for ours, for the sampled sites for the others.\n",
            table(("engine", *head), [(engine, *_cells(row)) for engine, row in told["engines"].items()]),
            "Recall by what is called: a bare name, an attribute, a class.\n",
            table(("engine", "name", "attribute", "class"), kinds),
            table(("package and engine", *head), packages),
        ]
    )


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
