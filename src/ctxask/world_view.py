"""The repository as operators see it: joins snapshot, facts and resolution behind the World protocol."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ctxask import canon
from ctxask.expression import Places, finder, literal
from ctxask.facts import grammar
from ctxask.facts.sources import Sources
from ctxask.facts.store import Store
from ctxask.ground import Ground, open_ground
from ctxask.lesson import Lesson, Stop
from ctxask.repo.coverage import Coverage, classify
from ctxask.resolve import stubs_library, subjects
from ctxask.resolve.once import told_once
from ctxask.resolve.resolver import Resolver
from ctxask.resolve.testfiles import is_test_file
from ctxask.rows import GONE, Failure, File, Note, Record, Row, Site, Symbol, Text
from ctxask.world import Answer, Permit

if TYPE_CHECKING:
    from ctxask.captured import Captured
    from ctxask.history import History
    from ctxask.resolve import graph


def open_world(
    root: Path, include: tuple[str, ...], exclude: tuple[str, ...], tests: str, check: Callable[[], None]
) -> View:
    """The repository around root as it is now; raises Stop with a lesson, MovedTree while files change."""
    return over(open_ground(root, include, exclude), tests, check)


def over(ground: Ground, tests: str, check: Callable[[], None], permit: Permit | None = None) -> View:
    """The ground's snapshot as operators see it; nothing is started without a permit. Raises MovedTree."""
    coverage = classify(ground.snapshot, ground.config, grammar.by_extension())
    sources = Sources(ground.snapshot, coverage, ground.store, stubs_library.read, check)
    return View(ground, coverage, sources, tests, permit)


class View:
    """One snapshot opened for one request."""

    def __init__(
        self, ground: Ground, coverage: Coverage, sources: Sources, tests: str, permit: Permit | None = None
    ) -> None:
        self._permit = permit
        self._ground, self._coverage, self._sources = ground, coverage, sources
        self._snapshot, self._config = ground.snapshot, ground.config
        self._tests = tests
        self._resolver = Resolver(sources, ground.config.source_roots, ground.indexes)
        self._histories: dict[str | None, History] = {}
        self._runs: Captured | None = None
        self._unkept = self._noted = False

    # -- what a request wants to know about the whole ---------------------------------------------------------------

    @property
    def snapshot(self) -> str:
        return self._snapshot.id

    @property
    def salt(self) -> str:
        return f"{self._ground.salt} {self._tests}"

    @property
    def notes(self) -> tuple[Note, ...]:
        counts = Counter(grammar.languages()[file.language].name for file in self._coverage.files)
        covered = tuple(Note("covered_files", counts[name], name) for name in sorted(counts))
        return covered + self._snapshot.notes + self._coverage.notes + self._config.notes

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        config = self._config
        shown = {"include": config.include, "exclude": config.exclude, "roots": config.source_roots}
        shown = (shown if config.source or config.narrows else {}) | {"indexes": self._ground.indexes.shown}
        return tuple((name, ", ".join(value)) for name, value in sorted(shown.items()) if value)

    @property
    def nodes(self) -> Store:
        return self._ground.store

    @property
    def check(self) -> Callable[[], None]:
        return self._sources.check

    def keep(self) -> None:
        """Keeps what was computed."""
        self._sources.keep()
        for history in self._histories.values():
            history.keep()

    # -- what a node read: everything since the request began, so that a memo shared by nodes hides nothing ---------

    def begin(self) -> None:
        self._unkept = False

    def reads(self) -> Any:
        if self._unkept:
            return None
        sources = self._sources
        return {
            "files": {path: sources.content(path) for path in sorted(sources.read_paths)},
            "names": {name: sources.fingerprint(name) for name in sources.names_read()},
            "listing": self._listing(),
            "notes": self._told() if self._noted else "",
            "runs": self._ground.runs if self._ground.stands_on_runs else None,
        }

    def still(self, reads: Any) -> bool:
        if not isinstance(reads, dict) or reads.get("listing") != self._listing():
            return False
        if reads["notes"] not in ("", self._told()) or reads["runs"] not in (None, self._ground.runs):
            return False
        sources = self._sources
        if any(sources.content(path) != content for path, content in reads["files"].items()):
            return False
        sources.holders(frozenset(reads["names"]))
        if any(sources.fingerprint(name) != value for name, value in reads["names"].items()):
            return False
        self._ground.stands_on_runs |= reads["runs"] is not None
        return True

    def _listing(self) -> str:
        return canon.fingerprint(canon.encode(self._sources.paths()))

    def _told(self) -> str:
        return canon.fingerprint(repr(self.notes).encode("utf-8", "backslashreplace"))

    # -- what operators ask -------------------------------------------------------------------------------------------

    def files(self) -> Answer[File]:
        self._noted = True
        return Answer(self._coverage.files, self.notes, engine="repo@1")

    def find(self, subject: str, file: str | None, one: bool = False) -> Answer[Symbol]:
        try:
            found = subjects.find(self._resolver, subject, file, one)
        except Stop as stop:
            if self._config.narrows and not self._coverage.languages:
                message = f"{stop.lesson.message}: include and exclude leave no file"
                raise Stop(stop.lesson._replace(message=message, hint="ctx doctor")) from None
            raise
        subjects.check_column(self._resolver, subject, found)
        return self._answer(found)

    def symbols_in(self, paths: Sequence[str]) -> Answer[Symbol]:
        rows = [symbol for path in sorted(set(paths)) for symbol in self._resolver.definitions(path)]
        return self._answer(rows)

    def defined_like(self, needles: Sequence[str]) -> Answer[Symbol]:
        return self.symbols_in(self._sources.like(needles))

    def enclosing(self, sites: Sequence[Site]) -> Answer[Symbol]:
        found = {s.id: s for site in sites if (s := self._resolver.exact(site.path, site.within)) is not None}
        return self._answer(found.values())

    def around(self, places: Sequence[tuple[str, int]]) -> Answer[Symbol]:
        standing = [place for place in places if self._stands(*place)]
        found = {s.id: s for path, line in standing for s in (self._resolver.enclosing(path, line),)}
        return self._answer(found.values())

    def references(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        rows = told_once([self._resolver.references(symbol) for symbol in symbols])
        kept = [site for site in rows if self.wanted(site.path)]
        notes = tuple(dict.fromkeys(note for symbol in symbols for note in self._resolver.openings(symbol)))
        return self._answer(kept, (*notes, *self._resolver.checked(kept)), left_out=len(rows) - len(kept))

    def callees(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        rows = [site for symbol in symbols for site in self._resolver.callees(symbol)]
        return self._answer(rows, self._resolver.checked(rows))

    def returns(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        from ctxask.resolve.bodies import returns

        return self._answer(returns(self._sources, symbols))

    def explain(self, sites: Sequence[Site]) -> Answer[Record]:
        return self._answer([self._resolver.explain(site) for site in sites if site.bucket != "mentioned"])

    def hierarchy(self, symbols: Sequence[Symbol]) -> Answer[Symbol]:
        from ctxask.resolve.hierarchy import hierarchy

        rows, notes = hierarchy(self._resolver, symbols)
        return self._answer([row for row in rows if not row.path or self.wanted(row.path)], notes)

    def unused(self, symbols: Sequence[Symbol]) -> Answer[Record]:
        from ctxask.resolve.unused import unused

        wanted = [symbol for symbol in symbols if self.wanted(symbol.path)]
        return self._answer(*unused(self._resolver, wanted, self.is_test_file))

    def dependents(self, symbols: Sequence[Symbol], depth: int, base: str | None = None) -> Answer[Symbol]:
        from ctxask.resolve import graph

        walk = graph.dependents(self._resolver, symbols, depth, self._uses(symbols, base))
        kept = [row for row in walk.rows if self.wanted(row.path)]
        known = (*walk.notes, *self._resolver.checked(kept))
        return self._answer(kept, known, walk.omitted, len(walk.rows) - len(kept))

    def related_tests(
        self, symbols: Sequence[Symbol], base: str | None = None, wide: bool = False, hops: int | None = None
    ) -> Answer[Symbol]:
        from ctxask.resolve import related

        uses = self._uses(symbols, base)
        found = related.related_tests(self._resolver, symbols, uses, wide, hops or related.HOPS)
        missing = [symbol.id for symbol in related.unseen(self._resolver, symbols, found.rows)] if wide else []
        notes = (Note("no_test_reaches", len(missing), min(missing)),) if missing else ()
        return self._answer(found.rows, (*found.notes, *notes, *self._resolver.checked(found.rows)), found.omitted)

    def _uses(self, symbols: Sequence[Symbol], base: str | None) -> graph.Uses:
        """The sites of a symbol; of one that a change took away, those that it left behind."""
        if not any(symbol.change in GONE for symbol in symbols):
            return self._resolver.references
        return self._history(base).uses

    def paths(self, symbols: Sequence[Symbol], to: str, depth: int) -> Answer[Row]:
        from ctxask.resolve.spines import spines

        ends = frozenset(symbol.id for symbol in self._endpoint(to)) if to else frozenset()
        *rows, walk = spines(self._resolver, symbols, ends, depth)
        walked = dict(walk.values)
        closed = sum(count for name, count in walked["closed"] if name != "external")
        left = sum(left for name, _, left in walked["bounds"] if name != "depth")
        return self._answer((*rows, walk), (Note("calls_not_followed", closed),) if closed else (), left)

    def _endpoint(self, to: str) -> tuple[Symbol, ...]:
        """The one symbol at which paths end; raises Stop where there are several."""
        ends = subjects.find(self._resolver, to, None, one=True)
        if len(ends) > 1:
            raise Stop(subjects.ambiguous(to, [symbol.id for symbol in ends]))
        return ends

    def changed(self, base: str | None) -> Answer[File]:
        found = self._history(base).changes
        named = (("base_name", found.base_name),) if found.base_name else ()
        inputs = (("base", found.base), *named) if found.base else ()
        return Answer(found.rows, found.notes, engine="repo@1", inputs=inputs)

    def changed_symbols(self, files: Sequence[File], base: str | None) -> Answer[Symbol]:
        return self._answer(*self._history(base).symbols(files))

    def broken(self, symbols: Sequence[Symbol], base: str | None) -> Answer[Site]:
        sites = self._history(base).broken(symbols)
        return self._answer([site for site in sites if self.wanted(site.path)])

    def _history(self, base: str | None) -> History:
        """The base beside the snapshot, compared once; what it compares with is in no read set."""
        self._unkept = True
        if base not in self._histories:
            from ctxask.history import History

            self._histories[base] = History(self._ground, self._resolver, base, self.check)
        return self._histories[base]

    def failures(self, run: str | None) -> Answer[Failure]:
        rows, notes = self._captured.failures(run)
        return Answer(rows, notes, engine="runs@1", inputs=self._captured.take(run).inputs)

    def outcomes(self, run: str | None) -> Answer[Record]:
        return Answer(self._captured.outcomes(run), engine="runs@1", inputs=self._captured.take(run).inputs)

    def observed(self, run: str | None, paths: Sequence[str]) -> Answer[Record]:
        known = self._ground.runs if run is None else None
        if known is not None and (not known or not self._opened_runs().has_coverage()):
            self._ground.stands_on_runs = True
            return Answer((), engine="runs@1")
        name, rows = self._captured.observed(run, paths)
        return Answer(rows, engine="runs@1", inputs=(("run", name),) if rows else ())

    def as_run(self, symbols: Sequence[Symbol], run: str, base: str | None) -> Answer[Symbol]:
        from ctxask.resolve.bodies import with_bodies

        changed = [row.path for row in self._captured.since(run)]
        moved = self._captured.moved(run, self._history(base).before.entries) if changed else ()
        standing = [symbol for symbol in symbols if symbol.path not in moved]
        rows = with_bodies(standing, self._resolver, lambda: self._history(base).then, changed)
        return self._answer(rows, (Note("moved_since_run", len(moved), moved[0]),) if moved else ())

    def since(self, run: str | None) -> Answer[File]:
        return Answer(self._captured.since(run), engine="runs@1")

    def printed(self, run: str | None) -> Answer[Text]:
        rows, notes = self._captured.printed(run)
        return Answer(rows, notes, engine="runs@1", inputs=self._captured.take(run).inputs)

    def run(self, command: Sequence[str], timeout: int) -> Answer[Record]:
        import shlex

        if self._permit is None:
            message = "this would start a program, and here questions may only look"
            raise Stop(Lesson("observe_only", message, shlex.join(("ctx", "run", "--", *command))))
        self._permit.announce(tuple(command))
        before = time.monotonic()
        record, notes = self._captured.run(command, timeout)
        forgive = getattr(self.check, "forgive", None)
        if forgive is not None:
            forgive(time.monotonic() - before)  # the bound of a plan is on what we do
        return Answer((record,), notes, engine="runs@1", inputs=self._captured.take(None).inputs)

    @property
    def test_command(self) -> tuple[str, ...]:
        import shutil

        if self._config.test_command and self._permit is not None and self._permit.repository:
            return self._config.test_command
        return ("python" if shutil.which("python") else "python3", "-m", "pytest")

    @property
    def _captured(self) -> Captured:
        """The captured runs, which no read set holds."""
        self._unkept = True
        return self._opened_runs()

    def _opened_runs(self) -> Captured:
        if self._runs is None:
            from ctxask.captured import Captured

            self._runs = Captured(self._ground, grammar.by_extension())
        return self._runs

    def search(self, pattern: str, regex: bool) -> Answer[Site]:
        try:
            places = finder(pattern, self.check) if regex else literal(pattern)
        except ValueError as error:
            raise Stop(
                Lesson("bad_pattern", f"{pattern!r} is no regular expression: {error}", "leave regex out")
            ) from None
        return self._answer([site for path in self._sources.paths() for site in self._matches(path, places)])

    def _matches(self, path: str, places: Callable[[str], Places]) -> Iterator[Site]:
        text = self._sources.positions(path).source.decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            for offset, name in places(line):
                within = self._resolver.enclosing(path, number, offset + 1).name
                yield Site("", path, number, offset + 1, name, "match", "confirmed", within, "syntax", "exact")

    def lines(self, places: Sequence[tuple[str, int]]) -> Answer[Text]:
        rows = []
        for path, line in sorted(set(places)):
            if not self._stands(path, line):
                continue  # a frame of a run on other files
            text = self._sources.positions(path).text(line).decode("utf-8", "replace")
            rows.append(Text(path, line, line, self._sources.anchor(path, line, line), text.removesuffix("\r")))
        return self._answer(rows)

    def bodies(self, symbols: Sequence[Symbol]) -> Answer[Text]:
        from ctxask.resolve.bodies import body

        return self._answer([body(self._sources, symbol) for symbol in symbols])

    # -- shared -------------------------------------------------------------------------------------------------------

    def _stands(self, path: str, line: int) -> bool:
        return bool(self._sources.content(path)) and 1 <= line <= len(self._sources.positions(path).starts)

    def wanted(self, path: str) -> bool:
        """Whether rows of a file belong to the answer: by `tests`, last, only or without."""
        if self._tests == "last":
            return True
        return self.is_test_file(path) == (self._tests == "only")

    def calls(self, path: str) -> tuple[Site, ...]:
        """Every call of a file as `callees` tells it, for who asks the same of every file."""
        return self._resolver.calls(path)

    def source(self, path: str) -> bytes:
        """A covered file as UTF-8, without a byte order mark."""
        return self._sources.read(path)

    def address(self, path: str, first: int, last: int) -> str:
        """The address of lines of a covered file."""
        return canon.repo_address(path, first, last, self._sources.anchor(path, first, last))

    def is_test_file(self, path: str) -> bool:
        """By the runner's conventions, or by the configured globs."""
        return is_test_file(path) or (bool(self._config.tests) and self._config.is_test(canon.path_bytes(path)))

    def _answer(
        self, rows: Iterable[Any], notes: tuple[Note, ...] = (), omitted: int = 0, left_out: int = 0
    ) -> Answer[Any]:
        """The rows with what to know of the files that were read for them."""
        found = list(notes)
        if left_out:
            found.append(Note("tests_option", left_out, f"--tests {self._tests} leaves them out"))
        damaged = self._sources.damaged
        if damaged:
            found.append(Note("damaged_files", len(damaged), min(damaged)))
        if latin := self._sources.not_utf8:
            found.append(Note("not_utf8", len(latin), min(latin)))
        return Answer(tuple(rows), tuple(found), omitted)
