"""`python -m eval bench`: measures, and writes results/bench.json and results/bench.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eval import corpus
from eval.bench import extras, page
from eval.bench.modes import Taken, once
from eval.bench.questions import CLASSES, Question, questions
from eval.install import Installed
from eval.record import write
from eval.stage import options, stage

PACKAGES = ("sympy", "django", "sqlalchemy")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--repeats", type=int, default=5, help="repetitions of every question")
    parser.add_argument("--classes", default=",".join(CLASSES), help="classes of names, joined by commas")
    parser.add_argument("--packages", default=",".join(PACKAGES), help="packages, joined by commas")
    options(parser, "bench")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measures and writes."""
    with stage(args) as here:
        work, installed = here.work, here.installed
        packages = args.packages.split(",")
        corpus.copy(here.gather([*packages, "click"]), work / "copies", [*packages, "click"])
        asked = questions(args.classes.split(","), packages)
        taken = [Taken(question) for question in asked]
        _repeat(installed, work, taken, args.repeats)
        told = page.document(
            head=here.head(_command(args), sorted({question.package for question in asked})),
            repeats=args.repeats,
            taken=taken,
            pairs=[
                extras.startup(installed, work / "home", 3 * args.repeats),
                *extras.hostile(installed, work / "copies" / "click", work / "scratch", args.repeats),
            ],
        )
        write(args.results / args.name, told, page.markdown)
    return 0


def _repeat(installed: Installed, work: Path, taken: list[Taken], repeats: int) -> None:
    """One repetition of everything after the other, so that slow minutes spread over all of them."""
    for repeat in range(1, repeats + 1):
        for one in taken:
            print(f"{repeat}/{repeats} {_told(one.question)}", file=sys.stderr)
            once(installed, work / "copies", work / "home", one)


def _command(args: argparse.Namespace) -> str:
    """The command as anybody may repeat it: without where this run kept its copies."""
    return f"bench --repeats {args.repeats} --classes {args.classes} --packages {args.packages}"


def _told(question: Question) -> str:
    return f"{question.kind} {question.package} {question.subject}"
