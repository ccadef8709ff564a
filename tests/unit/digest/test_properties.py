"""What holds for every digest: exact sizes, pages that add up, buckets that sum."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask import canon, digest
from ctxask.digest.schema import Document
from ctxask.lesson import Lesson
from ctxask.plan.model import Plan, Step, View
from ctxask.render import FORMATS, render
from ctxask.rows import Record, Result, Row, Site, Symbol, Text
from eval.walks.walk import faults, least, shown

Answer = tuple[Plan, tuple[Result, ...]]

PATHS = ("a.py", "b/ü.py", "b/\u202e.py", "c d.py", "z\n.py")
NAMES = ("", "f", "K.méthode", "K.m.<locals>.g")
TARGETS = tuple(Symbol("t.py", name, "function", 3, 5, 3, 9, "12345678", f"def {name}()") for name in ("one", "two"))


def symbols(role: str) -> st.SearchStrategy[Symbol]:
    return st.builds(
        Symbol,
        st.sampled_from(PATHS),
        st.sampled_from(NAMES),
        st.just("function"),
        *[st.integers(1, 20)] * 4,
        st.just("12345678"),
        hop=st.integers(1, 3),
        role=st.sampled_from(("call", "value", "import", role)),
        via=st.sampled_from(("", "a.py:1:1", "c d.py:12:3")),
        of=st.just("t.py::one"),
        evidence=st.sampled_from(("scope", "name")),
        weakest=st.sampled_from(("", "", "dispatch", "likely")),
        weak_at=st.just("a.py:1:1"),
    )


SITES = st.builds(
    Site,
    st.sampled_from(("t.py::one", "t.py::two", "")),
    st.sampled_from(PATHS),
    st.integers(1, 12),
    st.integers(1, 3),
    st.just("one"),
    st.sampled_from(("call", "import", "value")),
    st.sampled_from(("confirmed", "confirmed", "likely", "undecided", "ruled_out", "mentioned")),
    st.sampled_from(NAMES),
    mechanism=st.sampled_from(("", "getattr")),
    other=st.sampled_from(("", "u.py::one")),
    implicit=st.booleans(),
)


def unique(rows: list[Any], key: Any) -> tuple[Any, ...]:
    return tuple({key(row): row for row in rows}.values())


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """A plan with everything that plans show today, and results for it."""
    sites = unique(draw(st.lists(SITES, max_size=30)), lambda row: (row.path, row.line, row.col))
    near = unique(draw(st.lists(symbols("base"), max_size=8)), lambda row: row.id)
    tests = unique(draw(st.lists(symbols("reason"), max_size=4)), lambda row: row.id)
    stops = draw(st.lists(st.lists(st.sampled_from("pqr"), min_size=1, max_size=4), max_size=4))
    paths = [
        Record("path", (("roles", (r,) * (len(s) - 1)), ("sites", ("a.py:1:1",) * (len(s) - 1)), ("symbols", tuple(s))))
        for s in unique(stops, tuple)
        for r in (draw(st.sampled_from(("call", "construct", "decorator", "continues"))),)
    ]
    bounds = (("depth", 3, draw(st.integers(0, 2))), ("nodes", 400, draw(st.integers(0, 2))))
    paths.append(Record("walk", (("bounds", bounds), ("closed", (("external", 2),)), ("open", ()))))
    places = sorted({(row.path, row.line) for row in sites})
    lines = [Text(path, line, line, "0", draw(st.text(max_size=30))) for path, line in places]
    bodies = [Text("t.py", 3, 9, "1", draw(st.text(max_size=60)), row.id) for row in TARGETS]
    rows: dict[str, tuple[str, str, tuple[Row, ...]]] = {
        "target": ("code.symbols", "symbols", TARGETS),
        "refs": ("code.refs", "sites", sites),
        "near": ("code.impact", "symbols", near),
        "tests": ("code.related_tests", "symbols", tests),
        "paths": ("code.paths", "records", tuple(paths)),
        "lines": ("code.context", "text", tuple(lines)),
        "bodies": ("code.context", "text", tuple(bodies)),
    }
    shown = draw(
        st.sampled_from(
            (
                (View("refs", "definitions"),),
                (View("near", "dependents"), View("tests", "tests")),
                (View("refs", "definitions"), View("paths", "paths"), View("target", "rows")),
            )
        )
    )
    used = [name for name in rows if name in ("target", "refs", "lines", "bodies", *(view.step for view in shown))]
    inputs = {"refs": "target", "near": "target", "tests": "target", "paths": "target", "lines": "refs"}
    steps = tuple(Step(name, rows[name][0], rows[name][1], input=inputs.get(name, "")) for name in used)  # type: ignore[arg-type]
    results = tuple(Result(name, *rows[name][:2], rows=rows[name][2]) for name in used)  # type: ignore[arg-type]
    return Plan("locate", "where?", steps, (("candidates", shown),)), results


def page(answer: Answer, budget: int | None, cursor: str | None = None) -> digest.Digest | Lesson:
    meta = digest.Meta("one", "symbol", "snap:0", command=("locate", "it's"))
    return digest.build(*answer, meta, budget, cursor)


def smallest(answer: Answer, cursor: str = "") -> int:
    """The smallest budget for a page, as the lesson names it."""
    return least(lambda budget, at: page(answer, budget, at), cursor)


@settings(max_examples=60, deadline=None)
@given(answers(), st.integers(0, 4000))
def test_sizes_are_exact_and_documents_valid(answer: Answer, extra: int) -> None:
    for budget in (None, smallest(answer) + extra):
        made = page(answer, budget)
        assert isinstance(made, digest.Digest)
        used = made.document["budget"]["used_bytes"]
        assert made.encoded == canon.encode(made.document)
        assert used == len(made.encoded) and (budget is None or used <= budget)
        assert Document.model_validate(made.document).model_dump(exclude_unset=True, by_alias=True) == made.document
        for form in FORMATS:
            said = render(made, form).decode()
            assert said.endswith("\n") or (form in ("lines", "github") and not said)


@settings(max_examples=60, deadline=None)
@given(answers(), st.lists(st.integers(0, 6000), min_size=2, max_size=5))
def test_a_larger_budget_never_shows_less(answer: Answer, extras: list[int]) -> None:
    least = smallest(answer)
    before: Counter[str] = Counter()
    for budget in sorted(least + extra for extra in extras):
        made = page(answer, budget)
        assert isinstance(made, digest.Digest)
        now = shown(made.document)
        assert before <= now
        before = now
    whole = page(answer, None)
    assert isinstance(whole, digest.Digest) and before <= shown(whole.document)


@settings(max_examples=60, deadline=None)
@given(answers(), st.integers(0, 900))
def test_pages_add_up_without_repeat_or_loss(answer: Answer, extra: int) -> None:
    whole = page(answer, None)
    assert isinstance(whole, digest.Digest) and whole.document["completeness"]["page"] == "complete"
    walked: Counter[str] = Counter()
    cursor: str | None = None
    left: int | None = None
    budget = smallest(answer) + extra
    while cursor is not None or left is None:
        made = page(answer, budget, cursor)
        if isinstance(made, Lesson):  # a unit that is larger than the first one: the lesson says how much it needs
            budget = smallest(answer, cursor or "")
            continue
        walked += shown(made.document)
        cursor, before = made.document["cursor"], left
        left = made.document["omissions"]["budget"]
        assert before is None or left < before
        assert (cursor is None) == (left == 0)
    assert walked == shown(whole.document)


@settings(max_examples=60, deadline=None)
@given(answers())
def test_every_site_is_in_exactly_one_bucket(answer: Answer) -> None:
    plan, results = answer
    sites = [row for result in results for row in result.rows if isinstance(row, Site)]
    made = page(
        (Plan("locate", "where?", plan.steps, (("candidates", (View("refs", "definitions"),)),)), results), None
    )
    assert isinstance(made, digest.Digest)
    candidates, against = made.document["candidates"], made.document["counterevidence"]
    counted = sum(entry["counts"]["sites"] for entry in against)
    for candidate in candidates:
        counts = candidate["counts"]
        assert sum(counts["roles"].values()) == counts["confirmed"] + counts.get("implicit", 0)
        counted += sum(counts["roles"].values()) + counts["likely"]
    assert counted == len(sites)
    apart = ({"files": candidate[field]} for candidate in candidates for field in ("implicit", "likely"))
    listed = [*candidates, *against, *apart]
    assert sum(len(group["sites"]) for value in listed for group in value["files"]) == len(sites)


@settings(max_examples=30, deadline=None)
@given(answers(), st.randoms())
def test_rows_in_another_order_give_the_same_bytes(answer: Answer, random: Any) -> None:
    plan, results = answer
    made = page(answer, None)
    shuffled = []
    for result in results:
        rows = list(result.rows)
        if result.kind == "sites" or result.id == "lines":
            random.shuffle(rows)
        shuffled.append(Result(result.id, result.op, result.kind, rows=tuple(rows)))
    again = page((plan, tuple(shuffled)), None)
    assert isinstance(made, digest.Digest) and isinstance(again, digest.Digest)
    assert made.encoded == again.encoded


@settings(max_examples=40, deadline=None)
@given(answers(), st.integers(0, 2000))
def test_every_boundary_holds_one_byte_under_and_over(answer: Answer, extra: int) -> None:
    found = faults(lambda budget, cursor: page(answer, budget, cursor), (smallest(answer) + extra, 4096))
    assert list(found) == []
