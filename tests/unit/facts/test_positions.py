"""Which sources hold words in one identifier."""

from __future__ import annotations

import pytest

from ctxask.facts.positions import holder_of


@pytest.mark.parametrize(
    ("needles", "source", "holds"),
    [
        ((b"get", b"free"), b"def get_it(): free()\n", False),
        ((b"get", b"free"), b"def FREE_to_get(): ...\n", True),
        ((b"get", b"free"), b"get()\nx.getFreeSymbols()\n", True),
        ((b"get",), "def ｇｅｔ_it(): ...\n".encode(), True),
        ((b"get", b"it"), "def ｇｅｔ(): it\n".encode(), False),
        ((b"get", b"it"), "gété_it".encode(), False),
        ((), b"", True),
    ],
)
def test_words_in_one_identifier(needles: tuple[bytes, ...], source: bytes, holds: bool) -> None:
    assert holder_of(needles)(source) is holds
