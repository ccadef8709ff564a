"""`used_bytes` is exact and pages keep their budget: ten thousand pages of random answers, from a seed."""

from __future__ import annotations

import random

import pytest

from ctxask import canon, digest
from ctxask.digest.admission import with_used_bytes
from ctxask.lesson import Lesson
from ctxask.plan.model import Plan, Step, View
from ctxask.rows import Note, Record, Result, Row, Site, Symbol, Text

ANSWERS, BUDGETS = 1000, 11
LETTERS = 'ab "\\\n\t\u00fc\u202e\u4e2d\U0001f40d\x00'  # what JSON escapes, and characters of one to four bytes
STEPS = (
    Step("target", "code.symbols", "symbols"),
    Step("refs", "code.refs", "sites", input="target"),
    Step("paths", "code.paths", "records", input="target"),
    Step("lines", "code.context", "text", input="refs"),
)
SHOWN = (
    ("candidates", (View("refs", "definitions"), View("paths", "paths"))),
    ("counterevidence", (View("refs", "rows"),)),
)
PLAN = Plan("locate", "where is f defined and used?", STEPS, SHOWN)


def word(source: random.Random, most: int) -> str:
    return "".join(source.choices(LETTERS, k=source.randint(1, most)))


def answer(source: random.Random) -> tuple[Result, ...]:
    """Results of a plan with sites in every bucket, lines, paths and notes."""
    target = Symbol("t.py", word(source, 6), "function", 3, 5, 3, 9, "12345678", word(source, 40))
    places = sorted(
        {(word(source, 3), source.randint(1, 10**6), source.randint(1, 99)) for _ in range(source.randint(0, 9))}
    )
    buckets = ("confirmed", "likely", "undecided", "ruled_out", "mentioned")
    sites = tuple(
        Site(target.id, path, line, col, "f", "call", source.choice(buckets), word(source, 4))  # type: ignore[arg-type]
        for path, line, col in places
    )
    ends = [word(source, 5) + str(number) for number in range(source.randint(0, 4))]
    paths: tuple[Row, ...] = tuple(
        Record("path", (("roles", ("call",)), ("sites", ("t.py:4:1",)), ("symbols", (target.id, end)))) for end in ends
    )
    lines = tuple(Text(path, line, line, "0", word(source, 60)) for path, line, _ in places)
    rows: dict[str, tuple[Row, ...]] = {"target": (target,), "refs": sites, "paths": paths, "lines": lines}
    notes = (Note("damaged_files", source.randint(1, 10**6), word(source, 20)),) if source.random() < 0.3 else ()
    return tuple(Result(step.id, step.op, step.kind, rows=rows[step.id], notes=notes) for step in STEPS)


def test_ten_thousand_pages_say_their_size() -> None:
    source = random.Random(20_261_201)
    pages = 0
    for _ in range(ANSWERS):
        results = answer(source)
        meta = digest.Meta(word(source, 9), "symbol", "snap:0", command=("locate", word(source, 9)))
        whole = digest.build(PLAN, results, meta, None, "")
        assert isinstance(whole, digest.Digest)
        for budget in (0, *(source.randint(1000, len(whole.encoded) + 500) for _ in range(BUDGETS - 1))):
            made = digest.build(PLAN, results, meta, budget, "")
            if isinstance(made, Lesson):
                made = digest.build(PLAN, results, meta, int(made.hint.split()[1]), "")
            assert isinstance(made, digest.Digest)
            used, bound = made.document["budget"]["used_bytes"], made.document["budget"]["max_bytes"]
            assert used == len(made.encoded) and made.encoded == canon.encode(made.document)
            assert bound is None or used <= bound
            pages += 1
    assert pages >= 10_000


@pytest.mark.parametrize("digits", [2, 3, 4, 5])
def test_a_size_counts_its_own_digits(digits: int) -> None:
    for length in range(10**digits - 60, 10**digits + 20):
        document = {"budget": {"max_bytes": None, "used_bytes": 0}, "text": "x" * max(0, length - 60)}
        assert len(with_used_bytes(document)) == document["budget"]["used_bytes"] == len(canon.encode(document))  # type: ignore[index]
