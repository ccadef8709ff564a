"""What stands where in the terminal text of pytest: sessions, progress, the blocks of failures, the summary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_HEADER = re.compile(r"=+ (.+?) =+$")
_HEADING = re.compile(r"_+ (.*[^_ ].*?) _+$")
_STOP = re.compile(r"!+ (.+?) !+$")
_PART = re.compile(r"-+ (.+?) -+$")
_FINAL = re.compile(
    r"(?:no tests ran|\d+ [a-z]+(?: [a-z]+)?(?:, \d+ [a-z]+(?: [a-z]+)?)*) in [\d.:]+s?(?: \([\d:., a-z]+\))?$"
)
_STATUS = (
    "PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN|"
    "SUBPASSED|SUBFAILED|SUBSKIPPED|SUBXFAIL|SUBXPASS|SUBPASS|SUBFAIL|SUBSKIP"
)
_SUMMARY = re.compile(rf"({_STATUS})(?=[ \[(])(.*)$", re.DOTALL)
_OLDER_SUMMARY = re.compile(r"([\[(].*[\])]) (SUB[A-Z]+) (.*)$")  # of pytest-subtests
_WORKER = re.compile(rf"\[gw\d+\] (?:\[ *\d+%\] )?({_STATUS})(?=[ \[(])(.*)$")
_PROGRESS = re.compile(r" +\[(?: *\d+%| *\d+/\d+)\]$| +\d+(?:\.\d+)?(?:us|ms|s|m|h)(?: +\(\d+%\))? *$")
_AFTER_ID = re.compile(rf" ({_STATUS})(?=$| \(|\[)|(?<=[\])]) ({_STATUS})$")
_LONE = re.compile(rf"({_STATUS})(?: \((.*)\))?$")
_SECTIONS = (
    *("ERRORS", "FAILURES", "PASSES", "XFAILURES", "XPASSES", "RERUNS"),
    *("warnings summary", "warnings summary (final)", "short test summary info"),
)
_START = "test session starts"
LONG = 20_000  # characters of a line beyond which nobody wrote it as a line of a report


class Block(NamedTuple):
    """What is said of one failure: from its heading up to what follows; without a title all that a section holds."""

    section: str
    title: str
    first: int  # indexes of lines: of the heading, and behind the end
    last: int
    captured: int  # where what the test itself printed begins, `last` where it printed nothing


class Said(NamedTuple):
    """A line that tells the outcome of one test."""

    status: str
    text: str  # in the progress the id; in the summary all that follows the status
    rest: str  # the description of a subtest; in the progress the reason
    at: int


class Session(NamedTuple):
    """One session of pytest, in the order of its text."""

    first: int
    last: int
    blocks: tuple[Block, ...]
    progress: tuple[Said, ...]
    summary: tuple[Said, ...]
    stops: tuple[str, ...]  # why it ended before its end
    counts: str  # the line that sums up, empty where there is none
    rootdir: str


def sessions(lines: Sequence[str]) -> list[Session]:
    """The sessions that a text shows, in order; one whose output a test of another shows is not among them."""
    spans, inner = _spans(lines)
    return [_session(lines, first, last, inner) for first, last in spans]


def _spans(lines: Sequence[str]) -> tuple[list[tuple[int, int]], set[int]]:
    """From where to where sessions reach, and the lines of those that tests of them ran.

    A session begins and ends with a framed line; with -q it has no line that begins it, and its end has no frame.
    """
    spans: dict[int, int] = {}
    open_: list[tuple[int, bool]] = []  # where, and whether with a frame
    nested: list[tuple[int, int]] = []
    inner: set[int] = set()
    last = shown = 0  # behind the last session; where the output of a test, or of nobody, begins
    for at, line in enumerate(lines):
        title = _title(line) if line[:1] == "=" else ""
        if title == _START:
            open_.append((at, True))
            shown = at + 1
        elif title in _SECTIONS[:2] and not open_:
            open_.append((last, False))
        elif line[:3] == "---" and len(line) < LONG and (part := _PART.match(line)) and part[1].startswith("Captured "):
            shown = at + 1
        elif _is_final(line):
            framed = line[:1] == "="
            if open_ and open_[-1][1] and not framed:
                inner.update(range(shown, at + 1))
                continue
            begin, end = open_.pop()[0] if open_ else last, _behind(lines, at)
            if open_:
                nested.append((begin, end))
            else:
                spans[begin] = last = end
    # What was ended by force ran nothing: what seemed to be in it came after it.
    later = [begin for begin, _ in open_] + [begin for begin, _ in nested if open_ and begin > open_[0][0]]
    for begin, _ in open_:
        spans[begin] = min((other for other in later if other > begin), default=len(lines))
    for begin, end in nested:
        if open_ and begin > open_[0][0]:
            spans[begin] = end
        else:
            inner.update(range(begin, end))
    return sorted(spans.items()), inner


def _behind(lines: Sequence[str], final: int) -> int:
    """Behind the end of a session: why it was stopped may follow its sum."""
    end = final + 1
    while end < len(lines) and lines[end][:1] == "!" and len(lines[end]) < LONG and _STOP.match(lines[end]):
        end += 1
    return end


def _session(lines: Sequence[str], first: int, last: int, inner: set[int]) -> Session:
    blocks: list[Block] = []
    progress: list[Said] = []
    summary: list[Said] = []
    stops: list[str] = []
    counts = rootdir = section = title = pending = ""
    begun = captured = -1

    def end(at: int) -> None:
        if begun >= 0:
            blocks.append(Block(section, title, begun, at, captured if captured >= 0 else at))

    for at in range(first, last):
        line = lines[at]
        if at in inner or len(line) > LONG:
            continue
        head = _title(line) if line[:1] == "=" else ""
        if head in _SECTIONS or (head and captured < 0) or _is_final(line):
            end(at)
            begun, captured, title, section = -1, -1, "", head
            if head in ("FAILURES", "ERRORS"):
                begun = at + 1
            if head == "short test summary info":
                summary.clear()  # the last one is the session's own
            counts = line.strip("= ") if _is_final(line) else counts
        elif section in ("FAILURES", "ERRORS"):
            heading = _HEADING.match(line) if line[:1] == "_" else None
            if heading is not None:
                end(at)
                begun, captured, title = at, -1, heading[1]
            elif captured < 0 and line[:1] == "-" and (part := _PART.match(line)) is not None:
                if begun >= 0 and part[1].startswith("Captured "):
                    captured = at if title else -1  # with --tb=line the place comes below it
                else:  # a report of a plugin, below the last failure
                    end(at)
                    begun = -1
        elif section == "short test summary info":
            match = _SUMMARY.match(line)
            older = _OLDER_SUMMARY.match(line) if line[:1] in ("[", "(") else None
            if older is not None:
                summary.append(Said(older[2], older[3], older[1], at))
            elif match is not None:
                summary.append(Said(match[1], match[2].lstrip(" ") if match[2][:1] == " " else match[2], "", at))
        elif section in ("", _START):
            if line.startswith("rootdir: "):
                rootdir = line[9:].partition(", ")[0].strip()
            pending = _progress(line, at, pending, progress)
        stop = _STOP.match(line) if line[:1] == "!" and captured < 0 else None
        if stop is not None:
            end(at)
            begun = -1
            stops.append(stop[1])
    end(last)
    blocks = [block for block in blocks if block.title or any(line.strip() for line in lines[block.first : block.last])]
    return Session(first, last, tuple(blocks), tuple(progress), tuple(summary), tuple(stops), counts, rootdir)


def _progress(line: str, at: int, pending: str, out: list[Said]) -> str:
    """Notes what a line of the progress says; returns the id of a test whose outcome is still to come."""
    match = _WORKER.match(line)
    if match is not None:
        rest, id = description_first(match[2].strip())
        out.append(Said(match[1], id, rest, at))
        return ""
    text = _PROGRESS.sub("", line).rstrip()
    lone = _LONE.match(text)
    if lone is not None and pending:
        out.append(Said(lone[1], pending, lone[2] or "", at))
        return ""
    if "::" not in text or text[0].isspace():
        return pending
    for found in _AFTER_ID.finditer(text):
        id, rest = text[: found.start()].rstrip(), text[found.end() :].strip()
        status = found[1] or found[2]
        if status.startswith("SUB") and found[2]:  # `id [message] (n=1) SUBPASS`
            id, rest = _described(id)
        if _whole_id(id):
            reason = rest[1:-1] if rest[:1] == "(" and rest[-1:] == ")" and not status.startswith("SUB") else rest
            out.append(Said(status, id, reason, at))
            return ""
    return line.rstrip() if _whole_id(line.rstrip()) else pending


def description_first(text: str) -> tuple[str, str]:
    """The description of a subtest, and the id behind it: `[message] (n=1) path::test`."""
    at = -1
    if text[:1] in ("[", "("):
        at = next(
            (
                i
                for i, (a, b, c) in enumerate(zip(text, text[1:], text[2:], strict=False))
                if a in ")]" and b == " " and c not in "(["
            ),
            -1,
        )
    return text[: at + 1], text[at + 2 if at >= 0 else 0 :]


def _described(text: str) -> tuple[str, str]:
    """An id, and the description of a subtest behind it."""
    at = min((i for i in (text.find(" ["), text.find(" (")) if i >= 0), default=len(text))
    return text[:at], text[at + 1 :]


def _whole_id(text: str) -> bool:
    """Whether a text can be an id to its end: a parameter's bracket is closed where the text ends."""
    path, separator, rest = text.partition("::")
    return bool(separator and path and rest) and ("[" not in rest or rest.endswith("]"))


def _title(line: str) -> str:
    if len(line) > LONG:
        return ""
    match = _HEADER.match(line)
    return match[1] if match is not None else ""


def _is_final(line: str) -> bool:
    if not line or len(line) > LONG:
        return False
    text = line.strip("= ") if line[0] == "=" else line
    return text[-1:] in ("s", ")") and text[:1] in "n0123456789" and bool(_FINAL.match(text))
