"""Every occurrence of a name in covered files is one site of its symbol, in one bucket, or defines it."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import ctxask
from ctxask.repo.text import decode
from ctxask.rows import Symbol
from ctxask.world_view import View

REPOS = sorted((Path(__file__).parents[2] / "repos").glob("*.txt"))
_MARK = re.compile(r"[ \t]*#: .*$", re.MULTILINE)
_WORD = re.compile(r"\w+")
Open = Callable[[Mapping[str, bytes]], View]


def words(files: Mapping[str, bytes], name: str) -> set[tuple[str, int, int]]:
    """Path, line and column of every whole word that is the name, in files of Python."""
    found = set()
    for path, data in files.items():
        if path.endswith((".py", ".pyi")):
            for number, text in enumerate(decode(data).text.split("\n"), 1):
                for match in _WORD.finditer(text):
                    if unicodedata.normalize("NFKC", match[0]) == name:
                        found.add((path, number, match.start() + 1))
    return found


def check(view: View, files: Mapping[str, bytes], symbol: Symbol) -> None:
    """Holds the sum for one symbol: nothing twice, nothing invented, nothing left out but its own definitions."""
    name = symbol.name.rpartition(".")[2]
    sites = [site for site in view.references([symbol]).rows if site.path.endswith((".py", ".pyi"))]
    written = [site for site in sites if not site.implicit or site.role == "override"]
    placed = Counter((site.path, site.line, site.col) for site in written)
    assert max(placed.values(), default=1) == 1, f"{symbol.id}: {placed.most_common(1)} is in two buckets"
    expected = words(files, name)
    named = {(site.path, site.line, site.col) for site in written if site.name == name}
    assert named <= expected, f"{symbol.id} has sites where its name does not stand: {sorted(named - expected)}"
    lines = {symbol.line, *(line for line, _ in symbol.more)}
    left = {place for place in expected - placed.keys() if place[0] != symbol.path or place[1] not in lines}
    assert not left, f"{symbol.id} has no site at {sorted(left)}"


def files_of(case: Path) -> dict[str, bytes]:
    parts = re.split(r"(?m)^-- (\S+) --\n", case.read_text(encoding="utf-8"))
    return {path: _MARK.sub("", text).encode() for path, text in zip(parts[1::2], parts[2::2], strict=True)}


@pytest.mark.parametrize("case", REPOS, ids=lambda case: case.stem)
def test_every_symbol_of_a_small_repository(case: Path, opened: Open) -> None:
    files = files_of(case)
    view = opened(files)
    for symbol in view.symbols_in([path for path in files if path.endswith((".py", ".pyi"))]).rows:
        check(view, files, symbol)


@pytest.mark.parametrize("part", range(5))
def test_symbols_of_the_project_itself(part: int, opened: Open) -> None:
    root = Path(ctxask.__file__).parent
    files = {f"ctxask/{path.relative_to(root).as_posix()}": path.read_bytes() for path in sorted(root.rglob("*.py*"))}
    files = {path: data for path, data in files.items() if path.endswith((".py", ".pyi"))}
    view = opened(files)
    chance = random.Random(part)
    for path in chance.choices(list(files), k=10):
        rows = view.symbols_in([path]).rows
        if rows:
            check(view, files, chance.choice(rows))
