"""The page: its title says what it is about, also where nobody named it."""

from __future__ import annotations

import pytest

from ctxask import digest
from ctxask.plan.model import Plan, Step, View
from ctxask.render.layout import page
from ctxask.rows import Result, Symbol

STEPS = (Step("target", "code.symbols", "symbols"),)
PLAN = Plan("locate", "?", STEPS, (("candidates", (View("target", "rows"),)),))


@pytest.mark.parametrize(
    ("given", "count", "title"),
    [
        ("", 0, "locate"),
        ("run", 0, "locate run"),
        ("", 1, "locate a.py::f1"),
        ("", 3, "locate a.py::f1, a.py::f2, a.py::f3"),
        ("", 12, "locate a.py::f1, a.py::f2, a.py::f3 and 9 more symbols"),
        ("", 4, "locate a.py::f1, a.py::f2, a.py::f3 and 1 more symbol"),
        ("run", 12, "locate run: 12 symbols"),
    ],
)
def test_a_title_names_the_subject(given: str, count: int, title: str) -> None:
    rows = tuple(Symbol("a.py", f"f{n}", "function", n, 5, n, n, "1") for n in range(1, count + 1))
    meta = digest.Meta(given, "plan", "snap:0")
    made = digest.build(PLAN, [Result("target", "code.symbols", "symbols", rows=rows)], meta, None, "")
    assert isinstance(made, digest.Digest)
    assert page(made.document).title == title
