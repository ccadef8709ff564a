"""Python resolution, held to small repositories whose lines say what stands on them.

A mark ends a line and is no part of the file: `#: ROLE NAME` for a confirmed site of the symbol NAME (a qualified name
or a suffix, `path::name` where need be), `#: likely NAME`, `#: undecided NAME (mechanism)`, `#: not NAME` for one that
is ruled out, `#: mentioned NAME`, `#: def NAME KIND` for the line that defines it. Several are parted by `;`, and
`NAME*2` stands for two sites on the line. Of every symbol that is marked anywhere, each confirmed, likely and undecided
site must be marked; what is ruled out or mentioned may be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from ctxask.rows import Site, Symbol
from ctxask.world_view import View

CASES = sorted((Path(__file__).parents[2] / "repos").glob("*.txt"))
_PART = re.compile(r"^-- (\S+) --\n", re.MULTILINE)
_MARK = re.compile(r"[ \t]*#: (.*)$", re.MULTILINE)
_ITEM = re.compile(r"([\w-]+) ([^\s*]+)(?:\*(\d+))?(?: \(?([\w-]+)\)?)?")
_BUCKETS = {"likely": "likely", "undecided": "undecided", "not": "ruled_out", "mentioned": "mentioned"}


class Mark(NamedTuple):
    """What a line says of a symbol: a role or a bucket, and perhaps the mechanism or kind."""

    path: str
    line: int
    word: str
    name: str
    more: str
    times: int


def split(text: str) -> dict[str, str]:
    """Path -> text of a case file whose parts begin with `-- path --`."""
    parts = _PART.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def plain(files: Mapping[str, str]) -> dict[str, bytes]:
    """The files without their marks."""
    return {path: _MARK.sub("", text).encode() for path, text in files.items()}


def marks(files: Mapping[str, str]) -> list[Mark]:
    """Every mark, in order."""
    found = []
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            for item in match[1].split(";") if (match := _MARK.search(line)) else ():
                parts = _ITEM.fullmatch(item.strip())
                assert parts is not None, f"{path}:{number}: no mark: {item!r}"
                found.append(Mark(path, number, parts[1], parts[2], parts[4] or "", int(parts[3] or 1)))
    return found


def check(view: View, files: Mapping[str, str]) -> None:
    """Holds every mark, and that no site is asserted or left undecided without one."""
    problems: list[str] = []
    by_symbol: dict[Symbol, list[Mark]] = {}
    for mark in marks(files):
        by_symbol.setdefault(_symbol(view, mark), []).append(mark)
    for symbol, wanted in by_symbol.items():
        told = {"override", *(mark.word for mark in wanted)}  # a repository may leave a kind of implicit site unmarked
        sites = [site for site in view.references([symbol]).rows if not site.implicit or site.role in told]
        problems += _definitions(symbol, wanted) + _differences(symbol, wanted, sites)
    assert not problems, "\n" + "\n".join(problems)


def _symbol(view: View, mark: Mark) -> Symbol:
    found = view.find(mark.name, None).rows
    assert len(found) == 1, f"{mark.path}:{mark.line}: {mark.name} is {[s.id for s in found]}"
    return found[0]


def _definitions(symbol: Symbol, wanted: Iterable[Mark]) -> list[str]:
    lines = {(symbol.path, line) for line in (symbol.line, *(line for line, _ in symbol.more))}
    return [
        f"{mark.path}:{mark.line}: {symbol.id} is a {symbol.kind} of lines {sorted(lines)}"
        for mark in wanted
        if mark.word == "def" and ((mark.path, mark.line) not in lines or mark.more not in ("", symbol.kind))
    ]


def _differences(symbol: Symbol, wanted: Iterable[Mark], sites: Iterable[Site]) -> list[str]:
    """Marks without a site, and sites that need a mark and have none."""
    expected: Counter[tuple[str, int, str]] = Counter()
    got: Counter[tuple[str, int, str]] = Counter()
    loose = {"not", "mentioned"}
    problems = []
    sites = list(sites)
    for mark in wanted:
        if mark.word == "def":
            continue
        bucket = _BUCKETS.get(mark.word, "confirmed")
        fits = [s for s in sites if (s.path, s.line, s.bucket) == (mark.path, mark.line, bucket)]
        fits = [s for s in fits if bucket != "confirmed" or s.role == mark.word]
        fits = [s for s in fits if mark.more in ("", s.mechanism, s.target)]
        if len(fits) != mark.times:
            here = [f"{s.role} {s.bucket} {s.mechanism}" for s in sites if (s.path, s.line) == (mark.path, mark.line)]
            problems.append(f"{mark.path}:{mark.line}: wants {mark.word} {symbol.id} {mark.more}, has {here}")
        if mark.word not in loose:
            expected[mark.path, mark.line, bucket] += mark.times
    got.update((s.path, s.line, s.bucket) for s in sites if s.bucket in ("confirmed", "likely", "undecided"))
    for path, line, bucket in sorted(got - expected):
        here = [f"{s.role} {s.mechanism}" for s in sites if (s.path, s.line, s.bucket) == (path, line, bucket)]
        problems.append(f"{path}:{line}: {bucket} site of {symbol.id} is not marked: {here}")
    return problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_marked_repository(case: Path, opened: Callable[[Mapping[str, bytes]], View]) -> None:
    files = split(case.read_text(encoding="utf-8"))
    check(opened(plain(files)), files)
