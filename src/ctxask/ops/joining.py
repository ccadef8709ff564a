"""What failures, changes and tests say together: the evidence that joins stand on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ctxask.lesson import Lesson, Stop
from ctxask.ops.changed import acting, symbols_of
from ctxask.ops.culprits import Cause, Evidence, User
from ctxask.ops.observed import Observed, observed
from ctxask.plan.declare import Argument
from ctxask.rows import Failure, Record, Symbol
from ctxask.world import Answer, World

RUN = Argument("run", "text", "a run's id or a report; the latest captured run that has test results")
NAMED = Argument("symbol", "names", "only failures of these tests, or that these definitions take part in")
CALLED, RETURNS = 3, 5  # calls of a failing line that are suspected, and places where each hands back its result
HOPS = 6  # calls between a change and a test that reaches it


def evidence(world: World, run: str | None, base: str | None) -> tuple[Evidence, Answer[Symbol]]:
    """All planes, and the changed symbols with what must be known of the comparison."""
    changes = world.changed(base)
    if not changes.inputs:  # there is nothing to compare with, so nothing that changed
        return Evidence((), {}, frozenset(), frozenset()), Answer((), changes.notes, engine=changes.engine)
    symbols = symbols_of(world, changes.rows, base)
    walk = world.related_tests(acting(symbols.rows), base)
    results = world.outcomes(run)
    outcomes = [dict(record.values) for record in results.rows]
    failed = {str(test["symbol"]) for test in outcomes if test["outcome"] in ("failed", "error")}
    passed = frozenset(str(test["symbol"]) for test in outcomes if test["outcome"] == "passed") - failed
    moved = frozenset(row.path for row in world.since(run).rows)
    bad = {str(test["test"]) for test in outcomes if test["outcome"] in ("failed", "error")}
    seen = _observed(world, dict(results.inputs).get("run", ""), symbols.rows, bad, moved)
    near = world.dependents(acting(symbols.rows), HOPS, base)
    found = Evidence(symbols.rows, reached(symbols.rows, walk.rows), passed, moved, users(near.rows), seen)
    notes = tuple(dict.fromkeys((*changes.notes, *symbols.notes, *walk.notes)))
    return found, Answer(symbols.rows, notes, walk.omitted, symbols.engine, changes.inputs)


def _observed(world: World, run: str, symbols: Sequence[Symbol], failed: set[str], moved: frozenset[str]) -> Observed:
    """What the coverage of a captured run says; a report has none."""
    if not run.startswith("run:"):
        return Observed()
    paths = sorted({symbol.path for symbol in symbols} - moved)
    return observed(symbols, world.observed(run, paths).rows, failed, moved)


def reached(symbols: Sequence[Symbol], tests: Iterable[Symbol]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Changed symbol -> test or folder of tests that reaches it -> the trail from the one to the other."""
    found: dict[str, dict[str, tuple[str, ...]]] = {symbol.id: {} for symbol in symbols}
    for row in tests:
        for start in row.reaches or row.trail[:1] if row.role != "name_only" else ():
            trail = row.trail if row.trail[:1] == (start,) else (start, row.id)
            found.setdefault(start, {})[row.id] = trail
    return found


def users(dependents: Iterable[Symbol]) -> dict[str, list[User]]:
    """Changed symbol -> the definitions outside tests that depend on it, the nearest first."""
    found: dict[str, list[User]] = {}
    for row in dependents:
        for start in row.reaches or row.trail[:1] if not row.is_test and row.name else ():
            trail = row.trail if row.trail[:1] == (start,) else (start, row.id)
            for first, last in ((row.first_line, row.last_line), *row.more):
                found.setdefault(start, []).append(User(row.path, first, last, trail))
    return found


def failures_of(world: World, args: Mapping[str, Any]) -> Answer[Failure]:
    """The failures of a run, those of the named subjects where there are any; raises Stop where none is theirs."""
    answer = world.failures(args.get("run"))
    given = args.get("symbol")
    if given is None or not answer.rows:
        return answer
    subjects = (given,) if isinstance(given, str) else tuple(given)
    kept = tuple(f for f in answer.rows if f.test in subjects or f.test.partition("[")[0] in subjects)
    if not kept:
        symbols = tuple(row for subject in subjects for row in world.find(subject, None).rows)
        kept = concerning(world, answer.rows, symbols)
    if not kept:
        message = f"no failure of the run concerns {', '.join(subjects)}"
        raise Stop(Lesson("no_failure", message, "leave --symbol out"))
    return answer._replace(rows=kept)


def suspects(world: World, found: Iterable[Cause]) -> tuple[Record, ...]:
    """Where causes came from, which is all there is to say where no change explains them.

    That is the definition that raised; for an exception that a test raised itself, such as a failed assertion, what
    the test calls in that line, or anywhere.
    """
    found_in: dict[str, tuple[Symbol, str, str, list[Cause]]] = {}
    for cause in found:
        place = next((f for f in reversed(_inner(cause)) if not world.is_test_file(f[1])), None)
        if place is not None:
            how, symbols = "raised", world.around([place[1:3]]).rows
            at = f"{place[1]}:{place[2]}" + (f" in {place[3]}" if place[3] else "")
        else:
            how, at, symbols = "called", "", _called(world, cause)
        for symbol in symbols:
            found_in.setdefault(symbol.id, (symbol, how, at, []))[3].append(cause)
    return tuple(_suspect(world, *suspect) for suspect in found_in.values())


def _inner(cause: Cause) -> list[tuple[int, str, int, str, bool]]:
    first = cause.failures[0]
    return [frame for frame in first.frames if frame[0] == first.root and frame[4]]


def _called(world: World, cause: Cause) -> tuple[Symbol, ...]:
    """What the failing test calls, in the line that failed where that calls anything of the repository."""
    test = cause.failures[0].symbol
    path, _, name = test.partition("::")
    if not name or not cause.line:
        return ()
    tests = tuple(row for row in world.symbols_in((path,)).rows if row.id == test)
    calls = [site for site in world.callees(tests).rows if site.subject and site.bucket == "confirmed"]
    here = [site for site in calls if site.line == cause.line] or calls
    names = {site.subject for site in here if not world.is_test_file(site.subject.partition("::")[0])}
    paths = sorted({name.partition("::")[0] for name in names})
    found = [row for row in world.symbols_in(paths).rows if row.id in names]
    functions = [row for row in found if row.kind != "class"]  # a class hands back what it is, which is no suspicion
    return tuple((functions or found)[:CALLED])


def _suspect(world: World, symbol: Symbol, how: str, at: str, explained: Sequence[Cause]) -> Record:
    values: dict[str, Any] = {
        "symbol": symbol.id,
        "line": symbol.line,
        "how": how,
        "explains": sum(len(cause.failures) for cause in explained),
        "causes": tuple(cause.id for cause in explained),
    }
    if how == "raised":
        values["at"] = at
    else:
        values["returns"] = tuple(site.line for site in world.returns((symbol,)).rows)[:RETURNS]
    return Record("suspect", tuple(sorted(values.items())))


def concerning(world: World, failures: Sequence[Failure], symbols: Sequence[Symbol]) -> tuple[Failure, ...]:
    """The failures of these tests, or with a frame in these definitions, or whose tests reach them."""
    ids = {symbol.id for symbol in symbols}
    near = {row.id for row in world.dependents(symbols, HOPS).rows if row.is_test}
    return tuple(
        failure
        for failure in failures
        if failure.symbol in ids
        or failure.path in ids
        or failure.symbol in near
        or any(_inside(frame[1], frame[2], symbol) for frame in failure.frames for symbol in symbols)
    )


def _inside(path: str, line: int, symbol: Symbol) -> bool:
    spans = ((symbol.first_line, symbol.last_line), *symbol.more)
    return path == symbol.path and any(first <= line <= last for first, last in spans)
