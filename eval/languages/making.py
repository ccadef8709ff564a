"""`python -m eval truth`: makes a suite of `languages` from what indexers or compilers say; nothing is hand-picked."""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eval.languages.compiled import Table
from eval.languages.indexed import Index, Known
from eval.languages.suite import Repository, write

FEWEST, MOST = 2, 250  # uses of a symbol that is worth asking about


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    names = ("NAME", "URL", "COMMIT", "INDEX")
    parser.add_argument("language", help="the suite's name")
    parser.add_argument("--truth", required=True, help="what made the indexes, with its version")
    parser.add_argument("--repository", nargs=4, action="append", metavar=names, required=True)
    parser.add_argument("--corpus", type=Path, required=True, help="the folder that holds the repositories")
    parser.add_argument("--each", type=int, default=3, help="symbols of a category and repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--skip", action="append", default=[], metavar="PART", help="no symbols of files with this part"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draws the symbols and writes the suite."""
    rows: list[dict[str, Any]] = []
    repositories = {}
    for name, url, commit, file in args.repository:
        repositories[name] = Repository(url, commit)
        index = Table(Path(file)) if file.endswith(".tsv") else Index(args.corpus / name, Path(file))
        drawn = _drawn(index, random.Random(f"{args.seed} {name}"), args.each, args.skip)
        rows += [{"repository": name, **_row(index, known)} for known in drawn]
    print(write(args.language, args.truth, repositories, rows))
    return 0


def _drawn(index: Index | Table, chance: random.Random, each: int, skipped: list[str]) -> list[Known]:
    """So many symbols of each category, drawn among those that are used neither too rarely nor too often."""
    pool: dict[str, list[Known]] = {}
    for known in index.known():
        if FEWEST <= len(known.references) <= MOST and not any(part in known.path for part in skipped):
            pool.setdefault(known.category, []).append(known)
    drawn = [known for name in sorted(pool) for known in chance.sample(pool[name], min(each, len(pool[name])))]
    return sorted(drawn, key=lambda known: (known.category, known.path, known.line))


def _row(index: Index | Table, known: Known) -> dict[str, Any]:
    outside = index.outside(known.symbol.rpartition(".")[2]) if isinstance(index, Index) else set()
    return {
        "symbol": f"{known.path}::{known.symbol}",
        "category": known.category,
        "line": known.line,
        "references": _by_path(known.references),
        "disputed": _by_path(known.disputed | outside),
    }


def _by_path(places: frozenset[tuple[str, int, int]]) -> Mapping[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = {}
    for path, line, column in sorted(places):
        found.setdefault(path, []).append([line, column])
    return found
