"""The questions of explore, kept as pins: repositories by address and head, and the commits that were drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from eval.corpus import SUITES

FILE = SUITES / "explore.toml"
HALVES = ("tuning", "kept")
HEAD = """# Repositories, and commits whose messages are asked in the tree of their parent. `python -m eval messages`
# draws them from each history up to its head. Ranking is tuned on the one half; the other is kept out of that.
"""


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository, and the commits that are asked about, by half."""

    name: str
    url: str
    head: str
    tuning: tuple[str, ...]
    kept: tuple[str, ...]


def read(file: Path = FILE) -> list[Repository]:
    """The repositories of the suite."""
    told = tomllib.loads(file.read_text())
    return [
        Repository(name, row["url"], row["head"], *(tuple(row.get(half, ())) for half in HALVES))
        for name, row in told.items()
    ]


def write(repositories: Iterable[Repository], file: Path = FILE) -> None:
    """Keeps the repositories, a line a commit."""
    parts = [HEAD]
    for one in repositories:
        parts.append(f'[{one.name}]\nurl = "{one.url}"\nhead = "{one.head}"\n')
        for half, commits in zip(HALVES, (one.tuning, one.kept), strict=True):
            parts[-1] += f"{half} = [\n" + "".join(f'    "{commit}",\n' for commit in commits) + "]\n"
    file.write_text("\n".join(parts))
