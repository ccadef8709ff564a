"""Facts below an answer: what is not it, what is not sure, what was looked at, and how to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxask.digest.model import Json
from ctxask.render import spines
from ctxask.render.page import Fact, explained
from ctxask.render.words import OPENINGS, count, counted, mentions, plain, reasons, units
from ctxask.rows import GUARDED

# Notes that the text says in a sentence of its own, where they weigh.
ELSEWHERE = frozenset((*OPENINGS, "mentioned_in_config", "mentioned_in_string", "mentioned_in_template"))
UNSEEN = frozenset(("ruled_out", "mentioned", "census", "unexecuted"))  # what the text form counts and does not list
_NAMED = 5  # changed files that are called by their names

OTHERS = 5  # symbols meant instead that are named; the others are counted

LISTINGS = (
    "code.outline",
    "code.find",
    "code.hierarchy",
    "code.unused",
)  # operators that look at definitions, and at no site


def facts(document: Json) -> Iterator[Fact]:
    """The facts of a digest, in reading order."""
    kinds = {entry["kind"]: entry for entry in document["counterevidence"]}
    if "untouched" in kinds:
        yield _untouched(kinds.pop("untouched"))
        kinds = {kind: entry for kind, entry in kinds.items() if entry["probes"]}  # no site was asked about
    if kinds.get("unexecuted", {}).get("counts", {}).get("tests"):
        yield _unexecuted(kinds["unexecuted"])
    if "spines" in document:
        yield Fact("not entered", spines.closed(document["spines"]))
        kinds = {kind: entry for kind, entry in kinds.items() if entry["probes"]}
    if any(node["op"] in LISTINGS for node in document["coverage"]):
        kinds = {kind: entry for kind, entry in kinds.items() if entry["probes"]}
    if "ruled_out" in kinds:
        yield Fact("not it", _not_it(kinds["ruled_out"]))
    for kind, label in (("undecided", "not sure"), ("unresolved", "unresolved")):
        if kind in kinds:
            yield _open(kinds[kind], label)
    if kinds.get("mentioned", {}).get("counts", {}).get("sites"):
        roles = {role: number for role, number in kinds["mentioned"]["counts"].items() if role != "sites"}
        yield Fact("mentioned", mentions(roles))
    changed = [value for value in document["candidates"] if value.get("group") == "changes"]
    total = document.get("totals", {}).get("changes", len(changed))
    if total and document["subject"].get("definitions"):
        paths = [f"{value['path']} ({value['change']})" for value in changed[:_NAMED]]
        more = [f"{total - len(paths)} more"] if total > len(paths) else []
        named = f": {', '.join(paths + more)}" if paths else ""
        yield Fact("changed", f"{count(total, 'file')} already{named}")
    if "verdict" in document:
        bad = [f"{number} {word}" for word, number in document["verdict"].items() if number]
        yield Fact("verdict", ", ".join(bad) or "nothing bad was found")
    yield from _reached(document)
    yield Fact("looked at", _looked_at(document))
    left = {reason: number for reason, number in document["omissions"]["reasons"].items() if reason not in UNSEEN}
    if left and document["omissions"]["budget"]:
        yield Fact("left out", f"for the budget: {units(left)}")
    pages = bool(left) or not document["omissions"]["budget"]
    commands = [command for command in document["next"] if pages or command.startswith("ctx get ")]
    yield from (Fact(_leads_to(command), command) for command in commands)


def _reached(document: Json) -> Iterator[Fact]:
    """What was judged, and is reached in another way than by a use in code."""
    for node in document["coverage"]:
        if node["op"] == "code.unused":
            counts = {note["code"]: note["count"] for note in node["notes"] if note["code"] in OPENINGS}
            if counts:
                yield Fact("not listed", f"{sum(counts.values())} reached in another way: {reasons(counts)}")


def _leads_to(command: str) -> str:
    if command.startswith("ctx get "):
        return "source"
    return "next page" if " --cursor " in command else "all of it"


def _not_it(entry: Json) -> str:
    total = entry["counts"]["sites"]
    others = entry["others"]
    named = ", ".join(f"{other['count']} of {other['symbol']}" for other in others[:OTHERS])
    rest = total - sum(other["count"] for other in others[:OTHERS])
    if not total:
        return "none"
    if not named:
        return count(total, "site") + " of other symbols"
    return f"{count(total, 'site')}: {named}" + (f", {rest} of others" if rest else "")


def _untouched(entry: Json) -> Fact:
    """The failures that no change explains, with their places."""
    causes = entry["causes"]
    total = entry["counts"]["failures"]
    lines = tuple(
        f"{cause.get('at') or cause['cause']}  {cause['type']} {cause['message']}".rstrip() for cause in causes
    )
    return Fact("unexplained", f"{count(total, 'failure')}" if total else "none", lines)


def _unexecuted(entry: Json) -> Fact:
    """The tests that a run speaks against, by file."""
    found = Counter(value["test"].partition("::")[0] for value in entry["symbols"])
    total = entry["counts"]["tests"]
    says = f"{count(total, 'test')} that may reach it, and did not execute it in the run"
    return Fact("left out", says, tuple(f"{path}  {number}" for path, number in sorted(found.items())))


def _open(entry: Json, label: str) -> Fact:
    total = entry["counts"]["sites"]
    if not total:
        return Fact(label, "none" if entry["probes"] else "not looked for")
    why = {reason: number for reason, number in entry["counts"].items() if reason != "sites"}
    return Fact(
        label, f"{count(total, 'site')}: {reasons(why)}", () if explained(entry) else tuple(map(_lines, entry["files"]))
    )


def _lines(group: Json) -> str:
    """A file's undecided lines: places to look at, which nothing is said of, so not in the form of the answer's own."""
    found = ", ".join(dict.fromkeys(_spot(site) for site in group["sites"]))
    left = group["count"] - len(group["sites"])
    return f"{group['path']}  {found}" + (f" and {left} more" if left else "")


def _spot(site: Json) -> str:
    return f"{site['line']}" + (f" in {site['in']}" if site.get("in") else "")


def _looked_at(document: Json) -> str:
    said: dict[str, None] = {}
    for entry in document["coverage"]:
        said.update((_note(note), None) for note in entry["notes"] if note["code"] not in ELSEWHERE)
        if entry["state"] != "ok" and not entry.get("why", "").startswith(GUARDED):
            said[f"{entry['node']} {entry['state']}" + (f" ({entry['why']})" if entry.get("why") else "")] = None
    complete = document["completeness"]
    why = [plain(reason) for reason in complete["reasons"] if reason not in ("budget", "position")]
    verdict = complete["set"] + (f": {', '.join(why)}" if why and complete["set"] != "complete" else "")
    return "; ".join([*said, verdict])


def _note(note: Json) -> str:
    if note["code"] == "run_note":
        return str(note["text"])
    if note["code"] == "covered_files":
        return count(note["count"], f"{note['text']} file" if "text" in note else "file")
    said = counted(note["code"], note["count"]) if "count" in note else plain(note["code"])
    return said + (f" ({note['text']})" if "text" in note else "")
