"""Which lines differ between two texts, and where the others stand on each side."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxask.repo.text import split_lines

_WORK = 1 << 25  # steps, by their upper bound; what is over it is one coarse hunk: too much is named, never too little

Range = tuple[int, int, int, int]  # old and new lines, 0-based, half-open: old from, old to, new from, new to


class Hunk(NamedTuple):
    """Lines that differ, 1-based as in a unified diff without context; one that counts none stands after its line."""

    old_first: int
    old_count: int
    first: int
    count: int  # type: ignore[assignment]  # takes the place of tuple.count, which no hunk needs


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text as they are compared: how a line ends, or whether the last one does, is no part of it."""
    lines = split_lines(data.replace(b"\r\n", b"\n"))
    if lines:
        lines[-1] = lines[-1].removesuffix(b"\r")
    return lines


def line_count(data: bytes) -> int:
    """How many lines a text has; a final newline starts no other."""
    return data.count(b"\n") + (data[-1:] not in (b"", b"\n"))


def hunks(old: bytes, new: bytes) -> tuple[Hunk, ...]:
    """What changed from old to new, in ascending order and apart from each other; empty where only line ends differ."""
    numbers: dict[bytes, int] = {}
    before = [numbers.setdefault(line, len(numbers)) for line in lines_of(old)]
    after = [numbers.setdefault(line, len(numbers)) for line in lines_of(new)]
    return tuple(_hunk(part) for part in _joined(_slid(before, after, sorted(_differing(before, after)))))


def whole(count: int, gone: bool = False) -> tuple[Hunk, ...]:
    """A text of that many lines, all of them new, or gone."""
    return (Hunk(1, count, 0, 0) if gone else Hunk(0, 0, 1, count),) if count else ()


def new_line(hunks: Sequence[tuple[int, int, int, int]], line: int) -> int | None:
    """Where an unchanged line of the old text stands in the new one; None for one that changed."""
    return _across(hunks, line, 0, 2)


def old_line(hunks: Sequence[tuple[int, int, int, int]], line: int) -> int | None:
    """Where an unchanged line of the new text stood in the old one; None for one that changed."""
    return _across(hunks, line, 2, 0)


def _across(hunks: Sequence[tuple[int, int, int, int]], line: int, here: int, there: int) -> int | None:
    """The line on the side that `there` counts on; the last hunk above it says how far the sides are apart."""
    at = bisect_right(hunks, line, key=lambda hunk: _start(hunk, here)) - 1
    if at < 0:
        return line
    past = line - _start(hunks[at], here) - hunks[at][here + 1]
    return None if past < 0 else _start(hunks[at], there) + hunks[at][there + 1] + past


def _start(hunk: tuple[int, int, int, int], side: int) -> int:
    """The first line of a hunk on one side; the line before which it stands, where it counts none."""
    return hunk[side] if hunk[side + 1] else hunk[side] + 1


def _hunk(part: Range) -> Hunk:
    old_from, old_to, new_from, new_to = part
    old_count, count = old_to - old_from, new_to - new_from
    return Hunk(old_from + (old_count > 0), old_count, new_from + (count > 0), count)


def _slid(old: list[int], new: list[int], parts: list[Range]) -> list[Range]:
    """Lines that came or went as far down as they fit, as git has it: a new function then starts with its first line.

    Where an equal line follows, it is a matter of taste which of the two is the new one.
    """
    after = (len(old), len(old), len(new), len(new))
    for at in range(len(parts) - 1, -1, -1):
        old_from, old_to, new_from, new_to = parts[at]
        lines, first, end = (new, new_from, new_to) if old_from == old_to else (old, old_from, old_to)
        bound = after[2] if lines is new else after[0]
        by = 0
        while (old_from == old_to or new_from == new_to) and end + by < bound and lines[first + by] == lines[end + by]:
            by += 1
        after = parts[at] = (old_from + by, old_to + by, new_from + by, new_to + by)
    return parts


def _joined(parts: list[Range]) -> Iterator[Range]:
    """Ranges that touch, as one."""
    last: Range | None = None
    for part in parts:
        if last is not None and last[1] == part[0] and last[3] == part[2]:
            last = (last[0], part[1], last[2], part[3])
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _differing(old: list[int], new: list[int]) -> Iterator[Range]:
    """The ranges that differ: split at the lines that are unique on both sides, by difflib where there is none."""
    left = _WORK
    pending: list[Range] = [(0, len(old), 0, len(new))]
    while pending:
        part = _trimmed(old, new, pending.pop())
        old_from, old_to, new_from, new_to = part
        if old_from == old_to or new_from == new_to:
            if old_from < old_to or new_from < new_to:
                yield part
            continue
        left -= old_to - old_from + new_to - new_from
        counts, others = Counter(old[old_from:old_to]), Counter(new[new_from:new_to])
        anchors = _anchors(old, new, part, counts, others) if left > 0 else []
        if anchors:
            pending += _between(part, anchors)
            continue
        pairs = sum(count * others[line] for line, count in counts.items())
        price = (counts & others).total() * (pairs + old_to - old_from)  # so many matches at most, each found in a pass
        if not pairs or price > left:
            yield part
            continue
        left -= price
        for a, b, c, d in _matched(old[old_from:old_to], new[new_from:new_to]):
            yield old_from + a, old_from + b, new_from + c, new_from + d


def _matched(old: list[int], new: list[int]) -> Iterator[Range]:
    """The ranges that differ by the longest runs that both have, for lines of which none is unique."""
    from difflib import SequenceMatcher  # seldom wanted

    for tag, *part in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            a, b, c, d = part
            yield a, b, c, d


def _trimmed(old: list[int], new: list[int], part: Range) -> Range:
    """Without the lines that are equal at both ends."""
    old_from, old_to, new_from, new_to = part
    while old_from < old_to and new_from < new_to and old[old_from] == new[new_from]:
        old_from, new_from = old_from + 1, new_from + 1
    while old_from < old_to and new_from < new_to and old[old_to - 1] == new[new_to - 1]:
        old_to, new_to = old_to - 1, new_to - 1
    return old_from, old_to, new_from, new_to


def _anchors(
    old: list[int], new: list[int], part: Range, counts: Counter[int], others: Counter[int]
) -> list[tuple[int, int]]:
    """The longest ascending run of lines that are unique on both sides, as pairs of positions (patience diff)."""
    where = {new[at]: at for at in range(part[2], part[3]) if others[new[at]] == 1}
    found = [(at, where[old[at]]) for at in range(part[0], part[1]) if counts[old[at]] == 1 and old[at] in where]
    piles: list[int] = []  # the lowest end of an ascending run of each length
    tops: list[int] = []  # the pair that it ends with
    before: list[int] = []  # for each pair, the one before it in its run
    for number, (_, at) in enumerate(found):
        pile = bisect_right(piles, at)
        before.append(tops[pile - 1] if pile else -1)
        piles[pile : pile + 1] = [at]
        tops[pile : pile + 1] = [number]
    run: list[tuple[int, int]] = []
    number = tops[-1] if tops else -1
    while number >= 0:
        run.append(found[number])
        number = before[number]
    return run[::-1]


def _between(part: Range, anchors: list[tuple[int, int]]) -> Iterator[Range]:
    old_from, new_from = part[0], part[2]
    for old_at, new_at in [*anchors, (part[1], part[3])]:
        yield old_from, old_at, new_from, new_at
        old_from, new_from = old_at + 1, new_at + 1
