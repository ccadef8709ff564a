"""What must hold of every answer at every budget, tried on one answer: exact sizes, pages that add up, minima."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ctxask import canon
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson

Page = Callable[[int, str], Digest | Lesson]  # budget (0 for none), cursor (empty for none)

_STUB = {"rank", "symbol", "group", "hop", "files", "implicit", "likely"}  # what a candidate shown before is again
FEW = 150  # units of an answer up to which it is walked at its least budget too: a page a unit
_LISTS = ("others", "symbols", "causes")


def shown(document: Any) -> Counter[str]:
    """Every unit that a page shows, as text."""
    out: Counter[str] = Counter()
    for candidate in document["candidates"]:
        owner = candidate["rank"]
        out[f"head {owner}"] += bool(candidate.keys() - _STUB)
        for field in ("files", "implicit", "likely"):
            out.update(_sites(owner, candidate, field))
    for entry in document["counterevidence"]:
        out.update(_sites(entry["kind"], entry, "files"))
        out.update(canon.dumps([entry["kind"], key, value]) for key in _LISTS for value in entry.get(key, ()))
    out.update(canon.dumps(value) for value in document["context"])
    spines = document.get("spines", {"nodes": [], "above": []})
    out.update(canon.dumps(value) for value in spines["nodes"])
    known = {value["node"] for field in ("nodes", "above") for value in spines[field]}
    assert all(value.get("parent", value["node"]) in known for value in spines["nodes"])  # a page stands by itself
    return +out


def _sites(owner: object, value: Any, field: str) -> list[str]:
    groups = value.get(field, ())
    return [canon.dumps([owner, field, group["path"], site]) for group in groups for site in group["sites"]]


def least(page: Page, cursor: str = "") -> int:
    """The smallest budget for a page, as the lesson names it."""
    lesson = page(1, cursor)
    assert isinstance(lesson, Lesson) and lesson.code == "BUDGET_TOO_SMALL"
    return int(lesson.hint.split()[1])


def walk(page: Page, budget: int) -> Iterator[Any]:
    """The documents of all pages at a budget; where one unit needs more, its page has what the lesson names."""
    cursor = ""
    while True:
        made = page(budget, cursor)
        if isinstance(made, Lesson):
            made = page(least(page, cursor), cursor)
        assert isinstance(made, Digest)
        yield made.document
        if made.document["cursor"] is None:
            return
        cursor = made.document["cursor"]


def faults(page: Page, budgets: tuple[int, ...] = ()) -> Iterator[str]:
    """What does not hold of an answer."""
    whole = page(0, "")
    assert isinstance(whole, Digest)
    units = shown(whole.document)
    smallest = least(page)
    if isinstance(page(smallest, ""), Lesson) or isinstance(page(smallest - 1, ""), Digest):
        yield f"the least budget is not {smallest}"
    edges = {smallest}
    tried = [budget for budget in budgets if budget >= smallest]
    if sum(units.values()) <= FEW:
        tried.append(smallest)
    for budget in tried:
        documents = list(walk(page, budget))
        together: Counter[str] = Counter()
        for document in documents:
            together += shown(document)
            used = document["budget"]["used_bytes"]
            if used != len(canon.encode(document)):
                yield f"{used} bytes are told at {budget}, {len(canon.encode(document))} are there"
            if used > document["budget"]["max_bytes"]:
                yield f"{used} bytes at {document['budget']['max_bytes']}"
        if together != units:
            yield f"pages at {budget} lose {len(units - together)} units and repeat {len(together - units)}"
        if whole.document["cursor"] is None and documents[-1]["omissions"]["budget"]:
            yield f"the last page at {budget} leaves something out"
        edges.add(documents[0]["budget"]["used_bytes"])
        yield from _onward(page, documents[0])
    yield from _monotone(page, sorted(edges), smallest, units)


def _onward(page: Page, document: Any) -> Iterator[str]:
    """Whether the commands that go on need no more bytes than they name."""
    for command in document["next"]:
        words = command.split()
        if "--budget" not in words:
            continue
        budget = int(words[words.index("--budget") + 1])
        cursor = words[words.index("--cursor") + 1] if "--cursor" in words else ""
        made = page(budget, cursor)
        if isinstance(made, Lesson):
            yield f"{command}: {made.message}"
        elif not cursor and made.document["completeness"]["page"] != "complete":
            yield f"{command}: is not all of it"


def _monotone(page: Page, edges: list[int], smallest: int, units: Counter[str]) -> Iterator[str]:
    """Whether a page one byte under, at and over each boundary shows no less than the one before."""
    before: Counter[str] = Counter()
    for budget in sorted({b + more for b in edges for more in (-1, 0, 1) if b + more >= smallest}):
        made = page(budget, "")
        if isinstance(made, Lesson):
            yield f"nothing at {budget}, though {smallest} is enough"
            continue
        now = shown(made.document)
        if before - now or now - units:
            yield f"a page at {budget} shows less than a smaller one"
        before = now
