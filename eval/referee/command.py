"""`python -m eval referee`: puts every question to every arm, and writes results/referee.jsonl and referee.md."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from eval.install import Installed
from eval.record import write_rows
from eval.referee import model, page, seeded
from eval.referee.arms import Arm, diffing, intents, operators, reading
from eval.referee.model import Question
from eval.referee.score import Score, score
from eval.referee.session import Place, Server, Session
from eval.referee.trees import Trees, trees
from eval.seeds import model as seeds_model
from eval.stage import options, stage

VARIABLES = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}  # of the tests that arms run
ARMS = (
    Arm("A", "tuned grep and reading", {**reading.SCRIPTS, **diffing.SCRIPTS}),
    operators.ARM,
    intents.ARM,
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--intent", action="append", help="only this one; may be repeated")
    parser.add_argument("--quick", action="store_true", help="the first questions of each intent")
    parser.add_argument("--jobs", type=int, default=2, help="packages at a time")
    options(parser, "referee")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Asks and writes."""
    seeds = seeds_model.read()[1]
    questions = chosen([*model.read(), *seeded.questions(seeds)], args.intent, args.quick)
    packages = sorted({one.package for one in questions})
    with stage(args) as here:
        here.gather(packages)

        places = {package: trees(here, package, questions, seeds) for package in packages}

        def asked(package: str) -> list[Score]:
            return _asked(here.installed, places[package], [one for one in questions if one.package == package])

        with ThreadPoolExecutor(args.jobs) as pool:
            scores = [one for rows in pool.map(asked, packages) for one in rows]
        narrowed = "".join(f" --intent {one}" for one in args.intent or ()) + " --quick" * args.quick
        head = here.head(f"referee{narrowed}", packages)
    order = {one.id: number for number, one in enumerate(questions)}
    scores.sort(key=lambda one: (order[one.question], one.arm))
    write_rows(args.results / args.name, head, page.rows(scores), page.markdown)
    return 0


def chosen(questions: Iterable[Question], intents: Iterable[str] | None, quick: bool) -> list[Question]:
    """The questions of the intents; for a quick look the first four of each."""
    wanted = [one for one in questions if intents is None or one.intent in set(intents)]
    if not quick:
        return wanted
    by_intent = {intent: [one for one in wanted if one.intent == intent] for intent in {one.intent for one in wanted}}
    return [one for intent in sorted(by_intent) for one in by_intent[intent][:4]]


def _asked(installed: Installed, here: Trees, questions: Iterable[Question]) -> list[Score]:
    """Every arm at every question of a package, each with a store of its own."""
    found = []
    with tempfile.TemporaryDirectory(prefix="eval-home-") as folder:
        homes = {arm.name: installed.environment(Path(folder) / arm.name, **VARIABLES) for arm in ARMS}
        servers = {name: Server(installed, variables) for name, variables in homes.items()}
        for asked in questions:
            question, root, tests = here.prepared(asked)
            for arm in ARMS:
                place = Place(root, homes[arm.name], servers[arm.name], Path(folder), tests)
                found.append(answered(arm, question, place))
            print("; ".join(_line(one) for one in found[-len(ARMS) :]), file=sys.stderr, flush=True)
        for server in servers.values():
            server.end()
    return found


def answered(arm: Arm, question: Question, place: Place) -> Score:
    """One arm at one question."""
    session = Session(place)
    claims = arm.scripts[question.intent](session, question)
    return score(question, arm.name, claims, session.turns, session.read, session.omitted, session.commands)


def _line(one: Score) -> str:
    told = f"{one.arm} {one.found}/{one.wanted} wrong {one.wrong} turns {one.turns} bytes {one.bytes}"
    return f"{one.question}: {told}" if one.arm == "A" else told
