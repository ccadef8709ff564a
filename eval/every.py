"""`python -m eval all`: every part, one after the other; one that lacks what it cannot get is left out, and said."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from eval import compare, report
from eval.install import ROOT
from eval.observed.command import suites
from eval.parts import PARTS, Part
from eval.stage import LACKING
from eval.tables import table


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--quick", action="store_true", help="a few questions of each part")
    parser.add_argument("--work", type=Path, help="where packages and environments are kept between runs")
    parser.add_argument("--corpus", type=Path, help="a folder that holds the packages already")
    parser.add_argument("--results", type=Path, help="the folder that results are written to; by default none is kept")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--python", default=f"python{suites()['python']}", help="what the packages' tests run on")
    parser.add_argument("--histories", type=Path, help="a folder that holds the histories of explore already")
    parser.add_argument("--only", action="append", choices=[n for n, part in PARTS.items() if part.given is not None])
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Runs the parts, and holds what they found against what is committed; 1 where one failed or a figure is worse."""
    with tempfile.TemporaryDirectory(prefix="eval-all-") as folder:
        work = (args.work or Path(folder) / "work").resolve()
        results = (args.results or Path(folder) / "results").resolve()
        results.mkdir(parents=True, exist_ok=True)
        names = {
            "work": work,
            "corpus": args.corpus.resolve() if args.corpus else work / "corpus",
            "results": results,
            "revision": args.revision,
            "python": args.python,
            "histories": args.histories.resolve() if args.histories else work / "histories",
            "calls": work / ("calls-quick.json.gz" if args.quick else "calls.json.gz"),
        }
        rows = []
        for name, part in PARTS.items():
            if part.given is not None and (not args.only or name in args.only):
                rows.append(_ran(name, part, args.quick, names, results / f"{name}.log"))
                print(f"{name}: {rows[-1][2]}, {rows[-1][1]}", file=sys.stderr, flush=True)
        print(table(("part", "minutes", "what came of it"), rows))
        print("\n".join(report.lines(results)))
        worse = compare.told(results, args.revision)
    return int(worse or any(row[2].startswith("failed") for row in rows))


def _ran(name: str, part: Part, quick: bool, names: dict[str, object], log: Path) -> tuple[str, str, str]:
    """The part's name, the minutes that it took, and what came of it; what it printed is in the log."""
    given = [one.format_map(names) for one in ((part.given or ()) + (part.quick if quick else ()))]
    begin = time.monotonic()
    with log.open("w") as printed:
        command = [sys.executable, "-m", "eval", name, *given]
        code = subprocess.run(command, cwd=ROOT, stdout=printed, stderr=subprocess.STDOUT, check=False).returncode
    last = (log.read_text().strip().splitlines() or [""])[-1]
    done = f"done without {part.without}" if part.without else "done"
    told = {0: done, LACKING: f"left out, {last}"}.get(code, f"failed with exit code {code}: {last}")
    return name, f"{(time.monotonic() - begin) / 60:.1f}", told
