"""`python -m eval bench`: measures, and writes results/bench.json and results/bench.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from eval import corpus
from eval.bench import extras, page
from eval.bench.modes import Taken, once
from eval.bench.questions import CLASSES, Question, questions
from eval.install import Installed, commit, install
from eval.record import write

PACKAGES = ("sympy", "django", "sqlalchemy")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--corpus", type=Path, help="a folder that holds the packages already; it is copied")
    parser.add_argument("--work", type=Path, help="where copies and the environment are kept between runs")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--repeats", type=int, default=5, help="repetitions of every question")
    parser.add_argument("--classes", default=",".join(CLASSES), help="classes of names, joined by commas")
    parser.add_argument("--packages", default=",".join(PACKAGES), help="packages, joined by commas")
    parser.add_argument("--name", default="bench", help="the results' file name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measures and writes."""
    with tempfile.TemporaryDirectory(prefix="eval-bench-") as folder:
        work = (args.work or Path(folder)).resolve()
        source = args.corpus or work / "corpus"
        packages = args.packages.split(",")
        corpus.gather(source, [*packages, "click"])
        corpus.copy(source, work / "copies", [*packages, "click"])
        revision = commit(args.revision)
        installed = install(work / f"wheel-{revision}", revision)
        asked = questions(args.classes.split(","), packages)
        taken = [Taken(question) for question in asked]
        _repeat(installed, work, taken, args.repeats)
        told = page.document(
            command=_command(args),
            versions={"commit": revision, **installed.versions()},
            repeats=args.repeats,
            taken=taken,
            pairs=[
                extras.startup(installed, work / "home", 3 * args.repeats),
                *extras.hostile(installed, work / "copies" / "click", work / "scratch", args.repeats),
            ],
        )
        write(args.name, told, page.markdown)
    return 0


def _repeat(installed: Installed, work: Path, taken: list[Taken], repeats: int) -> None:
    """One repetition of everything after the other, so that slow minutes spread over all of them."""
    for repeat in range(1, repeats + 1):
        for one in taken:
            print(f"{repeat}/{repeats} {_told(one.question)}", file=sys.stderr)
            once(installed, work / "copies", work / "home", one)


def _command(args: argparse.Namespace) -> str:
    """The command as anybody may repeat it: without where this run kept its copies."""
    return f"python -m eval bench --repeats {args.repeats} --classes {args.classes} --packages {args.packages}"


def _told(question: Question) -> str:
    return f"{question.kind} {question.package} {question.subject}"
