"""The World: the one protocol through which operators see the repository."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ctxask.rows import Failure, File, Note, Record, Row, Site, Symbol, Text

R = TypeVar("R", bound=Row, covariant=True)


class Answer(NamedTuple, Generic[R]):
    """Rows in their total order, and what must be known to weigh them."""

    rows: tuple[R, ...]
    notes: tuple[Note, ...] = ()
    omitted: int = 0
    engine: str = "scope@2"
    inputs: tuple[tuple[str, str], ...] = ()  # what a default stood for, e.g. ("base", tree id)


class World(Protocol):
    """What an operator may ask; every answer is recorded as read by the node that asked."""

    def files(self) -> Answer[File]:
        """Covered files, by path; notes count what is not covered, by reason."""

    def find(self, subject: str, file: str | None, one: bool = False) -> Answer[Symbol]:
        """The symbols that a subject names; raises Stop with a lesson when there is none.

        `one`: without the stubs of definitions that are among them.
        """

    def symbols_in(self, paths: Sequence[str]) -> Answer[Symbol]:
        """Every definition of these files, in source order."""

    def defined_like(self, needles: Sequence[str]) -> Answer[Symbol]:
        """Every definition of the files in which one identifier holds all the needles, in whatever case, by path."""

    def enclosing(self, sites: Sequence[Site]) -> Answer[Symbol]:
        """The symbols in whose bodies the sites stand, each once."""

    def around(self, places: Sequence[tuple[str, int]]) -> Answer[Symbol]:
        """The innermost symbols around lines, given as (path, line), each once; none for a place outside."""

    def references(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        """Every site of the symbols' names in exactly one bucket, mentions included."""

    def callees(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        """The calls in the symbols' bodies: `subject` is the callee's id, or empty where unresolved."""

    def returns(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        """Where functions hand back their results: sites with the role `return`."""

    def explain(self, sites: Sequence[Site]) -> Answer[Record]:
        """Why sites mean what they mean: records `because`, worked out anew; none for mentions."""

    def is_test_file(self, path: str) -> bool:
        """Whether a path is one of tests, by the runner's conventions or by the configured globs."""

    def hierarchy(self, symbols: Sequence[Symbol]) -> Answer[Symbol]:
        """What stands above and below classes and their members, by role and hop; raises Stop for what has neither.

        A definition outside the repository has a name and no path.
        """

    def unused(self, symbols: Sequence[Symbol]) -> Answer[Record]:
        """The definitions among these that nothing, or only tests, use: records `unused`, the surest first.

        `state`: proven, tests, none_found; `blockers`: (why, how often). Notes count what was judged, what is reached
        in another way than by a site, and what was not judged.
        """

    def dependents(self, symbols: Sequence[Symbol], depth: int, base: str | None = None) -> Answer[Symbol]:
        """What depends on the symbols, by hop, each once with its nearest edge; of one that is gone, what names it."""

    def related_tests(
        self, symbols: Sequence[Symbol], base: str | None = None, wide: bool = False, hops: int | None = None
    ) -> Answer[Symbol]:
        """Tests that reach the symbols, with trail and reason; `wide` adds those that may reach them.

        `hops`: only those so near, or as near as any; the note `tests_within` says that there may be others.
        Classes, files and folders of tests stand for all tests in them.
        """

    def paths(self, symbols: Sequence[Symbol], to: str, depth: int) -> Answer[Row]:
        """Shortest call paths from the symbols to the subject `to`, or to everything reached, one an endpoint.

        Records `path` with `symbols`, and the `sites` and `roles` that lead from each to the next; at last a record
        `walk` with its `bounds`: (name, limit, how much it left out), `closed`: (mechanism, sites that lead nowhere)
        and, where there is no path, `open`: (why, places that could lead on unseen).
        """

    def changed(self, base: str | None) -> Answer[File]:
        """Files that differ from the base tree."""

    def changed_symbols(self, files: Sequence[File], base: str | None) -> Answer[Symbol]:
        """The definitions of files that differ from the base which differ themselves, and how."""

    def broken(self, symbols: Sequence[Symbol], base: str | None) -> Answer[Site]:
        """Sites that meant a removed or renamed symbol of the base, still stand, and mean nothing any more."""

    def failures(self, run: str | None) -> Answer[Failure]:
        """The failures of a captured run, by default the latest that has test results; raises Stop for none."""

    def outcomes(self, run: str | None) -> Answer[Record]:
        """Every result of the run: records `test` with its id, the symbol that it names, subtest and outcome."""

    def observed(self, run: str | None, paths: Sequence[str]) -> Answer[Record]:
        """What each test of a run executed in these files, by default of the latest run that has coverage.

        Records `observed` with the test's id, the symbol that it names, `files`: (path, runs of lines) each, and in
        `blind` why not all of it was seen; one for every test that was measured, also where it executed nothing there.
        `parametrised`: how many `tests` a function has, run or not. `shared`: the `files` that several tests stand on,
        where the run tells. None where it has no coverage.
        """

    def as_run(self, symbols: Sequence[Symbol], run: str, base: str | None) -> Answer[Symbol]:
        """The symbols as they stood in the files that a run was made on, where their file now or at the base is one.

        `lines` are those that run when they are called. The note `moved_since_run` counts files that changed since, and
        not because they differ from the base.
        """

    def since(self, run: str | None) -> Answer[File]:
        """Files that are not as they were when the run was made."""

    def printed(self, run: str | None) -> Answer[Text]:
        """What a run printed to stdout, line by line; nothing of a report."""

    def run(self, command: Sequence[str], timeout: int) -> Answer[Record]:
        """Runs a command at the root and keeps all that it said: one record `run`.

        From then on it is the run that a question means by default. Raises Stop where nothing may be started.
        """

    @property
    def test_command(self) -> tuple[str, ...]:
        """What runs tests here, in words, to be followed by their ids."""

    def search(self, pattern: str, regex: bool) -> Answer[Site]:
        """Places where covered files hold the text."""

    def lines(self, places: Sequence[tuple[str, int]]) -> Answer[Text]:
        """Source lines by (path, line)."""

    def bodies(self, symbols: Sequence[Symbol]) -> Answer[Text]:
        """Whole definitions; one over 4 KiB is its address and size."""

    @property
    def check(self) -> Callable[[], None]:
        """Raises Deadline when the plan's wall time is used up; called between files and every few thousand steps."""


class Permit(NamedTuple):
    """That a request may start programs, and how that is told before one starts."""

    announce: Callable[[tuple[str, ...]], None]
    repository: bool = False  # whether the repository's own configuration may say what


class Recorder(Protocol):
    """A World that notes what a node reads: the engine keeps a node's rows for as long as that stays equal."""

    def begin(self) -> None:
        """Starts an empty read set."""

    def reads(self) -> Any:
        """What was asked since begin, as a JSON value: path -> content id or null, name -> fingerprint of its holders.

        None where something was asked that a read set cannot hold: then nothing is kept.
        """

    def still(self, reads: Any) -> bool:
        """Whether this snapshot would be read the same; a value that it does not understand is not."""


class Deadline(Exception):
    """The plan's wall_seconds are used up, or the person interrupted: the node that ran is incomplete."""
