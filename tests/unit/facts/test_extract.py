"""Outlines of arbitrary and of odd bytes: extraction never raises, counts damage, and stays inside the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.facts import grammar, outline
from ctxask.facts.extract import extract

LANGUAGES = sorted(
    name for name, language in grammar.languages().items() if language.grammar and language.resolver == "names"
)
LANGUAGES_FOLDER = Path(grammar.__file__).parent / "languages"
WORDS = """
    class struct interface enum fn func function def let const var import export from use return if for new this self
    impl trait type a b ( ) { } [ ] < > ; , . :: -> => = == : # @ * & ! ? ' " ` /* */ // \\ 0 é #define package
"""
TEXT = st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=60).map(lambda words: " ".join(words).encode())
SOURCE = st.one_of(st.binary(max_size=200), TEXT)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(data=SOURCE)
def test_any_bytes_give_an_outline_that_survives_keeping(language: str, data: bytes) -> None:
    found = extract(data, language)
    assert outline.from_bytes(outline.to_bytes(found)) == found
    source = outline.utf8(data)
    for item in found.definitions:
        assert 0 <= item.first <= item.start < item.last <= len(source)
        assert source[item.start :].startswith(item.name.encode()) or "�" in item.name
    for name in found.names:
        for site in found.occurrences(name):
            assert source[site.start :].startswith(name.encode()) or "�" in name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("opening", ["(", "{", "[", "f(", "a.b(", "if (x) {", "class A {", "-"])
def test_deep_nesting_costs_the_file_not_the_process(language: str, opening: str) -> None:
    found = extract((opening * 20_000).encode(), language)
    assert found.language == language


def test_damage_is_counted_and_the_rest_is_found() -> None:
    found = extract(b"function before() {}\nfunction broken( {\nfunction after() { before(); }\n", "javascript")
    assert found.damaged > 0
    assert {"before", "after"} <= {item.name for item in found.definitions}
    assert extract(b"function fine() {}\n", "javascript").damaged == 0


def test_latin_1_counts_in_utf8() -> None:
    data = "// déjà\nfunction café() { café(); }\n".encode("latin-1")
    found = extract(data, "javascript")
    assert [item.name for item in found.definitions] == ["café"]
    assert [site.role for site in found.occurrences("café")] == ["definition", "call"]
    assert found.damaged == 0


def test_a_byte_order_mark_is_no_part_of_the_source() -> None:
    found = extract(b"\xef\xbb\xbfvar x = 1;\n", "javascript")
    assert [(item.name, item.start) for item in found.definitions] == [("x", 4)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_names_its_damage_comments_and_strings(language: str) -> None:
    folders = (*grammar.languages()[language].inherits, language)
    files = (LANGUAGES_FOLDER / folder / "occurrences.scm" for folder in folders)
    captures = {name for file in files if file.exists() for name in re.findall(r"@([\w.-]+)", file.read_text())}
    assert {"damage", "comment", "string", "read", "call", "scope"} <= captures
    assert {"receiver", "member", "scope.function"} <= captures or language == "bash"  # has commands, and no objects


@pytest.mark.parametrize(
    ("path", "first_line", "language"),
    [
        ("a/b.py", b"", "python"),
        ("a/b.PYI", b"", "python"),
        ("bin/tool", b"#!/usr/bin/env -S python3.11 -u\n", "python"),
        ("bin/tool", b"#! /usr/bin/node\n", "javascript"),
        ("bin/tool", b"#!/bin/sh\n", "bash"),
        ("bin/tool", b"#!\n", ""),
        ("x.tsx", b"", "tsx"),
        ("x.h", b"", "cpp"),
        ("README", b"", "docs"),
        ("README.md", b"", "docs"),
        ("go.mod", b"", "config"),
        ("Makefile", b"", "config"),
        (".env", b"", "config"),
        ("x.", b"", ""),
        ("photo.png", b"", ""),
    ],
)
def test_language_of(path: str, first_line: bytes, language: str) -> None:
    assert grammar.language_of(path, first_line) == language


def test_no_extension_is_claimed_twice() -> None:
    claimed = [end for language in grammar.languages().values() for end in (*language.extensions, *language.filenames)]
    assert len(claimed) == len(set(claimed))
