"""`python -m eval pages`: opens pages in headless Chromium, tries them, and takes pictures of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.pages.browser import Tab, browsing, found
from eval.pages.questions import answered, questions
from eval.stage import Missing, options, stage

WIDTHS = (1280, 700)
SHOWN = ("impact", "review")  # the guide's
SIZE = (1120, 700)  # pixels of a picture in the guide
LINE = """(() => {
  const box = document.querySelector("#picture svg").getBoundingClientRect();
  const inside = (b) => b.top > box.top && b.bottom < Math.min(box.bottom, innerHeight) && b.right < box.right;
  const line = [...document.querySelectorAll(".card:not(.first) .line")].find((l) => inside(l.getBoundingClientRect()));
  const at = line.getBoundingClientRect();
  return [Math.round(at.x + 20), Math.round(at.y + at.height / 2)];
})()"""
SEEN = "document.querySelector('#panel').hidden ? '' : document.querySelector('#panel').innerText"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    options(parser)
    parser.add_argument("--into", type=Path, help="where pictures of every page go, at two widths, light and dark")
    parser.add_argument("--guide", action="store_true", help="make the pictures of the guide anew")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tries every page; the number of those in which something is wrong."""
    program = found()
    if not program:
        raise Missing("a browser: apt-get install chromium")
    wrong = 0
    with stage(args) as here, browsing(program) as tab:
        for question in questions():
            page = answered(question, here)
            faults = tried(tab, page)
            print(f"{question.name}: {page.stat().st_size} bytes; {'; '.join(faults) or 'nothing wrong'}")
            wrong += bool(faults)
            if args.into:
                _looks(tab, page, args.into)
            if args.guide and question.name in SHOWN:
                tab.open(page, *SIZE)
                _keep(tab, Path(__file__).parents[2] / "docs" / "images" / f"{question.name}.png")
    return wrong


def tried(tab: Tab, page: Path) -> list[str]:
    """What is wrong with a page: what the browser complains of, what it asks for, a click without an answer."""
    faults = []
    for width in WIDTHS:
        tab.open(page, width)
        if width == max(WIDTHS):
            tab.click(*tab.value(LINE))
            faults += [] if tab.value(SEEN) else ["a click shows nothing"]
        if tab.value("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"wider than {width} pixels")
        faults += tab.complaints()
        faults += [f"asks for {address}" for address in tab.requests() if address != page.resolve().as_uri()]
    return faults


def _looks(tab: Tab, page: Path, into: Path) -> None:
    for width in WIDTHS:
        for dark in (False, True):
            tab.open(page, width, dark=dark)
            _keep(tab, into / f"{page.stem}-{width}-{'dark' if dark else 'light'}.png")


def _keep(tab: Tab, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(tab.picture())
