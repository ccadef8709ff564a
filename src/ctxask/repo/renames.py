"""Which new file is which old one under another name: the equal ones, and those that share most of their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ctxask.repo.hunks import lines_of

_ENOUGH = 500  # per mille of the larger file
_TINY = 32  # bytes; files under it share lines by chance
_PAIRS = 200 * 200  # beyond it only files of one name are compared
_WORK = 1 << 22  # shared lines looked at


class Renames(NamedTuple):
    """New path -> old path, and the new files that were not compared with every old one."""

    origins: dict[str, str]
    skipped: tuple[str, ...] = ()


class _Text(NamedTuple):
    """The lines of a file, each with how often it stands there."""

    lines: dict[bytes, int]
    size: int  # bytes, with one a line for its end


def equal(new: Iterable[tuple[str, str]], gone: Iterable[tuple[str, str]]) -> dict[str, str]:
    """New path -> old path by equal content, each given as (path, content); of equals the one that kept its name."""
    left: dict[str, list[str]] = {}
    for path, content in sorted(gone):
        left.setdefault(content, []).append(path)
    origins: dict[str, str] = {}
    for path, content in sorted(new):
        candidates = left.get(content)
        if candidates:
            name = _name(path)
            origin = min(candidates, key=lambda old: (_name(old) != name, old))
            candidates.remove(origin)
            origins[path] = origin
    return origins


def comparable(new: Iterable[str], gone: Iterable[str]) -> tuple[set[str], set[str]]:
    """The paths on both sides that `similar` will look at, so that nothing else has to be read."""
    groups, _ = _groups(sorted(new), sorted(gone))
    return {path for group, _ in groups for path in group}, {path for _, group in groups for path in group}


def similar(new: Mapping[str, bytes | None], gone: Mapping[str, bytes | None]) -> Renames:
    """Files that share half of the larger one's bytes in lines, the most similar first; texts by path.

    A text of None counts among the files and is compared with none.
    """
    groups, skipped = _groups(sorted(new), sorted(gone))
    left = _WORK
    scores: list[tuple[int, bool, str, str]] = []
    for news, olds in groups:
        texts = {path: _text(data) for path in olds if (data := gone[path]) is not None}
        holders: dict[bytes, list[str]] = {}
        for path, text in texts.items():
            for line in text.lines:
                holders.setdefault(line, []).append(path)
        for path in news:
            data = new[path]
            if data is None:
                continue
            text = _text(data)
            left -= sum(len(holders.get(line, ())) for line in text.lines)
            if left < 0:
                skipped.append(path)
                continue
            for origin, score in _scores(text, texts, holders):
                scores.append((-score, _name(path) != _name(origin), origin, path))
    return Renames(_best(scores), tuple(sorted(skipped)))


def _groups(new: list[str], gone: list[str]) -> tuple[list[tuple[list[str], list[str]]], list[str]]:
    """The groups within which all are compared with all, and the new paths for which that is not everything."""
    if len(new) * len(gone) <= _PAIRS:
        return [(new, gone)] if new and gone else [], []
    named: dict[str, tuple[list[str], list[str]]] = {}
    for side, paths in enumerate((new, gone)):
        for path in paths:
            named.setdefault(_name(path), ([], []))[side].append(path)
    groups = []
    left = _PAIRS
    for name in sorted(named):
        pairs = len(named[name][0]) * len(named[name][1])
        if 0 < pairs <= left:
            left -= pairs
            groups.append(named[name])
    return groups, list(new)


def _scores(text: _Text, olds: dict[str, _Text], holders: dict[bytes, list[str]]) -> Iterator[tuple[str, int]]:
    """The old texts that are similar enough, with the per mille of the larger one's bytes that both have."""
    shared: Counter[str] = Counter()
    for line, count in text.lines.items():
        for path in holders.get(line, ()):
            shared[path] += min(count, olds[path].lines[line]) * (len(line) + 1)
    for path, size in shared.items():
        score = size * 1000 // max(text.size, olds[path].size)
        if score == 1000 or (score >= _ENOUGH and min(text.size, olds[path].size) >= _TINY):
            yield path, score


def _best(scores: list[tuple[int, bool, str, str]]) -> dict[str, str]:
    origins: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, origin, path in sorted(scores):
        if path not in origins and origin not in taken:
            origins[path] = origin
            taken.add(origin)
    return origins


def _text(data: bytes) -> _Text:
    lines = lines_of(data)
    return _Text(Counter(lines), sum(map(len, lines)) + len(lines))


def _name(path: str) -> str:
    return path[path.rfind("/") + 1 :]
