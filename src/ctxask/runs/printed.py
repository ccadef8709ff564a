"""Results from what a command printed: the last resort, where no runner reported them as data."""

from __future__ import annotations

from collections.abc import Sequence

from ctxask.runs import lines as text
from ctxask.runs import outline, pytest_text, traces, unittest_text
from ctxask.runs.model import Results, Test
from ctxask.runs.paths import Places, Tree
from ctxask.runs.placing import candidates, frame_places, from_dotted, placed, with_frames
from ctxask.runs.settle import settled, without_places

_CONFTEST = "ImportError while loading conftest '"
MANY = 1000  # failures of a command that is no runner


def read(data: bytes, tree: Tree) -> Results:
    """What printed text tells of tests, else of exceptions that ended a command; never raises.

    The source is `printed` where something was found, and empty where there was nothing to find.
    """
    lines, before = text.read(data)
    found = _pytest(lines, tree) or _unittest(lines, tree) or _plain(lines, tree)
    if not found.source:
        return found
    if before:
        note = f"the first {before} lines were left out: only the last {text.LIMIT} bytes are read"
        found = found._replace(notes=(*found.notes, note))
    return without_places(settled(found))


def _pytest(lines: Sequence[str], tree: Tree) -> Results | None:
    parts = []
    for session in outline.sessions(lines):
        found, quotes = pytest_text.results(lines, session)
        parts.append(placed(found, tree, quotes))
    if not parts:
        return _conftest(lines, tree)
    return Results(
        "printed",
        tuple(test for part in parts for test in part.tests),
        all(part.whole for part in parts),
        tuple(note for part in parts for note in part.notes),
    )


def _conftest(lines: Sequence[str], tree: Tree) -> Results | None:
    """A conftest that cannot be imported ends pytest before it prints anything else."""
    at = next((at for at, line in enumerate(lines) if line.startswith(_CONFTEST)), None)
    if at is None:
        return None
    found, quotes = traces.read(lines[at + 1 :])
    raised = next((raised for raised in found if raised[0].frames), ())
    path = lines[at][len(_CONFTEST) :].rstrip(".").rstrip("'")
    return placed(Results("printed", (Test(path, "error", "collect", "", raised),), False), tree, quotes)


def _unittest(lines: Sequence[str], tree: Tree) -> Results | None:
    if not unittest_text.shown(lines):
        return None
    found, quotes = unittest_text.results(lines)
    at = frame_places(found.tests, tree, quotes)
    files = Places(tree, [path for test in found.tests for path in candidates(test.id)], None, at.base)
    tests = (with_frames(test._replace(id=from_dotted(test.id, files) or test.id), at) for test in found.tests)
    return found._replace(tests=tuple(tests))


def _plain(lines: Sequence[str], tree: Tree) -> Results:
    """Tracebacks of any command: each is an error, under the file that it began in."""
    if not any("Traceback (most" in line or line.startswith('  File "') for line in lines):
        return Results()
    reader = traces.Reader(bounded=False)
    reader.feed(lines)
    tests = [
        Test("", "error", "call", "", raised) for raised in reader.failures() if raised[0].kind or raised[0].frames
    ]
    if not tests:
        return Results()
    notes = () if len(tests) <= MANY else (f"{len(tests) - MANY} more tracebacks were left out",)
    at = frame_places(tests, tree, reader.quotes)
    named = (_began(with_frames(test, at)) for test in tests[:MANY])
    return Results("printed", tuple(named), True, notes)


def _began(test: Test) -> Test:
    frames = [frame for error in test.raised for frame in error.frames]
    first = next((frame for frame in frames if frame.inside), frames[0] if frames else None)
    return test._replace(id=first.path if first is not None else test.raised[0].kind)
