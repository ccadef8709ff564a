"""Which tests reach symbols: those in whose body the walk ends, and those for which a runner runs what it reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ctxask.resolve.broken import IMPORTED
from ctxask.resolve.graph import IMPORTS, Bound, Uses, Walk, runs, walk
from ctxask.resolve.resolver import Resolver
from ctxask.resolve.testfiles import is_test, is_test_file
from ctxask.rows import Note, Site, Symbol

HOPS = 5
WIDE_HOPS = 12  # where a missed test costs more than one too many
WIDE_BOUND = Bound(2_000, 200_000)
_AROUND = frozenset(  # what a runner runs around each test of a class or module, without the test naming it
    {
        "setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown", "setUpModule",
        "tearDownModule",
        "setup_method", "teardown_method", "setup_class", "teardown_class", "setup_module", "teardown_module",
        "setup_function", "teardown_function", "setup", "teardown", "setUpTestData", "_pre_setup", "_post_teardown",
    }
)  # fmt: skip
_CLASSES = ("class",)
_UNSEEN = frozenset({"outside_base", "protocol_method"})  # why what calls a method need not name it
_UNSEEN_WIDE = _UNSEEN | {"made_up_name"}


def related_tests(
    resolver: Resolver, symbols: Sequence[Symbol], uses: Uses | None = None, wide: bool = False, hops: int = HOPS
) -> Walk:
    """Tests that reach the symbols within so many hops, the nearest first, with the trail.

    For a symbol that none so near reaches, those at the next hop that has any; where no hop has, files by their names.
    `wide` also takes what may reach them: sites that a subclass or a protocol may be meant by, and for a symbol that no
    test reaches so, test files that import its module. A row that is a class, a file or a folder of tests stands for
    all tests in it.
    """
    all_uses = implied(resolver, uses or resolver.references, wide)
    found = walk(resolver, symbols, WIDE_HOPS if wide else hops, all_uses, wide, WIDE_BOUND if wide else None)
    tests: dict[str, Symbol] = {}
    starts = [row._replace(hop=0, role="subject", trail=(row.id,)) for row in found.starts if _still_runs(row)]
    for row in (*starts, *found.rows):
        for test in _run_by(resolver, row):
            _add(tests, test)
    for row in unseen(resolver, symbols, tuple(tests.values())) if wide else ():
        for test in _importing(resolver, row):
            _add(tests, test)
    notes, omitted = found.notes, found.omitted
    if found.beyond and not wide and hops < HOPS:
        notes = (*notes, Note("tests_within", hops))
        seen = _reached(tests.values())
        if left := [symbol for symbol in symbols if symbol.id not in seen]:
            deeper = related_tests(resolver, left, uses, hops=hops + 1)
            notes = (*notes, *(note for note in deeper.notes if note.code != "tests_within"))
            omitted += deeper.omitted
            for test in (row for row in deeper.rows if row.role != "name_only"):
                _add(tests, test)
    rows = list(tests.values()) or _alike(resolver, symbols)
    return Walk(tuple(sorted(rows, key=lambda s: (s.hop, s.id))), tuple(dict.fromkeys(notes)), omitted)


def _add(tests: dict[str, Symbol], test: Symbol) -> None:
    known = tests.get(test.id)
    tests[test.id] = test._replace(is_test=True) if known is None else _both(known, test)


def unseen(resolver: Resolver, symbols: Sequence[Symbol], tests: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The symbols that none of the tests reaches, without those that nothing can have to do with."""
    seen = _reached(row for row in tests if row.role != "name_only")
    left = (symbol for symbol in symbols if symbol.id not in seen and not is_test_file(symbol.path))
    return tuple(symbol for symbol in left if not _is_idle(resolver, symbol))


def _reached(tests: Iterable[Symbol]) -> set[str]:
    """Ids of the symbols that the ways to some tests begin at."""
    return {start for row in tests for start in row.reaches or row.trail[:1]}


def _is_idle(resolver: Resolver, symbol: Symbol) -> bool:
    """Whether a symbol cannot have changed what any test does: new and not used, or a name that nobody asked for."""
    if symbol.kind == IMPORTED:
        return True
    if symbol.change != "added" or not symbol.name:
        return False
    sites = resolver.references(symbol)
    used = any(site.bucket in ("confirmed", "likely", "undecided") for site in sites)
    return not used and not resolver.openings(symbol)


def implied(resolver: Resolver, uses: Uses, wide: bool) -> Uses:
    """Uses with those of a method's class, where the language or a base outside the repository calls the method.

    `wide`: also where a `getattr` somewhere makes up names that begin as the method's does.
    """

    def uses_with_class(symbol: Symbol) -> Sequence[Site]:
        sites = uses(symbol)
        if wide and _is_fixture(resolver, symbol):  # `usefixtures("name")`, `getfixturevalue("name")`
            named = (site for site in sites if site.role == "string" and is_test_file(site.path))
            return (*sites, *(site._replace(bucket="likely", role="fixture") for site in named))
        around = symbol.name.rpartition(".")[0]
        if not around or symbol.kind not in ("method", "property") or resolver.kind(symbol.path) != "python":
            return sites
        cls = resolver.exact(symbol.path, around)
        if cls is None or cls.kind != "class" or not _called_unseen(resolver, symbol, wide):
            return sites
        return (*sites, *uses(cls))

    return uses_with_class


def _called_unseen(resolver: Resolver, method: Symbol, wide: bool) -> bool:
    """Whether something calls a method without naming it, wherever there is an object of its class."""
    last = method.name.rpartition(".")[2]
    if last.startswith("__") and last.endswith("__"):
        return True
    codes = {note.code for note in resolver.python.openings(method)}
    return not codes.isdisjoint(_UNSEEN_WIDE if wide else _UNSEEN)


def _importing(resolver: Resolver, symbol: Symbol) -> Iterator[Symbol]:
    """The test files that import the symbol's module, or what imports it, at any distance."""
    start = symbol.old.partition("::")[0] if symbol.change == "removed" and symbol.old else symbol.path
    seen = {start}
    frontier = [start]
    for hop in range(1, WIDE_HOPS):
        reached: dict[str, Site] = {}
        for path in frontier:
            for site in resolver.references(resolver.module(path)) if resolver.kind(path) == "python" else ():
                if site.role in IMPORTS and site.bucket in ("confirmed", "likely") and site.path not in seen:
                    reached.setdefault(site.path, site)
        seen |= set(reached)
        tests = [path for path in sorted(reached) if is_test_file(path)]
        for path in tests:
            site = reached[path]
            folder = path.rpartition("/")[0] or "."
            stands = resolver.module(path)
            if path.rpartition("/")[2] == "conftest.py":  # no file of tests, but part of all below it
                stands = Symbol(folder, "", "folder", 1, 1, 1, 1, "")
            module = stands._replace(
                hop=hop, role="import", via=f"{path}:{site.line}:{site.col}", of=symbol.id, evidence="syntax"
            )
            yield module._replace(trail=(symbol.id, module.id), reaches=(symbol.id,))
        if not reached:
            return
        frontier = sorted(reached)


def _both(known: Symbol, test: Symbol) -> Symbol:
    """A test that is reached in two ways: by the nearer one, by an import last; from all that either starts at."""
    starts = {*(known.reaches or known.trail[:1]), *(test.reaches or test.trail[:1])}
    better = test if known.role in IMPORTS and test.role not in IMPORTS else known
    return better._replace(is_test=True, reaches=tuple(sorted(starts)) if len(starts) > 1 else better.reaches)


def _still_runs(row: Symbol) -> bool:
    """Whether a changed symbol is of tests, and not a test that is gone; a conftest.py may leave its tests behind."""
    return is_test_file(row.path) and (row.change != "removed" or row.path.rpartition("/")[2] == "conftest.py")


def _run_by(resolver: Resolver, row: Symbol) -> Iterator[Symbol]:
    """The row where it is a test, and the tests around which a runner runs it."""
    if not is_test_file(row.path):
        return
    around, _, last = row.name.rpartition(".")
    if around and last.startswith("test"):
        yield from (_reached_by(cls, row) for cls in _subclasses(resolver, row.path, around))
    if is_test(row):
        if not around or _collected(resolver, row.path, around):
            yield row
        return
    if row.path.rpartition("/")[2] == "conftest.py":
        if (not row.name and runs(row)) or last.startswith("pytest_") or _is_autouse(resolver, row):
            yield _below(row)
        return
    everywhere = last in _AROUND or _is_autouse(resolver, row)
    cls = resolver.exact(row.path, around) if everywhere and around else row if row.kind in _CLASSES else None
    if cls is not None:  # the body of a class, and what stands around its tests: those that it inherits as well
        heirs = _subclasses(resolver, cls.path, cls.name)
        yield from (_reached_by(one, row) for one in (cls, *heirs) if _collected(resolver, one.path, one.name))
    elif everywhere or (not row.name and runs(row)):
        yield from _tests_in(resolver, row)


def _collected(resolver: Resolver, path: str, name: str) -> bool:
    """Whether pytest takes a class for one of tests: by its name, or as a heir of unittest's."""
    waiting, seen = [name], set[str]()
    while waiting:
        cls = resolver.exact(path, waiting.pop())
        if cls is None or cls.name in seen:
            continue
        seen.add(cls.name)
        bases = [base.strip() for base in cls.signature.partition("(")[2].rpartition(")")[0].split(",")]
        if cls.name.rpartition(".")[2].startswith("Test") or any(base.endswith("TestCase") for base in bases):
            return True
        if any("." in base or resolver.exact(path, base) is None for base in bases if base and "=" not in base):
            return True  # of another file: it may well be one of tests
        waiting += bases
    return not path.endswith(".py")


def _tests_in(resolver: Resolver, row: Symbol) -> Iterator[Symbol]:
    """The tests of a file, reached as the row is."""
    yield from (_reached_by(test, row) for test in resolver.definitions(row.path) if is_test(test))


def _subclasses(resolver: Resolver, path: str, name: str) -> list[Symbol]:
    """The classes of tests that inherit from a class, at any distance."""
    found: dict[str, Symbol] = {}
    waiting = [resolver.exact(path, name)]
    while waiting:
        base = waiting.pop()
        for site in resolver.references(base) if base is not None else ():
            cls = resolver.exact(site.path, site.within) if site.role == "base" and site.bucket == "confirmed" else None
            if cls is not None and cls.kind in _CLASSES and is_test_file(cls.path) and cls.id not in found:
                found[cls.id] = cls
                waiting.append(cls)
    return [found[id_] for id_ in sorted(found)]


def _below(row: Symbol) -> Symbol:
    """The folder of a conftest.py, for all tests below it."""
    folder = row.path.rpartition("/")[0] or "."
    return _reached_by(Symbol(folder, "", "folder", 1, 1, 1, 1, ""), row)


def _reached_by(test: Symbol, row: Symbol) -> Symbol:
    return test._replace(
        hop=row.hop,
        role=row.role,
        via=row.via,
        of=row.of,
        evidence=row.evidence,
        target=row.target,
        trail=(*row.trail, test.id) if row.trail[-1:] != (test.id,) else row.trail,
        reaches=row.reaches,
    )


def _is_autouse(resolver: Resolver, row: Symbol) -> bool:
    """Whether a fixture takes part in tests that do not name it."""
    return _is_fixture(resolver, row) and b"autouse" in decorators(resolver, row)


def _is_fixture(resolver: Resolver, row: Symbol) -> bool:
    if resolver.kind(row.path) != "python" or row.kind not in ("function", "method"):
        return False
    return b"fixture" in decorators(resolver, row)


def decorators(resolver: Resolver, row: Symbol) -> bytes:
    """The source of what decorates a definition."""
    return b"".join(resolver.sources.lines(row.path)[row.first_line - 1 : row.line - 1])


def _alike(resolver: Resolver, symbols: Sequence[Symbol]) -> list[Symbol]:
    """Test files called after the symbols' files: a last resort, and labelled so."""
    stems = {s.path.rpartition("/")[2].partition(".")[0] for s in symbols}
    names = (
        {f"test_{stem}.py" for stem in stems} | {f"{stem}_test.py" for stem in stems} | {f"{s}_test.go" for s in stems}
    )
    found = [path for path in resolver.sources.paths() if path.rpartition("/")[2] in names]
    return [resolver.module(path)._replace(hop=1, role="name_only", evidence="name", is_test=True) for path in found]
