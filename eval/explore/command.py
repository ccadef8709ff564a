"""`python -m eval explore`: asks messages of commits, and writes results/explore.jsonl and results/explore.md."""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from eval.explore import page, suite
from eval.explore.arms import ARMS, Asked
from eval.explore.histories import Gold, history, question
from eval.explore.score import score
from eval.explore.suite import HALVES, Repository
from eval.record import write_rows
from eval.stage import Stage, options, stage

QUICK = 2  # questions of a half


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    options(parser, "explore")
    parser.add_argument("--histories", type=Path, help="a folder that holds the repositories already, with all commits")
    parser.add_argument("--half", choices=HALVES, action="append", help="only this one")
    parser.add_argument("--only", action="append", help="only this repository; may be repeated")
    parser.add_argument("--quick", action="store_true", help="the first questions of each half")
    parser.add_argument("--questions", type=Path, help="a JSON list of questions about packages, instead of the suite")
    parser.add_argument("--jobs", type=int, default=2, help="repositories at a time")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Asks and writes."""
    with stage(args) as here:
        if args.questions:
            rows = list(_given(here, json.loads(args.questions.read_text())))
        else:
            histories = (args.histories or here.work / "histories").resolve()
            chosen = [one for one in suite.read() if not args.only or one.name in args.only]
            with ThreadPoolExecutor(args.jobs) as pool:
                asked = pool.map(lambda one: list(_asked(here, histories, one, args)), chosen)
                rows = [row for found in asked for row in found]
        head = here.head(_command(args))
    write_rows(args.results / args.name, head, rows, page.markdown)
    return 0


def _command(args: argparse.Namespace) -> str:
    narrowed = [f" --half {one}" for one in args.half or ()] + [f" --only {one}" for one in args.only or ()]
    narrowed += [" --questions FILE"] * bool(args.questions) + [" --quick"] * bool(args.quick)
    return "explore" + "".join(narrowed)


def _asked(here: Stage, histories: Path, one: Repository, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Every arm at the questions of a repository, which share a store as they would for somebody who works there."""
    known = history(histories, one.name, one.url)
    most = QUICK if args.quick else None
    halves = {commit: half for half in args.half or HALVES for commit in getattr(one, half)[:most]}
    commits = [known.commit(id) for id in halves]
    for commit, root in known.trees(here.scratch / "trees" / one.name, commits):
        change = known.change(commit)
        if change is None:
            raise SystemExit(f"{one.name} {commit.id} is no question: python -m eval messages")
        text = question(commit.message)
        arms = _arms(here, root, here.scratch / "homes" / one.name, text, change.gold)
        row = {"question": f"{one.name} {commit.id[:12]}", "half": halves[commit.id]}
        yield {**row, "named": _named(text, change.names, change.gold), "arms": arms}
        print(f"{row['question']}: {arms}", file=sys.stderr, flush=True)


def _arms(here: Stage, root: Path, home: Path, text: str, gold: Gold) -> dict[str, dict[str, int]]:
    """The scores of every arm."""
    asked = Asked(here.installed, root, home, text)
    return {name: asdict(score(arm(asked), gold)) for name, arm in ARMS.items()}


def _named(text: str, names: Iterable[str], gold: Gold) -> bool:
    """Whether the question has the name of a definition or file that is sought."""
    leaves = {name.rpartition(".")[2] for name in names} | {Path(path).stem for path in gold}
    words = set(text.lower().replace("(", " ").replace(".", " ").replace("`", " ").replace(",", " ").split())
    return bool(words & {leaf.lower() for leaf in leaves})


def _given(here: Stage, cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every arm at questions whose answers are named: `repo`, `question`, and `gold` as paths and qualified names."""
    for case in cases:
        root = here.gather([case["repo"]]) / case["repo"]
        gold: dict[str, frozenset[int]] = {}
        for path, name in case["gold"]:
            gold[path] = gold.get(path, frozenset()) | span((root / path).read_text("utf-8"), name)
        arms = _arms(here, root, here.scratch / "homes" / case["repo"], case["question"], gold)
        named = _named(case["question"], [name for _, name in case["gold"]], gold)
        yield {"question": f"{case['repo']} {case['question']}", "half": "given", "named": named, "arms": arms}


def span(source: str, name: str) -> frozenset[int]:
    """The lines of a definition, decorators and all that it holds counted in."""
    node: Any = ast.parse(source)
    for part in name.split("."):
        node = next(child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == part)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return frozenset(range(first, node.end_lineno + 1))
