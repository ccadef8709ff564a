"""Arm A at a change: what git shows of it, what is grepped for by its names, and what a run of the tests prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eval.referee.arms import Claims, grep, reading
from eval.referee.model import Question
from eval.referee.session import Session

PRINTED = 200  # lines of a failing run that are read, from its end
RANKED = 3
_HEAD = re.compile(r"^@@ -\S+ \+(\d+)\S* @@ ?(.*)$")
_DEFINES = re.compile(r"^\s*(?:async\s+def|def|class)\s+(\w+)|^(\w+)\s*(?::[^=]+)?=")
_FRAME = re.compile(r"^(\S+\.py):(\d+): in (\S+)|^(\S+\.py):(\d+): \w+(?:Error|Exception)?$")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$")


@dataclass(frozen=True, slots=True)
class Hunk:
    """A place that differs: its file and line now, what is defined around it, and what only one side defines."""

    path: str
    line: int
    name: str  # empty at module level
    gone: tuple[str, ...]


def hunks(session: Session) -> list[Hunk]:
    """What `git diff` prints, with the function above each hunk."""
    command = ["git", "-c", f"core.attributesFile={grep.attributes(session)}", "diff", "-U0"]
    found: list[Hunk] = []
    path, told = "", ""
    for printed in session.shell(command, "git diff -U0"):
        if printed.startswith("+++ "):
            path = printed.removeprefix("+++ b/")
        elif match := _HEAD.match(printed):
            told = (_defined(match[2]) or ("",))[0]
            found.append(Hunk(path, int(match[1]), told, ()))
        elif found and printed[:1] in "+-" and (defined := _defined(printed[1:])):
            one = found[-1]
            if printed[0] == "-":
                found[-1] = Hunk(one.path, one.line, one.name, (*one.gone, *defined))
            else:
                left = tuple(name for name in one.gone if name not in defined)
                found[-1] = Hunk(one.path, one.line, defined[0], left)
    return found


def affected(session: Session, question: Question) -> Claims:
    """Where a name that is gone still stands; who holds what names a definition that differs, and who calls those."""
    places: list[str] = []
    direct: list[str] = []
    for hunk in hunks(session):
        for name in hunk.gone:
            named = grep.hits(session, name, "-w")
            places += [f"{hit.path}:{hit.line}" for hit in named if grep.code(hit.text, name)]
        found = grep.definition(session, hunk.name) if hunk.name and not hunk.gone else None
        if found is not None:
            used = [hit for hit in grep.uses(session, found, "-p") if not reading.is_head(hit, found)]
            direct += [grep.head(hit) for hit in used if not re.match(r"\s*(from|import)\s", hit.text)]
    above = reading.above(session, list(dict.fromkeys(direct))) if direct else []
    return Claims(tuple(dict.fromkeys([*places, *direct])), tuple(one for one in above if one not in direct))


def tests(session: Session, question: Question) -> Claims:
    """Test files that name what differs, or what calls it, or are called after its file; all where there are none."""
    found = hunks(session)
    names = {name for hunk in found for name in (hunk.name, *hunk.gone) if name and not name.startswith("__")}
    stems = {hunk.path.rpartition("/")[2].removesuffix(".py") for hunk in found}
    files = session.shell(["git", "ls-files", *(f"*test_{stem}.py" for stem in sorted(stems))])
    files += _testing(session, names)
    callers = reading.above(session, [f"{hunk.path}::{hunk.name}" for hunk in found if hunk.name in names])
    files += _testing(session, {one.rpartition("::")[2] for one in callers if "::" in one} - names)
    return Claims(tuple(dict.fromkeys(files)) or (".",))


def diagnose(session: Session, question: Question) -> Claims:
    """The changes on which most failures' deepest frames lie, then those that failing tests name, then the others."""
    run = " ".join((*session.place.tests, "--tb=short"))
    printed = session.shell(["sh", "-c", f"{run} 2>&1 | tail -n {PRINTED}"], f"{run} | tail -n {PRINTED}")
    found = hunks(session)
    votes: Counter[tuple[str, str]] = Counter()
    deepest: tuple[str, str] | None = None
    for line in [*printed, "____ end ____"]:
        match = _FRAME.match(line)
        if match and (match[1], match[3]) in {(hunk.path, hunk.name) for hunk in found}:
            deepest = match[1], match[3]
        elif line.startswith("____") and deepest:
            votes[deepest] += 1
            deepest = None
    body = "" if votes else _test(session, printed)
    order = sorted(found, key=lambda hunk: (-votes[hunk.path, hunk.name], not _names(body, hunk.name)))
    named = dict.fromkeys(f"{hunk.path}::{hunk.name}" if hunk.name else hunk.path for hunk in order)
    return Claims(tuple(named)[:RANKED])


def _defined(text: str) -> tuple[str, ...]:
    match = _DEFINES.match(text)
    return (match[1] or match[2],) if match else ()


def _testing(session: Session, names: Iterable[str]) -> list[str]:
    """The test files in which a name stands."""
    wanted = sorted(names)[: reading.NAMES]
    if not wanted:
        return []
    pattern = rf"\b({'|'.join(map(re.escape, wanted))})\b"
    return session.shell(["git", "grep", "-l", "-E", "-e", pattern, "--", "*test_*.py", "*_test.py"])


def _test(session: Session, printed: Sequence[str]) -> str:
    """The source of the first test that failed, with its file where the test is not named."""
    failed = next((match[1] for line in printed if (match := _FAILED.match(line))), "")
    path, _, name = failed.partition("::")
    if not path:
        return ""
    leaf = name.rpartition("::")[2]
    where = session.shell(["grep", "-n", "-A", "30", "-E", rf"def {leaf}\b" if leaf else "import", path])
    return "\n".join(where)


def _names(text: str, name: str) -> bool:
    return bool(name) and re.search(rf"\b{re.escape(name)}\b", text) is not None


SCRIPTS = {"affected": affected, "tests": tests, "diagnose": diagnose}
