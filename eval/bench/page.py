"""The bench's results: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from eval import corpus
from eval.bench.extras import Pair
from eval.bench.measure import Cost
from eval.bench.modes import MODES, Taken
from eval.bench.ratios import peak, verdicts
from eval.tables import table

Document = dict[str, Any]


def document(
    command: str, versions: Mapping[str, str], repeats: int, taken: Sequence[Taken], pairs: Sequence[Pair]
) -> Document:
    """Everything measured, as JSON values; costs are medians of the repetitions, memory the maximum."""
    measured = [(one.question, one.medians()) for one in taken]
    packages = sorted({one.question.package for one in taken})
    return {
        "command": command,
        "versions": dict(versions),
        "pins": {name: corpus.pins().packages[name] for name in packages},
        "pinned": corpus.pins().date,
        "repeats": repeats,
        "verdicts": [_rounded(asdict(verdict)) for verdict in verdicts(measured)],
        "questions": [_question(one) for one in taken],
        "pairs": [_pair(pair) for pair in pairs],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    versions = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    pins = ", ".join(f"{name} {version}" for name, version in told["pins"].items())
    questions = told["questions"]
    parts = [
        "# How fast\n",
        f"`{told['command']}`: {versions}; {pins} (pinned {told['pinned']}); CPU seconds, medians of {told['repeats']}"
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
