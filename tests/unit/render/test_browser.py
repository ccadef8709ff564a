"""Pages in a real browser: nothing fails, nothing is asked for, a click shows the source, keys do the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eval.pages.browser import Tab, browsing, found
from eval.pages.command import SEEN, tried

pytestmark = [
    pytest.mark.skipif(not found(), reason="Chromium is not installed: apt-get install chromium"),
    pytest.mark.xdist_group("browser"),
]
ENTER, ESCAPE = ("Enter", 13), ("Escape", 27)


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with browsing(found()) as tab:
        yield tab


@pytest.mark.parametrize("intent", ["impact", "trace", "locate", "tests", "review"])
def test_a_page_works(tab: Tab, intent: str, page_of: Callable[..., str], tmp_path: Path) -> None:
    slots: dict[str, object] = {"symbol": "main" if intent == "trace" else "check"}
    slots = {"no_run": True} if intent == "review" else slots
    file = tmp_path / "page.html"
    file.write_text(page_of(intent, **slots), "utf-8")
    assert tried(tab, file) == []


def test_keys_choose_and_leave(tab: Tab, page_of: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page_of("impact", symbol="check"), "utf-8")
    tab.open(file)
    tab.value("[...document.querySelectorAll('.line')].find((line) => line.textContent.includes('main')).focus()")
    tab.press(*ENTER)
    assert "check(process(1))" in tab.value(SEEN) and "ctx get repo:shop/cli.py:4-5@" in tab.value(SEEN)
    assert tab.value("document.querySelectorAll('#lit path').length") == 2, "from the subject, and to what is further"
    tab.press(*ESCAPE)
    assert tab.value(SEEN) == ""


def test_the_filter_leaves_what_it_names(tab: Tab, page_of: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page_of("impact", symbol="check"), "utf-8")
    tab.open(file)
    shown = "[...document.querySelectorAll('main details')].filter((row) => row.offsetParent).length"
    before = tab.value(shown)
    tab.value("filter.value = 'cli.py'; filter.dispatchEvent(new Event('input'))")
    assert 0 < tab.value(shown) < before


def test_what_fails_is_noticed(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<img src='there.png'><script>throw new Error('thrown')</script>", "utf-8")
    tab.open(file)
    assert any("thrown" in said for said in tab.complaints()) and any("there.png" in url for url in tab.requests())
