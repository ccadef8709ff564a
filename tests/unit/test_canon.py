"""Canonical bytes and what is made of them, beside what git, Python and the SPEC say they are."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxask import canon

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # SHA-256 of "abc", FIPS 180-2


def test_keys_are_sorted_and_nothing_is_padded_or_escaped() -> None:
    assert canon.dumps({"b": [1, None, True], "a": {"é": "\n"}}) == '{"a":{"é":"\\n"},"b":[1,null,true]}'
    assert canon.encode({"é": 1}) == b'{"\xc3\xa9":1}'


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_json_has_no_canonical_form(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canon.dumps(number)


def test_an_address_is_the_beginning_of_a_hash() -> None:
    assert canon.fingerprint(b"abc") == ABC
    assert canon.address("plan", {}) == f"plan:{canon.fingerprint(b'{}')[:16]}"
    assert canon.anchor(b"abc") == ABC[:8]
    assert canon.repo_address("a b.py", 3, 9, "0123abcd") == "repo:a b.py:3-9@0123abcd"


def test_line_ends_make_no_other_anchor() -> None:
    plain = canon.anchor(b"one\ntwo")
    assert canon.anchor(b"one\r\ntwo") == plain == canon.anchor(b"one\r\ntwo\r")
    assert plain not in (canon.anchor(b"one\ntwo\n"), canon.anchor(b"onetwo"), canon.anchor(b"one\rtwo"))


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
@pytest.mark.parametrize("data", [b"", b"text\n", b"\0\xff\r\n" * 900])
def test_a_content_id_is_the_one_of_git(tmp_path: Path, algorithm: str, data: bytes) -> None:
    subprocess.run(["git", "init", "-q", f"--object-format={algorithm}", str(tmp_path)], check=True)
    command = ["git", "-C", str(tmp_path), "hash-object", "--no-filters", "--stdin"]
    told = subprocess.run(command, input=data, check=True, capture_output=True).stdout.decode().strip()
    assert canon.blob_id(data, algorithm) == told
    assert canon.blob_id_of((data[:5], data[5:]), len(data), algorithm) == told


def test_content_ids_are_sha1_unless_said() -> None:
    assert canon.blob_id(b"") == canon.blob_id_of((), 0) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"src/a.py", "src/a.py"),
        ("é".encode(), "é"),
        (b"a\xffb\x80", "a\\xffb\\x80"),
        (b"\\xff", "\\x5cxff"),
        (b"\\y", "\\y"),
        (b"\\x\xc3\xa9\xe9", "\\x5cxé\\xe9"),
    ],
)
def test_a_path_that_is_no_text_is_written_so_that_it_reads_back(raw: bytes, text: str) -> None:
    assert canon.path_text(raw) == text
    assert canon.path_bytes(text) == raw


@given(st.lists(st.sampled_from([b"\\x", b"5c", b"\xff", b"\xed\xa0\x80", "é".encode(), b"/", b"x"])).map(b"".join))
def test_no_two_paths_share_a_form(raw: bytes) -> None:
    text = canon.path_text(raw)
    assert text == text.encode("utf-8").decode("utf-8")
    assert canon.path_bytes(text) == raw
