"""`python -m eval messages`: draws the commits whose messages explore is asked, and writes suites/explore.toml."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from eval.explore import suite
from eval.explore.histories import Commit, History, history, question
from eval.explore.suite import Repository

EACH = 24  # questions of a repository
WORDS = 6  # of a message, at least
DEFINITIONS = (1, 5)
SKIPPED = re.compile(
    r"^(?:merge|revert|bump|release|version|prepare|typos?|docs?|changelog|tests?|ci|chore|style|lint|format|reformat"
    r"|black|flake8|isort|ruff|mypy|pyupgrade|pre-commit|update (?:changelog|changes|version|copyright)"
    r"|fix(?:ed)? (?:typos?|docs?|docstrings?|tests?|lint|formatting)|add(?:ed)? tests?)\b|^v?\d+\.\d+|^\[",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--histories", type=Path, required=True, help="a folder that holds or gets the repositories")
    parser.add_argument("--each", type=int, default=EACH, help="questions of a repository")
    parser.add_argument("--seed", type=int, default=1, help="the number that all choices follow from")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draws and writes; the repositories and their heads are those that the suite names."""
    drawn = []
    for one in suite.read():
        known = history(args.histories, one.name, one.url)
        commits = known.commits(one.head)
        Random(f"{args.seed} {one.name}").shuffle(commits)
        taken = [commit.id for _, commit in zip(range(args.each), _fitting(known, commits), strict=False)]
        drawn.append(Repository(one.name, one.url, one.head, tuple(taken[::2]), tuple(taken[1::2])))
        print(f"{one.name}: {len(taken)} of {len(commits)} commits", file=sys.stderr)
    suite.write(drawn)
    return 0


def _fitting(known: History, commits: list[Commit]) -> Iterator[Commit]:
    """The commits that make a question."""
    for commit in commits:
        if is_question(commit.message):
            change = known.change(commit)
            if change and DEFINITIONS[0] <= len(change.names) <= DEFINITIONS[1]:
                yield commit


def is_question(message: str) -> bool:
    """Whether a message says enough, and is not about a release, the layout, documents or tests."""
    asked = question(message)
    return len(_WORD.findall(asked)) >= WORDS and not SKIPPED.search(message.strip())
