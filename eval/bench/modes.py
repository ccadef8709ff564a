"""The states in which a question finds the store, each measured beside the baseline and the floor."""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from eval.bench.measure import Cost, Done, measure, middle, together
from eval.bench.questions import Question
from eval.install import Installed

MODES = ("baseline", "floor", "cold", "warm", "hit", "edit")
FLOOR = Path(__file__).with_name("floor.py")


@dataclass(slots=True)
class Taken:
    """Everything that was measured of one question."""

    question: Question
    costs: dict[str, list[Cost]] = field(default_factory=lambda: defaultdict(list))
    unfinished: set[str] = field(default_factory=set)  # modes whose answer had no rows for want of time

    def medians(self) -> dict[str, Cost]:
        """One cost a mode."""
        return {mode: middle(costs) for mode, costs in self.costs.items()}


def once(installed: Installed, folder: Path, home: Path, taken: Taken) -> None:
    """Measures every mode once, one right after the other, so that they meet the same machine.

    cold: no store; warm: facts are there, results of nodes are not used; hit: results are used; edit: a file that holds
    the name has changed since.
    """
    question = taken.question
    root = folder / question.package
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    taken.costs["baseline"].append(baseline(installed, root, home))
    floor, files = _floor(installed, root, home, question)
    if files != question.files:
        raise SystemExit(f"{question.subject}: {files} files hold the name, the list says {question.files}")
    taken.costs["floor"].append(floor)

    def ask(mode: str, **more: str) -> None:
        command = [installed.ctx, "locate", question.subject, "--json"]
        done = measure(command, root, installed.environment(home, **more))
        taken.costs[mode].append(done.cost)
        if unfinished(done):
            taken.unfinished.add(mode)

    ask("cold")
    ask("warm", CTXASK_NODE_CACHE="0")
    ask("hit")
    with edited(root / held(root, question)):
        ask("edit")


def baseline(installed: Installed, root: Path, home: Path) -> Cost:
    """What any command must cost that is written in Python, keeps a store and looks at a git repository."""
    environment = installed.environment(home)
    start = measure([installed.python, "-c", "import click, sqlite3"], root, environment)
    look = measure(["git", "ls-files", "-s"], root, environment)
    return together((start.cost, look.cost))


def unfinished(done: Done) -> bool:
    """Whether an answer lacks rows that the question asks for; anything that is no answer ends the bench."""
    if done.code != 0:
        raise SystemExit(f"ctx left with exit code {done.code}: {done.output.decode()[:400]}")
    answer = json.loads(done.output)
    return any(node["state"] not in ("ok", "skipped") for node in answer["coverage"])


def held(root: Path, question: Question) -> Path:
    """A file that holds the name: the one that defines it."""
    return root / question.path


@contextmanager
def edited(path: Path) -> Iterator[None]:
    """The file with one more line at its end; afterwards as it was."""
    before, stat = path.read_bytes(), path.stat()
    path.write_bytes(before + b"\n# one more line\n")
    try:
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _floor(installed: Installed, root: Path, home: Path, question: Question) -> tuple[Cost, int]:
    """The floor's cost, and the number of Python files that hold the name."""
    done = measure([installed.python, str(FLOOR), question.name], root, installed.environment(home))
    told = json.loads(done.output)
    return Cost(told["cpu"], told["wall"], done.cost.peak), told["files"]
