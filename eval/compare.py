"""`python -m eval compare`: new results beside the last committed ones; 1 where one is worse beyond noise."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.record import RESULTS
from eval.sampling import interval, mean
from eval.tables import table

Values = dict[str, float]  # of a figure, by symbol or question: more is better


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of a result, before and now, over what both have."""

    figure: str
    shared: int
    before: float
    now: float
    low: float  # of the difference, between which most draws lie
    high: float

    @property
    def worse(self) -> bool:
        """Whether nearly every draw says that it fell."""
        return self.high < 0


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the new results")
    parser.add_argument("--revision", default="HEAD", help="where the results to compare with are committed")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the table."""
    changes = []
    for name, read in FIGURES.items():
        old, new = _committed(args.revision, name), args.results / name
        if old and new.exists():
            changes += compared(Path(name).stem, read(old), read(new.read_text()))
    rows = (
        (
            one.figure,
            one.shared,
            f"{one.before:.4f}",
            f"{one.now:.4f}",
            f"{one.low:+.4f} to {one.high:+.4f}",
            _verdict(one),
        )
        for one in changes
    )
    print(table(("figure", "shared", "before", "now", "95 % of draws of the difference", "verdict"), rows))
    return int(any(one.worse for one in changes))


def compared(name: str, before: Mapping[str, Values], now: Mapping[str, Values]) -> list[Change]:
    """Each figure that both have, over the symbols or questions that both have, drawn in pairs."""
    found = []
    for figure in sorted(before.keys() & now.keys()):
        shared = sorted(before[figure].keys() & now[figure].keys())
        pairs = [(before[figure][one], now[figure][one]) for one in shared]
        low, high = interval(pairs, lambda rows: mean([new - old for old, new in rows]))
        old, new = (mean([pair[side] for pair in pairs]) for side in (0, 1))
        found.append(Change(f"{name}: {figure}", len(shared), old, new, low, high))
    return found


def accuracy(text: str) -> dict[str, Values]:
    """The F1 of each symbol that is not perfect; those that are not named are, so the others count as 1."""
    rows = json.loads(text).get("references", {}).get("imperfect", ())
    return {"f1 of imperfect symbols": {f"{row['package']} {row['symbol']}": row["f1"] for row in rows}}


def diagnose(text: str) -> dict[str, Values]:
    """Whether the culprit of each seed is first."""
    return {"first": {row["seed"]: float(row["rank"] == 1) for row in json.loads(text)["scores"]}}


def referee(text: str) -> dict[str, Values]:
    """Success and recall of `ctx ask` at each question, by intent."""
    found: dict[str, Values] = {}
    for row in _rows(text):
        told = row["arms"]["C"]
        found.setdefault(f"{row['intent']}, success", {})[row["question"]] = float(told["success"])
        found.setdefault(f"{row['intent']}, recall", {})[row["question"]] = told["found"] / max(1, told["wanted"])
    return found


def english(text: str) -> dict[str, Values]:
    """Whether the right intent is suggested for each question, by half."""
    found: dict[str, Values] = {}
    for row in _rows(text):
        found.setdefault(row["half"], {})[row["question"]] = float(row["suggested"] == row["intent"])
    return found


FIGURES: dict[str, Callable[[str], dict[str, Values]]] = {
    "accuracy.json": accuracy,
    "diagnose.json": diagnose,
    "diagnose-hard.json": diagnose,
    "referee.jsonl": referee,
    "english.jsonl": english,
}


def _rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()[1:]]


def _committed(revision: str, name: str) -> str:
    """A result as it was committed; empty where it was not."""
    shown = ["git", "show", f"{revision}:./{name}"]
    return subprocess.run(shown, cwd=RESULTS, capture_output=True, text=True, check=False).stdout


def _verdict(change: Change) -> str:
    return "worse" if change.worse else "better" if change.low > 0 else "as before"
