"""The parts of the protocol, one line each: what runs, what its results are, and what `all` asks it for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from eval.accuracy import command as accuracy
from eval.accuracy import page as accuracy_page
from eval.bench import command as bench
from eval.bench import page as bench_page
from eval.diagnose import command as diagnose
from eval.diagnose import page as diagnose_page
from eval.engines import command as engines
from eval.engines import page as engines_page
from eval.english import command as english
from eval.english import page as english_page
from eval.explore import command as explore
from eval.explore import making as messages
from eval.explore import page as explore_page
from eval.figures import Bound, Figures
from eval.languages import command as languages
from eval.languages import making as truth
from eval.languages import page as languages_page
from eval.mutation import command as mutation
from eval.mutation import page as mutation_page
from eval.observed import command as observe
from eval.pages import command as pages
from eval.proven import command as proven
from eval.proven import page as proven_page
from eval.pycg import command as pycg
from eval.pycg import page as pycg_page
from eval.referee import command as referee
from eval.referee import making as questions
from eval.referee import page as referee_page
from eval.seeds import command as seeds
from eval.tests_selection import command as tests
from eval.tests_selection import page as tests_page


class Command(Protocol):
    """A module that the command line runs."""

    @property
    def arguments(self) -> Callable[[argparse.ArgumentParser], None]: ...
    @property
    def run(self) -> Callable[[argparse.Namespace], int]: ...


@dataclass(frozen=True, slots=True)
class Page:
    """A kept result: each function takes what `record.kept` gives."""

    title: str
    markdown: Callable[..., str]
    bounds: Callable[..., Iterator[Bound]]
    figures: Callable[..., Figures]


@dataclass(frozen=True, slots=True)
class Part:
    """A part; what `all` gives it is named in braces: {work}, {corpus}, {results}, {revision}, {calls}, …"""

    command: Command
    summary: str
    pages: Mapping[str, Page] = field(default_factory=dict)  # by the result's file name
    given: tuple[str, ...] | None = None  # nothing where `all` does not run it: it makes what others are measured on
    quick: tuple[str, ...] = ()  # more of it, for a quick look
    without: str = ""  # what of the part `all` leaves out, and why


STAGED = ("--work", "{work}", "--corpus", "{corpus}", "--revision", "{revision}")
MEASURED = (*STAGED, "--results", "{results}")


def _page(title: str, module: object) -> Page:
    return Page(title, *(getattr(module, name) for name in ("markdown", "bounds", "figures")))


PARTS = {
    "observe": Part(
        observe,
        "what is called while the packages' own tests run: a truth for accuracy",
        given=("--work", "{work}", "--corpus", "{corpus}", "--out", "{calls}", "--python", "{python}"),
        quick=("--package", "click", "--package", "attrs"),
    ),
    "accuracy": Part(
        accuracy,
        "how right the answers are",
        {"accuracy": _page("How right", accuracy_page)},
        given=(*MEASURED, "--calls", "{calls}"),
        without="references, whose truth comes of other tools: --oracle",
    ),
    "engines": Part(
        engines,
        "other engines at the same call sites",
        {"engines": _page("Beside other engines", engines_page)},
        given=(*MEASURED, "--calls", "{calls}", "--python", "{python}"),
        quick=("--sites", "100"),
    ),
    "pycg": Part(
        pycg,
        "the call graph on small programs whose calls are known",
        {"pycg": _page("On small programs", pycg_page)},
        given=MEASURED,
    ),
    "proven": Part(
        proven,
        "what is claimed of definitions without a use",
        {"proven": _page("What is proven unused", proven_page)},
        given=(*MEASURED, "--calls", "{calls}"),
        quick=("--symbols", "60"),
    ),
    "languages": Part(
        languages,
        "how right the answers are in languages other than Python",
        {
            "languages-ecmascript": _page("In JavaScript and TypeScript", languages_page),
            "languages-go-rust": _page("In Go and Rust", languages_page),
            "languages-java": _page("In Java", languages_page),
            "languages-c-cpp": _page("In C and C++", languages_page),
        },
        given=MEASURED,
    ),
    "truth": Part(truth, "makes what languages is measured on, from indexes"),
    "seeds": Part(seeds, "makes the seeded changes that diagnose and tests are measured on"),
    "diagnose": Part(
        diagnose,
        "how often the change at fault is named first",
        {
            "diagnose": _page("Which change explains the failures", diagnose_page),
            "diagnose-hard": Page(
                "The same, hard", diagnose_page.markdown, diagnose_page.hard_bounds, diagnose_page.figures
            ),
        },
        given=MEASURED,
        quick=("--quick", "--packages", "cachetools,jinja2,sqlparse"),
    ),
    "tests": Part(
        tests,
        "whether the tests selected for a change hold those that fail",
        {"tests": _page("Which tests to run", tests_page)},
        given=MEASURED,
        quick=("--quick", "--packages", "cachetools,sqlparse"),
    ),
    "questions": Part(questions, "makes the questions of the referee"),
    "referee": Part(
        referee,
        "grep, single operators and `ctx ask` at the same questions",
        {"referee": _page("Grep, operators, or `ctx ask`", referee_page)},
        given=MEASURED,
        quick=("--quick",),
    ),
    "messages": Part(messages, "draws the commits whose messages explore is asked"),
    "explore": Part(
        explore,
        "whether the code is found that a commit's message speaks of",
        {"explore": _page("Where the code is that a message speaks of", explore_page)},
        given=(*MEASURED, "--histories", "{histories}"),
        quick=("--quick",),
    ),
    "english": Part(
        english,
        "which intent is suggested for a question without one",
        {"english": _page("Which intent plain words look like", english_page)},
        given=MEASURED,
        quick=("--quick",),
    ),
    "bench": Part(
        bench,
        "what an answer costs",
        {"bench": _page("How fast", bench_page)},
        given=MEASURED,
        quick=("--packages", "sqlalchemy", "--classes", "rare", "--repeats", "1"),
    ),
    "mutation": Part(
        mutation,
        "whether a test notices that the pure floors are changed in a small place",
        {"mutation": _page("What the tests of the pure floors notice", mutation_page)},
        given=("--work", "{work}", "--revision", "{revision}", "--results", "{results}"),
        quick=("--floor", "canon", "--sample", "20"),
    ),
    "pages": Part(pages, "pages in a real browser: that they work, and what they look like", given=STAGED),
}

PAGES = {name: page for part in PARTS.values() for name, page in part.pages.items()}
