"""`python -m eval questions`: makes the questions of locate, impact, trace and affected: suites/referee.jsonl."""

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
from eval.referee import changing, model
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
CHANGES = 3  # questions of a kind of change and a package


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
    intents = {"locate": _located, "impact": _impacted}
    for package, calls in sorted(observed.items()):
        sources = Sources(work / "corpus" / package)
        namer = Namer(sources, suites()["packages"][package]["path"], Random(f"{args.seed} {package}"))
        pool = namer.pool({kind: POOL * 2 * count for kind, count in EACH.items()}, OCCURRENCES)
        known = truths(work, package, interpreter, sources, [one.symbol for one in pool], calls)
        taken: set[str] = set()
        reach = Reach(calls, sources.functions)
        for intent, make in intents.items():
            for id, one in _taken(package, intent, pool, known, taken, sources):
                made.append(make(id, package, one, known[one.symbol.id], sources, reach))
        made += _traces(package, namer, reach)
        made += _changed(package, [one for one in pool if one.symbol.id not in taken], known, sources, reach)
        print(f"{package}: {len(made)} questions", file=sys.stderr)
    model.write(sorted(made, key=lambda one: (one.intent, one.id)))
    return 0


def _taken(
    package: str, intent: str, pool: Sequence[Named], known: dict[str, Truth], taken: set[str], sources: Sources
) -> Iterator[tuple[str, Named]]:
    """Ids of questions and symbols that are used, as many of each kind as there are to be; each is taken once."""
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
            yield f"{intent} {package} {kind} {number}", one


def _located(id: str, package: str, named: Named, truth: Truth, sources: Sources, reach: Reach) -> Question:
    symbol = named.symbol
    evidence = [f"{symbol.path}:{symbol.line}", *(f"{path}:{line}" for path, line, _ in truth.uses)]
    found = tuple(dict.fromkeys(evidence))
    wrong = {f"{path}:{line}" for path, line, _ in truth.others}
    wrong |= {f"{path}:{line}" for path, line in sources.spoken(symbol.leaf)}
    simple = named.kind == "plain" and len(truth.uses) <= FEW
    others = tuple(sorted(wrong - set(found)))
    return Question(id, "locate", package, named.given, symbol.id, named.kind, simple, found, others)


def _impacted(id: str, package: str, named: Named, truth: Truth, sources: Sources, reach: Reach) -> Question:
    """Who uses the symbol, imports left out, and who was observed to call those."""
    used = _used(truth, sources)
    direct, further, others = dependents(used, truth, sources, reach)
    simple = named.kind == "plain" and len(used) <= FEW
    return Question(
        id, "impact", package, named.given, named.symbol.id, named.kind, simple, direct, others, further=further
    )


def dependents(
    used: Sequence[Place], truth: Truth, sources: Sources, reach: Reach
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Who holds uses, who was observed to call those, and who holds nothing but what is another's."""
    direct = {sources.holder(place) for place in used}
    others = {sources.holder(place) for place in truth.others} - {sources.holder(place) for place in truth.uses}
    users = {f"{one.path}::{one.name}" for one in sources.definitions if f"{one.path}::{one.within}" in direct}
    known = {one.id: one for one in sources.definitions}
    above = {caller for user in users for caller in reach.callers[user] if caller in known}
    further = {f"{known[caller].path}::{known[caller].within}" for caller in above} - direct
    return tuple(sorted(direct)), tuple(sorted(further)), tuple(sorted(others - direct))


def _changed(
    package: str, pool: Sequence[Named], known: dict[str, Truth], sources: Sources, reach: Reach
) -> Iterator[Question]:
    """Questions about changes of functions that are used: each is changed in one of the two ways."""
    fitting = [
        one.symbol
        for one in pool
        if one.kind != "wrong name"
        and one.symbol.function
        and USES[0] <= len(_used(known[one.symbol.id], sources)) <= USES[1]
    ]
    drawn = iter(dict.fromkeys(fitting))
    for kind, edit in changing.KINDS.items():
        number = 0
        for symbol in drawn:
            text = (sources.root / symbol.path).read_text()
            edits = edit(symbol, text)
            if not edits:
                continue
            number += 1
            truth = known[symbol.id]
            used = _used(truth, sources)
            id, simple = f"affected {package} {kind} {number}", len(used) <= FEW
            evidence, further, others = dependents(used, truth, sources, reach)
            if kind == changing.RENAMED:
                evidence, further = tuple(dict.fromkeys(f"{path}:{line}" for path, line, _ in truth.uses)), ()
                others = tuple(sorted({f"{path}:{line}" for path, line, _ in truth.others} - set(evidence)))
            yield Question(
                id, "affected", package, "", symbol.id, kind, simple, evidence, others, further=further, edits=edits
            )
            if number == CHANGES:
                break


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
