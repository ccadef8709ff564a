"""`python -m eval questions`: makes the questions of locate, impact and trace, and writes suites/referee.jsonl."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from eval import corpus
from eval.accuracy import oracle
from eval.accuracy.oracle import Place
from eval.observed.command import environment, suites
from eval.referee import model
from eval.referee.model import Question
from eval.referee.naming import Named, Namer
from eval.referee.reach import Reach
from eval.referee.sources import Sources
from eval.referee.truth import Truth, truths

EACH = {"plain": 3, "popular": 2, "re-exported": 1, "wrong name": 1}  # questions of an intent and a package
POOL = 5  # times as many symbols are looked at as are asked for
USES = (2, 120)  # of a symbol, imports left out
OCCURRENCES = 600
FEW = 10  # uses of a simple question
CALLS = (2, 4)  # of a way


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--calls", type=Path, required=True, help="observed calls: a JSON object of packages")
    parser.add_argument("--work", type=Path, required=True, help="where packages and environments are kept")
    parser.add_argument("--seed", type=int, default=1, help="the number that all choices follow from")
    parser.add_argument("--python", default=f"python{suites()['python']}", help="what the packages' tests ran on")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Makes and writes."""
    work = args.work.resolve()
    observed = oracle.calls(args.calls)
    corpus.gather(work / "corpus", observed)
    interpreter = environment(work, args.python)
    made: list[Question] = []
    for package, calls in sorted(observed.items()):
        sources = Sources(work / "corpus" / package)
        namer = Namer(sources, suites()["packages"][package]["path"], Random(f"{args.seed} {package}"))
        pool = namer.pool({kind: POOL * 2 * count for kind, count in EACH.items()}, OCCURRENCES)
        known = truths(work, package, interpreter, sources, [one.symbol for one in pool], calls)
        taken: set[str] = set()
        reach = Reach(calls, sources.functions)
        for intent in ("locate", "impact"):
            made += _taken(package, intent, pool, known, taken, sources, reach)
        made += _traces(package, namer, reach)
        print(f"{package}: {len(made)} questions", file=sys.stderr)
    kept = (
        [one for one in model.read() if one.intent not in ("locate", "impact", "trace")] if model.FILE.exists() else []
    )
    model.write(sorted([*kept, *made], key=lambda one: (one.intent, one.id)))
    return 0


def _taken(
    package: str,
    intent: str,
    pool: Sequence[Named],
    known: dict[str, Truth],
    taken: set[str],
    sources: Sources,
    reach: Reach,
) -> Iterator[Question]:
    """Questions about symbols that are used, as many of each kind as there are to be; each symbol is taken once."""
    for kind, count in EACH.items():
        fitting = [
            one
            for one in pool
            if one.kind == kind
            and one.symbol.id not in taken
            and USES[0] <= len(_used(known[one.symbol.id], sources)) <= USES[1]
        ]
        for number, one in enumerate(fitting[:count], 1):
            taken.add(one.symbol.id)
            make = _located if intent == "locate" else _impacted
            yield make(f"{intent} {package} {kind} {number}", package, one, known[one.symbol.id], sources, reach)


def _located(id: str, package: str, named: Named, truth: Truth, sources: Sources, reach: Reach) -> Question:
    symbol = named.symbol
    evidence = [f"{symbol.path}:{symbol.line}", *(f"{path}:{line}" for path, line, _ in truth.uses)]
    disputed = {f"{path}:{line}" for path, line, _ in truth.disputed}
    disputed |= {f"{one.path}:{one.line}" for one in sources.by_leaf[symbol.leaf]}  # overrides, overloads
    simple = named.kind == "plain" and len(truth.uses) <= FEW
    found = tuple(dict.fromkeys(evidence))
    return Question(
        id, "locate", package, named.given, symbol.id, named.kind, simple, found, tuple(sorted(disputed - set(found)))
    )


def _impacted(id: str, package: str, named: Named, truth: Truth, sources: Sources, reach: Reach) -> Question:
    """Who uses the symbol, imports left out, and who was observed to call those."""
    used = _used(truth, sources)
    direct = {sources.holder(place) for place in used}
    disputed = {sources.holder(place) for place in truth.disputed} | {sources.holder(place) for place in truth.uses}
    users = {f"{one.path}::{one.name}" for one in sources.definitions if f"{one.path}::{one.within}" in direct}
    known = {one.id: one for one in sources.definitions}
    above = {caller for user in users for caller in reach.callers[user] if caller in known}
    further = {f"{known[caller].path}::{known[caller].within}" for caller in above} - direct
    simple = named.kind == "plain" and len(used) <= FEW
    return Question(
        id,
        "impact",
        package,
        named.given,
        named.symbol.id,
        named.kind,
        simple,
        tuple(sorted(direct)),
        tuple(sorted(disputed - direct)),
        tuple(sorted(further)),
    )


def _used(truth: Truth, sources: Sources) -> list[Place]:
    """The uses of a symbol that are no imports."""
    return [place for place in truth.uses if place[1] not in sources.imports[place[0]]]


def _traces(package: str, namer: Namer, reach: Reach) -> Iterator[Question]:
    """Pairs of symbols between which one shortest way was observed."""
    taken: set[str] = set()
    for kind, count in EACH.items():
        number = 0
        for begin in namer.pool({kind: 400}, OCCURRENCES):
            ways = [way for way in reach.ways(begin.symbol.id, CALLS[1]) if len(way) >= CALLS[0]]
            ends = [(way, end) for way in ways if (end := namer.named(way[-1])) and way[-1] not in taken]
            if not ends or begin.symbol.id in taken:
                continue
            way, end = namer.random.choice(ends)
            nodes = [namer.known[symbol] for symbol in way if symbol in namer.known]
            if len(nodes) < len(way):
                continue
            number += 1
            taken |= {begin.symbol.id, way[-1]}
            simple = kind == "plain" and len(way) == CALLS[0]
            yield Question(
                f"trace {package} {kind} {number}",
                "trace",
                package,
                begin.given,
                begin.symbol.id,
                kind,
                simple,
                tuple(f"{one.path}::{one.within}" for one in nodes),
                to=end,
            )
            if number == count:
                break
