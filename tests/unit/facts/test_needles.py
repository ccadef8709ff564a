"""No spelling of a name is missed."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxask.facts.needles import _FOLDED, needles, normalised


def found(data: bytes, *names: str) -> set[bytes]:
    return needles(map(normalised, names)).found_in(data)


@pytest.mark.parametrize(
    ("data", "name", "held"),
    [
        (b"foo", "foo", True),
        (b"foo(x)", "foo", True),
        (b"a.foo", "foo", True),
        (b"foobar food _foo foo_ foo1 1foo", "foo", False),
        (b"foobar foo", "foo", True),
        (b"Foo", "foo", False),
        (b"", "foo", False),
        (b"x = a$foo", "$foo", True),
        (b"a.save!()", "save!", True),
        (b"x", "x", True),
        (b"xx", "x", False),
        ("def café(): pass".encode(), "café", True),
        ("def xcafé(): pass".encode(), "café", False),
        ("def cafés(): pass".encode(), "café", True),  # one too many, as é parts words in the bytes
        ("def cafe\u0301(): pass".encode(), "café", True),
        ("def café(): pass".encode(), "cafe\u0301", True),
        ("\ufb01le = 1".encode(), "file", True),
        ("ｆｏｏ = 1".encode(), "foo", True),
        ("𝐟𝐨𝐨 = 1".encode(), "foo", True),
        ("# coding: latin-1\ncafé".encode("latin-1"), "café", True),
        ("café".encode("latin-1"), "café", True),
        ("# coding: shift_jis\n# アfoo、foo 表".encode("shift_jis"), "foo", True),
        ("# coding: gbk\n变量 = 1".encode("gbk"), "变量", True),
        (b"# coding: utf-7\n+AGY-oo = 1", "foo", True),
        (b"# coding: unicode_escape\n\\x66oo = 1", "foo", True),
        (b"\xef\xbb\xbffoo = 1", "foo", True),
        ("foo = 'é'".encode(), "foo", True),
        ("éfoo\xa0= 1".encode(), "foo", True),
        (b"foo\xff\xfe bar", "bar", True),
    ],
)
def test_a_name_is_found_as_a_word_in_every_spelling(data: bytes, name: str, held: bool) -> None:
    assert bool(found(data, name)) is held
    others = [f"other{number}" for number in range(20)]
    assert (normalised(name) in found(data, name, *others)) is held  # also where files are split into words


@given(
    st.lists(st.sampled_from(["foo", "fo", "oo", "f", "_", " ", ".", "(", "\n", "é", "ﬁ", "1"]), max_size=20).map(
        "".join
    ),
    st.sets(st.sampled_from(["foo", "fo", "f", "oo", "foofoo", "foo1", "_foo", "f_o", "éfoo", "fi", "x1", "x2", "x3"])),
)
def test_no_identifier_is_missed(text: str, names: set[str]) -> None:
    words = set(re.findall(r"\w+", text)) | set(re.findall(r"\w+", normalised(text).decode()))
    expected = {normalised(name) for name in names if normalised(name).decode() in map(str, words)}
    assert expected <= found(text.encode(), *names)
    if text.isascii():
        assert expected == found(text.encode(), *names)


def test_every_character_that_folds_to_ascii_is_known() -> None:
    word = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
    beyond = (chr(point) for point in range(0x80, 0x110000) if not 0xD800 <= point < 0xE000)
    folding = {c for c in beyond if word & set(unicodedata.normalize("NFKC", c))}
    assert folding and folding <= _FOLDED
