"""`python -m eval languages`: scores, and writes results/languages.json and results/languages.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eval.accuracy import asking
from eval.accuracy.references import Score, score
from eval.languages import page
from eval.languages.suite import Suite, gather, suites
from eval.record import write
from eval.stage import options, stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--only", action="append", default=[], metavar="LANGUAGE", help="score this language")
    options(parser, "languages")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    wanted = [suite for suite in suites() if not args.only or suite.language in args.only]
    with stage(args) as here:
        ctx = asking.Ctx(here.installed, here.scratch / "home")
        found = {suite.language: page.language(suite, _scores(ctx, here.corpus, suite)) for suite in wanted}
        told = {**here.head("languages" + "".join(f" --only {one}" for one in args.only)), "languages": found}
    write(args.results / args.name, told, page.markdown)
    return 0


def _scores(ctx: asking.Ctx, root: Path, suite: Suite) -> list[Score]:
    gather(root, suite.repositories)
    return [_located(ctx, root, suite, index) for index in range(len(suite.cases))]


def _located(ctx: asking.Ctx, root: Path, suite: Suite, index: int) -> Score:
    case = suite.cases[index]
    print(f"{suite.language} {index + 1}/{len(suite.cases)} {case.package} {case.path}::{case.symbol}", file=sys.stderr)
    return score(case, asking.locate(ctx, root / case.package, case.path, case.symbol))
