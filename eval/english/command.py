"""`python -m eval english`: asks each question without an intent, and writes results/english.jsonl and english.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from eval import corpus
from eval.english import page
from eval.english.page import Asked
from eval.install import Installed
from eval.record import write_rows
from eval.stage import options, stage

QUESTIONS = corpus.SUITES / "english.toml"
QUICK = 3  # questions of an intent and half


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--quick", action="store_true", help="the first questions of each intent")
    options(parser, "english")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Asks and writes."""
    asked = [one for one in questions() if not args.quick or one.number < QUICK]
    with stage(args) as here:
        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(lambda one: one.told(suggested(here.installed, here.scratch, one.question)), asked))
        head = here.head("english" + " --quick" * args.quick)
    write_rows(args.results / args.name, head, [one.row() for one in told], page.markdown)
    return 0


def questions(file: Path = QUESTIONS) -> list[Asked]:
    """The questions of the suite, each with the intent that answers it."""
    document = tomllib.loads(file.read_text())
    return [
        Asked(question, intent, half, number)
        for intent, halves in document.items()
        for half, rows in halves.items()
        for number, question in enumerate(rows)
    ]


def suggested(installed: Installed, folder: Path, question: str) -> str:
    """The intent in the command that the lesson says to type; empty where it suggests none."""
    done = subprocess.run(
        [installed.ctx, "ask", question, "--json"],
        cwd=folder,
        env=installed.environment(folder / "home"),
        capture_output=True,
        text=True,
        check=False,
    )
    return intent(json.loads(done.stdout)["error"])


def intent(lesson: dict[str, str]) -> str:
    """The intent that a lesson about a missing one suggests."""
    if lesson["code"] != "missing_intent":
        raise SystemExit(f"no lesson about a missing intent: {lesson}")
    words = lesson["hint"].split()
    return words[1] if "looks like" in lesson["message"] else ""
