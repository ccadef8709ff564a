"""Makes the seeds of a package: tries places until the tests show the fault, then puts innocent edits beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from eval.seeds import faults, innocent
from eval.seeds.model import Edit, Seed, contents, plain
from eval.seeds.observed import Pristine, Where, measure
from eval.seeds.suite import ASSERTIONS, FAILED, Failure, Ran, Suite
from eval.seeds.text import Function, Source, applied, compiles, differs

TRIES = 14  # places that are tried for a fault, of one kind in one package
QUICK = 40  # tests that are run first, to see whether any fails
AT_IMPORT = ("default", "rename", "module constant", "class attribute", "decorator")  # whatever is imported may notice
MANY = 300  # tests; where there are more the whole suite is run
LEAST, MOST = 2, 5  # innocent edits


class Maker:
    """Makes seeds in the work tree of a package."""

    def __init__(self, suite: Suite, pristine: Pristine, number: int, hard: bool = False) -> None:
        self.suite = suite
        self.sources = suite.sources
        self.pristine = pristine
        self._number = number
        self._hard = hard
        self._functions: dict[Where, tuple[Source, Function]] = {
            (path, source.name(function)): (source, function)
            for path, source in self.sources.items()
            for function in source.functions
        }
        self._used: set[Where] = set()  # definitions that have had their fault

    def seed(self, kind: str) -> Seed | None:
        """One seed of a kind; none where no place of it makes a test fail."""
        random = Random(f"{self._number} {self.suite.name} {kind}")
        places = [site for source in self.sources.values() for site in faults.sites(source, kind)]
        random.shuffle(places)
        tried = 0
        for site in places:
            source = self.sources[site.path]
            if (site.path, site.symbol) in self._used or not differs(source.content, site.changes):
                continue
            if not compiles(applied(source.content, site.changes)):
                continue
            covering = self._covering(site)
            if not covering:
                continue
            tried += 1
            if tried > TRIES:
                return None
            if made := self._with_fault(random, site, covering):
                self._used.add((site.path, site.symbol))
                return made
        return None

    def keep(self, seed: Seed) -> None:
        """A seed that is there already: its definition has had its fault."""
        self._used.add((seed.culprit.path, seed.culprit.symbol))

    def _with_fault(self, random: Random, site: faults.Site, covering: list[str]) -> Seed | None:
        """The seed of a fault, when a test fails and innocent edits can be found."""
        fault = Edit(site.kind, site.path, site.symbol, site.line, site.changes, site.new, True, 0, site.binds)
        self.suite.write(contents([fault], self.sources))
        quick = self.suite.run(random.sample(covering, min(QUICK, len(covering))), ["-x"])
        if not quick.ended or not quick.failed:
            return None
        test = sorted(quick.failed)[0]
        ran, executed = measure(self.suite, _changed(self.sources, [fault]), [test])
        if ran is None or not ran.failed:
            return None
        before = {where for where, tests in executed.items() if tests}
        for _ in range(3):
            edits = [fault, *self._innocents(random, fault, before)]
            if len(edits) <= LEAST:
                return None
            random.shuffle(edits)
            if made := self._checked(fault, edits, test):
                return made
        return None

    def _innocents(self, random: Random, fault: Edit, executed: set[Where]) -> Iterator[Edit]:
        """Edits of other functions, more than half of which the failing test executes where it executes enough."""
        wanted = random.randint(LEAST, MOST)
        near = [where for where in sorted(executed) if self._free(where, fault)]
        far = [w for w, tests in sorted(self.pristine.executed.items()) if tests and self._free(w, fault)]
        random.shuffle(near)
        random.shuffle(far)
        chosen: dict[Where, Edit] = {}
        needed = min(wanted // 2 + 1, len(near)) if near else 0
        for where in [*near, *far]:
            if len(chosen) == needed and where in executed and len(near) > needed:
                continue  # enough of those that the test executes
            if len(chosen) == wanted:
                break
            if edit := self._innocent(random, where, chosen):
                chosen[where] = edit
        yield from chosen.values()

    def _innocent(self, random: Random, where: Where, chosen: Iterable[Where]) -> Edit | None:
        """An innocent edit of a function."""
        if where not in self._functions or any(_nested(where, other) for other in chosen):
            return None
        source, function = self._functions[where]
        picked = innocent.pick(random, source, function, self._hard)
        if picked is None:
            return None
        kind, changes = picked
        if not compiles(applied(source.content, changes)):
            return None
        line = source.content[: min(changes)[0]].count(b"\n") + 1
        return Edit(kind, where[0], where[1], line, tuple(changes), "", False, 0)

    def _checked(self, fault: Edit, edits: list[Edit], test: str) -> Seed | None:
        """The seed with what was measured: the innocent edits alone break nothing, and with the fault tests fail."""
        innocents = [edit for edit in edits if edit is not fault]
        self.suite.write(contents(innocents, self.sources))
        alone = self.suite.run(self._executing(innocents))
        if not alone.ended or self._broken(alone):
            return None
        self.suite.write(contents(edits, self.sources))
        ran, executed = measure(self.suite, _changed(self.sources, edits), [test])
        whole = self.suite.run(() if fault.kind in AT_IMPORT else self._executing([fault]))
        broken = self._broken(whole)
        if ran is None or test not in ran.failed or not whole.ended or test not in broken:
            return None
        failures = [whole.failures[one] for one in sorted(broken) if one in whole.failures]
        measured = [replace(edit, executed=bool(executed.get((edit.path, edit.symbol)))) for edit in innocents]
        outcomes = {plain(one) for one in broken}
        if whole.outcomes[test] == FAILED and 2 * sum(edit.executed for edit in measured) < len(measured):
            return None
        votes = Counter(deepest(failure, edits, self.sources) for failure in failures)
        final = [fault if edit is fault else measured[innocents.index(edit)] for edit in edits]
        final = [replace(edit, votes=votes[number]) for number, edit in enumerate(final)]
        at = edits.index(fault)
        wrong = all(f.type in ASSERTIONS for f in failures) and not any(
            at in held(failure, edits, self.sources) for failure in failures
        )
        return Seed(self.suite.name, fault.kind, tuple(final), at, tuple(sorted(outcomes)), plain(test), wrong)

    def _executing(self, edits: Iterable[Edit]) -> list[str]:
        """All tests that execute an edited function, as no other can tell the difference; nothing, for all, if many."""
        found = {
            test
            for edit in edits
            for (path, name), tests in self.pristine.executed.items()
            if path == edit.path and f"{name}.".startswith(f"{edit.symbol}.")
            for test in tests
        }
        return [test for test in self.pristine.tests if test in found] if len(found) < MANY else []

    def _broken(self, ran: Ran) -> set[str]:
        """Tests that passed in the release and fail, and files that can no longer be collected."""
        return {test for test in ran.failed if test in self.pristine.passed or ran.outcomes[test] != FAILED}

    def _free(self, where: Where, fault: Edit) -> bool:
        return not _nested(where, (fault.path, fault.symbol))

    def _covering(self, site: faults.Site) -> list[str]:
        """Tests that executed what the fault is in; those of its whole file where it is in no function."""
        executed = self.pristine.executed
        inside = site.function and {
            test
            for (path, name), tests in executed.items()
            if path == site.path and (name == site.function or name.startswith(f"{site.function}."))
            for test in tests
        }
        if inside or (site.path, site.function) in executed:
            return sorted(inside or ())
        return sorted({test for (path, _), tests in executed.items() if path == site.path for test in tests})


def deepest(failure: Failure, edits: list[Edit], sources: dict[str, Source]) -> int:
    """Which edit's definition holds the last frame of the failure that lies in any; -1 without one."""
    inside = held(failure, edits, sources)
    return inside[-1] if inside else -1


def held(failure: Failure, edits: list[Edit], sources: dict[str, Source]) -> list[int]:
    """The edits in whose definitions frames lie: those of causes first, so that the exception that ended it is last."""
    spans = [_lines(edit, edits, sources) for edit in edits]
    ordered = sorted(failure.frames, key=lambda frame: -frame[0])
    return [
        number
        for _, path, line in ordered
        for number, edit in enumerate(edits)
        if edit.path == path and spans[number][0] <= line <= spans[number][1]
    ]


def _lines(edit: Edit, edits: list[Edit], sources: dict[str, Source]) -> tuple[int, int]:
    """The lines of an edit's definition in the changed file; none for what is no definition."""
    source = _changed(sources, edits)[edit.path]
    for node in source.functions:
        if source.name(node) == (edit.new or edit.symbol):
            return node.lineno, node.end_lineno or node.lineno
    return 1, 0


def _changed(sources: dict[str, Source], edits: Iterable[Edit]) -> dict[str, Source]:
    return {**sources, **{path: Source(path, content) for path, content in contents(edits, sources).items()}}


def _nested(one: Where, other: Where) -> bool:
    """Whether one definition is the other, or holds it."""
    if one[0] != other[0] or not one[1] or not other[1]:
        return False
    first, second = f"{one[1]}.", f"{other[1]}."
    return first.startswith(second) or second.startswith(first)
