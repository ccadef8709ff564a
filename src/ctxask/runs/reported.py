"""The records that the pytest plugin writes, as results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ctxask import canon
from ctxask.runs import traces
from ctxask.runs.model import Frame, Link, Outcome, Phase, Raised, Results, Test
from ctxask.runs.paths import Places, Tree
from ctxask.runs.placing import frame_places, with_frames
from ctxask.runs.settle import Attempts, settled

FORMAT = 1
_PHASES: dict[str, Phase] = {"setup": "setup", "teardown": "teardown", "collect": "collect"}
_LINKS: dict[str, Link] = {"cause": "cause", "context": "context", "member": "member"}
_STATUS = {
    2: "pytest was interrupted",
    3: "pytest failed itself: internal error",
    4: "pytest was started in a way that it does not take: usage error",
    5: "pytest found no tests",
}


class _Session:
    """What one process of pytest wrote, as far as it has been read."""

    def __init__(self) -> None:
        self.root = self.folder = ""
        self.started = self.interrupted = False
        self.status: int | None = None
        self.collected = 0
        self.running: dict[str, None] = {}  # began and not reported, in order
        self.reported: set[str] = set()


def read(data: bytes, tree: Tree) -> Results:
    """The results of a file of records, in the order in which they were reported; never raises.

    Lines that are no records, as of a process that was killed while it wrote, are counted in a note.
    """
    sessions: dict[str, _Session] = {}
    attempts, notes = Attempts(), list[str]()
    tests: list[tuple[Test, _Session]] = []
    strange = cut = 0
    for line in data.split(b"\n"):
        record = _record(line)
        if record is None:
            strange += bool(line.strip())
            continue
        session = sessions.setdefault(_text(record.get("session")), _Session())
        test = _event(record, session, attempts, notes)
        if test is not None:
            cut += sum(_number(error.get("cut")) for error in _entries(record.get("raised")))
            tests.append((test, session))
    if not sessions:
        return Results()
    if strange:
        notes.append(f"{strange} lines of the records cannot be read")
    if cut:
        notes.append(f"{cut} frames or exceptions of very long tracebacks were left out")
    whole = [*map(_whole, sessions.values())]
    notes += [note for session in sessions.values() for note in _ends(session)]
    placed = _placed(tests, tree)
    return settled(Results("pytest", placed, all(whole), tuple(notes)))


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("event"), str) else None


def _event(record: Mapping[str, Any], session: _Session, attempts: Attempts, notes: list[str]) -> Test | None:
    """The result that a record tells of, if it does; everything else is noted."""
    event, id = record["event"], _text(record.get("id"))
    if event == "session":
        session.root, session.folder = _path(record.get("root")), _path(record.get("folder"))
        if record.get("format") != FORMAT:
            notes.append("the records are of another version of the plugin; what is not known in them is left out")
    elif event == "started":
        session.started = True
    elif event == "collected":
        session.collected = _number(record.get("count"))
    elif event == "began":
        attempts.began(id)
        session.running[id] = None
    elif event == "result":
        session.running.pop(id, None)
        session.reported.add(id)
        return _result(record, id, attempts)
    elif event == "internal":
        return Test("INTERNALERROR", "error", "collect", "", _raised(record), _first_line(record.get("text")))
    elif event == "stopped":
        session.interrupted = True
        raised = _raised(record)
        notes.append(f"pytest was stopped: {raised[0].kind} {raised[0].message}".rstrip() if raised else "")
    elif event == "finished":
        session.status = _number(record.get("status"))
        if record.get("why"):
            session.interrupted = True
            notes.append(f"pytest stopped before its end: {_text(record.get('why'))}")
    elif event == "fault":
        notes.append(f"the plugin failed in {_text(record.get('where'))}: {_text(record.get('error'))}")
    return None


def _result(record: Mapping[str, Any], id: str, attempts: Attempts) -> Test:
    said, when, subtest = record.get("outcome"), _text(record.get("when")), _text(record.get("subtest"))
    phase = _PHASES.get(when, "call")
    expected = record.get("xfail")
    raised, text = _raised(record), _text(record.get("text"))
    outcome: Outcome
    if expected is not None and said in ("skipped", "passed"):
        outcome = "xfailed" if said == "skipped" else "xpassed"
        reason = _text(expected[0]).removeprefix("reason: ") if isinstance(expected, list) and expected else ""
    elif said in ("passed", "skipped"):
        outcome, reason = ("passed", "") if said == "passed" else ("skipped", text.removeprefix("Skipped: "))
    else:  # failed, rerun, and what another plugin may call it
        outcome = "failed" if phase == "call" else "error"
        raised, reason = (raised, "") if raised else _from_text(text)
    attempt = attempts.result(id, phase, bool(subtest), said == "rerun")
    return Test(id or ".", outcome, phase, subtest, raised, reason, attempt)


def _from_text(text: str) -> tuple[tuple[Raised, ...], str]:
    """What was raised, where only the text of a report came through."""
    found, _ = traces.read(text.split("\n"))
    frames = [error for error in found[0] if error.frames] if found else []
    return (found[0], "") if frames else ((), text.strip())


def _raised(record: Mapping[str, Any]) -> tuple[Raised, ...]:
    out: list[Raised] = []
    for error in _entries(record.get("raised")):
        frames = tuple(
            Frame(_path(frame[0]), _number(frame[1]), _text(frame[2]).replace("<module>", ""), False)
            for frame in error.get("frames") or ()
            if isinstance(frame, list) and len(frame) == 3
        )
        link, parent = _LINKS.get(_text(error.get("link")), ""), error.get("parent")
        if not link or not isinstance(parent, int) or not 0 <= parent < len(out):
            link, parent = "", -1
        out.append(Raised(_text(error.get("kind")), _text(error.get("message")), frames, link, parent))
    return tuple(out)


def _placed(tests: Iterable[tuple[Test, _Session]], tree: Tree) -> tuple[Test, ...]:
    """The tests with paths that count from the root: ids do from pytest's rootdir, frames are absolute mostly."""
    absolute = []
    for test, session in tests:
        file = test.id.partition("::")[0]
        path = file if file.startswith("/") else f"{session.root}/{file}"
        absolute.append((test, path, file))
    at = frame_places((test for test, _, _ in absolute), tree, {})
    ids = Places(tree, (path for _, path, _ in absolute))
    out = []
    for test, path, file in absolute:
        below, inside = ids.place(path)
        if inside and test.id != "INTERNALERROR":
            test = test._replace(id=below + test.id[len(file) :])
        out.append(with_frames(test, at))
    return tuple(out)


def _whole(session: _Session) -> bool:
    return session.status in (0, 1, 5) and not session.interrupted


def _ends(session: _Session) -> list[str]:
    """Notes on how a session ended."""
    notes = []
    if session.status is None:
        notes.append("pytest did not come to its end" if session.started else "pytest ended before it began to collect")
    elif session.status in _STATUS:
        notes.append(f"{_STATUS[session.status]} (exit status {session.status})")
    if not _whole(session):
        notes += [f"{id} began and did not end" for id in session.running]
        missing = session.collected - len(session.reported)
        if missing > 0 and session.started:
            notes.append(f"{missing} of {session.collected} collected tests have no result")
    return notes


def _entries(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    """A text of a record in valid Unicode."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")


def _path(value: Any) -> str:
    """A path of a record in canon.path_text's form."""
    if not isinstance(value, str):
        return ""
    try:
        return canon.path_text(value.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:  # no surrogate of ours
        return _text(value)


def _number(value: Any) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 31 else 0


def _first_line(value: Any) -> str:
    return _text(value).strip().partition("\n")[0]
