"""Renames: the equal and the similar, ties, bounds."""

from __future__ import annotations

import random

import pytest

from ctxask.repo import renames

TEN = [b"line number %d of ten\n" % number for number in range(10)]


def text(kept: int, other: bytes = b"another line of ten\n") -> bytes:
    """A file of ten lines, so many of them as in TEN."""
    return b"".join(TEN[:kept] + [other] * (10 - kept))


WHOLE = text(10)


@pytest.mark.parametrize(
    ("new", "gone", "expected"),
    [
        ({"b": text(9)}, {"a": WHOLE}, {"b": "a"}),
        ({"b": text(6)}, {"a": WHOLE}, {"b": "a"}),
        ({"b": text(4)}, {"a": WHOLE}, {}),
        ({"b": WHOLE.replace(b"\n", b"\r\n")}, {"a": WHOLE}, {"b": "a"}),
        ({"b": WHOLE + text(0) * 2}, {"a": WHOLE}, {}),  # a part of a far larger file
        ({"b": b"x\ny\n"}, {"a": b"x\nz\n"}, {}),  # half of almost nothing
        ({"b": b"x\r\n"}, {"a": b"x\n"}, {"b": "a"}),
        ({"b": text(9), "c": WHOLE}, {"a": WHOLE}, {"c": "a"}),
        ({"b": text(9)}, {"a": text(7), "c": WHOLE}, {"b": "c"}),
        ({"b": text(9)}, {"d/b": WHOLE, "a": WHOLE}, {"b": "d/b"}),
        ({"b": text(9), "c": text(9)}, {"a": WHOLE}, {"b": "a"}),
        ({"b": text(9), "c": text(8)}, {"a": WHOLE, "d": text(7)}, {"b": "a", "c": "d"}),
        ({"b": None}, {"a": WHOLE}, {}),
        ({"b": b""}, {"a": b""}, {}),
    ],
)
def test_similar(new: dict[str, bytes | None], gone: dict[str, bytes | None], expected: dict[str, str]) -> None:
    for _ in range(3):
        assert renames.similar(shuffled(new), shuffled(gone)) == (expected, ())


def shuffled(texts: dict[str, bytes | None]) -> dict[str, bytes | None]:
    return dict(random.sample(sorted(texts.items()), len(texts)))


def test_equal_files_keep_their_names_where_they_can() -> None:
    assert renames.equal([("c", "1"), ("d/a", "1")], [("a", "1"), ("b", "1")]) == {"c": "a", "d/a": "b"}
    assert renames.equal([("d/a", "1"), ("e", "1")], [("b", "1"), ("a", "1")]) == {"d/a": "a", "e": "b"}
    assert renames.equal([("c", "1"), ("d", "1")], [("a", "1")]) == {"c": "a"}


def test_beyond_the_bound_only_files_of_one_name_are_compared() -> None:
    new: dict[str, bytes | None] = {f"n/{number}.py": text(9, b"%d\n" % number) for number in range(201)}
    gone: dict[str, bytes | None] = {f"o/{number}.py": text(9, b"%d\n" % -number) for number in range(201)}
    gone["o/x.py"] = gone.pop("o/7.py")
    found = renames.similar(new, gone)
    assert found.origins == {f"n/{number}.py": f"o/{number}.py" for number in range(201) if number != 7}
    assert len(found.skipped) == 201
    assert renames.comparable(new, gone) == (new.keys() - {"n/7.py"}, gone.keys() - {"o/x.py"})


def test_work_is_bounded() -> None:
    lines = [b"%d\n" % number for number in range(2000)]
    new: dict[str, bytes | None] = {f"n{number}": b"".join(lines) for number in range(60)}
    gone: dict[str, bytes | None] = {f"o{number}": b"".join(lines[:1990]) for number in range(60)}
    found = renames.similar(new, gone)
    assert len(found.skipped) + len(found.origins) == 60 and 0 < len(found.origins) < 60
