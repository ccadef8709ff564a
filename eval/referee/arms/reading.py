"""Arm A's scripts: what is grepped and read for each intent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from eval.referee.arms import Claims, grep
from eval.referee.arms.grep import Found, Hit
from eval.referee.model import Question
from eval.referee.session import Session

NAMES = 30  # that are grepped for at once
BODY = 160  # lines that are read of a function
DEEP = 4  # calls of a way


def locate(session: Session, question: Question) -> Claims:
    """The definition, and the hits that mean it."""
    found = grep.definition(session, question.given, read=True)
    if found is None:
        return Claims(())
    hits = grep.uses(session, found)
    return Claims(tuple(dict.fromkeys([f"{found.path}:{found.line}", *(f"{hit.path}:{hit.line}" for hit in hits)])))


def impact(session: Session, question: Question) -> Claims:
    """The functions that hold the hits, and those that hold calls of these."""
    found = grep.definition(session, question.given)
    if found is None:
        return Claims(())
    hits = grep.uses(session, found, "-p")
    used = [hit for hit in hits if not is_head(hit, found) and not re.match(r"\s*(from|import)\s", hit.text)]
    direct = tuple(dict.fromkeys(grep.head(hit) for hit in used))
    return Claims(direct, tuple(one for one in above(session, direct) if one not in direct))


def trace(session: Session, question: Question) -> Claims:
    """Reads the body at the beginning, and goes back from the end by who calls it, until both meet."""
    begin = grep.definition(session, question.given)
    if begin is None:
        return Claims(())
    body = _body(session, begin)
    called = set(re.findall(r"(\w+)\s*\(", "\n".join(body[1:])))
    end = grep.definition(session, question.to)
    if end is None:
        return Claims(())
    ways: dict[str, tuple[str, ...]] = {f"{end.path}::{end.leaf}": (f"{end.path}::{end.leaf}",)}
    for _ in range(DEEP):
        met = [way for first, way in ways.items() if first.rpartition("::")[2] in called]
        if met:
            return Claims(min(met, key=lambda way: (not way[0].startswith(f"{begin.path}::"), "test" in way[0])))
        ways = _back(session, ways)
    return Claims(())


def above(session: Session, direct: Sequence[str]) -> list[str]:
    """Who calls any of some functions, by the names alone; a name that several bear only in its own file."""
    names = {one.rpartition("::")[2]: one.partition("::")[0] for one in direct if "::" in one and "test" not in one}
    wanted = [name for name in names if not name.startswith("__")][:NAMES]
    return list(dict.fromkeys(grep.head(hit) for _, hit in _calls(session, {name: names[name] for name in wanted})))


def _back(session: Session, ways: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The ways that begin one call earlier."""
    ends = {first.rpartition("::")[2]: way for first, way in list(ways.items())[:NAMES]}
    found: dict[str, tuple[str, ...]] = {}
    for name, hit in _calls(session, {name: way[0].partition("::")[0] for name, way in ends.items()}):
        caller = grep.head(hit)
        if "::" in caller and caller not in ends[name] and not hit.path.startswith(("test", "docs", "examples")):
            found.setdefault(caller, (caller, *ends[name]))
    return found


def _calls(session: Session, names: dict[str, str]) -> Iterable[tuple[str, Hit]]:
    """The lines that call names, where a name has one definition or the line stands in its file."""
    if not names:
        return []
    every = grep.hits(session, rf"\b({'|'.join(map(re.escape, names))})[ \t]*\(", "-p")
    defined = [m[1] for hit in every if (m := re.match(r"\s*(?:async\s+def|def|class)\s+(\w+)", hit.text))]
    return [
        (name, hit)
        for hit in every
        for name, path in names.items()
        if re.search(rf"\b{name}\s*\(", hit.text)
        and not re.match(rf"\s*(async\s+def|def|class)\s+{name}\b", hit.text)
        and (hit.path == path or defined.count(name) == 1)
    ]


def _body(session: Session, found: Found) -> list[str]:
    """The lines of a definition, read from its head to where the indentation ends."""
    lines = session.shell(["sed", "-n", f"{found.line},{found.line + BODY}p", found.path])
    edge = len(found.text) - len(found.text.lstrip())
    head = next((n for n, line in enumerate(lines) if line.rstrip().endswith(":")), 0)
    for number, line in enumerate(lines[head + 1 :], head + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= edge and not line.lstrip().startswith(")"):
            return lines[:number]
    return lines


def is_head(hit: Hit, found: Found) -> bool:
    """Whether a hit is the definition's own line."""
    return hit.path == found.path and hit.line == found.line


SCRIPTS = {"locate": locate, "impact": impact, "trace": trace}
