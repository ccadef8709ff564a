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


def test_no_kind_of_dependents_hides_the_others() -> None:
    def dependent(number: int, role: str, hop: int = 1) -> Symbol:
        row = Symbol(f"m{number:02}.py", "f", "function", 3, 5, 3, 9, "12345678", "def f()", hop=hop, role=role)
        return row._replace(via=f"m{number:02}.py:4:5", of="a.py::run", evidence="scope")

    rows = [dependent(number, "call") for number in range(60)]
    rows += [dependent(60, "override"), dependent(61, "call", 2), dependent(62, "import")]
    doubt = Site("a.py::run", "z.py", 1, 1, "run", "call", "undecided", mechanism="parameter", target="unresolved")
    steps = (Step("near", "code.impact", "symbols"), Step("uses", "code.refs", "sites"))
    shown = (("candidates", (View("near", "dependents"),)), ("counterevidence", (View("uses", "rows"),)))
    results = [
        Result("near", "code.impact", "symbols", rows=tuple(rows)),
        Result("uses", "code.refs", "sites", rows=(doubt,)),
    ]
    made = digest.build(Plan("any", "?", steps, shown), results, digest.Meta("", "", "snap:0"), 6000, "")
    assert isinstance(made, digest.Digest)
    groups = [candidate["group"] for candidate in made.document["candidates"]]
    assert {"callers", "overrides", "imports"} <= set(groups) and made.document["candidates"][-1]["hop"] == 2
    assert 6 <= groups.count("callers") < 60 and made.document["totals"]["callers"] == 60
    kinds = {entry["kind"]: entry["files"] for entry in made.document["counterevidence"]}
    assert [group["path"] for group in kinds["undecided"]] == ["z.py"]


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
