"""`python -m eval tests`: asks which tests to run, and writes results/tests.json and results/tests.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from eval.diagnose.command import about, asked, asking_options, chosen
from eval.install import Installed
from eval.record import write
from eval.seeds.model import Seed, contents
from eval.seeds.observed import Pristine
from eval.seeds.suite import QUIET, TIMEOUT, Suite, suites
from eval.stage import stage
from eval.tests_selection import page
from eval.tests_selection.score import ARMS, Recalled, Selected, recall, select

SAMPLE = 15  # functions of a package whose tests are asked for


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    asking_options(parser, "tests")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="functions of a package that are asked about")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    document, seeds = chosen(args)
    with stage(args) as here:
        installed = here.installed
        packages = sorted({seed.package for seed in seeds})
        found = suites(here.work, packages, here.corpus)
        sample = 3 if args.quick else args.sample

        def measured(suite: Suite) -> tuple[list[Selected], list[Recalled]]:
            with tempfile.TemporaryDirectory(prefix="eval-home-") as home:
                pristine = Pristine(suite, here.work / "pristine")
                mine = [seed for seed in seeds if seed.package == suite.name]
                selected = list(_selected(installed, suite, Path(home), pristine, mine))
                return selected, list(_recalled(installed, suite, Path(home), pristine, sample))

        with ThreadPoolExecutor(args.jobs) as pool:
            rows = list(pool.map(measured, found))
        told = {
            **about(here, "tests", args, document, packages),
            **page.document([one for each, _ in rows for one in each], [one for _, each in rows for one in each]),
        }
    write(args.results / args.name, told, page.markdown)
    return 0


def _selected(
    installed: Installed, suite: Suite, home: Path, pristine: Pristine, seeds: Iterable[Seed]
) -> Iterator[Selected]:
    """What is selected for the changes of each seed, by each arm."""
    suite.reset()
    _record(installed, suite, home)
    for seed in seeds:
        for arm in ARMS:
            edits = [seed.culprit] if arm.alone else list(seed.edits)
            suite.write(contents(edits, suite.sources))
            selection, error = _ids(installed, suite, home, *(() if arm.recorded else ("--no-run",)))
            executing = pristine.executing(edits)
            told = select(seed, selection, pristine.tests, executing, error, arm)
            print(
                f"{seed.id}, {arm.name}: {told.share:.0%}, missed {len(told.missed)} {error}",
                file=sys.stderr,
                flush=True,
            )
            yield told


def _record(installed: Installed, suite: Suite, home: Path) -> None:
    """Runs the suite of the package as released with coverage, which all its seeds share."""
    command = [str(suite.python), "-m", "pytest", *QUIET, suite.tests, *suite.options]
    said = asked(installed, suite, home, ["run", "--coverage", "--timeout", str(4 * TIMEOUT), "--", *command])
    print(f"{suite.name}: {said.splitlines()[-4:]}", file=sys.stderr, flush=True)


def _recalled(installed: Installed, suite: Suite, home: Path, pristine: Pristine, sample: int) -> Iterator[Recalled]:
    """What is selected for some of the functions that tests execute, in the package as released."""
    executed = {where: tests for where, tests in sorted(pristine.executed.items()) if tests and "." not in where[1]}
    executed |= {where: tests for where, tests in pristine.executed.items() if tests and _method(suite, where)}
    suite.reset()
    places = sorted(executed)
    for path, name in Random(suite.name).sample(places, min(sample, len(places))):
        selection, error = _ids(installed, suite, home, "--no-run", f"{path}::{name}")
        told = recall(suite.name, f"{path}::{name}", selection, executed[path, name], pristine.tests)
        print(f"{suite.name} {path}::{name}: {told.found}/{told.executing} {error}", file=sys.stderr, flush=True)
        yield told


def _method(suite: Suite, where: tuple[str, str]) -> bool:
    """Whether a qualified name is a method's: of a class at module level, not of what a function holds."""
    holder = where[1].rpartition(".")[0]
    source = suite.sources[where[0]]
    return bool(holder) and all(source.name(function) != holder for function in source.functions)


def _ids(installed: Installed, suite: Suite, home: Path, *more: str) -> tuple[list[str], str]:
    """The ids that are printed for a subject or the change; what went wrong, where nothing is."""
    printed = asked(installed, suite, home, ["tests", "--format", "lines", "--quiet", "--budget", "0", *more])
    return printed.split("\n")[:-1], "" if printed else "nothing printed"
