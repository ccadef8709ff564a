"""Bytes as text and as lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxask import canon
from ctxask.repo.text import Decoded, cookie, decode, split_lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"plain", Decoded("plain", "utf-8", True)),
        ("naïve".encode(), Decoded("naïve", "utf-8", True)),
        (b"\xef\xbb\xbfx = 1", Decoded("x = 1", "utf-8", True)),
        (b"# -*- coding: latin-1 -*-\n\xe9", Decoded("# -*- coding: latin-1 -*-\n\xe9", "iso8859-1", True)),
        (
            b"#!/bin/sh\n# vim: fileencoding=cp1252\n\x80",
            Decoded("#!/bin/sh\n# vim: fileencoding=cp1252\n€", "cp1252", True),
        ),
        (b"x = 1\n# coding: cp1252\n\xe9", Decoded("x = 1\n# coding: cp1252\né", "latin-1", False)),
        (b"# coding: no-such\n\xe9", Decoded("# coding: no-such\né", "latin-1", False)),
        (b"# coding: rot13\nabc", Decoded("# coding: rot13\nabc", "utf-8", True)),
        (b"# coding: ascii\n\xe9", Decoded("# coding: ascii\né", "latin-1", False)),
        (b"\xff\xfe", Decoded("ÿþ", "latin-1", False)),
    ],
)
def test_a_file_is_decoded_as_it_declares(data: bytes, expected: Decoded) -> None:
    assert decode(data) == expected


@given(
    st.binary(max_size=60), st.sampled_from([b"", b"# coding: utf-7\n", b"# coding: utf-16\n", b"# coding: punycode\n"])
)
def test_decoding_never_raises(data: bytes, head: bytes) -> None:
    decode(head + data).text.encode("utf-8", "surrogatepass")
    cookie(data)


@given(st.lists(st.sampled_from([b"a", b"\r", b"\x0c", b"\n", b"", b"\xe2\x80\xa8"]), max_size=12).map(b"".join))
def test_lines_end_at_newlines_only_and_join_again(data: bytes) -> None:
    lines = split_lines(data)
    assert b"\n".join(lines) == data.removesuffix(b"\n")
    assert len(lines) == data.count(b"\n") + (bool(data) and not data.endswith(b"\n"))


@given(
    st.one_of(
        st.binary(),
        st.text(alphabet="\\x5cf\xff\ud800é", max_size=12).map(lambda t: t.encode("utf-8", "surrogatepass")),
    )
)
def test_a_path_is_valid_text_and_its_bytes_come_back(raw: bytes) -> None:
    text = canon.path_text(raw)
    text.encode("utf-8")
    assert canon.path_bytes(text) == raw
