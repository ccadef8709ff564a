"""Views: whatever a plan may show, the digest can."""

from __future__ import annotations

import pytest

from ctxask import digest
from ctxask.digest.views import CANDIDATES, SPINES
from ctxask.plan.model import VIEWS, Plan, Step, View
from ctxask.rows import File, Record, Result, Row, RowKind, Site, Symbol

ROWS: dict[RowKind, Row] = {
    "symbols": Symbol("a.py", "run", "function", 3, 5, 3, 9, "12345678", "def run()", hop=1, role="call"),
    "sites": Site("a.py::run", "b.py", 1, 1, "run", "call", "confirmed"),
    "files": File("a.py", "python", "1", 10, "modified"),
    "records": Record("path", (("sites", ("b.py:2:1",)), ("symbols", ("b.py::save", "a.py::run")))),
}


def test_the_views_of_plans_are_the_views_of_digests() -> None:
    assert sorted(VIEWS) == sorted((*CANDIDATES, SPINES))


@pytest.mark.parametrize(("view", "kind"), [(view, kind) for view in VIEWS for kind in VIEWS[view] if kind in ROWS])
@pytest.mark.parametrize("section", ["candidates", "counterevidence"])
def test_a_view_shows_every_kind_of_row_that_it_takes(section: str, view: str, kind: RowKind) -> None:
    plan = Plan("any", "?", (Step("step", "any", kind),), ((section, (View("step", view),)),))
    made = digest.build(
        plan, [Result("step", "any", kind, rows=(ROWS[kind],))], digest.Meta("", "", "snap:0"), None, ""
    )
    assert isinstance(made, digest.Digest)
    shown = made.document["candidates"] or made.document.get("spines", {}).get("nodes")
    assert bool(shown) == (section == "candidates")
