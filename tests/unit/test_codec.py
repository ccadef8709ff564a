"""The codec: what comes back equals what went in, rows of every type."""

from __future__ import annotations

import typing
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.codec import decode_result, decode_rows, encode_result, encode_rows
from ctxask.rows import File, Note, Record, Result, Row, Site, Symbol, Text

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
RECORDS = st.builds(
    Record,
    TEXT,
    st.dictionaries(TEXT, TEXT | st.integers() | st.lists(TEXT, max_size=3).map(tuple)).map(
        lambda d: tuple(sorted(d.items()))
    ),
)


def rows_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    known = {str: TEXT, int: st.integers(), bool: st.booleans(), tuple[str, ...]: st.lists(TEXT, max_size=3).map(tuple)}
    known[tuple[tuple[int, int], ...]] = st.lists(st.tuples(st.integers(), st.integers()), max_size=2).map(tuple)
    hunk = st.tuples(*[st.integers()] * 4)
    known[tuple[tuple[int, int, int, int], ...]] = st.lists(hunk, max_size=2).map(tuple)
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: known.get(hints[name], TEXT) for name in kind._fields})


ROWS: st.SearchStrategy[list[Row]] = st.lists(st.one_of(*map(rows_of, (Symbol, Site, File, Text)), RECORDS), max_size=6)


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_rows_come_back(rows: list[Row]) -> None:
    data = encode_rows(rows)
    assert [(type(row), row) for row in decode_rows(data)] == [(type(row), row) for row in rows]
    assert encode_rows(decode_rows(data)) == data


def test_a_result_comes_back_whole() -> None:
    result = Result("n", "repo.files", "files", rows=(File("a", "python", "1", 2),), omitted=3, engine="e@1")
    result = result._replace(notes=(Note("x", 1, "y"),), inputs=(("base", "tree"),))
    assert decode_result("n", "repo.files", encode_result(result)) == result
