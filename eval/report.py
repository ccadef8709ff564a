"""`python -m eval report`: the pages of the kept results, and docs/results.md with each figure beside its bound."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from eval import plots
from eval.figures import Bound, Figures, share
from eval.install import ROOT
from eval.parts import PAGES
from eval.record import RESULTS, kept
from eval.sampling import interval
from eval.tables import percent, table

SUMMARY = ROOT / "docs" / "results.md"
IMAGES = SUMMARY.parent / "images"
OPENING = """# Results

What `python -m eval` measured, made of [eval/results](../eval/results) by `python -m eval report`; \
[eval](../eval/README.md) says how each figure comes about. An interval holds 95 % of the figures that come of drawing \
as many symbols, questions, seeds or files a thousand times, with repetition.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Writes every page again from the kept results, and docs/results.md; 1 when a bound is not kept."""
    for name, page in PAGES.items():
        if told := kept(RESULTS / name):
            (RESULTS / f"{name}.md").write_text(page.markdown(*told))
    draw()
    text = summary()
    SUMMARY.write_text(text)
    print(text)
    return int(any(one.kept == "no" for _, rows, _ in _kept(RESULTS) for one in rows))


def summary() -> str:
    """The text of docs/results.md."""
    pictures = plots.shown(IMAGES, IMAGES.name)
    return "\n".join([OPENING, *pictures, "## Bounds\n", *lines(RESULTS), "## Where they stand\n", _sources()])


def draw() -> None:
    """Draws the pictures again, where matplotlib is installed."""
    try:
        for name, picture in plots.drawn():
            (IMAGES / name).write_bytes(picture)
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        print("the pictures were left as they are: pip install '.[eval]' for matplotlib", file=sys.stderr)


def lines(results: Path) -> list[str]:
    """The lines of every kept result, as a table."""
    rows = [
        (one.what, one.bound, one.measured, _drawn(figures, one.figure), one.kept)
        for _, bounds, figures in _kept(results)
        for one in bounds
    ]
    return [table(("what", "bound", "measured", "95 % of draws", "kept"), rows)]


def _kept(results: Path) -> Iterator[tuple[str, list[Bound], Figures]]:
    """Each kept result: its name, its lines, and the figures that they are drawn of."""
    for name, page in PAGES.items():
        if told := kept(results / name):
            yield name, list(page.bounds(*told)), page.figures(*told)


def _drawn(figures: Figures, name: str) -> str:
    """The interval of a figure; a dash where its symbols or questions are not kept."""
    items = list(figures.get(name, {}).values())
    if not items:
        return "–"
    low, high = interval(items, share)
    return f"{percent(low)} to {percent(high)}"


def _sources() -> str:
    """Which page was measured with what: the oldest commit is the first to measure again."""
    folder = os.path.relpath(RESULTS, SUMMARY.parent)
    heads = {name: kept(RESULTS / name)[0] for name in PAGES if kept(RESULTS / name)}
    rows = (
        (f"[{PAGES[name].title}]({folder}/{name}.md)", f"`{head['command']}`", head["versions"]["commit"])
        for name, head in heads.items()
    )
    return table(("page", "command", "measured at commit"), rows)
