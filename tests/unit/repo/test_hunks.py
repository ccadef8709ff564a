"""Lines that differ: applied they give the new text, and lines keep their order across them."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.repo.hunks import Hunk, hunks, lines_of, new_line, old_line, whole

LINES = st.lists(st.sampled_from([b"", b"a", b"b", b"c", b"d\re", b"f"]) | st.binary(max_size=3), max_size=30)
TEXTS = st.builds(lambda lines, end: end.join(lines) + end, LINES, st.sampled_from([b"\n", b"\r\n"]))
EDITED = TEXTS.flatmap(
    lambda text: st.tuples(
        st.just(text),
        st.randoms(use_true_random=False).map(
            lambda rnd: b"\n".join(line for line in text.split(b"\n") for _ in range(rnd.choice((0, 1, 1, 1, 2))))
        ),
    )
)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"", b"", []),
        (b"", b"a\n", [(0, 0, 1, 1)]),
        (b"a\n", b"", [(1, 1, 0, 0)]),
        (b"a\nb\nc\n", b"a\nB\nc\n", [(2, 1, 2, 1)]),
        (b"a\nc\n", b"a\nb\nc\n", [(1, 0, 2, 1)]),
        (b"a\nb\nc\n", b"a\nc\n", [(2, 1, 1, 0)]),
        (b"a\nb\n", b"a\nb", []),
        (b"a\nb\n", b"a\r\nb\r\n", []),
        (b"a\r\nb\n", b"a\nc\n", [(2, 1, 2, 1)]),
        (b"a\rb\nc\n", b"a\nb\nc\n", [(1, 1, 1, 2)]),
        (b"a\nb", b"a\nb\nc", [(2, 0, 3, 1)]),
        (b"x\n\ny\n\nz\n", b"x\n\nY\n\nZ\n", [(3, 1, 3, 1), (5, 1, 5, 1)]),
        (b"a\n\n", b"a\n", [(2, 1, 1, 0)]),
        (b"{\n}\n{\n}\n", b"{\n}\n{\n}\n{\n}\n", [(4, 0, 5, 2)]),
        (b"A\nr\n\nB\nr\n", b"A\nr\n\nC\nr\n\nB\nr\n", [(3, 0, 4, 3)]),
        (b"x\nA\nr\n\nB\nr\n", b"A\nr\n\nC\nr\n\nB\nr\n", [(1, 1, 0, 0), (4, 0, 4, 3)]),
        (b"x\nA\nr\n\nC\nr\n\nB\nr\n", b"A\nr\n\nB\nr\n", [(1, 1, 0, 0), (5, 3, 3, 0)]),
        (b"\xff\n\0\n", b"\xff\n\1\n", [(2, 1, 2, 1)]),
    ],
)
def test_hunks(old: bytes, new: bytes, expected: list[tuple[int, ...]]) -> None:
    assert list(hunks(old, new)) == expected


def applied(old: bytes, new: bytes, found: tuple[Hunk, ...]) -> list[bytes]:
    """The old lines with the hunks' new lines in place of their old ones."""
    lines, others = lines_of(old), lines_of(new)
    for hunk in reversed(found):
        at = hunk.old_first - (hunk.old_count > 0)
        start = hunk.first - (hunk.count > 0)
        lines[at : at + hunk.old_count] = others[start : start + hunk.count]
    return lines


@settings(max_examples=300, deadline=None)
@given(st.tuples(TEXTS, TEXTS) | EDITED)
def test_applied_they_give_the_new_text(texts: tuple[bytes, bytes]) -> None:
    old, new = texts
    found = hunks(old, new)
    assert applied(old, new, found) == lines_of(new)
    assert found == hunks(old, new)
    assert (found == ()) == (lines_of(old) == lines_of(new))
    for one, other in pairwise(found):
        assert new_line(found, one.old_first + (one.old_count or 1)) is not None  # an equal line lies between
        assert one.old_first + one.old_count <= other.old_first + (other.old_count == 0)


@settings(max_examples=300, deadline=None)
@given(st.tuples(TEXTS, TEXTS) | EDITED)
def test_unchanged_lines_keep_their_order_and_come_back(texts: tuple[bytes, bytes]) -> None:
    old, new = map(lines_of, texts)
    found = hunks(*texts)
    moved = {line: new_line(found, line) for line in range(1, len(old) + 1)}
    kept = {line: there for line, there in moved.items() if there is not None}
    assert list(kept.values()) == sorted(set(kept.values()))
    assert all(old[line - 1] == new[there - 1] and old_line(found, there) == line for line, there in kept.items())
    assert len(old) - len(kept) == sum(hunk.old_count for hunk in found)
    assert sum(old_line(found, line) is None for line in range(1, len(new) + 1)) == sum(hunk.count for hunk in found)


def test_a_whole_file() -> None:
    assert whole(3) == hunks(b"", b"a\nb\nc") == ((0, 0, 1, 3),)
    assert whole(3, gone=True) == hunks(b"a\nb\nc", b"") == ((1, 3, 0, 0),)
    assert whole(0) == ()


RANDOM = random.Random(0)
HOSTILE = {
    "two symbols": [b"%d" % RANDOM.randrange(2) for _ in range(200_000)],
    "every other line": [b"%d" % (number if number % 2 else RANDOM.randrange(10**9)) for number in range(200_000)],
    "one line": [b"x"] * 200_000,
    "shuffled": [b"%d" % number for number in RANDOM.sample(range(200_000), 200_000)],
    "short gaps": [b"%d" % (number if number % 30 == 0 else RANDOM.randrange(3)) for number in range(200_000)],
    "gaps at the bound": [b"%d" % number if number % 600 == 0 else b"x" for number in range(200_000)],
    "nested": [b"%d" % (number // 2) for number in range(200_000)],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_no_longer_than_long_ones(name: str) -> None:
    old = HOSTILE[name]
    new = [*old[1:], b"y", *old[:1]] if len(set(old)) < 9 else [*old[100_000:], *RANDOM.sample(old, 100_000)]
    began = time.process_time()
    found = hunks(b"\n".join(old), b"\n".join(new))
    assert time.process_time() - began < 20
    assert applied(b"\n".join(old), b"\n".join(new), found) == new
