"""`python -m eval languages`: scores, and writes results/languages.json and results/languages.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from eval.accuracy import asking
from eval.accuracy.references import Score, score
from eval.install import Installed, commit, install
from eval.languages import page
from eval.languages.suite import Suite, gather, suites
from eval.record import write


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--only", action="append", default=[], metavar="LANGUAGE", help="score this language")
    parser.add_argument("--corpus", type=Path, help="a folder that holds the repositories already")
    parser.add_argument("--work", type=Path, help="where repositories and the environment are kept between runs")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--bin", type=Path, help="a folder with the `ctx` to ask, instead of building a wheel")
    parser.add_argument("--name", default="languages", help="the results' file name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    wanted = [suite for suite in suites() if not args.only or suite.language in args.only]
    with tempfile.TemporaryDirectory(prefix="eval-languages-") as folder:
        work = (args.work or Path(folder)).resolve()
        root = args.corpus or work / "corpus"
        revision = commit(args.revision)
        installed = Installed(args.bin) if args.bin else install(work / f"wheel-{revision}", revision)
        ctx = asking.Ctx(installed, Path(folder) / "home")
        told: dict[str, Any] = {
            "command": "python -m eval languages",
            "versions": {"commit": revision, **installed.versions()},
            "languages": {suite.language: page.language(suite, _scores(ctx, root, suite)) for suite in wanted},
        }
    write(args.name, told, page.markdown)
    return 0


def _scores(ctx: asking.Ctx, root: Path, suite: Suite) -> list[Score]:
    gather(root, suite.repositories)
    return [_located(ctx, root, suite, index) for index in range(len(suite.cases))]


def _located(ctx: asking.Ctx, root: Path, suite: Suite, index: int) -> Score:
    case = suite.cases[index]
    print(f"{suite.language} {index + 1}/{len(suite.cases)} {case.package} {case.path}::{case.symbol}", file=sys.stderr)
    return score(case, asking.locate(ctx, root / case.package, case.path, case.symbol))
