"""The results of mutation: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from eval.figures import Bound, Figures, gathered, share
from eval.mutation.mutants import Mutant
from eval.tables import origin, percent, table

Document = dict[str, Any]
STATES = ("killed", "timeout", "survived", "no tests")
NOTICED = ("killed", "timeout")  # a loop without end is noticed as well


def document(head: Document, total: int, tried: Sequence[Mutant]) -> Document:
    """By floor, kind and function, and every mutant that no test noticed."""
    return {
        **head,
        "mutants": total,
        "tried": len(tried),
        "floors": _counts(tried, lambda one: floor(one.path)),
        "kinds": _counts(tried, lambda one: one.kind),
        "functions": {
            name: [sum(counts[state] for state in NOTICED), sum(counts.values())]
            for name, counts in _counts(tried, lambda one: f"{one.path}::{one.function}").items()
        },
        "unnoticed": [asdict(one) for one in tried if one.state not in NOTICED],
    }


def floor(path: str) -> str:
    """The room or module of a path in the package."""
    return path.removeprefix("src/ctxask/").partition("/")[0].removesuffix(".py")


def markdown(told: Document) -> str:
    """The page of a document."""
    parts = [
        "# What the tests of the pure floors notice\n",
        f"{origin(told)}; {told['tried']} of {told['mutants']} mutants were tried.\n",
        _table("floor", told["floors"]),
        _table("kind of change", told["kinds"]),
        "*No tests*: none of the tests named runs the function. What commands and sessions test beside them does not "
        "count here.\n",
    ]
    rows = told["unnoticed"]
    for name in told["kinds"]:
        found = [row for row in rows if row["kind"] == name]
        if found:
            parts += [f"## {name}, {len(found)} unnoticed\n", *([EXPLAINED[name] + "\n"] if name in EXPLAINED else [])]
            parts.append(table(("place", "before", "after"), map(_line, found[:LISTED])))
    return "\n".join(parts)


LISTED = 40  # mutants of a kind; the document has all
EXPLAINED = {
    "text": "The wording of rejections, of what an argument expects, of lines in plans: tests hold codes and places, "
    "texts to the letter only in goldens.",
    "word": "Keys and groups that no golden digest has (implicit and unresolved sites, bounds that left something out, "
    "listings, tests that a run spoke against), names of places that only a page without their head needs, titles in "
    "generated schemas.",
    "None for a value": "What is handed on to such a key, place or text.",
    "argument or call": "Hints and candidates of lessons that these tests do not compare, and parts of such views.",
    "comparison": "Some decide the same (a text is cut that is shorter than the cut); others are bounds that no "
    "example is beyond.",
    "condition": "Parts of a condition that no example tells apart, and keys that are left out where they are empty.",
    "number": "Positions and bounds that no example tells apart.",
}


def bounds(told: Document) -> Iterator[Bound]:
    """No bound is set."""
    items = figures(told)["mutants noticed"].values()
    what = f"mutants of the pure floors that a test notices, {told['tried']} of {told['mutants']} tried"
    yield Bound(what, "–", percent(share(items)), "–", "mutants noticed")


def figures(told: Document) -> Figures:
    """By function."""
    return gathered(("mutants noticed", name, *counts) for name, counts in told["functions"].items())


def _counts(tried: Sequence[Mutant], key: Callable[[Mutant], str]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for one in tried:
        found.setdefault(key(one), Counter()).update([one.state])
    return {name: {state: found[name][state] for state in STATES} for name in sorted(found)}


def _table(title: str, rows: Document) -> str:
    return table(
        (title, "tried", *STATES, "noticed"),
        (
            (
                name,
                sum(row.values()),
                *row.values(),
                percent(sum(row[state] for state in NOTICED) / sum(row.values())),
            )
            for name, row in rows.items()
        ),
    )


def _line(row: Document) -> tuple[str, ...]:
    place = f"[{row['path'].removeprefix('src/ctxask/')}:{row['line']}](../../{row['path']}#L{row['line']})"
    return place, *(f"`` {row[name].replace('|', '¦')} ``" for name in ("before", "after"))
