"""`python -m eval report`: one page over the kept results, each figure beside its bound."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from eval.accuracy import page as accuracy
from eval.bench import page as bench
from eval.diagnose import page as diagnose
from eval.engines import page as engines
from eval.english import page as english
from eval.english.page import halves, share
from eval.languages import page as languages
from eval.proven import page as proven
from eval.pycg import page as pycg
from eval.record import RESULTS, read, read_rows, write_page
from eval.referee import page as referee
from eval.referee.page import scores, verdicts
from eval.tables import percent, table
from eval.tests_selection import page as tests
from eval.tests_selection.page import BOUND

Row = tuple[str, str, str, str]  # what, bound, measured, kept

PRECISION, MACRO_F1 = 0.99, 0.97
OPEN = 0.05  # likely and undecided among all sites
CALL_PRECISION, CALL_RECALL = 0.99, 0.94
AHEAD_PRECISION = 0.995  # at which recall has to be ahead of every other engine's
PROVEN = 0.6  # of the definitions that nothing mentions
PYCG_PRECISION, PYCG_RECALL = 0.97, 0.75
LANGUAGE_PRECISION, LANGUAGE_RECALL, LIKELY = 0.97, 0.9, 0.9
RULED_OUT = 0.001  # true sites among those ruled out
FIRST, FIRST_THREE = 0.9, 0.97  # culprits
TEST_RECALL = 0.95

Page = Callable[..., str]
PAGES: dict[str, tuple[str, Page]] = {
    "accuracy": ("How right", accuracy.markdown),
    "engines": ("Beside other engines", engines.markdown),
    "pycg": ("On small programs", pycg.markdown),
    "proven": ("What is proven unused", proven.markdown),
    "languages-ecmascript": ("In JavaScript and TypeScript", languages.markdown),
    "languages-go-rust": ("In Go and Rust", languages.markdown),
    "languages-java": ("In Java", languages.markdown),
    "languages-c-cpp": ("In C and C++", languages.markdown),
    "diagnose": ("Which change explains the failures", diagnose.markdown),
    "diagnose-hard": ("The same, hard", diagnose.markdown),
    "tests": ("Which tests to run", tests.markdown),
    "referee": ("Grep, operators, or `ctx ask`", referee.markdown),
    "english": ("Which intent plain words look like", english.markdown),
    "bench": ("How fast", bench.markdown),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Writes every page again from the kept results, and results/README.md; 1 when a bound is not kept."""
    for name, (_, page) in PAGES.items():
        if told := kept(name):
            (RESULTS / f"{name}.md").write_text(page(*told))
    rows = [
        *_accuracy(read("accuracy")),
        *_engines(read("engines")),
        *_pycg(read("pycg")),
        *_proven(read("proven")),
        *(row for name in PAGES if name.startswith("languages") for row in _languages(read(name))),
        *_diagnose(read("diagnose")),
        *_hard(read("diagnose-hard")),
        *_tests(read("tests")),
        *_referee(read_rows("referee")[1]),
        *_english(read_rows("english")[1]),
        *_bench(read("bench")),
    ]
    head = ("what", "bound", "measured", "kept")
    links = " · ".join(f"[{title}]({name}.md)" for name, (title, _) in PAGES.items() if kept(name))
    write_page("README", "\n".join(["# Results\n", table(head, rows), f"{links}\n"]))
    return int(any(kept == "no" for *_, kept in rows))


def kept(name: str) -> tuple[Any, ...]:
    """What a page is made of, as it is kept: a document, or its head and rows; empty when there is nothing."""
    head, rows = read_rows(name)
    if rows:
        return head, rows
    document = read(name)
    return (document,) if document else ()


def _accuracy(told: dict[str, Any]) -> Iterator[Row]:
    if "references" in told:
        found = told["references"]["all"]
        for name, least in (("precision", PRECISION), ("macro_f1", MACRO_F1)):
            yield _least(f"references: {name.replace('_', ' ')}", least, found[name])
        share = found["ruled_out"] / max(1, found["excluded"])
        what = "references: true sites among the ruled out"
        yield _row(what, f"≤ {percent(RULED_OUT)}", percent(share), share <= RULED_OUT)
        share = found["unsettled_share"]
        yield _row("references: likely or undecided", f"≤ {percent(OPEN)}", percent(share), share <= OPEN)
        for name in ("false_proven", "errors"):
            yield _row(f"references: {name.replace('_', ' ')}", "none", str(found[name]), not found[name])
    if "calls" in told:
        found = told["calls"]["all"]
        for name, least in (("precision", CALL_PRECISION), ("recall", CALL_RECALL)):
            yield _least(f"calls: {name}", least, found[name])


def _languages(told: dict[str, Any]) -> Iterator[Row]:
    for name, item in told.get("languages", {}).items():
        found = item["all"]
        yield _least(f"{name}: precision, {found['symbols']} symbols", LANGUAGE_PRECISION, found["precision"])
        yield _least(f"{name}: recall", LANGUAGE_RECALL, found["recall"])
        if found["likely_precision"] is not None:
            yield _least(f"{name}: likely sites that are true", LIKELY, found["likely_precision"])


def _engines(told: dict[str, Any]) -> Iterator[Row]:
    if "engines" in told:
        own = told["engines"]["ours"]
        what = f"beside other engines, {own['sites']} sites of {', '.join(told['packages'])}: precision"
        yield _least(what, AHEAD_PRECISION, own["precision"])
        for engine, row in told["engines"].items():
            if engine != "ours":
                bound = f"> {percent(row['recall'])}"
                yield _row(f"recall beside {engine}", bound, percent(own["recall"]), own["recall"] > row["recall"])


def _pycg(told: dict[str, Any]) -> Iterator[Row]:
    if "all" in told:
        for name, least in (("precision", PYCG_PRECISION), ("recall", PYCG_RECALL)):
            yield _least(f"small programs: {name}", least, told["all"][name])


def _proven(told: dict[str, Any]) -> Iterator[Row]:
    if "all" in told:
        found = told["all"]
        what = f"claims: proven of what was called, {found['called']} of {found['symbols']} symbols"
        yield _row(what, "none", str(found["false"]), not found["false"])
        yield _least(f"claims: proven, of {found['unused']} mentioned nowhere", PROVEN, found["share"])


def _diagnose(told: dict[str, Any]) -> Iterator[Row]:
    if "all" in told:
        yield _least(f"diagnose: culprit first, {told['all']['seeds']} seeds", FIRST, told["all"]["first"])
        yield _least("diagnose: culprit in the first three", FIRST_THREE, told["all"]["first_three"])


def _hard(told: dict[str, Any]) -> Iterator[Row]:
    """No bound is set for these: they show what is left without a comparison of syntax trees."""
    if "all" in told:
        found = told["all"]
        shares = f"{percent(found['first'])}, {percent(found['first_three'])}"
        yield f"diagnose: first, in the first three; hard, {found['seeds']} seeds", "–", shares, "–"


def _tests(told: dict[str, Any]) -> Iterator[Row]:
    if "arms" in told:
        for arm, rows in told["arms"].items():
            found = rows["all"]
            missed = f"{found['missed']} of {found['failing']}, in {found['missing']} of {found['seeds']} seeds"
            yield _row(f"tests: failing tests missed; {arm}", "none", missed, not found["missed"])
            share = found["median_share"]
            what = f"tests: share of the suite selected, median; {arm}"
            yield _row(what, f"≤ {percent(BOUND)}", percent(share), share <= BOUND)
        for name, row in told["recalled"]["packages"].items():
            if row["recall"] is not None:
                yield _least(f"tests: recall against coverage, {name}", TEST_RECALL, row["recall"])


def _referee(rows: Sequence[dict[str, Any]]) -> Iterator[Row]:
    """One verdict an intent."""
    for intent, gates in verdicts(scores(rows)).items():
        failed = [gate.name for gate in gates if not gate.kept]
        asked = sum(row["intent"] == intent for row in rows)
        what = f"referee: gates of {intent}, {asked} questions"
        measured = f"{len(gates) - len(failed)}" + f"; not: {', '.join(failed)}" * bool(failed)
        yield _row(what, f"all {len(gates)}", measured, not failed)


def _english(rows: Sequence[dict[str, Any]]) -> Iterator[Row]:
    """No bound is set."""
    for half, told in halves(rows).items():
        if told:
            yield (
                f"plain words: right intent suggested first, {len(told)} questions, {half}",
                "–",
                percent(share(told)),
                "–",
            )


def _bench(told: dict[str, Any]) -> Iterator[Row]:
    for v in told.get("verdicts", ()):
        measured = f"median {v['middle']}, worst {v['worst']}, {v['kept']} of {v['of']} questions"
        yield _row(f"{v['kind']} names: {v['bound']}", f"≤ {v['limit']:g}", measured, v["kept"] == v["of"])
    for pair in told.get("pairs", ()):
        yield _row(pair["what"], f"≤ {pair['limit']:g}", str(pair["ratio"]), pair["ratio"] <= pair["limit"])


def _least(what: str, least: float, share: float) -> Row:
    return _row(what, f"≥ {percent(least)}", percent(share), share >= least)


def _row(what: str, bound: str, measured: str, kept: bool) -> Row:
    return what, bound, measured, "yes" if kept else "no"
