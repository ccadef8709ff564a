"""The HTML page: it loads nothing, what is from the repository is text, every row of the picture leads to the list."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from ctxask import canon

QUESTIONS: dict[str, dict[str, object]] = {
    "impact": {"symbol": "check"},
    "trace": {"symbol": "main"},
    "locate": {"symbol": "check"},
    "tests": {"symbol": "process"},
    "review": {"no_run": True},
    "affected": {},
}
LOADS = ("src", "srcset", "data", "action", "formaction", "poster", "background", "style")


class Parsed(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.inside: dict[str, str] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("meta", "input", "rect", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.open:
            self.inside[self.open[-1]] = self.inside.get(self.open[-1], "") + data

    def all(self, attribute: str) -> list[str]:
        return [given[attribute] for _, given in self.tags if attribute in given]


@pytest.mark.parametrize("intent", QUESTIONS)
def test_nothing_is_loaded_and_nothing_of_the_repository_is_markup(intent: str, page_of: Callable[..., str]) -> None:
    text = page_of(intent, **QUESTIONS[intent])
    page = Parsed(text)
    assert [tag for tag, _ in page.tags if tag in ("script", "style")] == ["style", "script"]
    assert not {tag for tag, _ in page.tags} & {"img", "link", "iframe", "object", "embed", "base", "foreignobject"}
    assert not {name for _, given in page.tags for name in given if name in LOADS or name.startswith("on")}
    assert all(target.startswith("#") for target in (*page.all("href"), *page.all("xlink:href")))
    policy = next(given["content"] for tag, given in page.tags if given.get("http-equiv"))
    for kind in ("style", "script"):
        assert f"{kind}-src '{canon.integrity(page.inside[kind])}'" in policy
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f]", text)


@pytest.mark.parametrize("intent", QUESTIONS)
def test_every_row_of_the_picture_leads_to_the_list(intent: str, page_of: Callable[..., str]) -> None:
    page = Parsed(page_of(intent, **QUESTIONS[intent]))
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in page.all("href")} <= set(ids)
    shown = [given for tag, given in page.tags if given.get("class", "").startswith("line")]
    drawn = {node for given in shown for node in given["data-n"].split()}
    assert shown and {node for given in shown for node in given["data-on"].split()} - {"-1"} <= drawn
    assert {f"r{row}" for given in shown for row in given["data-rows"].split()} <= set(ids)


def test_source_and_addresses_are_on_the_page(page_of: Callable[..., str]) -> None:
    text = page_of("impact", symbol="check")
    assert "check(process(1))" in text and "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;" in text
    assert any(copied.startswith("ctx get repo:shop/cli.py:4-5@") for copied in Parsed(text).all("data-copy"))
    assert "def check(order, strict)" in Parsed(page_of("locate", symbol="check")).inside["pre"]


def test_the_same_question_gives_the_same_bytes(page_of: Callable[..., str]) -> None:
    assert page_of("impact", symbol="check") == page_of("impact", symbol="check")
