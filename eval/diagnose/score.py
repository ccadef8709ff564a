"""Scores what diagnose says of a seed, and what simpler rules would have said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.seeds.model import Edit, Seed

BASELINES = ("deepest changed frame", "most recent edit", "path order")


@dataclass(frozen=True, slots=True)
class Score:
    """One seed, judged: ranks count from 1, and 0 says that the culprit is not among the candidates."""

    seed: Seed
    rank: int
    named: tuple[str, ...]  # the candidates, in order
    how: str  # the evidence for the culprit
    baselines: Mapping[str, int]
    error: str = ""


def score(seed: Seed, answer: Mapping[str, Any]) -> Score:
    """The rank of the culprit among the changes that an answer names."""
    named = [row for row in answer.get("candidates", ()) if row.get("group") == "culprits"]
    symbols = [str(row["symbol"]) for row in named]
    wanted = names(seed.culprit)
    rank = next((number for number, symbol in enumerate(symbols, 1) if symbol in wanted), 0)
    how = str(named[rank - 1].get("how", "")) if rank else ""
    error = str(answer.get("error", {}).get("code", ""))
    return Score(seed, rank, tuple(symbols), how, baselines(seed), error)


def names(edit: Edit) -> set[str]:
    """How a candidate may call an edited definition: as it was, as it is named now, by the attribute it defines."""
    symbols = {edit.symbol, _renamed(edit) if edit.new else edit.symbol, edit.binds or edit.symbol}
    return {f"{edit.path}::{symbol}" for symbol in symbols} | _module(edit)


def baselines(seed: Seed) -> dict[str, int]:
    """The culprit's rank by rules that need no graph; each knows what was edited, and ranks every edit."""
    numbered = range(len(seed.edits))
    return {
        "deepest changed frame": _rank(seed, sorted(numbered, key=lambda n: (-seed.edits[n].votes, _place(seed, n)))),
        "most recent edit": _rank(seed, sorted(numbered, reverse=True)),
        "path order": _rank(seed, sorted(numbered, key=lambda n: _place(seed, n))),
    }


def share(ranks: Iterable[int], most: int) -> float | None:
    """How many of the ranks are at most a number; 0 is none."""
    told = list(ranks)
    return sum(0 < rank <= most for rank in told) / len(told) if told else None


def _rank(seed: Seed, order: Sequence[int]) -> int:
    return order.index(seed.fault) + 1


def _place(seed: Seed, number: int) -> tuple[str, int]:
    return seed.edits[number].path, seed.edits[number].line


def _renamed(edit: Edit) -> str:
    holder = edit.symbol.rpartition(".")[0]
    return f"{holder}.{edit.new.rpartition('.')[2]}" if holder else edit.new


def _module(edit: Edit) -> set[str]:
    """At module level a candidate may be the module, as nothing else holds the line."""
    return {f"{edit.path}::", edit.path} if not edit.symbol else set()
