"""`python -m eval accuracy`: scores, and writes results/accuracy.json and results/accuracy.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval import corpus
from eval.accuracy import asking, oracle, page
from eval.accuracy.calls import Judged, judge
from eval.accuracy.references import Score, score
from eval.accuracy.source import Source
from eval.install import commit, install
from eval.record import write


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--oracle", type=Path, help="references: a JSON list of symbols")
    parser.add_argument("--calls", type=Path, help="observed calls: a JSON object of packages")
    parser.add_argument("--corpus", type=Path, help="a folder that holds the packages already")
    parser.add_argument("--work", type=Path, help="where packages and the environment are kept between runs")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--engine", default="", help="a checker that ctx runs over each package before it is asked")
    parser.add_argument("--name", default="accuracy", help="the results' file name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    cases = oracle.cases(args.oracle) if args.oracle else []
    calls = oracle.calls(args.calls) if args.calls else {}
    packages = sorted({case.package for case in cases} | set(calls))
    if not packages:
        print("nothing to score: give --oracle or --calls", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="eval-accuracy-") as folder:
        work = (args.work or Path(folder)).resolve()
        root = args.corpus or work / "corpus"
        corpus.gather(root, packages)
        revision = commit(args.revision)
        wheel = work / "-".join(filter(None, ("wheel", revision, args.engine)))
        ctx = asking.Ctx(install(wheel, revision, args.engine), Path(folder) / "home")
        for name in packages if args.engine else ():
            print(f"{args.engine} over {name}", file=sys.stderr)
            asking.ingest(ctx, root / name, args.engine)
        told: dict[str, Any] = {
            "command": _command(args),
            "versions": {"commit": revision, **ctx.installed.versions()},
            "pins": {name: corpus.pins().packages[name] for name in packages},
            "pinned": corpus.pins().date,
        }
        if cases:
            told["references"] = page.references([_located(ctx, root, case) for case in cases])
        if calls:
            told["calls"] = page.calls({name: _exported(ctx, root / name, rows) for name, rows in calls.items()})
    write(args.name, told, page.markdown)
    return 0


def _command(args: argparse.Namespace) -> str:
    engine = f" --engine {args.engine}" if args.engine else ""
    given = " --oracle FILE" * bool(args.oracle) + " --calls FILE" * bool(args.calls)
    return f"python -m eval accuracy{given}{engine}"


def _located(ctx: asking.Ctx, root: Path, case: oracle.Case) -> Score:
    print(f"locate {case.package} {case.symbol}", file=sys.stderr)
    return score(case, asking.locate(ctx, root / case.package, case.path, case.symbol))


def _exported(ctx: asking.Ctx, root: Path, calls: Sequence[oracle.Call]) -> list[Judged]:
    print(f"export calls of {root.name}", file=sys.stderr)
    return judge(calls, asking.export_calls(ctx, root), Source(root))
