"""What every source of results owes its reader: attempts counted, no test passed with a failed part, losses said."""

from __future__ import annotations

from ctxask.runs.model import Results, Test

BAD = ("failed", "error")


class Attempts:
    """Which attempt a result belongs to, told event by event."""

    def __init__(self) -> None:
        self._current: dict[str, int] = {}
        self._seen: dict[str, set[str]] = {}  # phases that the current attempt has reported

    def began(self, id: str) -> None:
        """The runner begins a test: anew, if it has reported of it already."""
        if self._seen.get(id):
            self._next(id)

    def result(self, id: str, phase: str, part: bool, again: bool = False) -> int:
        """The attempt of a result; `part` of a subtest, `again` where the runner says that it will run it again."""
        seen = self._seen.setdefault(id, set())
        if "again" in seen or (not part and phase in seen):
            self._next(id)
            seen = self._seen[id]
        if not part:
            seen.add(phase)
        if again:
            seen.add("again")
        return self._current.get(id, 1)

    def _next(self, id: str) -> None:
        self._current[id] = self._current.get(id, 1) + 1
        self._seen[id] = set()


def settled(results: Results) -> Results:
    """The results with what follows from them."""
    tests = _parents(_once(results.tests))
    notes = list(results.notes)
    broken = sum(test.phase == "collect" and test.outcome in BAD for test in tests)
    nothing = broken > 0 and all(test.phase == "collect" for test in tests)
    if nothing:
        notes.append(f"no test ran: {_count(broken, 'file')} could not be collected")
    return results._replace(tests=tests, whole=results.whole and not nothing, notes=tuple(dict.fromkeys(notes)))


def without_places(results: Results) -> Results:
    """The results, which say so where failures of a printed or written report name no place."""
    bare = [
        test for test in results.tests if test.outcome in BAD and test.raised and not any(e.frames for e in test.raised)
    ]
    if not bare:
        return results
    note = f"{_count(len(bare), 'failure')} without a place: what was reported holds no frames"
    return results._replace(notes=(*results.notes, note))


def _once(tests: tuple[Test, ...]) -> tuple[Test, ...]:
    """Each error of a file once: every worker of a distributed run may have reported it."""
    files: dict[str, Test] = {}
    for test in tests:
        if test.phase == "collect":
            files.setdefault(test.id, test)
    return tuple(test for test in tests if test.phase != "collect" or files[test.id] is test)


def _parents(tests: tuple[Test, ...]) -> tuple[Test, ...]:
    """A test with a failed subtest has failed: also where it was reported as passed, or is not named for itself."""
    failed: dict[tuple[str, int], int] = {}
    last: dict[tuple[str, int], int] = {}
    for at, test in enumerate(tests):
        key = (test.id, test.attempt)
        if test.subtest and test.outcome in BAD:
            failed[key] = failed.get(key, 0) + 1
            last[key] = at
    if not failed:
        return tests
    whole = {(test.id, test.attempt) for test in tests if not test.subtest}
    out: list[Test] = []
    for at, test in enumerate(tests):
        key = (test.id, test.attempt)
        reason = f"contains {_count(failed[key], 'failed subtest')}" if key in failed else ""
        passed = test.outcome == "passed" and not test.subtest
        out.append(test._replace(outcome="failed", reason=reason) if passed and reason else test)
        if last.get(key) == at and key not in whole:
            out.append(Test(test.id, "failed", "call", "", (), reason, test.attempt))
    return tuple(out)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
