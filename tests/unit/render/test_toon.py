"""TOON is another writing of the same document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toon_format import decode

from ctxask.lesson import Lesson, Stop
from ctxask.render import render, toon

KEYS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8"), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_it_is_read_back_as_the_same_or_refused(document: dict[str, object]) -> None:
    try:
        made = toon.encoded(document)
    except Stop as stop:
        assert stop.lesson.code == "ENCODING_ERROR"
    else:
        assert decode(made) == document


def test_an_error_is_written_as_well() -> None:
    lesson = Lesson("no_symbol", "there is none", "", ("a.py::b", "c"))
    assert decode(render(lesson, "toon").decode()) == lesson.document()


def test_what_is_read_back_as_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toon_format.decode", lambda text: {})
    with pytest.raises(Stop) as stopped:
        toon.encoded({"a": 1})
    assert stopped.value.lesson.code == "ENCODING_ERROR"
