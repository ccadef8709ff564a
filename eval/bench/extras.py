"""What stands beside the questions: starting up, and files that mean harm."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from eval.bench.measure import Cost, measure, middle
from eval.bench.modes import unfinished
from eval.install import Installed

SUBJECT = "src/click/utils.py::echo"  # of click, whose copy the hostile file is put into
DEPTH = 20_000
LARGE = 20_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands that are held against each other."""

    what: str
    one: Cost
    other: Cost
    limit: float = 2.0  # of the ratio

    @property
    def ratio(self) -> float:
        """CPU seconds of the one to those of the other."""
        return self.one.cpu / self.other.cpu


def startup(installed: Installed, home: Path, repeats: int) -> Pair:
    """`ctx --version` beside an interpreter that imports click."""
    environment = installed.environment(home)
    ours, theirs = [], []
    for _ in range(repeats):
        ours.append(measure([installed.ctx, "--version"], home, environment).cost)
        theirs.append(measure([installed.python, "-c", "import click"], home, environment).cost)
    return Pair("ctx --version / import click", middle(ours), middle(theirs))


def hostile(installed: Installed, click: Path, scratch: Path, repeats: int) -> list[Pair]:
    """A cold answer with one hostile file that holds the name beside one without."""
    files = {
        f"{DEPTH} nested parentheses": b"echo" + b"(" * DEPTH + b"1" + b")" * DEPTH + b"\n",
        "20 MB in one file": b"echo(1)\n" * (LARGE // 8),
        "20 MB in one line": b"echo(1);" * (LARGE // 8) + b"\n",
    }
    pairs = []
    for what, content in files.items():
        root = scratch / "hostile"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(click, root, symlinks=True)
        with_it: list[Cost] = []
        without: list[Cost] = []
        for _ in range(repeats):
            for costs, present in ((with_it, True), (without, False)):
                if present:
                    (root / "hostile.py").write_bytes(content)
                else:
                    (root / "hostile.py").unlink()
                costs.append(_cold(installed, root, scratch / "home"))
        pairs.append(Pair(f"{what} / none", middle(with_it), middle(without)))
    return pairs


def _cold(installed: Installed, root: Path, home: Path) -> Cost:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    done = measure([installed.ctx, "locate", SUBJECT, "--json"], root, installed.environment(home))
    if unfinished(done):
        raise SystemExit("a hostile file cost the answer")
    return done.cost
