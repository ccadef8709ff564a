"""Reading SCIP: what an index says, and a clear word about one that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxask.facts import scip, wire
from tests.unit.scip_index import Spot, document, field, head, number

TEXT = "def load():\n    return load\n"
INDEX = head() + document("a.py", TEXT, [Spot("load", 1, "s p . . load().", True), Spot("load", 2, "s p . . load().")])


def read(tmp_path: Path, data: bytes) -> list[scip.Head | scip.Document]:
    file = tmp_path / "index.scip"
    file.write_bytes(data)
    return list(scip.read(file))


def test_an_index_is_its_tool_and_its_documents(tmp_path: Path) -> None:
    made, told = read(tmp_path, INDEX + field(3, b"an external symbol"))
    assert made == scip.Head("scip-test", "1.0", "")
    assert told == scip.Document(
        "a.py",
        "utf-32",
        None,
        (scip.Occurrence(0, 4, 8, "s p . . load().", True), scip.Occurrence(1, 11, 15, "s p . . load().", False)),
        (),
    )


def test_ranges_of_four_numbers_and_unpacked_ones_are_read_and_those_over_lines_are_not(tmp_path: Path) -> None:
    four = field(1, number(3) + number(1) + number(3) + number(5)) + field(2, "a")
    over = field(1, number(3) + number(1) + number(4) + number(5)) + field(2, "b")
    loose = field(1, 7) + field(1, 0) + field(1, 2) + field(2, "c")
    nobody = field(1, number(1) + number(2) + number(3))
    (told,) = read(tmp_path, field(2, b"".join(field(2, one) for one in (four, over, loose, nobody))))
    assert isinstance(told, scip.Document)
    assert [(o.symbol, *o[:3]) for o in told.occurrences] == [("a", 3, 1, 5), ("c", 7, 0, 2)]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (INDEX[:-3], "ends in the middle"),
        (b"\x0b", "unknown kind 3"),
        (b"\xff" * 20, "a number has no end"),
        (field(1, b"\x12\x7f"), "beyond the end"),
        (field(2, field(1, b"\xff\xfe")), "not in UTF-8"),
        (field(2, field(1, 7)), "a number stands where a text should"),
        (b"\x12" + number(1 << 40), f"{1 << 40} bytes, more than"),
    ],
)
def test_what_is_no_whole_index_says_why(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(wire.Damaged, match=why):
        read(tmp_path, data)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_an_index_or_damaged(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    try:
        parts = read(tmp_path_factory.getbasetemp(), data)
    except wire.Damaged:
        return
    assert all(isinstance(part, scip.Head | scip.Document) for part in parts)


@given(st.integers(0, 200), st.integers(0, 255))
def test_a_changed_byte_of_an_index_is_never_a_defect(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int
) -> None:
    data = bytearray(INDEX)
    data[at % len(data)] = byte
    try:
        read(tmp_path_factory.getbasetemp(), bytes(data))
    except wire.Damaged as damage:
        assert str(damage)
