"""`python -m eval compare`: new results beside the last committed ones; 1 where one is worse beyond noise."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.figures import Figures, Item, share
from eval.parts import PAGES
from eval.record import RESULTS, kept, read_rows
from eval.sampling import interval
from eval.tables import table

Pair = tuple[Item, Item]  # before, now


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

    @property
    def verdict(self) -> str:
        """In a word."""
        return "worse" if self.worse else "better" if self.low > 0 else "as before"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the new results")
    parser.add_argument("--revision", default="HEAD", help="where the results to compare with are committed")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the table."""
    return int(told(args.results, args.revision))


def told(results: Path, revision: str) -> bool:
    """Whether any figure is worse; prints the table."""
    changes = list(_changes(results, revision))
    rows = (
        (
            one.figure,
            one.shared,
            f"{one.before:.4f}",
            f"{one.now:.4f}",
            f"{one.low:+.4f} to {one.high:+.4f}",
            one.verdict,
        )
        for one in changes
    )
    print(table(("figure", "shared", "before", "now", "95 % of draws of the difference", "verdict"), rows))
    return any(one.worse for one in changes)


def _changes(results: Path, revision: str) -> Iterator[Change]:
    for name, page in PAGES.items():
        old, new = committed(revision, name), kept(results / name)
        if old and new:
            yield from compared(name, page.figures(*old), page.figures(*new))


def compared(name: str, before: Figures, now: Figures) -> Iterator[Change]:
    """Each figure that both have, over the symbols or questions that both have, drawn in pairs."""
    for figure in sorted(before.keys() & now.keys()):
        shared = sorted(before[figure].keys() & now[figure].keys())
        if shared:
            pairs = [(before[figure][one], now[figure][one]) for one in shared]
            old, new = _shares(pairs)
            yield Change(f"{name}: {figure}", len(shared), old, new, *interval(pairs, _difference))


def _difference(pairs: Sequence[Pair]) -> float:
    old, new = _shares(pairs)
    return new - old


def _shares(pairs: Sequence[Pair]) -> tuple[float, float]:
    return share(old for old, _ in pairs), share(new for _, new in pairs)


def committed(revision: str, name: str) -> tuple[Any, ...]:
    """A result as it was committed, in the shape of `record.kept`; empty where it was not."""
    for suffix, read in ((".jsonl", read_rows), (".json", lambda text: (json.loads(text),))):
        shown = ["git", "show", f"{revision}:./{name}{suffix}"]
        done = subprocess.run(shown, cwd=RESULTS, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return read(done.stdout)
    return ()
