"""Which definitions are asked about: those that were called, and those that nothing mentions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.accuracy.oracle import Call
from eval.observed.sites import Files

_WORD = re.compile(rb"[^\W]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A definition of a package."""

    id: str
    called: bool  # while the package's tests ran
    mentioned: bool  # its name stands somewhere else in the repository, in whatever file, or the language calls it


def definitions(root: Path, calls: Sequence[Call], path: str) -> list[Asked]:
    """The functions, methods and classes of the package's own sources, tests left out, in the order of the sources."""
    called = {(place, name) for call in calls for place, _, name in call.ran}
    words = _words(root)
    files = Files(root)
    found = []
    for source in sorted(file.relative_to(root).as_posix() for file in (root / path).rglob("*.py")):
        if not _is_test(source):
            defined = Counter(name.rpartition(".")[2] for name in files.of(source).heads.values())
            for name in files.of(source).heads.values():
                leaf = name.rpartition(".")[2]
                elsewhere = words[leaf.encode()] > defined[leaf]
                dunder = leaf.startswith("__") and leaf.endswith("__")
                found.append(Asked(f"{source}::{name}", (source, name) in called, elsewhere or dunder))
    return list(dict.fromkeys(found))


def chosen(asked: Sequence[Asked], number: int, seed: str) -> list[Asked]:
    """All that nothing mentions, and a sample of the others, those that were called before the rest."""
    bare = [one for one in asked if not one.mentioned and not one.called]
    for part in ([one for one in asked if one.called], [one for one in asked if one.mentioned and not one.called]):
        left = max(0, number - len(bare))
        bare += random.Random(seed).sample(part, min(left, len(part)))
    return sorted(bare, key=lambda one: one.id)


def _words(root: Path) -> Counter[bytes]:
    """How often each word stands in the files of a repository."""
    found: Counter[bytes] = Counter()
    for file in sorted(root.rglob("*")):
        if file.is_file() and ".git" not in file.relative_to(root).parts:
            found.update(_WORD.findall(file.read_bytes()))
    return found


def _is_test(path: str) -> bool:
    return any(part in ("tests", "test", "conftest.py") or part.startswith("test_") for part in path.split("/"))
