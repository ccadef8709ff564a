"""`python -m eval mutation`: changes the pure floors in small places, and writes results/mutation.json and .md."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from eval import corpus
from eval.install import commit, unpack
from eval.mutation import page
from eval.mutation.mutants import Mutant, modules
from eval.record import RESULTS, write

SUITE = corpus.SUITES / "mutation.toml"
COPIED = ("intents", "eval", "docs", "README.md", "LICENSE")  # what the tests look at beside sources and tests
BATCH = 50  # mutants
NOTHING = "nothing"  # a name that no mutant has: mutmut makes all of them before it says so


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--work", type=Path, help="where the copy and what was tried are kept between runs")
    parser.add_argument("--revision", default="HEAD", help="what is changed")
    parser.add_argument("--sample", type=int, default=suite()["sample"], help="mutants that are drawn; 0 tries all")
    parser.add_argument("--floor", action="append", choices=suite()["floors"], help="only this one, by its own tests")
    parser.add_argument("--read", action="store_true", help="only read what an earlier run in --work has tried")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder that the result is written to")
    parser.add_argument("--name", default="mutation", help="the result's file name")
    parser.set_defaults(run=run)


def suite() -> dict[str, Any]:
    """Which files are changed, and which tests are to notice."""
    return tomllib.loads(SUITE.read_text())


def run(args: argparse.Namespace) -> int:
    """Tries and writes."""
    told = suite()
    with tempfile.TemporaryDirectory(prefix="eval-mutation-") as folder:
        revision = commit(args.revision)
        root = (args.work or Path(folder)).resolve() / "-".join(["mutation", revision, *(args.floor or ())])
        if not args.read:
            floors = [told["floors"][name] for name in args.floor or told["floors"]]
            mutmut = [str(_prepared(root, revision, told["mutmut"], floors)), "run", "--max-children", "1"]
            subprocess.run([*mutmut, NOTHING], cwd=root, preexec_fn=_politely, capture_output=True, check=False)
            for names in batches(root, args.sample, told["seed"]):
                subprocess.run([*mutmut, *names], cwd=root, preexec_fn=_politely, stdout=sys.stderr, check=True)
        narrowed = [f" --floor {one}" for one in args.floor or ()]
        narrowed += [f" --sample {args.sample}"] * (args.sample != told["sample"])
        head = {
            "command": "python -m eval mutation" + "".join(narrowed),
            "versions": {"commit": revision, "mutmut": told["mutmut"], "python": sys.version.split()[0]},
        }
        total = sum(len(module.codes) for module in modules(root))
        tried = list(_tried(root, args.sample, told["seed"]))
    write(args.results / args.name, page.document(head, total, tried), page.markdown)
    return 0


def batches(root: Path, sample: int, seed: int) -> Iterator[list[str]]:
    """The mutants that are drawn, in the order of the draw, without the batches that were tried before.

    mutmut tries those first whose tests are fast; what has been tried after each batch is a sample all the same.
    """
    codes = {name: code for module in modules(root) for name, code in module.codes.items()}
    for names in drawn(codes, sample, seed):
        if any(codes[name] is None for name in names):
            yield names


def drawn(names: Iterable[str], sample: int, seed: int) -> list[list[str]]:
    """So many of the names, in batches."""
    every = sorted(names)
    random.Random(seed).shuffle(every)
    taken = every[:sample] if sample else every
    return [taken[first : first + BATCH] for first in range(0, len(taken), BATCH)]


def _tried(root: Path, sample: int, seed: int) -> Iterator[Mutant]:
    """The mutants of the batches that were tried to their end, as far as these go without a gap."""
    found = modules(root)
    codes = {name: code for module in found for name, code in module.codes.items()}
    whole = takewhile(lambda names: all(codes[name] is not None for name in names), drawn(codes, sample, seed))
    wanted = {name for names in whole for name in names}
    for module in found:
        yield from module.tried(wanted)


def _prepared(root: Path, revision: str, version: str, floors: Sequence[dict[str, list[str]]]) -> Path:
    """mutmut's command, in an environment that holds a copy of the revision with its tests."""
    bin = root.parent / f"{root.name}-environment" / "bin"
    if not (bin.parent / "done").exists():
        unpack(revision, root)
        rows = {
            "source_paths": ["src"],
            "only_mutate": [path for one in floors for path in one["mutate"]],
            "pytest_add_cli_args_test_selection": [path for one in floors for path in one["tests"]],
            "also_copy": list(COPIED),
        }
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in rows.items()]
        with (root / "pyproject.toml").open("a") as settings:
            settings.write("\n[tool.mutmut]\ntrack_dependencies = false\nuse_git_change_detection = false\n")
            settings.writelines(lines)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(bin.parent)], check=True)
        wanted = ["-e", f"{root}[dev]", f"mutmut=={version}"]
        subprocess.run([str(bin / "python"), "-m", "pip", "install", "-q", *wanted], check=True)
        (bin.parent / "done").touch()
    return bin / "mutmut"


def _politely() -> None:
    """The process gives way to whatever else runs on the machine."""
    os.nice(19)
