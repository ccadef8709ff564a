"""`python -m eval pycg`: scores the call graph on PyCG's snippets, and writes results/pycg.json and results/pycg.md."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from eval.accuracy import asking
from eval.install import commit, install
from eval.pycg import page
from eval.pycg.score import Scored, score
from eval.record import write


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--suite", type=Path, required=True, help="the folder of snippets: CATEGORY/NAME/callgraph.json"
    )
    parser.add_argument("--work", type=Path, help="where the environment is kept between runs")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--name", default="pycg", help="the results' file name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores and writes."""
    snippets = sorted(path.parent for path in args.suite.glob("*/*/callgraph.json"))
    if not snippets:
        print(f"no CATEGORY/NAME/callgraph.json under {args.suite}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="eval-pycg-") as folder:
        revision = commit(args.revision)
        ctx = asking.Ctx(
            install((args.work or Path(folder)).resolve() / f"wheel-{revision}", revision), Path(folder) / "h"
        )
        scored = [_scored(ctx, snippet, Path(folder) / "snippet") for snippet in snippets]
    told = page.document(
        command="python -m eval pycg --suite FOLDER",
        versions={"commit": revision, **ctx.installed.versions()},
        suite=_version(args.suite),
        scored=scored,
    )
    write(args.name, told, page.markdown)
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
