"""`python -m eval pycg`: scores the call graph on PyCG's snippets, and writes results/pycg.json and results/pycg.md."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path

from eval.accuracy import asking
from eval.pycg import page
from eval.pycg.score import Scored, score
from eval.record import write
from eval.stage import Missing, options, stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--suite", type=Path, help="the folder of snippets: CATEGORY/NAME/callgraph.json")
    options(parser, "pycg")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    snippets = sorted(path.parent for path in args.suite.glob("*/*/callgraph.json")) if args.suite else []
    if not snippets:
        raise Missing("the snippets of PyCG, which no package index has: --suite FOLDER")
    with stage(args) as here:
        ctx = asking.Ctx(here.installed, here.scratch / "home")
        scored = [_scored(ctx, snippet, here.scratch / "snippet") for snippet in snippets]
        told = page.document(here.head("pycg --suite FOLDER"), _version(args.suite), scored)
    write(args.results / args.name, told, page.markdown)
    return 0


def _scored(ctx: asking.Ctx, snippet: Path, copy: Path) -> Scored:
    """A snippet alone in a folder, so that it imports nothing of its neighbours."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(snippet, copy)
    return score(snippet, asking.export(ctx, copy, "calls"), asking.export(ctx, copy, "references"))


def _version(suite: Path) -> str:
    """The commit of the suite, where it stands in a repository of its own."""
    done = subprocess.run(["git", "log", "-1", "--format=%h"], cwd=suite, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
