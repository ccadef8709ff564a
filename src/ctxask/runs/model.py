"""What a captured command came to, in the words that every source of results is brought to."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
Phase = Literal["collect", "setup", "call", "teardown"]
Link = Literal["", "cause", "context", "member"]
Source = Literal["", "pytest", "junit", "printed"]
Ended = Literal["exited", "signal", "timeout", "incomplete", "not_started", "imported", "running", "damaged"]


class Frame(NamedTuple):
    """One frame of a traceback."""

    path: str  # relative to the root where it is inside, in canon.path_text's form; else shortened, never absolute
    line: int  # 1-based; 0 where the source does not say
    function: str  # as the runner names it, qualified where it does; empty at module level
    inside: bool  # whether it is a file below the root that is not of an installed environment


class Raised(NamedTuple):
    """One exception of a failure; a chain or a group is several of them, the one that the runner reported first."""

    kind: str  # `ValueError`, `package.module.Error`; empty where the source does not say
    message: str  # whole
    frames: tuple[Frame, ...]  # the outermost first
    link: Link = ""  # what it is to its parent: the cause (`raise … from`), the context, a member of the group
    parent: int = -1  # index among the failure's exceptions


class Test(NamedTuple):
    """One result that a runner reported: a test, a subtest, or something that could not be collected."""

    id: str  # a pytest node id relative to the root, or the runner's own name where there is no file
    outcome: Outcome
    phase: Phase = "call"
    subtest: str = ""  # its own description where it is a subtest of the id
    raised: tuple[Raised, ...] = ()
    reason: str = ""  # of a skip or an expected failure; the message where no exception was reported
    attempt: int = 1  # counts up where a test is run again
    lines: tuple[int, int] = (0, 0)  # 1-based lines of the kept stdout that tell of it; zeros where unknown


class Results(NamedTuple):
    """What the tests of a run came to, in the order in which they were reported, or by id where that has no meaning."""

    source: Source = ""  # who says so; empty: nobody, the command ran no tests that are known
    tests: tuple[Test, ...] = ()
    whole: bool = True  # whether the runner said that it had come to its end
    notes: tuple[str, ...] = ()  # what a reader must know: results that were lost, a file that could not be read


class Run(NamedTuple):
    """A command as it was captured, or a report that was imported; what its tests came to is read apart from it."""

    id: str  # `run:` and 16 hex digits
    sequence: int  # runs of a work tree in the order in which they began; an order of its own, whatever the clock says
    started: int  # seconds since 1970, for people and for how long it is kept; no part of an answer
    command: tuple[str, ...] = ()  # as it was given, in canon.path_text's form; empty for an import
    folder: str = ""  # where it ran, relative to the root; "" at the root
    snapshot: str = ""  # id of the snapshot before it started; empty for an import, and where files did not rest
    head: str = ""  # id of the commit that was checked out; empty where there is none
    ended: Ended = "incomplete"
    status: int = -1  # exit status of the command, 128 + signal, 127 for a missing one; -1 where unknown
    source: Source = ""  # who says what its tests came to; empty: there are no test results
    counts: tuple[tuple[Outcome, int], ...] = ()  # how many results there are of each outcome, sorted
    notes: tuple[str, ...] = ()  # what a reader must know, such as output that could not be kept
    # Content ids in the store. Empty where there is nothing, and while a run is kept as it came (running, incomplete).
    stdout: str = ""
    stderr: str = ""
    records: str = ""  # what the plugin wrote down; the report, for an import
    stamp: str = ""  # path and content id of every file of the snapshot
    coverage: str = ""  # which lines each test executed
    stdout_bytes: int = 0
    stderr_bytes: int = 0
