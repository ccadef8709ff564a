"""Scores selections of tests: against tests that failed, and against tests that were seen to execute a function."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from eval.seeds.model import Seed

ALL = "."


@dataclass(frozen=True, slots=True)
class Arm:
    """What is changed, and what is known beside the sources."""

    name: str
    alone: bool  # the fault without the innocent edits
    recorded: bool  # a run of the unchanged package with coverage


ARMS = (
    Arm("fault and innocent edits", False, False),
    Arm("fault alone", True, False),
    Arm("fault and innocent edits, recorded run", False, True),
    Arm("fault alone, recorded run", True, True),
)


@dataclass(frozen=True, slots=True)
class Selected:
    """What was selected for a seed's change."""

    seed: Seed
    arm: Arm
    selection: tuple[str, ...]
    missed: tuple[str, ...]  # failing tests that no selected id covers
    share: float  # of all tests of the suite
    executing: float  # the share that coverage.py saw to execute an edited function
    error: str = ""

    @property
    def everything(self) -> bool:
        """Whether the answer is to run all."""
        return ALL in self.selection


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was selected for one function."""

    package: str
    symbol: str
    executing: int  # tests that executed it
    found: int  # of them, those that are selected
    share: float
    everything: bool
    missed: tuple[str, ...]  # some of the others


def select(
    seed: Seed,
    selection: Iterable[str],
    suite: Sequence[str],
    executing: Collection[str] = (),
    error: str = "",
    arm: Arm = ARMS[0],
) -> Selected:
    """A selection for a seed, held against the tests that fail."""
    chosen = tuple(selection)
    missed = tuple(test for test in seed.failing if not shows(chosen, test))
    share, by_coverage = (portion(tests, suite) for tests in (chosen, executing))
    return Selected(seed, arm, chosen, missed, share, by_coverage, error)


def recall(
    package: str, symbol: str, selection: Iterable[str], executing: Collection[str], suite: Sequence[str]
) -> Recalled:
    """A selection for a function, held against the tests that executed it."""
    chosen = set(selection)
    missed = sorted(test for test in executing if not holds(chosen, test))
    found = len(executing) - len(missed)
    everything = ALL in chosen
    return Recalled(package, symbol, len(executing), found, portion(chosen, suite), everything, tuple(missed[:3]))


def holds(selection: Collection[str], test: str) -> bool:
    """Whether a selected id is the test, or its function, class, file or a folder above it."""
    if ALL in selection:
        return True
    return any(above in selection for above in _above(test))


def shows(selection: Collection[str], failing: str) -> bool:
    """Whether running a selection shows a failure; that of a file shows as soon as anything in the file is run."""
    if holds(selection, failing):
        return True
    return "::" not in failing and any(chosen.startswith(f"{failing}::") for chosen in selection)


def portion(selection: Collection[str], suite: Sequence[str]) -> float:
    """The share of a suite that a selection runs."""
    chosen = set(selection)
    return sum(holds(chosen, test) for test in suite) / len(suite) if suite else 0.0


def middle(shares: Iterable[float]) -> float | None:
    """The median; none of none."""
    told = list(shares)
    return median(told) if told else None


def quartiles(shares: Sequence[float]) -> tuple[float, float]:
    """Between which half of the shares lies; the one share where there are not two."""
    if len(shares) < 2:
        return shares[0], shares[0]
    low, _, high = quantiles(shares, n=4, method="inclusive")
    return low, high


def _above(test: str) -> list[str]:
    """A test's id without its parameters, and the ids of all that holds it."""
    function = test.partition("[")[0]
    path, *names = function.split("::")
    inside = ["::".join([path, *names[:count]]) for count in range(len(names) + 1)]
    folders = path.split("/")
    return [test, *inside, *("/".join(folders[:count]) for count in range(1, len(folders)))]
