"""`python -m eval seeds`: makes the seeded changes, and writes suites/seeds.json."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

from eval import corpus
from eval.seeds import model
from eval.seeds.faults import KINDS
from eval.seeds.make import Maker
from eval.seeds.model import Seed
from eval.seeds.observed import Pristine
from eval.seeds.suite import Suite, suites, tested

EACH = 10  # seeds of a package


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--work", type=Path, help="where packages and the environment are kept between runs")
    parser.add_argument("--packages", default=",".join(tested()["packages"]), help="packages, joined by commas")
    parser.add_argument("--seed", type=int, default=1, help="the number that all choices follow from")
    parser.add_argument("--hard", action="store_true", help="innocent edits of the hard kinds alone")
    parser.add_argument("--each", type=int, default=EACH, help="seeds of a package")
    parser.add_argument("--into", type=Path, default=model.FILE, help="the file that is written")
    parser.add_argument("--resume", action="store_true", help="keep the seeds that the file has, and make the others")
    parser.add_argument("--jobs", type=int, default=2, help="packages at a time")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Makes and writes."""
    packages = args.packages.split(",")
    with tempfile.TemporaryDirectory(prefix="eval-seeds-") as folder:
        work = (args.work or Path(folder)).resolve()
        found = suites(work, packages, work / "corpus")
        seeds = _kept(args)
        lock = Lock()

        def make(suite: Suite) -> None:
            mine = {seed.kind: seed for seed in seeds if seed.package == suite.name}
            for seed in _made(Maker(suite, Pristine(suite, work / "pristine"), args.seed, args.hard), args.each, mine):
                with lock:
                    seeds.append(seed)
                    seeds.sort(key=lambda seed: (seed.package, list(KINDS).index(seed.kind)))
                    model.write(_document(args), seeds, args.into)  # what took minutes is kept

        with ThreadPoolExecutor(args.jobs) as pool:
            list(pool.map(make, found))
    print(f"{len(seeds)} seeds of {len({seed.kind for seed in seeds})} kinds", file=sys.stderr)
    return 0


def _document(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "command": f"python -m eval seeds --seed {args.seed} --each {args.each}" + " --hard" * args.hard,
        "pins": {name: corpus.pins().packages[name] for name in args.packages.split(",")},
        "pinned": corpus.pins().date,
    }


def _kept(args: argparse.Namespace) -> list[Seed]:
    """Seeds of an earlier run by the same number that was ended early."""
    if not args.resume or not args.into.exists():
        return []
    document, seeds = model.read(args.into)
    return seeds if f"--seed {args.seed} " in document["command"] else []


def _made(maker: Maker, each: int, kept: Mapping[str, Seed]) -> Iterator[Seed]:
    """New seeds of a package: the kinds in turn, each package beginning with another, until there are enough."""
    suite = maker.suite
    kinds = list(KINDS)
    first = 2 * list(tested()["packages"]).index(suite.name) % len(kinds)
    kinds = kinds[first:] + kinds[:first]
    count = 0
    for kind in kinds:
        if count == each:
            break
        if kind in kept:
            maker.keep(kept[kind])
            count += 1
            continue
        seed = maker.seed(kind)
        told = "none" if seed is None else f"{seed.culprit.path}:{seed.culprit.line}, {len(seed.failing)} failing"
        print(f"{suite.name} {kind}: {told}", file=sys.stderr, flush=True)
        if seed is not None:
            count += 1
            yield seed
    suite.reset()
