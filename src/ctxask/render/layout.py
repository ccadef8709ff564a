"""From the document to the page that people read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.digest.model import Json
from ctxask.render import changes, culprits, definitions, dependents, everyday, spines
from ctxask.render.facts import facts
from ctxask.render.page import LIKELY, Block, Page, definition, explained, rows
from ctxask.render.words import count, dispatched, groups

HOW = {"symbol": "given as {given}", "question": "{given} taken from the question", "plan": "by a plan", "": ""}
EXPLAINED = {
    "undecided": "not sure",
    "unresolved": "unresolved",
    "ruled_out": "not it",
}  # listed where reasons are wanted
APART = (
    "unused",
    *everyday.RELATIVES,
    "outline",
    "found",
    "callees",
    "broken",
    "changed",
    "changes",
    "culprits",
    "suspects",
    "runs",
    "new",
    "persisting",
    "fixed",
    "not_run",
    "flaky",
    "causes",
    "failures",
)  # groups with blocks of their own
NAMED = 3  # symbols of a plan that a title names; the others are counted


def page(document: Json) -> Page:
    """The digest's page; nothing in it is escaped yet."""
    return Page(
        f"{document['intent']} {_subject(document)}".rstrip(),
        _read_as(document),
        tuple(_blocks(document)),
        tuple((entry["address"], _body(entry)) for entry in document["context"]),
        tuple(facts(document)),
    )


def _body(entry: Json) -> str:
    return str(entry.get("text", "")) or f"({entry.get('omitted', 'empty')}: ctx get {entry['address']})"


def _subject(document: Json) -> str:
    given, symbols = document["subject"]["given"], document["subject"]["symbols"]
    if len(symbols) == 1:
        return str(symbols[0])
    if not symbols:
        return str(given)
    total = document["subject"].get("total", len(symbols))
    if given:
        return f"{given}: {total} symbols"
    more = f" and {count(total - NAMED, 'more symbol')}" if total > NAMED else ""
    return ", ".join(symbols[:NAMED]) + more


def _read_as(document: Json) -> str:
    subject = document["subject"]
    how = HOW.get(subject["how"], "{given}, from --" + subject["how"]).format(given=subject["given"])
    given = dict(document["inputs"])
    if "base_name" in given:
        given["base"] = f"{given.pop('base_name')} ({given['base'][:12]})"
    inputs = ", ".join(f"{name} {value}" for name, value in sorted(given.items()))
    return ", ".join(part for part in (document["class"], how, inputs) if part)


def _blocks(document: Json) -> Iterator[Block]:
    for symbol in document["subject"].get("definitions", ()):
        yield Block("", definition(symbol), _totals(document), drawn=True)
    by_view: list[Json] = []
    called = [candidate for candidate in document["candidates"] if candidate.get("group") == "callees"]
    for candidate in document["candidates"]:
        if candidate.get("group") in APART:
            continue
        if "likely" in candidate:
            yield from definitions.blocks(candidate)
        elif "hop" in candidate:
            by_view.append(candidate)
        else:
            yield _plain(candidate)
    if not document["subject"].get("definitions"):
        yield from changes.blocks(document["candidates"])
    yield from culprits.blocks(document["candidates"])
    if _ran(document, "code.find") and "claim" in document:
        yield Block("", None, (definitions.claim(document["claim"], "0 symbols"),), ())
    yield from everyday.blocks(document["candidates"], _rows(document, "code.find"))
    yield from everyday.unused(document["candidates"], document.get("totals", {}), _ran(document, "code.unused"))
    yield from everyday.relatives(document["candidates"], document.get("totals", {}))
    none = any(n["op"] == "evidence.failures" and n["state"] == "ok" and not n["rows"] for n in document["coverage"])
    if none and "run" in document["inputs"]:
        yield Block("", None, (f"nothing failed in {document['inputs']['run']}",), ())
    yield from definitions.callees(called)
    yield from dependents.blocks(by_view, document.get("totals", {}))
    if "spines" in document:
        yield from spines.blocks(document["spines"])
    for entry in document["counterevidence"]:
        if entry["kind"] == "likely":
            yield from _likely(entry)
        elif entry["kind"] == "dispatch":
            shown, left = rows(entry["files"]), entry["counts"]["sites"]
            if left:
                yield Block("may reach it, through a base or protocol", None, (), shown, left - len(shown), sure=False)
        elif entry["kind"] in EXPLAINED and explained(entry):
            shown = rows(entry["files"])
            yield Block(EXPLAINED[entry["kind"]], None, (), shown, entry["counts"]["sites"] - len(shown), sure=False)


def _rows(document: Json, op: str) -> int:
    """How many rows the steps of an operator gave."""
    return sum(node.get("rows", 0) for node in document["coverage"] if node["op"] == op)


def _ran(document: Json, op: str) -> bool:
    return any(node["op"] == op for node in document["coverage"])


def _totals(document: Json) -> tuple[str, ...]:
    if "claim" in document:
        if not _ran(document, "code.hierarchy"):
            return (definitions.claim(document["claim"], "0 callers and no other use"),)
        nothing = definitions.claim(document["claim"], "0 definitions below it")
        return (*((groups(document["totals"]),) if document["totals"] else ()), nothing)
    totals = {name: number for name, number in document.get("totals", {}).items() if name != "changes"}
    said = dispatched(document.get("dispatch", {}))
    return (groups(totals), *((said,) if said else ())) if totals else ()


def _likely(entry: Json) -> Iterator[Block]:
    shown = rows(entry["files"])
    shown += tuple(line for value in entry["symbols"] for line in dependents.dependent_rows({**value, "files": []}))
    left = entry["counts"]["sites"] + entry["counts"]["symbols"] - len(shown)
    if shown or left:
        yield Block(LIKELY, None, (), shown, left, sure=False)


def _plain(candidate: Json) -> Block:
    if "symbol" in candidate:
        return Block("", definition(candidate))
    values = candidate.get("values", candidate)
    return Block("  ".join(f"{key} {value}" for key, value in sorted(values.items()) if key not in ("rank", "group")))
