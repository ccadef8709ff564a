"""`python -m eval proven`: asks about definitions, and writes results/proven.json and results/proven.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from eval import corpus
from eval.accuracy import oracle
from eval.install import Installed, commit, install
from eval.observed.command import suites
from eval.proven import page
from eval.proven.page import Claim
from eval.proven.symbols import Asked, chosen, definitions
from eval.record import write

ASKER = Path(__file__).with_name("asker.py")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--calls", type=Path, required=True, help="observed calls: a JSON object of packages")
    parser.add_argument("--work", type=Path, required=True, help="where packages and the environment are kept")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--symbols", type=int, default=300, help="symbols a package")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of symbols")
    parser.add_argument("--package", action="append", help="only this one; may be repeated")
    parser.add_argument("--name", default="proven", help="the results' file name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Asks and writes."""
    work = args.work.resolve()
    observed = oracle.calls(args.calls)
    names = args.package or sorted(observed)
    corpus.gather(work / "corpus", names)
    revision = commit(args.revision)
    installed = install(work / f"wheel-{revision}", revision)
    claims: list[Claim] = []
    for name in names:
        root = work / "corpus" / name
        asked = chosen(
            definitions(root, observed[name], suites()["packages"][name]["path"]), args.symbols, f"{args.seed} {name}"
        )
        claims += _claims(installed, root, asked)
        print(f"{name}: {len(asked)} symbols", file=sys.stderr)
    told = page.document(
        command=f"python -m eval proven --calls FILE --work DIR --symbols {args.symbols} --seed {args.seed}",
        versions={"commit": revision, **installed.versions()},
        pins={name: corpus.pins().packages[name] for name in names},
        claims=claims,
    )
    write(args.name, told, page.markdown)
    return 0


def _claims(installed: Installed, root: Path, asked: Sequence[Asked]) -> list[Claim]:
    with tempfile.TemporaryDirectory(prefix="eval-proven-") as home:
        done = subprocess.run(
            [installed.python, str(ASKER), str(root)],
            input="".join(f"{one.id}\n" for one in asked),
            env=installed.environment(Path(home)),
            capture_output=True,
            text=True,
            check=True,
        )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [Claim(root.name, one, row["state"], tuple(row["blockers"])) for one, row in zip(asked, rows, strict=True)]
