"""Words of a question, and how they are recognised in code."""

from __future__ import annotations

import pytest

from ctxask.explore.words import SHORTENED, WHOLE, Matcher, parts, stem, terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parse_args", ["parse", "args"]),
        ("HTTPDigestAuth", ["http", "digest", "auth"]),
        ("utf8Encode", ["utf", "8", "encode"]),
        ("no-proxy", ["no", "proxy"]),
        ("", []),
    ],
)
def test_names_are_split_where_their_case_changes(text: str, words: list[str]) -> None:
    assert parts(text) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("serialized", "serializer"),
        ("dispatched", "dispatch"),
        ("splitting", "split"),
        ("retries", "retry"),
        ("constructed", "constructor"),
        ("creation", "created"),
        ("classes", "class"),
    ],
)
def test_endings_do_not_count(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_different_words_stay_different() -> None:
    assert stem("session") != stem("section")
    assert stem("process") != stem("procedure")


def test_words_that_ask_are_left_out() -> None:
    assert [term.word for term in terms("How does the CLI find its configuration?")] == ["cli", "configuration"]
    assert terms("how is it done, and where?") == ()


def found(question: str, code: str) -> list[tuple[str, int]]:
    matcher = Matcher(terms(question))
    return [(code[hit.start : hit.end], hit.weight) for hit in matcher.hits(code.encode())]


def test_words_are_found_inside_of_names() -> None:
    code = "def parseConfig(raw_config): return HTTPConfigError, CONFIG_PATH"
    assert found("config", code) == [(word, WHOLE) for word in ("Config", "config", "Config", "CONFIG")]


def test_a_word_is_not_found_inside_of_another() -> None:
    assert found("port", "import report portal PORT port_number sPort") == [
        ("PORT", WHOLE), ("port", WHOLE), ("Port", WHOLE),
    ]  # fmt: skip


def test_a_shortened_word_counts_for_less() -> None:
    assert found("configuration", "conf, configuration, config, confess") == [
        ("conf", SHORTENED), ("configuration", WHOLE), ("config", SHORTENED),
    ]  # fmt: skip


def test_numbers_and_other_scripts_are_found() -> None:
    assert found("status 404", "x = 1404; status = 404") == [("status", WHOLE), ("404", WHOLE)]
    matcher = Matcher(terms("größe"))
    assert len(list(matcher.hits("def größe(): return Größe".encode()))) == 2


def test_nothing_is_found_of_nothing() -> None:
    assert list(Matcher(()).hits(b"anything")) == []
