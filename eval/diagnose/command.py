"""`python -m eval diagnose`: asks about every seed, and writes results/diagnose.json and results/diagnose.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from eval import corpus
from eval.diagnose import page
from eval.diagnose.score import Score, score
from eval.install import Installed
from eval.record import write
from eval.seeds import model
from eval.seeds.model import Seed
from eval.seeds.suite import QUIET, TIMEOUT, Suite, suites
from eval.stage import Stage, options, stage

FILES = 8  # test files of a run, those with failing tests


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    asking_options(parser, "diagnose")
    parser.add_argument("--answers", type=Path, help="a folder where the digests are kept, to be looked at")
    parser.set_defaults(run=run)


def asking_options(parser: argparse.ArgumentParser, name: str) -> None:
    """The options of what asks about seeds."""
    options(parser, name)
    parser.add_argument("--seeds", type=Path, default=model.FILE, help="the seeds' file")
    parser.add_argument("--packages", default="", help="only seeds of these packages, joined by commas")
    parser.add_argument("--quick", action="store_true", help="two seeds of each package")
    parser.add_argument("--jobs", type=int, default=2, help="packages at a time")


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    document, seeds = chosen(args)
    with stage(args) as here:
        packages = sorted({seed.package for seed in seeds})
        found = suites(here.work, packages, here.corpus)

        def asked(suite: Suite) -> list[Score]:
            with tempfile.TemporaryDirectory(prefix="eval-home-") as home:
                mine = [seed for seed in seeds if seed.package == suite.name]
                return list(_asked(here.installed, suite, Path(home), mine, args.answers))

        with ThreadPoolExecutor(args.jobs) as pool:
            scores = [one for rows in pool.map(asked, found) for one in rows]
        told = {**about(here, "diagnose", args, document, packages), **page.document(scores)}
    write(args.results / args.name, told, page.markdown)
    return 0


def chosen(args: argparse.Namespace) -> tuple[dict[str, Any], list[Seed]]:
    """How the seeds were made, and those that were asked for."""
    document, seeds = model.read(args.seeds)
    packages = args.packages.split(",") if args.packages else sorted({seed.package for seed in seeds})
    moved = [name for name in packages if document["pins"].get(name) != corpus.pins().packages[name]]
    if moved:  # what is to be changed stands elsewhere in another release
        raise SystemExit(f"the seeds were made in other releases of {', '.join(moved)}: python -m eval seeds")
    kept = {name: [seed for seed in seeds if seed.package == name] for name in packages}
    return document, [seed for rows in kept.values() for seed in (rows[:2] if args.quick else rows)]


def about(
    here: Stage, part: str, args: argparse.Namespace, document: dict[str, Any], packages: Iterable[str]
) -> dict[str, Any]:
    """The command, and what it was run on."""
    narrowed = f" --packages {args.packages}" * bool(args.packages) + " --quick" * args.quick
    given = "" if args.seeds == model.FILE else f" --seeds eval/suites/{args.seeds.name} --name {args.name}"
    return {**here.head(f"{part}{given}{narrowed}", packages), "seeds": document["command"]}


def _asked(installed: Installed, suite: Suite, home: Path, seeds: Iterable[Seed], kept: Path | None) -> Iterator[Score]:
    """Runs the affected test files of each seed under `ctx run`, and asks what explains the failures."""
    for seed in seeds:
        suite.write(seed.contents(suite.sources))
        files = sorted({test.partition("::")[0] for test in seed.failing})[:FILES]
        command = [str(suite.python), "-m", "pytest", *QUIET, *files]
        asked(installed, suite, home, ["run", "--timeout", str(TIMEOUT), "--", *command])
        printed = asked(installed, suite, home, ["diagnose", "--json", "--budget", "0"])
        told = score(seed, _document(printed))
        if kept is not None:
            kept.mkdir(parents=True, exist_ok=True)
            shown = asked(installed, suite, home, ["diagnose", "--quiet"])
            (kept / f"{seed.id.replace(' ', '-')}.txt").write_text(f"{_described(seed)}\nrank {told.rank}\n\n{shown}")
            (kept / f"{seed.id.replace(' ', '-')}.json").write_text(printed)
        print(f"{seed.id}: {told.rank or told.error or 'not named'}", file=sys.stderr, flush=True)
        yield told
    suite.reset()


def asked(installed: Installed, suite: Suite, home: Path, arguments: list[str]) -> str:
    """What the command prints, asked in the work tree of a package."""
    variables = {**suite.variables(), "CTXASK_HOME": str(home)}
    done = subprocess.run(
        [installed.ctx, *arguments], cwd=suite.root, env=variables, capture_output=True, text=True, check=False
    )
    return done.stdout


def _document(printed: str) -> dict[str, Any]:
    """The JSON document that was printed; what is none is an error of its own."""
    try:
        told = json.loads(printed)
    except ValueError:
        return {"error": {"code": "no document"}}
    assert isinstance(told, dict)
    return told


def _described(seed: Seed) -> str:
    """The edits of a seed, in words."""
    lines = [f"{seed.id}: wrong value" if seed.wrong_value else seed.id]
    for number, edit in enumerate(seed.edits):
        mark = "FAULT   " if number == seed.fault else "executed" if edit.executed else "        "
        lines.append(f"  {mark} {edit.kind}: {edit.path}:{edit.line} {edit.symbol} {[new for *_, new in edit.changes]}")
    return "\n".join([*lines, *(f"  failing {test}" for test in seed.failing[:6])])
