"""`python -m eval proven`: asks about definitions, and writes results/proven.json and results/proven.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from eval.accuracy import oracle
from eval.install import Installed
from eval.observed.command import suites
from eval.proven import page
from eval.proven.page import Claim
from eval.proven.symbols import Asked, chosen, definitions
from eval.record import write
from eval.stage import options, stage

ASKER = Path(__file__).with_name("asker.py")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--calls", type=Path, help="observed calls: a JSON object of packages")
    parser.add_argument("--symbols", type=int, default=300, help="symbols a package")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of symbols")
    parser.add_argument("--package", action="append", help="only this one; may be repeated")
    options(parser, "proven")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Asks and writes."""
    observed = oracle.calls(args.calls)
    names = args.package or sorted(observed)
    claims: list[Claim] = []
    with stage(args) as here:
        for name in names:
            root = here.gather([name]) / name
            found = definitions(root, observed[name], suites()["packages"][name]["path"])
            asked = chosen(found, args.symbols, f"{args.seed} {name}")
            claims += _claims(here.installed, root, asked)
            print(f"{name}: {len(asked)} symbols", file=sys.stderr)
        only = "".join(f" --package {one}" for one in args.package or ())
        head = here.head(f"proven --calls FILE --symbols {args.symbols} --seed {args.seed}{only}", names)
    write(args.results / args.name, page.document(head, claims), page.markdown)
    return 0


def _claims(installed: Installed, root: Path, asked: Sequence[Asked]) -> list[Claim]:
    with tempfile.TemporaryDirectory(prefix="eval-proven-") as home:
        done = subprocess.run(
            [installed.python, str(ASKER), str(root)],
            input="".join(f"{one.id}\n" for one in asked),
            env=installed.environment(Path(home)),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [Claim(root.name, one, row["state"], tuple(row["blockers"])) for one, row in zip(asked, rows, strict=True)]
