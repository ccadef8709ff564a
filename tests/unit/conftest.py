"""A World in memory, for tests of what stands above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from ctxask.lesson import Lesson, Stop
from ctxask.rows import Failure, File, Note, Record, Row, Site, Symbol, Text
from ctxask.world import Answer


def symbol(name: str, path: str = "a.py", line: int = 1, **more: Any) -> Symbol:
    """A function of the fake repository."""
    return Symbol(path, name, "function", line, 5, line, line + 1, "00000000", f"def {name}()", **more)


def site(subject: str, path: str, line: int, **more: Any) -> Site:
    """A site of the fake repository."""
    values = {"role": "call", "bucket": "confirmed", "name": subject.rpartition("::")[2], **more}
    return Site(subject=subject, path=path, line=line, col=1, **values)


def failure(
    test: str, *frames: tuple[str, int, str], type: str = "AssertionError", message: str = "", **more: Any
) -> Failure:
    """A failure of the fake repository: an exception with these frames, all of them inside."""
    path, _, name = test.partition("[")[0].partition("::")
    told = {"outcome": "failed", "phase": "call", "raised": ((type, message, "", -1),), **more}
    inside = tuple((0, *frame, True) for frame in frames)
    values = {"frames": inside, **told}
    return Failure(
        test, f"{path}::{name.replace('::', '.')}" if name else path, path, type=type, message=message, **values
    )


def outcome(test: str, came_to: str, subtest: str = "") -> Record:
    """A result of a run."""
    named = test.partition("[")[0]
    return Record("test", (("outcome", came_to), ("subtest", subtest), ("symbol", named), ("test", test)))


@dataclass
class FakeWorld:
    """Two functions `load`, one `save` that calls the first, a test of it that fails, and what the engine asks."""

    moves: int = 0  # how many more times the tree moves
    contents: dict[str, str] = field(default_factory=lambda: {"a.py": "1", "b.py": "2"})
    calls: list[str] = field(default_factory=list)
    expired: Callable[[], None] = lambda: None
    seen: set[str] = field(default_factory=set)
    kept: list[tuple[str, bytes, bytes]] = field(default_factory=list)
    closed: int = 0
    snapshot: str = "snap:0000000000000000"
    salt: str = ""
    notes: tuple[Note, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    failed: tuple[Failure, ...] = (
        failure("tests/test_b.py::test_save", ("tests/test_b.py", 4, "test_save"), ("b.py", 2, "save")),
    )
    edited: tuple[File, ...] = (File("b.py", "python", "2", 10, "modified", hunks=((2, 1, 2, 1),)),)
    covered: tuple[Record, ...] = ()
    unkept: bool = False

    def check(self) -> None:
        self.expired()

    def _read(self, call: str, *paths: str) -> None:
        from ctxask.repo.snapshot import MovedTree

        self.calls.append(call)
        self.seen.update(paths)
        if self.moves:
            self.moves -= 1
            raise MovedTree("a.py")

    def files(self) -> Answer[File]:
        self._read("files")
        return Answer(tuple(File(path, "python", content, 10) for path, content in sorted(self.contents.items())))

    def find(self, subject: str, file: str | None, one: bool = False) -> Answer[Symbol]:
        self._read("find", "a.py", "b.py")
        known = (symbol("load"), symbol("load", "b.py", 7), symbol("save", "b.py"))
        fits = [row for row in known if subject in (row.name, row.id) and file in (None, row.path)]
        if not fits:
            raise Stop(Lesson("no_symbol", f"there is no symbol {subject!r}", "", ("a.py::load",), 3))
        return Answer(tuple(fits))

    def symbols_in(self, paths: Sequence[str]) -> Answer[Symbol]:
        self._read("symbols_in", *paths)
        return Answer(tuple(symbol("f", path) for path in paths))

    def defined_like(self, needles: Sequence[str]) -> Answer[Symbol]:
        self._read("defined_like", *needles)
        return Answer(tuple(symbol(needle) for needle in needles))

    def unused(self, symbols: Sequence[Symbol]) -> Answer[Record]:
        self._read("unused", *(row.path for row in symbols))
        told = ("blockers", ()), ("col", 1), ("kind", "function"), ("line", 1)
        return Answer(
            tuple(
                Record("unused", (*told, ("path", row.path), ("state", "proven"), ("symbol", row.id), ("tests", 0)))
                for row in symbols
            )
        )

    def hierarchy(self, symbols: Sequence[Symbol]) -> Answer[Symbol]:
        self._read("hierarchy", *(row.path for row in symbols))
        return Answer(tuple(symbol("f", row.path)._replace(hop=1, role="subclass", of=row.id) for row in symbols))

    def enclosing(self, sites: Sequence[Site]) -> Answer[Symbol]:
        self._read("enclosing")
        return Answer(tuple({row.path: symbol("f", row.path) for row in sites}.values()))

    def around(self, places: Sequence[tuple[str, int]]) -> Answer[Symbol]:
        self._read("around", *(path for path, _ in places))
        return Answer(tuple({path: symbol("f", path) for path, _ in places}.values()))

    def references(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        self._read("references", "b.py")
        rows = []
        for row in symbols:
            rows += [site(row.id, "b.py", 2, within="save"), site(row.id, "b.py", 9, role="import")]
            rows.append(site(row.id, "b.py", 5, bucket="undecided", target="unresolved", mechanism="getattr"))
        return Answer(tuple(rows))

    def callees(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        self._read("callees", *(row.path for row in symbols))
        return Answer(tuple(site("a.py::load", row.path, row.line + 1) for row in symbols))

    def returns(self, symbols: Sequence[Symbol]) -> Answer[Site]:
        self._read("returns", *(row.path for row in symbols))
        return Answer(tuple(site(row.id, row.path, row.last_line, role="return") for row in symbols))

    def explain(self, sites: Sequence[Site]) -> Answer[Record]:
        self._read("explain", "b.py")
        told = (("because", (("class Store defines load", "a.py:1:1"),)),)
        places = [(row.path, row.line, row.col, row.subject) for row in sites]
        return Answer(
            tuple(
                Record("because", (*told, ("col", col), ("line", line), ("path", path), ("subject", subject)))
                for path, line, col, subject in places
            )
        )

    def is_test_file(self, path: str) -> bool:
        return path.startswith("tests/")

    def dependents(self, symbols: Sequence[Symbol], depth: int, base: str | None = None) -> Answer[Symbol]:
        self._read(f"dependents {depth}", "b.py")
        edge: dict[str, Any] = {"hop": 1, "role": "call", "via": "b.py:2:1", "evidence": "scope"}
        return Answer(tuple(symbol("save", "b.py", of=row.id, **edge) for row in symbols[:1]))

    def related_tests(
        self, symbols: Sequence[Symbol], base: str | None = None, wide: bool = False, hops: int | None = None
    ) -> Answer[Symbol]:
        self._read("related_tests wide" if wide else "related_tests", "b.py")
        named = [row for row in symbols if row.name == "save"]
        edge: dict[str, Any] = {"hop": 1, "role": "call", "evidence": "scope", "is_test": True}
        test = "tests/test_b.py::test_save"
        rows = [symbol("test_save", "tests/test_b.py", of=row.id, trail=(row.id, test), **edge) for row in named[:1]]
        missing = Note("no_test_reaches", len(symbols), symbols[0].id) if wide and symbols and not named else None
        return Answer(tuple(rows), (missing,) if missing else (), omitted=2)

    def paths(self, symbols: Sequence[Symbol], to: str, depth: int) -> Answer[Row]:
        self._read(f"paths {to} {depth}", "b.py")
        return Answer((Record("path", (("sites", ("b.py:2:1",)), ("symbols", ("b.py::save", "a.py::load")))),))

    def changed(self, base: str | None) -> Answer[File]:
        self._beside("changed")
        if base == "gone":
            raise Stop(Lesson("bad_base", "there is no revision 'gone'"))
        return Answer(self.edited, inputs=(("base", base or "tree:0"),) if self.edited else ())

    def changed_symbols(self, files: Sequence[File], base: str | None) -> Answer[Symbol]:
        self._beside("changed_symbols")
        return Answer(tuple(symbol("save", row.path, change="body", lines=((2, 2),)) for row in files))

    def broken(self, symbols: Sequence[Symbol], base: str | None) -> Answer[Site]:
        self._beside("broken")
        return Answer(
            tuple(site(row.id, "b.py", 2, mechanism=row.change) for row in symbols if row.change == "removed")
        )

    def failures(self, run: str | None) -> Answer[Failure]:
        self._beside("failures")
        return Answer(self.failed, inputs=self._run(run))

    def outcomes(self, run: str | None) -> Answer[Record]:
        self._beside("outcomes")
        rows = [outcome(row.test, row.outcome) for row in self.failed]
        return Answer((*rows, outcome("tests/test_b.py::test_load", "passed")), inputs=self._run(run))

    def since(self, run: str | None) -> Answer[File]:
        self._beside("since")
        return Answer((), inputs=self._run(run))

    def observed(self, run: str | None, paths: Sequence[str]) -> Answer[Record]:
        self._beside("observed")
        return Answer(self.covered, inputs=self._run(run) if self.covered else ())

    def printed(self, run: str | None) -> Answer[Text]:
        self._beside("printed")
        (_, name), *_ = self._run(run)
        lines = ("start", f"of {name}", "end")
        return Answer(tuple(Text(f"{name}:stdout", n, n, "", text) for n, text in enumerate(lines, 1)))

    def run(self, command: Sequence[str], timeout: int) -> Answer[Record]:
        self._beside(f"run {' '.join(command)}")
        values = {"command": tuple(command), "ended": "exited", "outcome": "fail", "run": "run:1", "status": 1}
        return Answer((Record("run", tuple(sorted(values.items()))),), inputs=(("run", "run:1"),))

    @property
    def test_command(self) -> tuple[str, ...]:
        return ("python", "-m", "pytest")

    def _run(self, run: str | None) -> tuple[tuple[str, str], ...]:
        if run == "nope":
            raise Stop(Lesson("no_run", "there is no run 'nope'", "", (), 3))
        return (("run", run or "run:0000000000000000"),)

    def _beside(self, call: str) -> None:
        self._read(call)
        self.unkept = True

    def search(self, pattern: str, regex: bool) -> Answer[Site]:
        self._read(f"search {pattern}", *self.contents)
        return Answer(tuple(site("", path, 1, name=pattern) for path in sorted(self.contents)))

    def lines(self, places: Sequence[tuple[str, int]]) -> Answer[Text]:
        self._read("lines", *(path for path, _ in places))
        return Answer(tuple(Text(path, line, line, "00000000", f"line {line}") for path, line in places))

    def bodies(self, symbols: Sequence[Symbol]) -> Answer[Text]:
        self._read("bodies", *(row.path for row in symbols))
        return Answer(tuple(Text(row.path, row.line, row.line + 1, "00000000", "body", row.id) for row in symbols))

    def begin(self) -> None:
        self.seen, self.unkept = set(), False

    def reads(self) -> Any:
        if self.unkept:
            return None
        return {path: self.contents.get(path) for path in sorted(self.seen)}

    def still(self, reads: Any) -> bool:
        return all(self.contents.get(path) == content for path, content in reads.items())

    @property
    def nodes(self) -> FakeWorld:
        return self

    def get_nodes(self, key: str) -> list[tuple[bytes, bytes]]:
        return [node[1:] for node in reversed(self.kept) if node[0] == key]

    def put_node(self, key: str, reads: bytes, result: bytes) -> None:
        self.kept.append((key, reads, result))

    def remember(self, outcome: Any) -> None:
        for node in outcome.fresh:
            self.put_node(*node)

    def keep(self) -> None:
        self.closed += 1


@pytest.fixture
def world() -> FakeWorld:
    """A fresh world."""
    return FakeWorld()
