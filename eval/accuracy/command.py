"""`python -m eval accuracy`: scores, and writes results/accuracy.json and results/accuracy.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.accuracy import asking, oracle, page
from eval.accuracy.calls import Judged, judge
from eval.accuracy.references import Score, score
from eval.accuracy.source import Source
from eval.record import write
from eval.stage import Missing, options, stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--oracle", type=Path, help="references: a JSON list of symbols")
    parser.add_argument("--calls", type=Path, help="observed calls: a JSON object of packages")
    parser.add_argument("--engine", default="", help="a checker that ctx runs over each package before it is asked")
    options(parser, "accuracy")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    cases = oracle.cases(args.oracle) if args.oracle else []
    calls = oracle.calls(args.calls) if args.calls else {}
    packages = sorted({case.package for case in cases} | set(calls))
    if not packages:
        raise Missing("what is true: --oracle or --calls")
    with stage(args, args.engine) as here:
        root = here.gather(packages)
        ctx = asking.Ctx(here.installed, here.scratch / "home")
        for name in packages if args.engine else ():
            print(f"{args.engine} over {name}", file=sys.stderr)
            asking.ingest(ctx, root / name, args.engine)
        told: dict[str, Any] = here.head(_command(args), packages)
        if cases:
            told["references"] = page.references([_located(ctx, root, case) for case in cases])
        if calls:
            told["calls"] = page.calls({name: _exported(ctx, root / name, rows) for name, rows in calls.items()})
    write(args.results / args.name, told, page.markdown)
    return 0


def _command(args: argparse.Namespace) -> str:
    engine = f" --engine {args.engine}" if args.engine else ""
    given = " --oracle FILE" * bool(args.oracle) + " --calls FILE" * bool(args.calls)
    return f"accuracy{given}{engine}"


def _located(ctx: asking.Ctx, root: Path, case: oracle.Case) -> Score:
    print(f"locate {case.package} {case.symbol}", file=sys.stderr)
    return score(case, asking.locate(ctx, root / case.package, case.path, case.symbol))


def _exported(ctx: asking.Ctx, root: Path, calls: Sequence[oracle.Call]) -> list[Judged]:
    print(f"export calls of {root.name}", file=sys.stderr)
    return judge(calls, asking.export_calls(ctx, root), Source(root))
