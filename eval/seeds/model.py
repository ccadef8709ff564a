"""A seed: a fault, the innocent edits beside it, and what its package's tests said. Kept in suites/seeds.json."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from eval.corpus import SUITES
from eval.seeds.text import Change, Source, applied

FILE = SUITES / "seeds.json"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one definition."""

    kind: str
    path: str
    symbol: str
    line: int  # in the released file
    changes: tuple[Change, ...]
    new: str  # the symbol's name afterwards, when it is another
    executed: bool  # by the failing test, in the changed tree; true for the fault
    votes: int  # failures whose deepest frame in an edited definition lies in this one
    binds: str = ""  # the attribute that the changed line defines, where it does


@dataclass(frozen=True, slots=True)
class Seed:
    """Edits of a package, of which one is at fault."""

    package: str
    kind: str
    edits: tuple[Edit, ...]  # in the order in which they were made
    fault: int  # which of them
    failing: tuple[str, ...]  # tests without their parameters, and files that could not be collected
    test: str  # the failing test that the edits were chosen by
    wrong_value: bool  # every failure is an assertion's, and none has a frame in the fault's definition

    @property
    def id(self) -> str:
        """A name that stays the same as long as the edits do."""
        digest = hashlib.sha256(json.dumps([asdict(edit)["changes"] for edit in self.edits]).encode()).hexdigest()
        return f"{self.package} {self.kind} {digest[:6]}"

    @property
    def culprit(self) -> Edit:
        """The edit at fault."""
        return self.edits[self.fault]

    def contents(self, sources: Mapping[str, Source]) -> dict[str, bytes]:
        """The changed files."""
        return contents(self.edits, sources)


def contents(edits: Iterable[Edit], sources: Mapping[str, Source]) -> dict[str, bytes]:
    """The files after edits."""
    changes: dict[str, list[Change]] = {}
    for edit in edits:
        changes.setdefault(edit.path, []).extend(edit.changes)
    return {path: applied(sources[path].content, made) for path, made in changes.items()}


def plain(test: str) -> str:
    """A test without its parameters."""
    return re.sub(r"\[.*\]$", "", test, flags=re.DOTALL)


def read(file: Path = FILE) -> tuple[dict[str, Any], list[Seed]]:
    """How the seeds were made, and the seeds."""
    document = json.loads(file.read_text())
    return document, [_seed(row) for row in document["seeds"]]


def write(document: dict[str, Any], seeds: Iterable[Seed], file: Path = FILE) -> None:
    """Keeps seeds, each on a line of its own."""
    rows = ",\n".join(json.dumps(asdict(seed), ensure_ascii=False) for seed in seeds)
    head = json.dumps(document, indent=1, ensure_ascii=False).removesuffix("\n}")
    file.write_text(f'{head},\n "seeds": [\n{rows}\n]\n}}\n')


def _seed(row: dict[str, Any]) -> Seed:
    edits = tuple(
        Edit(**{**edit, "changes": tuple((start, end, new) for start, end, new in edit["changes"])})
        for edit in row["edits"]
    )
    return Seed(**{**row, "edits": edits, "failing": tuple(row["failing"])})
