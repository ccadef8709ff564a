"""`python -m eval engines`: other engines beside ours at the same call sites; writes results/engines.json and .md."""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from eval.accuracy import oracle
from eval.accuracy.calls import judge
from eval.accuracy.oracle import Call
from eval.accuracy.source import Source
from eval.engines import page
from eval.engines.answering import ENGINES, PINS, Tree, ours
from eval.engines.page import OURS
from eval.observed.command import environment, suites
from eval.record import write
from eval.stage import Stage, options, stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--calls", type=Path, help="observed calls: a JSON object of packages")
    parser.add_argument("--sites", type=int, default=1000, help="call sites a package")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of sites")
    parser.add_argument("--engine", action="append", choices=sorted(ENGINES), help="only this one; may be repeated")
    parser.add_argument("--package", action="append", help="only this one; may be repeated")
    parser.add_argument("--python", default=f"python{suites()['python']}", help="what the packages' tests ran on")
    options(parser, "engines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measures and writes."""
    observed = oracle.calls(args.calls)
    names = args.package or sorted(observed)
    engines = args.engine or list(ENGINES)
    told: list[page.Measured] = []
    with stage(args) as here:
        interpreter = environment(here.work, args.python)
        bin = commands(here.work)
        for number, name in enumerate(names, 1):
            sample = chosen(observed[name], args.sites, f"{args.seed} {name}")
            for engine in (OURS, *engines):
                told.append(_measured(engine, here, here.gather([name]) / name, sample, interpreter, bin))
                print(page.line(told[-1]), file=sys.stderr)
            only = "".join(f" --package {one}" for one in args.package or ())
            head = here.head(f"engines --calls FILE --sites {args.sites} --seed {args.seed}{only}", names[:number])
            head["versions"] |= {name: PINS[name] for name in engines}
            # what is measured is kept if a later package is not waited for
            write(args.results / args.name, page.document(head, told), page.markdown)
    return 0


def _measured(
    engine: str, here: Stage, released: Path, sample: Sequence[Call], interpreter: Path, bin: Path
) -> page.Measured:
    """What an engine says of the calls in a copy of the package."""
    with tempfile.TemporaryDirectory(prefix="eval-engines-") as folder:
        tree = copied(released, Path(folder).resolve() / released.name, interpreter)
        if engine == OURS:
            answered = ours(here.installed, tree, Path(folder) / "home")
        else:
            answered = ENGINES[engine](bin, tree, sample)
    return page.Measured(engine, released.name, judge(sample, answered.rows, Source(released)), answered.cost)


def chosen(calls: Sequence[Call], number: int, seed: str) -> list[Call]:
    """A sample of call sites, in the order of the sources."""
    if len(calls) <= number:
        return list(calls)
    return sorted(random.Random(seed).sample(list(calls), number), key=lambda call: call.place)


def copied(released: Path, root: Path, interpreter: Path) -> Tree:
    """A copy of a package without settings of its own for the engines."""
    shutil.copytree(released, root, symlinks=True)
    path = suites()["packages"][released.name]["path"]
    sources = tuple(dict.fromkeys((str(path), ".")))
    for name in ("pyrightconfig.json", "pyrefly.toml", "ty.toml"):
        (root / name).unlink(missing_ok=True)
    return Tree(root, sources, interpreter, suites()["python"])


def commands(work: Path) -> Path:
    """The folder of the engines' commands; made once."""
    folder = work / f"engines-{'-'.join(PINS.values())}"
    if not (folder / "done").exists():
        pinned = [f"{name}=={version}" for name, version in PINS.items()]
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *pinned], check=True)
        (folder / "done").touch()
    return folder / "bin"
