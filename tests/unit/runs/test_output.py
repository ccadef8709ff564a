"""Lines and tails out of pieces: the same however the bytes are cut."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from ctxask.runs.output import Tail, count_lines, lines, tail

PRINTED = st.lists(st.sampled_from([b"a", b"bc", b"\n", b"\r\n", b"\0", b"\xff", b"\n\n"]), max_size=12)


def _lines(data: bytes) -> list[bytes]:
    return [line + b"\n" for line in data.split(b"\n")[:-1]] + (
        [data.rpartition(b"\n")[2]] * (not data.endswith(b"\n"))
    )


@given(PRINTED, st.integers(1, 8), st.integers(0, 8))
def test_lines_are_those_of_the_whole(pieces: list[bytes], first: int, more: int) -> None:
    whole = b"".join(pieces)
    expected = _lines(whole) if whole else []
    assert b"".join(lines(pieces, first, first + more)) == b"".join(expected[first - 1 : first + more])
    assert count_lines(pieces) == len(expected)


@given(PRINTED, st.integers(1, 8))
def test_a_tail_is_the_last_whole_lines_that_fit(pieces: list[bytes], most: int) -> None:
    whole = b"".join(pieces)
    expected = _lines(whole) if whole else []
    kept: list[bytes] = []
    for line in reversed(expected):
        if sum(map(len, kept)) + len(line) > most:
            break
        kept.insert(0, line)
    assert tail(pieces, most) == Tail(b"".join(kept), whole.count(b"\n") - b"".join(kept).count(b"\n"))


def test_nothing_is_read_past_the_last_line() -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b"line\n"

    assert b"".join(lines(endless(), 2, 3)) == b"line\nline\n"
